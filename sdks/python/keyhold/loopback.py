"""Receives the response of a sign-in from the user's browser (RFC 8252)."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Optional
from urllib.parse import parse_qsl, urlsplit

PATH = "/signed-in"
STYLE = (
    ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{display:grid;place-content:center;"
    "min-height:90vh;margin:0;padding:1rem;text-align:center}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0;opacity:.75}"
)
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Connection": "close",
}


class Loopback:
    """Listens on a free port of 127.0.0.1 and accepts one authorization response."""

    def __init__(self) -> None:
        self._taken = threading.Lock()
        self._response: Optional[dict[str, str]] = None
        self._arrived, self._decided, self._shown = threading.Event(), threading.Event(), threading.Event()
        self._succeeded = False
        owner = self

        class Handler(BaseHTTPRequestHandler):
            timeout = 10

            def do_GET(self) -> None:
                owner._handle(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._host = f"127.0.0.1:{self._server.server_address[1]}"
        self.address = f"http://{self._host}{PATH}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)

    def __enter__(self) -> "Loopback":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._decided.set()
        if self._response is not None:
            self._shown.wait(5.0)
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def wait(self, seconds: float, closing: threading.Event) -> dict[str, str] | None:
        """The response; None when the time is over, or the client is closed."""
        until = time.monotonic() + seconds
        while not self._arrived.wait(0.2) and not closing.is_set() and time.monotonic() < until:
            pass
        return self._response

    def succeed(self) -> None:
        """Shows the user that they are signed in."""
        self._succeeded = True

    def _handle(self, request: BaseHTTPRequestHandler) -> None:
        address = urlsplit(request.path)
        # The comparison of the host prevents DNS rebinding.
        is_ours = request.headers.get("Host") == self._host and address.path == PATH
        if not is_ours or not self._taken.acquire(blocking=False):
            _show(request, 404, "Nothing is here", "You can close this window.")
            return
        self._response = dict(parse_qsl(address.query, keep_blank_values=True))
        self._arrived.set()
        self._decided.wait()
        try:
            if self._succeeded:
                _show(request, 200, "You are signed in", "You can close this window.")
            else:
                _show(request, 400, "You are not signed in", "You can close this window. The application says what happened.")
        finally:
            self._shown.set()


def _show(request: BaseHTTPRequestHandler, status: int, title: str, sentence: str) -> None:
    page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style><h1>{title}</h1><p>{sentence}</p></html>'
    request.send_response(status)
    for name, value in HEADERS.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(page.encode())
