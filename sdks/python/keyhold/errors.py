"""The errors of the SDK. ``code`` is stable and for programs; the text is a sentence for users."""

from __future__ import annotations

from typing import Any


class KeyholdError(Exception):
    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RefusedError(KeyholdError):
    """The server refused a request; ``problem`` has the fields of the refusal."""

    def __init__(self, code: str, message: str, status: int, problem: dict[str, Any] | None = None) -> None:
        super().__init__(code, message)
        self.status = status
        self.problem = problem or {}


class AuthenticationError(RefusedError):
    """Nobody is signed in, or the session ended."""


class SignInError(KeyholdError):
    """The sign-in failed: ``denied``, ``expired``, ``wrong-state``, ``wrong-issuer``, ``refused`` or ``no-application``."""


class NoSeatError(RefusedError):
    """Every seat is in use; ``problem['earliest-free-in-ms']`` may say until when."""


class LeaseReleasedError(RefusedError):
    """The seat of this client was released; ``problem`` has ``reason`` and ``by``."""


class PlaceLostError(KeyholdError):
    """The place in line has ended: ``taken``, ``left``, ``sent-away``, ``lost``, ``offer-expired``, ``too-long``, ``not-eligible``."""


class UnreachableError(KeyholdError):
    """No usable reply. A retry is safe."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__("unreachable", message)
        self.retry_after = retry_after


class InvalidReplyError(KeyholdError):
    """A reply did not follow the protocol, or its token was invalid: it counts as no reply."""

    def __init__(self, message: str) -> None:
        super().__init__("invalid-reply", message)


class ClockError(KeyholdError):
    """The machine's calendar was set back."""

    def __init__(self) -> None:
        super().__init__("clock-went-back", "The clock of this machine was set back. Set it to the right time.")


FOREIGN = "The reply is not from a license server. Check the base address."


def refusal_of(status: int, retry_after: str | None, body: Any) -> KeyholdError:
    """The error for a reply that was not a success; without the envelope of a refusal it counts as no reply."""
    reply = body if isinstance(body, dict) else {}
    found = reply.get("problems")
    is_refusal = reply.get("success") is False and isinstance(found, list)
    sentences = reply.get("errors")
    message = str(sentences[0]) if isinstance(sentences, list) and sentences else FOREIGN
    problems = [one for one in found or [] if isinstance(one, dict)] if is_refusal else []
    problem = problems[0] if problems else {}
    code = str(problem.get("code", "refused"))
    # Asking again is refused, as a busy server's reply is, with 429.
    is_busy = (status in (408, 425, 429) and code != "already-asked") or status >= 500
    if not is_refusal or is_busy:
        try:
            wait = float(retry_after) if retry_after else None
        except ValueError:
            wait = None
        return UnreachableError(message, wait)
    if status == 401:
        return AuthenticationError("authentication", message, status)
    kind = {"no-seat": NoSeatError, "lease-released": LeaseReleasedError}.get(code, RefusedError)
    return kind(code, message, status, problem)
