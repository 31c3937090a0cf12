"""Sentences for users, in their language."""

from __future__ import annotations

from typing import Any

from .errors import KeyholdError, LeaseReleasedError
from .sentence_table import SENTENCES


def sentence_for(reported: KeyholdError | dict[str, Any], language: str) -> str:
    """The sentence for users of an error, or of the event ``released``, in ``en``, ``de`` or ``fr``.

    A code without a sentence, which only a developer can cause or a newer server sends, gets the message in English.
    """
    if isinstance(reported, LeaseReleasedError):
        code, message = str(reported.problem.get("reason")), str(reported)
    elif isinstance(reported, KeyholdError):
        code, message = reported.code, str(reported)
    else:
        code, message = str(reported.get("reason")), str(reported.get("message", ""))
    return SENTENCES.get(code, {}).get(language, message)
