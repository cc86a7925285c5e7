"""What is sent out goes to push services alone: an address from a browser is an address from anybody."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pytest_django.fixtures import Settings

from referee.models import PushSubscription
from referee.tables.notices import keys, post
from referee.tables.notices.due import Letter
from referee.tables.notices.post import Delivery, NoPushService, deliver, is_public, public_address
from shanghai.doctor import examine
from tests.referee.tables.pushed import Device, push_service
from tests.referee.tables.visitors import Visitor


def letter_to(endpoint: str) -> Letter:
    return Letter(1, 1, endpoint, b"sealed", 60, "ABCDEF", is_urgent=False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/one",
        "https://push.example:8443/one",
        "https://ana@push.example/one",
        "https://push.example/one#two",
        "https:///one",
        "ftp://push.example/one",
        "file:///etc/passwd",
        "//push.example/one",
        "https://push.example/one two",
        "https://push.example/one\r\nHost: other",
        "https://push.example:99999/one",
        "https://[::1/one",
        "https://push.example/" + "a" * 800,
        "https://püsh.example/one",
        "",
    ],
)
def test_address_that_is_no_push_service_is_not_kept(endpoint: str) -> None:
    ana = Visitor.named("Ana")
    assert ana.post("/t/me/notices/", **Device().form(endpoint)).status_code == 422
    assert not PushSubscription.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong", [{"auth": "AA"}, {"auth": "*" * 22}, {"p256dh": "AA"}, {"p256dh": "A" * 87}, {"p256dh": "A" * 5000}]
)
def test_keys_that_no_browser_makes_are_not_kept(wrong: dict[str, str]) -> None:
    ana = Visitor.named("Ana")
    form = Device().form("https://push.example/one")
    assert ana.post("/t/me/notices/", **(form | wrong)).status_code == 422
    assert ana.post("/t/me/notices/", **form).status_code == 204


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("142.250.74.10", True),
        ("2a00:1450:400f:80d::200a", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("0.0.0.0", False),  # noqa: S104 - not bound
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("2001:0:7f00:1::", False),
    ],
)
def test_only_addresses_of_the_open_net_are_written_to(address: str, expected: bool) -> None:
    assert is_public(address) is expected


def test_name_that_leads_into_this_machine_gets_nothing(settings: Settings) -> None:
    with pytest.raises(NoPushService):
        asyncio.run(public_address("localhost", 443))
    with push_service() as service:
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.FAILED
        assert not service.received
        settings.PUSH_LOCAL = True
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.TAKEN


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in ("142.250.74.10", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: found)
    with pytest.raises(NoPushService):
        asyncio.run(public_address("push.example", 443))


def test_redirect_is_not_followed(settings: Settings) -> None:
    settings.PUSH_LOCAL = True
    with push_service() as service, push_service() as other:
        service.status, service.headers = 307, {"Location": f"{other.address}/inside"}
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.FAILED
        assert (len(service.received), len(other.received)) == (1, 0)


def test_service_that_never_answers_is_left(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PUSH_LOCAL = True
    monkeypatch.setattr(post, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        endpoint = f"http://localhost:{silent.getsockname()[1]}/one"
        assert asyncio.run(deliver(letter_to(endpoint))) is Delivery.FAILED


def test_answer_that_is_not_http_is_a_failure(settings: Settings) -> None:
    settings.PUSH_LOCAL = True

    async def babble(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"x" * 200_000)
        writer.close()

    async def told() -> Delivery:
        server = await asyncio.start_server(babble, "127.0.0.1", 0)
        async with server:
            return await deliver(letter_to(f"http://localhost:{server.sockets[0].getsockname()[1]}/one"))

    assert asyncio.run(told()) is Delivery.FAILED


def test_certificate_must_be_the_services_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.PUSH_LOCAL = True
    with push_service(certified(tmp_path, "localhost")) as service:
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.FAILED
        trusting = ssl.create_default_context(cafile=tmp_path / "certificate.pem")
        monkeypatch.setattr(post, "_context", lambda: trusting)
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.TAKEN
        assert len(service.received) == 1
    with push_service(certified(tmp_path, "another.example")) as service:
        trusting.load_verify_locations(tmp_path / "certificate.pem")
        assert asyncio.run(deliver(letter_to(service.address))) is Delivery.FAILED
        assert not service.received


def certified(folder: Path, name: str) -> ssl.SSLContext:
    """A server's context with a certificate of its own making for the name."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    return context


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("contact", "known"),
    [("mailto:host@example.org", True), ("https://cards.example.org", True), ("nobody", False), ("http://a.b", False)],
)
def test_contact_that_no_service_takes_is_known_before_anything_is_sent(
    settings: Settings, contact: str, *, known: bool
) -> None:
    settings.PUSH_LOCAL, settings.PUSH_CONTACT = True, contact
    assert keys.is_contact_known() is known
    told = [finding.what for finding in examine() if "SHANGHAI_PUSH_CONTACT" in finding.what]
    assert bool(told) is not known
    with push_service() as service:
        assert asyncio.run(deliver(letter_to(service.address))) is (Delivery.TAKEN if known else Delivery.FAILED)
