"""The license server as an OAuth 2.0 server (RFC 6749, RFC 8414, RFC 8628, RFC 7009)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import socket
import threading
from typing import Any, Callable, Optional
from urllib.parse import urlencode

from .clock import Clock
from .errors import FOREIGN, AuthenticationError, InvalidReplyError, KeyholdError, SignInError, UnreachableError
from .loopback import Loopback
from .transport import Transport

SIGN_IN_LIMIT = 600.0
SLOW_DOWN = 5.0
LONGEST_INTERVAL = 60.0
Tokens = dict[str, Any]


class AuthorizationServer:
    """Signs users in and renews their tokens."""

    def __init__(
        self, transport: Transport, base_url: str, application: str | None, clock: Clock, closing: threading.Event
    ) -> None:
        self._transport, self._base, self._application, self._clock = transport, base_url.rstrip("/"), application, clock
        self._found: Optional[dict[str, Any]] = None
        self._closing = closing

    def find(self) -> dict[str, Any]:
        """The metadata. Its issuer must be the base address (RFC 8414, section 3.3)."""
        if self._application is None:
            raise SignInError("no-application", "Give Client the id under which the application is registered.")
        if self._found is None:
            found = self._exchange("GET", "/.well-known/oauth-authorization-server", None, 10.0)
            if found.get("issuer") != self._base:
                raise InvalidReplyError(f"The server at {self._base} calls itself {found.get('issuer')}. Use that as the base address.")
            self._found = found
        return self._found

    def _endpoint(self, name: str) -> str:
        address = str(self.find().get(name))
        if not address.startswith(self._base + "/"):
            raise InvalidReplyError("The server does not say where people sign in.")
        return address

    def _post(self, endpoint: str, form: dict[str, str], timeout: float = 10.0) -> dict[str, Any]:
        path = self._endpoint(endpoint)[len(self._base) :]
        return self._exchange("POST", path, {**form, "client_id": str(self._application)}, timeout)

    def _exchange(self, method: str, path: str, form: dict[str, str] | None, timeout: float) -> dict[str, Any]:
        status, content = self._transport.form(method, path, urlencode(form) if form else None, timeout)
        try:
            reply = json.loads(content or b"{}")
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise UnreachableError(FOREIGN)
        if 200 <= status < 300:
            return reply
        if status in (408, 425, 429) or status >= 500 or not isinstance(reply.get("error"), str):
            raise UnreachableError(FOREIGN)
        raise failure_of(reply["error"], reply.get("error_description"), status)

    def request_tokens(self, grant: dict[str, str], timeout: float = 10.0) -> Tokens:
        reply = self._post("token_endpoint", grant, timeout)
        access, refresh, seconds = reply.get("access_token"), reply.get("refresh_token"), reply.get("expires_in")
        if not isinstance(access, str) or not isinstance(refresh, str) or not isinstance(seconds, (int, float)):
            raise UnreachableError(FOREIGN)
        return {"access-token": access, "refresh-token": refresh, "expires-on": self._clock.wall() + seconds * 1000}

    def renew(self, refresh: str, timeout: float) -> Tokens:
        return self.request_tokens({"grant_type": "refresh_token", "refresh_token": refresh}, timeout)

    def revoke(self, token: str) -> None:
        self._post("revocation_endpoint", {"token": token})

    def by_browser(self, open: Callable[[str], Any], device_name: str | None) -> Tokens:
        self.find()
        verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        with Loopback() as listener:
            query = {
                "response_type": "code", "client_id": str(self._application), "redirect_uri": listener.address,
                "code_challenge": challenge, "code_challenge_method": "S256", "state": state,
                "device_name": device_name or socket.gethostname(),
            }
            open(self._endpoint("authorization_endpoint") + "?" + urlencode(query))
            response = listener.wait(SIGN_IN_LIMIT, self._closing)
            if self._closing.is_set():
                raise _closed()
            if response is None:
                raise SignInError("expired", "Nobody signed in within the time that there was. Sign in again.")
            tokens = self._redeem(response, state, verifier, listener.address)
            listener.succeed()
            return tokens

    def _redeem(self, response: dict[str, str], state: str, verifier: str, redirect: str) -> Tokens:
        # A response to another request, or of another server, may be an attempt to sign in as another user (RFC 9700, RFC 9207).
        if response.get("state") != state:
            raise SignInError("wrong-state", "The browser brought the answer to another sign-in. Sign in again.")
        if response.get("iss") != self.find()["issuer"]:
            raise SignInError("wrong-issuer", "The browser brought the answer of another server. Sign in again.")
        if "error" in response:
            raise failure_of(response["error"], response.get("error_description"), 400)
        code = response.get("code", "")
        return self.request_tokens(
            {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier}
        )

    def by_code(self, show: Callable[[dict[str, Any]], Any], device_name: str | None) -> Tokens:
        device = self._post("device_authorization_endpoint", {"device_name": device_name or socket.gethostname()})
        show({name: device.get(name) for name in ("user_code", "verification_uri", "verification_uri_complete", "expires_in")})
        grant = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": str(device.get("device_code"))}
        interval = float(device.get("interval", 5))
        until = self._clock.now() + float(device.get("expires_in", 0)) * 1000
        while self._clock.now() < until:
            if self._closing.wait(interval):
                raise _closed()
            try:
                return self.request_tokens(grant)
            except UnreachableError:
                interval = min(interval * 2, LONGEST_INTERVAL)
            except KeyholdError as error:
                if error.code == "slow_down":
                    interval += SLOW_DOWN
                elif error.code != "authorization_pending":
                    raise
        raise SignInError("expired", "Nobody signed in within the time that there was. Sign in again.")


def _closed() -> KeyholdError:
    return KeyholdError("closed", "The client is closed.")


def failure_of(code: str, description: Any, status: int) -> KeyholdError:
    """The error for a code of RFC 6749 or RFC 8628."""
    sentence = description if isinstance(description, str) else f"The server refused: {code}."
    if code in ("temporarily_unavailable", "server_error"):
        return UnreachableError(sentence)
    if code in ("invalid_grant", "invalid_client"):
        return AuthenticationError("authentication", sentence, status)
    if code == "access_denied":
        return SignInError("denied", "The sign-in was denied.")
    if code == "expired_token":
        return SignInError("expired", "The code has expired. Sign in again.")
    if code in ("authorization_pending", "slow_down"):
        return SignInError(code, sentence)
    return SignInError("refused", sentence)
