"""A peer: the same Django site under Django's own ASGI handler, on the same server."""

import os
import socket
import sys

import uvicorn
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shanghai.settings")
os.environ.setdefault("DJANGO_RUNSERVER_HIDE_WARNING", "true")


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    config = uvicorn.Config(get_asgi_application(), lifespan="off", log_config=None, access_log=False)
    sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}/\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
