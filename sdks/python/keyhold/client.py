"""The connection of an application to its license server."""

from __future__ import annotations

import base64
import json
import secrets
import threading
import time
from typing import Any, Callable, TypeVar

from .clock import Clock, Term, backoff
from .errors import AuthenticationError, InvalidReplyError, UnreachableError
from .lease import Grant, Lease
from .offline import Offline, OfflineLease
from .store import MemoryStore, Store
from .tokens import check_claims, key_in, signed_content
from .transport import Reply, Transport

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
    ) -> None:
        self.clock, self.store, self.root_key = clock or Clock(), store or MemoryStore(), root_key
        self.transport = Transport(base_url)
        self.offline = Offline(self)
        self._token = token
        self._keys: list[Any] | None = None
        self._keys_at = float("-inf")
        self._lock = threading.Lock()
        self._leases: list[Lease] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases every lease; no thread is left."""
        for lease in list(self._leases):
            try:
                lease.release()
            except UnreachableError:
                pass

    def use_token(self, token: str) -> None:
        self._token = token

    def identity(self) -> tuple[str, str]:
        """The rn of the user and the issuer, from the token."""
        if not self._token:
            raise AuthenticationError("authentication", "Nobody is signed in. Call use_token first.", 401)
        try:
            body = self._token.split(".")[1]
            content = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
            return str(content["sub"]), str(content["iss"])
        except (ValueError, KeyError, IndexError) as error:
            raise InvalidReplyError("This is not a session token of Keyhold.") from error

    def nonce(self) -> str:
        return secrets.token_urlsafe(16)

    def call(self, method: str, path: str, body: Any = None, timeout: float = 10.0, last: str | None = None) -> Reply:
        self.identity()
        return self.transport.send(method, path, body, self._token, timeout, last)

    def holder_call(self, method: str, path: str, body: Any, lease_token: str) -> None:
        """A call that the lease's own token may make when the session has ended."""
        try:
            if self._token:
                self.transport.send(method, path, body, self._token)
                return
        except AuthenticationError:
            pass
        self.transport.send(method, path, body, lease_token)

    def stream(self, path: str, last: str | None) -> Any:
        return self.transport.open("GET", path, None, self._token, 40.0, last)

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
                found = self.transport.send("GET", "/.well-known/jwks.json").get("keys")
                if not isinstance(found, list):
                    raise InvalidReplyError("The server publishes no keys.")
                self._keys, self._keys_at = found, self.clock.now()
                key = key_in(found, header)
        if key is None:
            raise InvalidReplyError("The lease token is signed by an unknown key.")
        return key

    def grant(self, path: str, body: dict[str, Any], expected: dict[str, Any], sent_at: float, timeout: float = 10.0) -> Grant:
        """Sends a request for a lease and verifies the reply."""
        lease = self.call("POST", path, body, timeout).get("lease")
        try:
            id, epoch, license, token = lease["id"], lease["epoch"], lease["license"], lease["token"]  # type: ignore[index]
            expires, beat = float(lease["expires-in-ms"]), float(lease["next-heartbeat-ms"])  # type: ignore[index]
        except (TypeError, KeyError, ValueError) as error:
            raise InvalidReplyError("The server answered without a lease.") from error
        content = signed_content(token, self.key_for, "lease+jwt")
        claims = check_claims(content, {"mode": "online", "epoch": epoch, "lic": license, **expected})
        if claims["cert"]["product"] != claims["aud"]:
            raise InvalidReplyError("The lease token is about another product.")
        self.offline.note(claims["iat"])
        signed = (claims["exp"] - claims["iat"]) * 1000
        grace = (claims["grace-exp"] - claims["exp"]) * 1000
        term = Term(min(expires, signed), beat, grace, sent_at, self.clock.random())
        return Grant(id, epoch, license, token, claims, term)

    def consume(
        self,
        product: str,
        client: dict[str, str],
        device: dict[str, str],
        license: str | None = None,
    ) -> Lease:
        """Takes a seat, or opens the offline lease that this user checked out on this device."""
        user, issuer = self.identity()
        offline = self.offline.open_own(product, device["id"], user, license)
        offline = offline or self.retry(5, lambda: self.offline.complete(product, device["id"], user))
        stream = secrets.token_urlsafe(16)
        body: dict[str, Any] = {"product": product, "client": client, "device": device, "stream-id": stream}
        if license:
            body["license"] = license
        expected = {"iss": issuer, "sub": user, "aud": product, "dev": device["id"], "stream": stream}

        def ask() -> Grant:
            nonce = self.nonce()
            asked = {**expected, "nonce": nonce, **({"lic": license} if license else {})}
            return self.grant("/license/v1/leases", {**body, "nonce": nonce}, asked, self.clock.now())

        first = None if offline else self.retry(5, ask)
        lease = Lease(self, ask, expected, first, offline)
        self._leases.append(lease)
        return lease

    def forget(self, lease: Lease) -> None:
        if lease in self._leases:
            self._leases.remove(lease)

    def open_offline(self, product: str, device: str) -> OfflineLease | None:
        return self.offline.open(product, device)

    def consumable(self, product: str | None = None) -> list[dict[str, Any]]:
        from urllib.parse import quote

        query = f"?product={quote(product, safe='')}" if product else ""
        items = self.call("GET", f"/license/v1/licenses/consumable{query}").get("items")
        if not isinstance(items, list):
            raise InvalidReplyError("The server answered without a list of licenses.")
        return items
