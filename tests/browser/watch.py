"""What must not happen in any page of any test."""

import contextlib

from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Request, WebError


class Watch:
    """Collects console errors, breaches of the content security policy, uncaught errors and requests to other hosts."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self.hosts = hosts
        self.contexts: list[BrowserContext] = []
        self.seen: list[str] = []
        self.allowed: list[str] = []

    def allow(self, text: str) -> None:
        """Let what contains the text pass, because the test provokes it (a 422, a lost network)."""
        self.allowed.append(text)

    def follow(self, context: BrowserContext) -> None:
        self.contexts.append(context)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert") or "Content Security Policy" in message.text:
            self.seen.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.seen.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        if request.url.startswith(("http:", "https:")) and not request.url.startswith(
            tuple(f"{host}/" for host in self.hosts)
        ):
            self.seen.append(f"request to another host: {request.url}")

    def assert_quiet(self) -> None:
        """Nothing happened but what was allowed."""
        for context in self.contexts:
            for page in context.pages:
                with contextlib.suppress(Error):  # closed meanwhile
                    page.evaluate("0")  # events that are under way arrive before the answer
        left = [event for event in self.seen if not any(text in event for text in self.allowed)]
        assert not left, "the browser reported:\n" + "\n".join(left)
