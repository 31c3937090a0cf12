"""Follows the events of a lease, by a stream, or by polls where no stream gets through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .clock import backoff
from .errors import InvalidReplyError, KeyholdError, RefusedError
from .transport import cut

if TYPE_CHECKING:
    from .client import Client
    from .lease import Lease


class Follower:
    def __init__(self, client: "Client", lease: "Lease") -> None:
        self._client, self._lease = client, lease
        self._connection: Any = None
        self._last: str | None = None
        self._shown: set[str] = set()

    def cut(self) -> None:
        """Ends the stream, which may be of an earlier epoch."""
        if self._connection is not None:
            cut(self._connection)

    def run(self) -> None:
        failures = 0
        while not self._lease._stopped.is_set():
            try:
                if failures < 3:
                    self._stream()
                else:
                    path = self._lease._path(f"/wait?epoch={self._lease._held().epoch}&timeout=25")
                    for item in self._client.call("GET", path, None, 35.0, self._last)["items"]:
                        self._hear(str(item["event"]), item["data"], item.get("id"))
                failures = max(0, failures - 1) if failures < 3 else failures
            except RefusedError:
                self._lease._hurry()
                self._lease._stopped.wait(1.0)
            except Exception:
                failures += 1
                self._lease._stopped.wait(backoff(min(failures, 3), self._client.clock.random()))

    def _stream(self) -> None:
        connection, response = self._client.stream(self._lease._path("/events"), self._last)
        self._connection = connection
        try:
            if not str(response.getheader("Content-Type", "")).startswith("text/event-stream"):
                raise InvalidReplyError("This is no stream of events.")
            event, id = "", None
            data: list[str] = []
            while not self._lease._stopped.is_set():
                line = response.readline()
                if not line:
                    return
                text = line.decode().rstrip("\r\n")
                name, _, value = text.partition(":")
                value = value[1:] if value.startswith(" ") else value
                if text == "":
                    if event:
                        self._hear(event, json.loads("\n".join(data) or "null"), id)
                    event, data, id = "", [], None
                elif name == "event":
                    event = value
                elif name == "data":
                    data.append(value)
                elif name == "id":
                    id = value
        finally:
            self._connection = None
            connection.close()

    def _hear(self, event: str, data: Any, id: Any) -> None:
        content = data if isinstance(data, dict) else {}
        if event == "released":
            self._lease._end(str(content.get("reason", "unknown")), str(content.get("message", "")), content.get("by"), True)
        elif event == "message" and id and id not in self._shown:
            self._shown.add(id)
            self._lease._emit("message", {"message": str(content.get("message", ""))})
            self._last = id
            try:
                self._client.call("POST", self._lease._path(f"/messages/{id}/ack"))
            except KeyholdError:
                pass  # It is sent again, with the same id.
        elif event == "asked":
            self._lease._emit("asked", {name: content.get(name) for name in ("by", "message", "waiting")})
        elif event == "entitlements":
            self._lease._hurry()
        elif event == "state" and (content.get("state") != "active" or content.get("epoch") != self._lease._held().epoch):
            self._lease._hurry()
