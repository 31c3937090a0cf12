"""The Keyhold SDK for Python: consumes licenses and keeps them alive."""

from .client import Client
from .errors import (
    AuthenticationError,
    ClockError,
    InvalidReplyError,
    KeyholdError,
    LeaseReleasedError,
    NoSeatError,
    PlaceLostError,
    RefusedError,
    SignInError,
    UnreachableError,
)
from .lease import Lease
from .machine_id import machine_id
from .offline import OfflineLease
from .sentences import sentence_for
from .store import FileStore, MemoryStore, Store
from .waiting import PlaceInLine

__all__ = [
    "AuthenticationError",
    "Client",
    "ClockError",
    "FileStore",
    "InvalidReplyError",
    "KeyholdError",
    "Lease",
    "LeaseReleasedError",
    "MemoryStore",
    "NoSeatError",
    "OfflineLease",
    "PlaceInLine",
    "PlaceLostError",
    "RefusedError",
    "SignInError",
    "Store",
    "UnreachableError",
    "machine_id",
    "sentence_for",
]
