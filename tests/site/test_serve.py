"""`manage.py serve` as a process: it can be reached, says where, and stops when told to."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from shanghai import local
from shanghai.management.commands.serve import qr_code
from tests.live import ROOT, LiveSite


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    site = LiveSite(tmp_path_factory.mktemp("served"))
    site.start()
    yield site
    if site.process is not None:
        site.stop()


def answer(site: LiveSite, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_page_is_served(site: LiveSite) -> None:
    response, body = answer(site, "/")
    assert response.status == 200
    assert b"<h1" in body
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["Server"] is None


def test_static_files_are_served_hashed_and_compressed(site: LiveSite) -> None:
    names = [file.name for file in (site.folder / "static" / "css").glob("base.????????????.css")]
    assert len(names) == 1
    response, _ = answer(site, f"/static/css/{names[0]}", **{"Accept-Encoding": "br"})
    assert response.status == 200
    assert response.headers["Content-Encoding"] == "br"
    assert "immutable" in response.headers["Cache-Control"]


def test_foreign_host_is_refused(site: LiveSite) -> None:
    assert answer(site, "/", Host="cards.example.org")[0].status == 400


def test_https_in_front_is_believed_from_this_machine(tmp_path: Path) -> None:
    secure = LiveSite(tmp_path, environment={"SHANGHAI_HTTPS": "1"})
    secure.start()
    try:
        plain, _ = answer(secure, "/")
        forwarded, _ = answer(secure, "/", **{"X-Forwarded-Proto": "https"})
    finally:
        secure.stop()
    assert plain.status == 301
    assert plain.headers["Location"].startswith("https://")
    assert forwarded.status == 200
    assert forwarded.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_many_requests_at_once_are_all_answered(site: LiveSite) -> None:
    connections = [http.client.HTTPConnection("127.0.0.1", site.port, timeout=30) for _ in range(40)]
    for connection in connections:
        connection.request("GET", "/")
    statuses = [connection.getresponse().status for connection in connections]
    for connection in connections:
        connection.close()
    assert statuses == [200] * 40


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_signal_stops_it_with_connections_open(site: LiveSite, name: str) -> None:
    if site.process is None:
        site.start()
    assert site.process is not None
    before = site.complaints()
    idle = socket.create_connection(("127.0.0.1", site.port))
    site.process.send_signal(signal.Signals[name])
    code = site.process.wait(timeout=10)
    idle.close()
    assert site.process.stdout is not None
    site.process.stdout.close()
    site.process = None
    assert code in (0, -signal.SIGTERM)
    assert site.complaints() == before


def test_socket_of_another_keeps_who_comes_while_it_restarts(site: LiveSite) -> None:
    """As systemd holds it: a request that comes between two processes waits for the second."""
    if site.process is not None:
        site.stop()
    before = site.complaints()
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        command = [sys.executable, "manage.py", "serve", "--fd", str(held.fileno())]
        waiting = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        waiting.request("GET", "/healthz")
        with site.log.open("a") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env=site.environment, stdout=log, stderr=log, pass_fds=[held.fileno()]
            )
        assert waiting.getresponse().read() == b"alive\n"
        waiting.close()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) in (0, -signal.SIGTERM)
    assert "Traceback" not in site.complaints().removeprefix(before)


def test_taken_port_is_named(site: LiveSite) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(RuntimeError, match="choose another port"):
        site.manage("serve", "--port", str(other.getsockname()[1]))


def test_missing_static_files_are_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SHANGHAI_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "run manage.py collectstatic first" in done.stderr


def test_host_that_is_not_ours_is_named() -> None:
    with pytest.raises(CommandError, match=r"cannot listen on 203\.0\.113\.7"):
        call_command("serve", "--host", "203.0.113.7", "--port", "0")


def test_qr_code_is_square_and_depends_on_the_address() -> None:
    drawing = qr_code("http://192.168.1.20:8000/").splitlines()
    assert len({len(line) for line in drawing if line}) == 1
    assert qr_code("http://192.168.1.20:8000/") != qr_code("http://192.168.1.21:8000/")


def test_own_hosts_are_exact_names_and_addresses() -> None:
    hosts = local.own_hosts()
    assert hosts[:3] == ["localhost", "127.0.0.1", "[::1]"]
    assert set(local.lan_addresses()) <= set(hosts)
