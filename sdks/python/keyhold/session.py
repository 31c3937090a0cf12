"""The session of the signed-in user or machine, and requests in it."""

from __future__ import annotations

import threading
from typing import Any, Callable, Optional, TypeVar

from .clock import Clock
from .errors import AuthenticationError, InvalidReplyError, KeyholdError, UnreachableError
from .oauth import AuthorizationServer, Tokens
from .renewal import Renewal
from .store import Store
from .tokens import content_of, is_api_token
from .transport import Reply, Request, Transport

Result = TypeVar("Result")
# How long a client that is closed waits for a sign-in, in seconds.
CLOSE_LIMIT = 15.0


class Session:
    def __init__(self, base_url: str, token: str | None, store: Store, clock: Clock, application: str | None) -> None:
        self.clock, self.transport = clock, Transport(base_url)
        self._token = token
        # Whose API token it is, as its first lease says.
        self._machine: Optional[str] = None
        self._tokens: Optional[Tokens] = None
        self._renew_at = float("inf")
        self._renewing = threading.Lock()
        # Set when the client is closed, which waits for the sign-ins that run.
        self._closing, self._sign_ins, self._signed_in = threading.Event(), 0, threading.Condition()
        self._server = AuthorizationServer(self.transport, base_url, application, clock, self._closing)
        self._renewal = Renewal(store, f"keyhold.sign-in.{application}@{base_url.rstrip('/')}", self._server, clock)

    def use_token(self, token: str) -> None:
        """Uses a session token that the application got elsewhere, or the API token of a machine."""
        self._token, self._tokens, self._renew_at, self._machine = token, None, float("inf"), None

    def user(self) -> str:
        """The rn of the signed-in user or machine. Whose API token it is, its first lease says (``no-lease-yet`` before)."""
        user, _ = self.identity()
        if user or self._machine:
            return str(user or self._machine)
        raise KeyholdError("no-lease-yet", "Whose API token it is is known with its first lease.")

    def identify(self, user: str) -> None:
        """Notes whose API token it is."""
        self._machine = user

    def sign_in(self, open: Callable[[str], Any], device_name: str | None = None) -> None:
        """Signs a user in with their browser, which ``open`` opens at an address. The tokens are kept and renewed."""
        self._run_sign_in(lambda: self._server.by_browser(open, device_name))

    def sign_in_by_code(self, show: Callable[[dict[str, Any]], Any], device_name: str | None = None) -> None:
        """Signs a user in by a code that they enter in a browser elsewhere; ``show`` gets ``user_code`` and ``verification_uri``."""
        self._run_sign_in(lambda: self._server.by_code(show, device_name))

    def _run_sign_in(self, sign_in: Callable[[], Tokens]) -> None:
        with self._signed_in:
            if self._closing.is_set():
                raise KeyholdError("closed", "The client is closed.")
            self._sign_ins += 1
        try:
            self._begin(sign_in())
        finally:
            with self._signed_in:
                self._sign_ins -= 1
                self._signed_in.notify_all()

    def _end_sign_ins(self) -> None:
        self._closing.set()
        with self._signed_in:
            self._signed_in.wait_for(lambda: self._sign_ins == 0, CLOSE_LIMIT)

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

    def _is_other(self, user: str | None) -> bool:
        """Whether a request is for another user than the one who is signed in. Of an API token the server decides."""
        own = content_of(self._token).get("sub") if self._token and not is_api_token(self._token) else None
        return user is not None and own is not None and own != user

    def _require(self, user: str | None) -> str | None:
        self.identity()
        if self._is_other(user):
            raise AuthenticationError("user-changed", "Another user has signed in.", 401)
        return self._token

    def _in_session(self, user: str | None, attempt: Callable[[str | None], Result]) -> Result:
        """Makes an attempt in the session, and another one after a renewal when the token is refused."""
        if self._tokens is not None and self.clock.now() >= self._renew_at and not self._renewing.locked():
            try:
                self._renew(self._token)
            except UnreachableError:
                pass  # It is tried again a minute later, and when the token is refused.
        token = self._require(user)
        try:
            return attempt(token)
        except AuthenticationError:
            if self._tokens is None and self._token == token:
                raise
            self._renew(token)
            return attempt(self._require(user))

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

    def call(self, request: Request) -> Reply:
        return self._in_session(request.user, lambda token: self.transport.send(request, token))

    def holder_call(self, request: Request, lease_token: str) -> None:
        """A call that the lease's own token may make when the session has ended."""
        try:
            if self._token and not self._is_other(request.user):
                self.transport.send(request, self._token)
                return
        except AuthenticationError:
            pass
        self.transport.send(request, lease_token)

    def stream(self, request: Request) -> Any:
        return self._in_session(request.user, lambda token: self.transport.open(request, token))
