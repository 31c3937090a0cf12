"""Requests to the server; every one has a timeout."""

from __future__ import annotations

import http.client
import json
import socket
from dataclasses import dataclass
from typing import Any, Callable
from urllib.parse import urlsplit

from .errors import FOREIGN, UnreachableError, refusal_of

Reply = dict[str, Any]
# Gets the connection of a request that another thread may cut.
Hold = Callable[[http.client.HTTPConnection], None]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    body: Any = None
    # In seconds.
    timeout: float = 10.0
    # The id of the last event that was shown.
    last: str | None = None
    hold: Hold | None = None
    # The rn of the user for whom it is; None: of any.
    user: str | None = None


class Transport:
    def __init__(self, base_url: str) -> None:
        self._base = urlsplit(base_url.rstrip("/"))

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        if self._base.scheme == "https":
            return http.client.HTTPSConnection(self._base.netloc, timeout=timeout)
        return http.client.HTTPConnection(self._base.netloc, timeout=timeout)

    def open(self, request: Request, token: str | None) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection, body = self._connect(request.timeout), None
        headers = {"Accept": "application/json, text/event-stream"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if request.last:
            headers["Last-Event-ID"] = request.last
        if request.body is not None:
            headers["Content-Type"], body = "application/json", json.dumps(request.body)
        try:
            connection.connect()
            if request.hold:
                request.hold(connection)
            connection.request(request.method, self._base.path + request.path, body, headers)
            response = connection.getresponse()
            if not 200 <= response.status < 300:
                content = _json(response.read())
                raise refusal_of(response.status, response.getheader("Retry-After"), content)
            return connection, response
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise UnreachableError("The license server cannot be reached.") from error
        except BaseException:
            connection.close()
            raise

    def send(self, request: Request, token: str | None = None) -> Reply:
        connection, response = self.open(request, token)
        try:
            reply = _json(response.read())
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError("The license server cannot be reached.") from error
        finally:
            connection.close()
        if not isinstance(reply, dict) or (reply.get("success") is not True and "keys" not in reply):
            raise UnreachableError(FOREIGN)
        return reply

    def form(self, method: str, path: str, form: str | None, timeout: float) -> tuple[int, bytes]:
        """Sends a form and returns the status and the content of the reply."""
        connection = self._connect(timeout)
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, self._base.path + path, form, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError("The license server cannot be reached.") from error
        finally:
            connection.close()


def cut(connection: http.client.HTTPConnection) -> None:
    """Ends a request of another thread."""
    try:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None
