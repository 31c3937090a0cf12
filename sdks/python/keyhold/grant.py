"""A seat that the server granted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .clock import Term


@dataclass
class Grant:
    id: str
    epoch: int
    license: str
    token: str
    claims: dict[str, Any]
    term: Term
