"""The connection of an application to its license server."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any, Callable, Optional, TypeVar

from .clock import Clock, backoff
from .entry import Entry, granted
from .errors import AuthenticationError, InvalidReplyError, KeyholdError, UnreachableError
from .grant import Grant
from .lease import Lease
from .machine_id import this_device
from .oauth import AuthorizationServer, Tokens
from .offline import Offline, OfflineLease
from .renewal import Renewal
from .store import MemoryStore, Store
from .tokens import content_of, is_api_token, key_in
from .transport import Reply, Request, Transport
from .waiting import PlaceInLine, Taken

Result = TypeVar("Result")


class Client:
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
        self.clock, self.store, self.root_key = clock or Clock(), store or MemoryStore(), root_key
        self.transport = Transport(base_url)
        self.offline = Offline(self)
        self._token = token
        self._tokens: Optional[Tokens] = None
        self._renew_at = float("inf")
        self._renewing = threading.Lock()
        self._server = AuthorizationServer(self.transport, base_url, application, self.clock)
        self._renewal = Renewal(self.store, f"keyhold.sign-in.{application}@{base_url.rstrip('/')}", self._server, self.clock)
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
        """Releases every lease, and ends every wait in line with the code ``closed``; no thread is left."""
        with self._lock:
            self._is_closed = True
            leases, places = list(self._leases), list(self._places)
        for place in places:
            place.close()
        for lease in leases:
            try:
                lease.release()
            except UnreachableError:
                pass

    def use_token(self, token: str) -> None:
        """Uses a session token that the application got elsewhere, or the API token of a machine."""
        self._token, self._tokens, self._renew_at = token, None, float("inf")

    def sign_in(self, open: Callable[[str], Any], device_name: str | None = None) -> None:
        """Signs a user in with their browser, which ``open`` opens at an address. The tokens are kept and renewed."""
        self._begin(self._server.by_browser(open, device_name))

    def sign_in_by_code(self, show: Callable[[dict[str, Any]], Any], device_name: str | None = None) -> None:
        """Signs a user in by a code that they enter in a browser elsewhere; ``show`` gets ``user_code`` and ``verification_uri``."""
        self._begin(self._server.by_code(show, device_name))

    def _begin(self, tokens: Tokens) -> None:
        try:
            self._renewal.keep(tokens)
        except OSError:
            # Nobody could use the session, and it would be listed until it expires.
            self._server.revoke(tokens["refresh-token"])
            raise
        self._adopt(tokens)

    def restore(self) -> bool:
        """Restores the sign-in of an earlier run from the store; sends no request."""
        tokens = self._renewal.restore()
        if tokens is not None:
            self._adopt(tokens)
        return tokens is not None

    def sign_out(self) -> None:
        """Ends the session on the server, which releases its leases, and deletes the tokens in every run that shares the store."""
        token, tokens = self._token, self._tokens or self._renewal.restore()
        try:
            if tokens is not None:
                self._server.revoke(tokens["refresh-token"])
            elif token is not None:
                self.transport.send(Request("POST", "/auth/v1/logout", {}), token)
        except AuthenticationError:
            pass  # The session had ended already.
        finally:
            self._token, self._tokens, self._renew_at = None, None, float("inf")
            self._renewal.forget()

    def access_token(self) -> str:
        """A valid access token, for the application's own requests."""
        if self._tokens is not None and self.clock.now() >= self._renew_at:
            self._renew(self._token)
        self.identity()
        return str(self._token)

    def _adopt(self, tokens: Tokens) -> None:
        content = content_of(tokens["access-token"])
        lifetime = (float(content.get("exp", 0)) - float(content.get("iat", 0))) * 1000
        left = min(lifetime, float(tokens["expires-on"]) - self.clock.wall())
        self._token, self._tokens = tokens["access-token"], tokens
        # Processes that share tokens rarely renew at once: after 85 to 95 % of the lifetime.
        self._renew_at = self.clock.now() + left - lifetime * (0.05 + 0.1 * self.clock.random())

    def _renew(self, refused: str | None) -> None:
        """Replaces a token, unless another thread has done so (single flight)."""
        with self._renewing:
            tokens = self._tokens
            if self._token != refused or tokens is None:
                return
            try:
                following = self._renewal.renew(tokens)
            except AuthenticationError:
                if self._tokens is tokens:
                    self._token, self._tokens, self._renew_at = None, None, float("inf")
                raise
            except KeyholdError:
                self._renew_at = self.clock.now() + 60_000
                raise
            if self._tokens is tokens:
                self._adopt(following)

    def _in_session(self, attempt: Callable[[str | None], Result]) -> Result:
        """Makes an attempt in the session, and another one after a renewal when the token is refused."""
        if self._tokens is not None and self.clock.now() >= self._renew_at and not self._renewing.locked():
            try:
                self._renew(self._token)
            except UnreachableError:
                pass  # It is tried again a minute later, and when the token is refused.
        self.identity()
        token = self._token
        try:
            return attempt(token)
        except AuthenticationError:
            if self._tokens is None and self._token == token:
                raise
            self._renew(token)
            return attempt(self._token)

    def identity(self) -> tuple[Optional[str], Optional[str]]:
        """The rn of the user and the issuer, from the token; both are None for an API token, whose leases say them."""
        if not self._token:
            raise AuthenticationError("authentication", "Nobody is signed in. Call use_token first.", 401)
        if is_api_token(self._token):
            return None, None
        content = content_of(self._token)
        user, issuer = content.get("sub"), content.get("iss")
        if not isinstance(user, str) or not isinstance(issuer, str):
            raise InvalidReplyError("This is not a session token of Keyhold.")
        return user, issuer

    def nonce(self) -> str:
        return secrets.token_urlsafe(16)

    def call(self, request: Request) -> Reply:
        return self._in_session(lambda token: self.transport.send(request, token))

    def holder_call(self, request: Request, lease_token: str) -> None:
        """A call that the lease's own token may make when the session has ended."""
        try:
            if self._token:
                self.transport.send(request, self._token)
                return
        except AuthenticationError:
            pass
        self.transport.send(request, lease_token)

    def stream(self, request: Request) -> Any:
        return self._in_session(lambda token: self.transport.open(request, token))

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
        return granted(self, self.call(Request("POST", path, body, timeout)), expected, sent_at)

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

    def open_offline(self, product: str, device: str) -> OfflineLease | None:
        return self.offline.open(product, device)

    def consumable(self, product: str | None = None) -> list[dict[str, Any]]:
        from urllib.parse import quote

        query = f"?product={quote(product, safe='')}" if product else ""
        items = self.call(Request("GET", f"/license/v1/licenses/consumable{query}")).get("items")
        if not isinstance(items, list):
            raise InvalidReplyError("The server answered without a list of licenses.")
        return items
