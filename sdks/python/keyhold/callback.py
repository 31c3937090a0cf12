"""Functions of the application, whose errors end neither a lease nor a wait."""

from __future__ import annotations

import logging
from typing import Callable, Optional, TypeVar

Result = TypeVar("Result")
log = logging.getLogger("keyhold")


def call_back(what: str, work: Callable[[], Result]) -> Optional[Result]:
    """Calls a function of the application; an error of it is logged, and the result is None."""
    try:
        return work()
    except Exception:
        log.exception("%s failed.", what)
        return None
