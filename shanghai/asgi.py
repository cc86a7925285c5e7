"""The site as an ASGI application: a dispatch by path between long-lived streams and ordinary pages.

Pages are plain synchronous Django on a fixed number of long-lived threads, each with its own database connection.
What holds a connection open for minutes never comes here through Django, or it would hold a thread too.
"""

import re

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, LifespanScope, Scope

from shanghai.wsgi import application as wsgi_application  # first: it sets Django up

# isort: split
from django.conf import settings

from referee.tables.background import Background
from referee.tables.hub import HUB
from referee.tables.presentation import render_for
from referee.tables.shows import Pool
from referee.tables.stream import Streams
from shanghai.health import HEALTH, Health
from shanghai.pages import THREADS, Pages

EVENTS = re.compile(r"/t/(?P<code>[^/]{1,20})/events")

pages = Pages(wsgi_application, threads=THREADS, largest=settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
pool = Pool()
streams = Streams(HUB, render_for, pool)
background = Background(HUB, pool)
health = Health(pool)


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Hand the connection to what serves its path."""
    match scope["type"]:
        case "lifespan":
            await lifespan(scope, receive, send)
        case "http":
            events = EVENTS.fullmatch(scope["path"])
            if scope["path"] in HEALTH:
                await health(scope, receive, send)
            elif events:
                await streams.serve(scope, receive, send, events["code"])
            else:
                await pages(scope, receive, send)
        case "websocket":  # none is served
            await send({"type": "websocket.close", "code": 1000, "reason": ""})


async def lifespan(scope: LifespanScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Begin and end what the process does beside answering."""
    while True:
        event = await receive()
        if event["type"] == "lifespan.startup":
            background.start()
            await send({"type": "lifespan.startup.complete"})
        elif event["type"] == "lifespan.shutdown":
            await background.stop()
            await send({"type": "lifespan.shutdown.complete"})
            return
