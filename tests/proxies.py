"""The proxies that `deploy/` has a file for, run with that file on a free port before serving processes."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.live import processor_seconds

DEPLOY = Path(__file__).parents[1] / "deploy"


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy that runs."""

    process: int
    port: int

    def seconds(self) -> float:
        """Processor seconds that it has used, with its workers."""
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        return sum(map(processor_seconds, (self.process, *map(int, children))))


def program(name: str) -> str | None:
    """Where the proxy is. SHANGHAI_NGINX and SHANGHAI_CADDY name programs that are not on the path."""
    return os.environ.get(f"SHANGHAI_{name.upper()}") or shutil.which(name)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def before(program: str, name: str, folder: Path, ports: Sequence[int]) -> Iterator[Proxy]:
    """The program with the file of `deploy/` for the proxy of that name, without https, before the processes."""
    port = free_port()
    environment = dict(os.environ)
    if name == "caddy":
        command = [program, "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
        environment |= {
            "SITE": f"http://127.0.0.1:{port}",
            "UPSTREAMS": " ".join(f"127.0.0.1:{other}" for other in ports),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "HOME": str(folder),
        }
    else:
        command = [program, *_nginx(folder, port, ports)]
    log = folder / f"{name}.log"
    with log.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        yield Proxy(process.pid, port)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)


def _nginx(folder: Path, port: int, ports: Sequence[int]) -> list[str]:
    """Arguments for nginx with its example file, whose https server listens without https."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    servers = "".join(f"    server 127.0.0.1:{other} max_fails=1 fail_timeout=2s;\n" for other in ports)
    text = re.sub(r"(    server 127\.0\.0\.1:800\d .*;\n)+", servers, text)
    text = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+listen \[::\]:443 ssl http2;|\s+ssl_certificate\w* .*?;", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    text = text.replace("/var/log/nginx/", f"{folder}/")
    kept = "".join(
        f"{part}_temp_path {folder}/{part};\n" for part in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx-whole.conf"
    whole.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx-error.log; worker_processes 1;\n"
        f"{'user root;' if os.geteuid() == 0 else ''}\nevents {{}}\nhttp {{\n{kept}{text}\n}}\n"
    )
    return ["-c", str(whole), "-p", str(folder)]
