"""Seats that are checked out for offline use."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from .errors import AuthenticationError, ClockError, InvalidReplyError, KeyholdError, RefusedError, UnreachableError
from .tokens import Claims, check_claims, is_service_account, verify_offline
from .transport import Request

if TYPE_CHECKING:
    from .client import Client

TOLERANCE = 5 * 60 * 1000


class OfflineLease:
    """A seat that needs no server until it expires."""

    def __init__(self, owner: "Offline", kept: dict[str, Any], claims: Claims, name: str) -> None:
        self._owner, self._kept, self._name = owner, kept, name
        self.license, self.user, self.addons = claims["lic"], claims["sub"], claims["addons"]
        self.certificate, self.id, self.epoch = claims["cert"], kept["id"], kept["epoch"]
        self.until = claims["exp"] * 1000
        clock = owner.client.clock
        self._opened = (clock.wall(), clock.now())
        self.returned: threading.Event = threading.Event()

    @property
    def entitled(self) -> bool:
        clock = self._owner.client.clock
        # Setting the calendar back while the application runs does not extend the lease.
        time = max(clock.wall(), self._opened[0] + clock.now() - self._opened[1])
        return not self.returned.is_set() and time < self.until

    def give_back(self) -> None:
        """Returns the seat early; the application must stop working."""
        self._owner.give_back(self._kept, self.user)
        self.returned.set()
        store = self._owner.client.store
        if store.get(self._name) == json.dumps(self._kept):
            store.set(self._name, None)


class Offline:
    def __init__(self, client: "Client") -> None:
        self.client = client

    def note(self, issued_at: float) -> None:
        """Stores the highest time that the server signed."""
        if issued_at * 1000 > self._highest():
            self.client.store.set("keyhold.server-time", str(issued_at))

    def _highest(self) -> float:
        try:
            return float(self.client.store.get("keyhold.server-time") or 0) * 1000
        except ValueError:
            return 0.0

    def check_clock(self) -> None:
        if self.client.clock.wall() < self._highest() - TOLERANCE:
            raise ClockError()

    def _name(self, product: str, device: str) -> str:
        return f"keyhold.offline.{product.rsplit(':', 1)[-1]}.{device}"

    def _root(self) -> dict[str, Any]:
        if self.client.root_key:
            return self.client.root_key
        raise KeyholdError("no-root-key", "Offline use needs the server's root key: give root_key to Client.")

    def open(self, product: str, device: str) -> OfflineLease | None:
        name = self._name(product, device)
        text = self.client.store.get(name)
        if text is None:
            return None
        try:
            kept = json.loads(text)
            token = kept["id"] and kept["epoch"] is not None and kept["token"]
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidReplyError("The offline lease that was kept cannot be read.") from error
        claims = check_claims(verify_offline(str(token), self._root()), {"aud": product, "dev": device})
        self.note(claims["iat"])
        self.check_clock()
        if self.client.clock.wall() >= claims["exp"] * 1000:
            return None
        return OfflineLease(self, kept, claims, name)

    def open_own(self, product: str, device: str, user: str | None, license: str | None) -> OfflineLease | None:
        """The seat that this user, or with an API token (None) a machine, checked out; otherwise the server decides."""
        if not self.client.root_key:
            return None
        try:
            lease = self.open(product, device)
        except (InvalidReplyError, ClockError):
            return None
        if lease is None or license not in (None, lease.license):
            return None
        is_own = lease.user == user if user else is_service_account(lease.user)
        return lease if is_own else None

    def check_out(self, wanted: dict[str, Any], product: str, device: str) -> OfflineLease:
        """Stores the request first, so that a lost reply loses no seat."""
        self._root()
        self.check_clock()
        stored = self._current(product, device)
        if stored:
            if (stored.id, stored.epoch) == (wanted["id"], wanted["epoch"]):
                return stored
            raise _already_offline()
        self.client.store.set(self._request(product, device, wanted["user"]), json.dumps(wanted))
        return self._send(wanted, product, device)

    def _current(self, product: str, device: str) -> OfflineLease | None:
        """The stored lease if it has not expired; None when there is none, or it can never be opened."""
        try:
            return self.open(product, device)
        except InvalidReplyError:
            return None

    def complete(self, product: str, device: str, user: str) -> OfflineLease | None:
        """Repeats a check-out whose reply was lost in an earlier run."""
        text = self.client.store.get(self._request(product, device, user))
        if text is None:
            return None
        try:
            wanted = json.loads(text)
            return self._send(wanted, product, device) if wanted["user"] == user else None
        except (AuthenticationError, UnreachableError):
            raise
        except (KeyholdError, ValueError, KeyError, TypeError):
            return None

    def _request(self, product: str, device: str, user: str) -> str:
        return f"keyhold.check-out.{product.rsplit(':', 1)[-1]}.{user.rsplit(':', 1)[-1]}.{device}"

    def _send(self, wanted: dict[str, Any], product: str, device: str) -> OfflineLease:
        nonce = self.client.nonce()
        body = {"epoch": wanted["epoch"], "days": wanted["days"], "nonce": nonce}
        request = self._request(product, device, wanted["user"])
        try:
            path = f"/license/v1/leases/{wanted['id']}/offline"
            lease = self.client.call(Request("POST", path, body, user=wanted["user"])).get("lease")
        except AuthenticationError:
            raise
        except RefusedError:
            self.client.store.set(request, None)
            raise
        token = lease.get("token") if isinstance(lease, dict) else None
        claims = check_claims(
            verify_offline(str(token), self._root()),
            {"aud": product, "dev": device, "sub": wanted["user"], "lic": wanted["license"], "epoch": wanted["epoch"], "nonce": nonce},
        )
        self.note(claims["iat"])
        kept = {"id": wanted["id"], "epoch": wanted["epoch"], "token": token}
        name = self._name(product, device)
        other = self._current(product, device)
        if other and (other.id, other.epoch) != (kept["id"], kept["epoch"]):
            self.give_back(kept, wanted["user"])
            self.client.store.set(request, None)
            raise _already_offline()
        self.client.store.set(name, json.dumps(kept))
        self.client.store.set(request, None)
        return OfflineLease(self, kept, claims, name)

    def give_back(self, kept: dict[str, Any], user: str) -> None:
        path = f"/license/v1/leases/{kept['id']}/return"
        self.client.holder_call(Request("POST", path, {"epoch": kept["epoch"]}, user=user), kept["token"])


def _already_offline() -> KeyholdError:
    return KeyholdError("already-offline", "Another license of this product is in offline use on this device. Return it first.")
