"""The connection of an application to its license server."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any, Callable, TypeVar
from urllib.parse import quote

from .clock import Clock, backoff
from .entry import Entry, granted
from .errors import InvalidReplyError, KeyholdError, UnreachableError
from .grant import Grant
from .lease import Lease
from .machine_id import machine_id, this_device
from .offline import Offline, OfflineLease
from .session import Session
from .store import MemoryStore, Store
from .tokens import key_in
from .transport import Request
from .waiting import PlaceInLine, Taken

Result = TypeVar("Result")


class Client(Session):
    """Consumes licenses for the user or the machine that a token names."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        root_key: dict[str, Any] | None = None,
        store: Store | None = None,
        clock: Clock | None = None,
        application: str | None = None,
    ) -> None:
        self.store, self.root_key = store or MemoryStore(), root_key
        super().__init__(base_url, token, self.store, clock or Clock(), application)
        self.offline = Offline(self)
        self._keys: list[Any] | None = None
        self._keys_at = float("-inf")
        self._lock = threading.Lock()
        self._leases: list[Lease] = []
        self._places: list[PlaceInLine] = []
        self._is_closed = False

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases every lease, and ends every sign-in and every wait in line with the code ``closed``; no thread is left."""
        with self._lock:
            self._is_closed = True
            leases, places = list(self._leases), list(self._places)
        self._end_sign_ins()
        for place in places:
            place.close()
        for lease in leases:
            try:
                lease.release()
            except UnreachableError:
                pass

    def nonce(self) -> str:
        return secrets.token_urlsafe(16)

    def retry(self, attempts: int, work: Callable[[], Result]) -> Result:
        for failures in range(1, attempts + 1):
            try:
                return work()
            except UnreachableError as error:
                if failures == attempts:
                    raise
                time.sleep(backoff(failures, self.clock.random(), error.retry_after))
        raise AssertionError("unreachable")

    def key_for(self, header: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            key = key_in(self._keys or [], header)
            if key is None and self.clock.now() - self._keys_at >= 5000:
                found = self.transport.send(Request("GET", "/.well-known/jwks.json")).get("keys")
                if not isinstance(found, list):
                    raise InvalidReplyError("The server publishes no keys.")
                self._keys, self._keys_at = found, self.clock.now()
                key = key_in(found, header)
        if key is None:
            raise InvalidReplyError("The lease token is signed by an unknown key.")
        return key

    def grant(self, path: str, body: dict[str, Any], expected: dict[str, Any], sent_at: float, timeout: float = 10.0) -> Grant:
        """Sends a request for a lease and verifies the reply."""
        return granted(self, self.call(Request("POST", path, body, timeout, user=expected.get("sub"))), expected, sent_at)

    def consume(
        self,
        product: str,
        client: dict[str, str],
        device: dict[str, str] | None = None,
        license: str | None = None,
        max_seconds: int | None = None,
        wait: bool = False,
        on_place: Callable[[PlaceInLine], Any] | None = None,
        take_over: bool = False,
        idle_ms: Callable[[], float] | None = None,
    ) -> Lease:
        """Takes a seat, or opens the offline lease that this user checked out on this device.

        With ``max_seconds`` (60 to 86,400) the lease ends by itself then, with the reason ``time-over``: for short jobs.
        With ``wait`` the call waits in line where no seat is free; ``on_place`` gets the place, at first and with each change, and
        may ``ask`` its holders or ``leave``. With ``take_over`` it takes this user's own seat of another device, which saves first.
        ``idle_ms`` says with each heartbeat how long the user has not touched the application.
        ``device`` replaces what this machine says of itself, such as its ``id`` (``machine_id()``).
        """
        user, _ = self.identity()
        on = {**this_device(), **(device or {})}
        offline = self.offline.open_own(product, on["id"], user, license)
        if user and not offline:
            offline = self.retry(5, lambda: self.offline.complete(product, on["id"], str(user)))
        entry = Entry(self, product, client, on, license, max_seconds)
        first = None
        if not offline:
            how = {name: True for name, wanted in (("wait", wait), ("take-over", take_over)) if wanted}
            entered = self.retry(5, lambda: entry.enter(how))
            if isinstance(entered, dict):
                entered = self._wait(PlaceInLine(self, entered), on_place or (lambda _: None), entry.enter)
            first = entered
        lease = Lease(self, entry.ask, entry.expected, first, offline, idle_ms)
        with self._lock:
            self._leases.append(lease)
            is_closed = self._is_closed
        if is_closed:
            lease.release()
            raise KeyholdError("closed", "The client is closed.")
        return lease

    def _wait(self, place: PlaceInLine, on_place: Callable[[PlaceInLine], Any], enter: Callable[[dict[str, Any]], Taken]) -> Grant:
        with self._lock:
            self._places.append(place)
            is_closed = self._is_closed
        try:
            if is_closed:
                place.close()
            return place.wait(on_place, lambda id: enter({"waiting": id}))
        finally:
            with self._lock:
                self._places.remove(place)

    def forget(self, lease: Lease) -> None:
        if lease in self._leases:
            self._leases.remove(lease)

    def open_offline(self, product: str, device: str | None = None) -> OfflineLease | None:
        """The offline lease of a product that an earlier run checked out on a device (``machine_id()``), or None.

        It needs neither a server nor a signed-in user; with both, it also completes a check-out whose reply was lost.
        """
        device = device or machine_id()
        lease = self.offline.open(product, device)
        try:
            user = None if lease else self.identity()[0]
            return self.offline.complete(product, device, user) if user else lease
        except KeyholdError:
            return None  # Nobody is signed in, or there is no server.

    def consumable(self, product: str | None = None) -> list[dict[str, Any]]:
        """The licenses that the user may consume, of one product (its rn or id) or of all.

        Each has its ``rn``, the ``product``, and whether it is ``available`` or ``held-by-me``.
        """
        query = f"?product={quote(product, safe='')}" if product else ""
        items = self.call(Request("GET", f"/license/v1/licenses/consumable{query}")).get("items")
        if not isinstance(items, list):
            raise InvalidReplyError("The server answered without a list of licenses.")
        return [_consumable(item) for item in items]


def _consumable(item: Any) -> dict[str, Any]:
    try:
        rn, product = str(item["rn"]), str(item["certificate"]["product"])
    except (KeyError, TypeError) as error:
        raise InvalidReplyError("The server answered a license without name or product.") from error
    return {"rn": rn, "product": product, "available": item.get("available") is True, "held-by-me": item.get("held-by-me") is True}
