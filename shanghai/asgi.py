"""The site as an ASGI application: a dispatch by path between long-lived streams and ordinary pages.

Pages are plain synchronous Django on a fixed number of long-lived threads, each with its own database connection.
What holds a connection open for minutes never comes here through Django, or it would hold a thread too.
"""

from typing import Any

from a2wsgi import WSGIMiddleware
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, LifespanScope, Scope

from shanghai.wsgi import application as wsgi_application

THREADS = 8

# Any: a2wsgi writes down the types of WSGI and of ASGI otherwise than Django's stubs and asgiref do.
wsgi: Any = wsgi_application
pages: Any = WSGIMiddleware(wsgi, workers=THREADS)


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Hand the connection to what serves its path."""
    match scope["type"]:
        case "lifespan":
            await lifespan(scope, receive, send)
        case "http":
            await pages(scope, receive, send)
        case "websocket":  # none is served
            await send({"type": "websocket.close", "code": 1000, "reason": ""})


async def lifespan(scope: LifespanScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Answer the server's start and stop; nothing needs to be opened or closed yet."""
    while True:
        event = await receive()
        if event["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        elif event["type"] == "lifespan.shutdown":
            await send({"type": "lifespan.shutdown.complete"})
            return
