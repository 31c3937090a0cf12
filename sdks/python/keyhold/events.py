"""Server-sent events: by a stream, or by the long poll where no stream gets through."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable

from .clock import backoff
from .errors import InvalidReplyError, RefusedError
from .transport import Request, cut

if TYPE_CHECKING:
    from .client import Client

# The server sends the state at once: a stream without it is held back by a proxy. Then it writes every 15 s. In seconds.
FIRST_WITHIN, SILENT_FOR = 10.0, 40.0
# After this many streams without an event polls replace them for ten minutes; the server holds a poll for this many seconds.
MOST_BARREN, POLL_FOR, POLL = 3, 600_000.0, 25


class EventReader:
    """``hear`` gets the name, the data and the id of each event."""

    def __init__(self, client: "Client", hear: Callable[[str, dict[str, Any], Any], None]) -> None:
        self._client, self._hear = client, hear
        self._connection: Any = None
        self._barren, self._poll_until = 0, 0.0
        self._is_cut = self._has_heard = False

    def cut(self) -> None:
        """Ends the stream or the poll, from any thread."""
        self._is_cut = True
        connection = self._connection
        if connection is not None:
            cut(connection)

    def read(self, stream: str, poll: str, last: str | None = None) -> float:
        """Reads a stream until it ends, or polls once; returns the delay until the next time, in seconds."""
        self._is_cut = self._has_heard = False
        is_stream = self._barren < MOST_BARREN
        try:
            self._read_stream(stream, last) if is_stream else self._poll(poll, last)
        except RefusedError:
            raise
        except Exception:
            # Where the poll fails, too, the stream is not at fault.
            self._barren = self._barren + 1 if is_stream else 1
            self._poll_until = self._client.clock.now() + POLL_FOR
            return 0.0 if self._is_cut else backoff(self._barren, self._client.clock.random())
        finally:
            self._connection = None
        now = self._client.clock.now()
        if is_stream:
            self._barren = 0 if self._has_heard else self._barren + 1
            self._poll_until = now + POLL_FOR
        elif now >= self._poll_until:
            self._barren = MOST_BARREN - 1
        return 0.0 if self._is_cut or not is_stream else backoff(1, self._client.clock.random())

    def _pass_on(self, event: str, data: Any, id: Any) -> None:
        self._barren, self._has_heard = 0, True
        self._hear(event, data if isinstance(data, dict) else {}, id)

    def _poll(self, path: str, last: str | None) -> None:
        for item in self._client.call(Request("GET", path, None, POLL + 10.0, last, self._hold))["items"]:
            self._hear(str(item["event"]), item["data"], item.get("id"))

    def _hold(self, connection: Any) -> None:
        self._connection = connection
        if self._is_cut:
            cut(connection)

    def _read_stream(self, path: str, last: str | None) -> None:
        connection, response = self._client.stream(Request("GET", path, None, FIRST_WITHIN, last, self._hold))
        try:
            if not str(response.getheader("Content-Type", "")).startswith("text/event-stream"):
                raise InvalidReplyError("This is no stream of events.")
            event, id = "", None
            data: list[str] = []
            while not self._is_cut:
                line = response.readline()
                if not line:
                    return
                text = line.decode().rstrip("\r\n")
                name, _, value = text.partition(":")
                value = value[1:] if value.startswith(" ") else value
                if text == "":
                    if event:
                        self._pass_on(event, json.loads("\n".join(data) or "null"), id)
                        if connection.sock is not None:
                            connection.sock.settimeout(SILENT_FOR)
                    event, data, id = "", [], None
                elif name == "event":
                    event = value
                elif name == "data":
                    data.append(value)
                elif name == "id":
                    id = value
        finally:
            connection.close()
