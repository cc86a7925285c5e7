"""The files of `deploy/`: they parse, agree with each other and with the site, and the proxies' ones are run."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import load_command_class

from tests import proxies
from tests.live import LiveSite
from tests.postgres import Postgres
from tests.referee.tables.guests import Hands, Screen, prepare

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted(file for file in DEPLOY.iterdir() if file.suffix in (".service", ".socket", ".timer"))
SETTINGS = (ROOT / "shanghai" / "settings.py").read_text(encoding="utf-8")
READ = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', SETTINGS))
"""Variables that the settings read."""


def unit(file: Path) -> dict[str, list[tuple[str, str]]]:
    """The sections of a systemd unit with their lines."""
    sections: dict[str, list[tuple[str, str]]] = {}
    lines: list[tuple[str, str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            lines = sections.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            key, found, value = line.partition("=")
            assert found, f"{file.name}: {line}"
            lines.append((key, value))
    return sections


def commands(words: list[str]) -> None:
    """Check a call of manage.py: the command exists and takes these options."""
    assert words[0] == "manage.py"
    name, *arguments = words[1:]
    app = "shanghai" if name in ("serve", "backup", "sweep", "restore", "doctor") else "django.core"
    if name == "collectstatic":
        app = "django.contrib.staticfiles"
    load_command_class(app, name).create_parser("manage.py", name).parse_args(arguments)


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_unit_runs_commands_that_there_are(file: Path) -> None:
    sections = unit(file)
    assert "Unit" in sections
    for key, value in sections.get("Service", []):
        if key.startswith("Exec"):
            program, *words = shlex.split(value)
            assert program == "/srv/shanghai/.venv/bin/python"
            commands(words)
    for key, value in sections["Unit"]:
        if key == "Requires":
            assert (DEPLOY / value.replace("%i", "")).exists()


def test_units_are_sound_to_systemd_itself() -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NO SYSTEMD HERE: the units are only read by the test's own parser")
    names = [str(file).replace("@.", "@1.") for file in UNITS]  # of a template an instance
    done = subprocess.run([program, "verify", *names], capture_output=True, text=True, check=False)
    # The program and the user of the unit are not on this machine.
    told = [line for line in done.stderr.splitlines() if file_named(line) and "not executable" not in line]
    assert told == []


def file_named(line: str) -> bool:
    return any(file.stem.rstrip("@") in line for file in UNITS)


def test_settings_are_all_told_and_all_known() -> None:
    manual = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", manual, re.MULTILINE))
    assert told == READ
    named = set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / "env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= READ


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_compose_file_is_whole() -> None:
    whole = compose()
    services = whole["services"]
    assert set(services) == {"database", "migrate", "web1", "web2", "nightly", "proxy"}
    for name, service in services.items():
        for other in service.get("depends_on", []):
            assert other in services, f"{name} waits for {other}"
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in whole["volumes"] or (DEPLOY / source).exists(), volume
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()
            assert set(service["environment"]) <= READ
        if service.get("command", [""])[0] == "python":
            commands(service["command"][1:])
    for call in re.findall(r"python (manage\.py [\w -]+)", services["nightly"]["command"][2]):
        commands(shlex.split(call))
    upstreams = [place.split(":")[0] for place in services["proxy"]["environment"]["UPSTREAMS"].split()]
    assert upstreams == ["web1", "web2"]
    for name in upstreams:
        assert "sqlite" not in services[name]["environment"]["DATABASE_URL"]


def test_containerfile_copies_what_the_site_is_made_of() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    copied = [line.split()[1] for line in text.splitlines() if line.startswith("COPY")]
    for name in copied:
        assert (ROOT / name).exists(), name
    assert {"shanghai", "scorekeeper", "referee", "templates", "locale", "manage.py"} <= set(copied)
    assert "USER shanghai" in text
    (command,) = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    words = [word.strip().strip('"') for word in command.split(",")]
    commands(words[1:])
    for call in re.findall(r"python (manage\.py [\w -]+?)(?: &&|$)", text, re.MULTILINE):
        commands(shlex.split(call))


def test_proxies_do_not_hold_streams_back() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    stream = re.search(r"location ~ \^/t/\[\^/\]\+/events\$ \{(.*?)\}", nginx, re.DOTALL)
    assert stream is not None
    assert "proxy_buffering off;" in stream[1]
    assert "gzip off;" in stream[1]
    assert "X-Forwarded-Proto" in nginx
    assert nginx.count("{") == nginx.count("}")
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "flush_interval -1" in caddy
    assert "not path_regexp ^/t/[^/]+/events$" in caddy
    for text in (nginx, caddy):
        assert all(place in text for place in ("healthz", "readyz", "metrics"))


# The same steps by hand: PostgreSQL, two processes, a proxy before them ---------------------------------------------


@contextmanager
def proxy(name: str, folder: Path, sites: list[LiveSite]) -> Iterator[int]:
    """The proxy before the sites, and its port; skipped loudly where there is none."""
    program = proxies.program(name)
    if program is None:
        pytest.skip(f"NO {name.upper()} FOUND: its example file is only read, not run")
    with proxies.before(program, name, folder, [site.port for site in sites]) as running:
        yield running.port


@pytest.mark.long
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_two_processes_behind_a_proxy_restart_in_turn_and_lose_nothing(
    name: str, cluster: Postgres, tmp_path: Path
) -> None:
    """Streams come at once through the proxy, come back when their process restarts, and no move is lost."""
    environment = {
        "DATABASE_URL": cluster.database(f"behind {name}"),
        "SECRET_KEY": "one key for both processes, of more than fifty characters",
    }
    sites = [LiveSite(tmp_path / part, environment=environment) for part in ("one", "other")]
    for site in sites:
        site.start()
    try:
        (sitting,) = prepare(sites[0], tables=1, moves=24)
        with proxy(name, tmp_path, sites) as port:
            asyncio.run(_play_through(port, sites, sitting))
    finally:
        for site in sites:
            if site.process is not None:
                site.stop()
    for site in sites:
        assert "Traceback" not in site.complaints(), site.complaints()


TOKEN = "a word by which the figures of a process are read"


@pytest.mark.long
@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_proxy_leads_all_people_of_a_table_to_the_same_process(name: str, cluster: Postgres, tmp_path: Path) -> None:
    environment = {
        "DATABASE_URL": cluster.database(f"by table, {name}"),
        "SECRET_KEY": "one key for both processes, of more than fifty characters",
        "SHANGHAI_METRICS_TOKEN": TOKEN,
    }
    sites = [LiveSite(tmp_path / part, environment=environment) for part in ("one", "other")]
    for site in sites:
        site.start()
    try:
        sittings = prepare(sites[0], tables=6, moves=1, hides=False)
        with proxy(name, tmp_path, sites) as port:
            found = asyncio.run(_streams_by_table(port, sites, sittings))
    finally:
        for site in sites:
            site.stop()
    assert [set(more) for more in found] == [{0, 5}] * len(sittings)


async def _streams_by_table(port: int, sites: list[LiveSite], sittings: list[Any]) -> list[list[int]]:
    """How many streams more each process has for each table of five whose screens are opened."""
    found = []
    async with AsyncExitStack() as stack:
        for sitting in sittings:
            before = [await asyncio.to_thread(_streams, site) for site in sites]
            for seat in range(5):
                screen = Screen(port, sitting, seat)
                await screen.open()
                stack.push_async_callback(screen.close)
                await screen.until(0)
            after = [await asyncio.to_thread(_streams, site) for site in sites]
            found.append([more - less for more, less in zip(after, before, strict=True)])
    return found


def _streams(site: LiveSite) -> int:
    """The streams that the process says are open."""
    asked = HTTPConnection("127.0.0.1", site.port)
    asked.request("GET", "/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    text = asked.getresponse().read().decode()
    asked.close()
    (number,) = re.findall(r"^shanghai_streams (\d+)", text, re.MULTILINE)
    return int(number)


STOPS, STARTS = {8: 0, 16: 1}, {12: 0, 20: 1}
"""Before which move which process stops or starts."""


async def _play_through(port: int, sites: list[LiveSite], sitting: Any) -> None:
    async with AsyncExitStack() as stack:
        screens: list[Screen] = []

        async def opened(seat: int) -> Screen:
            for _ in range(100):  # as a page does: again until it has one
                screen = Screen(port, sitting, seat)
                try:
                    await screen.open()
                    await screen.until(0, seconds=2)
                except (RuntimeError, OSError, TimeoutError):
                    await screen.close()
                    await asyncio.sleep(0.1)
                    continue
                stack.push_async_callback(screen.close)
                return screen
            raise AssertionError("expected the stream to come back")

        screens = [await opened(seat) for seat in range(len(sitting.cookies))]
        for number in range(len(sitting.script)):
            if number in STOPS:
                await asyncio.to_thread(sites[STOPS[number]].stop)
            if number in STARTS:
                await asyncio.to_thread(sites[STARTS[number]].start)
            screens = [await opened(place) if screen.ended else screen for place, screen in enumerate(screens)]
            before = max(screen.revision for screen in screens)
            await _move(port, sitting)
            for place, screen in enumerate(screens):
                try:
                    await screen.until(before + 1, seconds=20)
                except RuntimeError:
                    screens[place] = await opened(place)
                    await screens[place].until(before + 1, seconds=20)
        assert sitting.made == len(sitting.script)


async def _move(port: int, sitting: Any) -> None:
    """Make the next move, again when the process stopped under it: a move that was made is not made twice."""
    seat, seen, action = sitting.script[sitting.made]
    for _ in range(50):
        hands = Hands(port)
        try:
            status, body = await hands.post(sitting, seat, seen, action)
        except (OSError, asyncio.IncompleteReadError):
            status, body = 502, b""
        await hands.close()
        if status == 200:
            sitting.made += 1
            return
        assert status in (502, 503, 504), (status, body[:500])
        await asyncio.sleep(0.1)
    raise AssertionError("expected the move to be made")
