"""`manage.py serve`: the site by ASGI, stopped within two seconds."""

from typing import Any

import uvicorn
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Serve the site by ASGI."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (0.0.0.0: the local network too)")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        config = uvicorn.Config(
            "shanghai.asgi:application", host=host, port=port, lifespan="on", log_level="warning", access_log=False
        )
        uvicorn.Server(config).run()
