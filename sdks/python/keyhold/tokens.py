"""Verification of lease tokens (compact JWS, Ed25519)."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .errors import InvalidReplyError

Claims = dict[str, Any]
_TEXTS = ("iss", "aud", "sub", "jti", "lic", "dev", "stream", "mode")
_NUMBERS = ("iat", "nbf", "exp", "epoch", "seq", "grace-exp")


def _bytes(text: str) -> bytes:
    if not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        raise InvalidReplyError("The token cannot be read.")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _object(text: str) -> dict[str, Any]:
    content = json.loads(_bytes(text))
    if not isinstance(content, dict):
        raise InvalidReplyError("The token cannot be read.")
    return content


def is_api_token(token: str) -> bool:
    """Whether a token is an API token of a service account, which says neither whose it is nor who issued it."""
    return token.startswith("kh_")


def is_service_account(rn: str) -> bool:
    """Whether an rn is that of a service account."""
    return rn.split(":")[3:4] == ["service-account"]


def content_of(token: str) -> dict[str, Any]:
    """The content of a session's token, which the server verifies; empty when it is none."""
    try:
        return _object(token.split(".")[1])
    except (ValueError, IndexError, InvalidReplyError):
        return {}


def header_of(token: str) -> dict[str, Any]:
    return _object(token.split(".")[0])


def signed_content(token: str, key_for: Callable[[dict[str, Any]], dict[str, Any]], typ: str) -> dict[str, Any]:
    """The content of a token, whose algorithm and type are the only ones accepted."""
    try:
        head, body, signature = token.split(".")
        header = _object(head)
        if header.get("alg") not in ("Ed25519", "EdDSA") or header.get("typ") != typ or "crit" in header:
            raise InvalidReplyError(f"The token is not of the type {typ}.")
        key = key_for(header)
        if key.get("kty") != "OKP" or key.get("crv") != "Ed25519":
            raise InvalidReplyError("The key is of another kind.")
        public = Ed25519PublicKey.from_public_bytes(_bytes(str(key.get("x"))))
        public.verify(_bytes(signature), f"{head}.{body}".encode())
        return _object(body)
    except (ValueError, InvalidSignature) as error:
        raise InvalidReplyError("The token is not signed by this license server.") from error


def check_claims(claims: Claims, expected: Claims) -> Claims:
    """Requires every claim, and that those of the request match."""
    cert = claims.get("cert")
    addons = claims.get("addons")
    nonce = claims.get("nonce")
    is_whole = (
        all(isinstance(claims.get(name), str) for name in _TEXTS)
        and all(type(claims.get(name)) in (int, float) for name in _NUMBERS)
        and claims["mode"] in ("online", "offline")
        and isinstance(cert, dict)
        and isinstance(cert.get("product"), str)
        and isinstance(cert.get("version"), str)
        and cert.get("type") in ("Perpetual", "Subscription", "Trial")
        and all(name in cert and isinstance(cert[name], (str, type(None))) for name in ("expiry", "maintenance-end"))
        and isinstance(addons, list)
        and all(isinstance(addon, str) for addon in addons)
        and "nonce" in claims
        and isinstance(nonce, (str, type(None)))
    )
    if not is_whole:
        raise InvalidReplyError("The lease token has not every claim.")
    for name, value in expected.items():
        same = is_product(claims["aud"], str(value)) if name == "aud" else claims[name] == value
        if not same:
            raise InvalidReplyError(f"The lease token is about another {name}.")
    return claims


def is_product(rn: str, named: str) -> bool:
    """Whether a product is the named one, by its rn or its id."""
    return rn == named or (":" not in named and rn.endswith(f":product:{named}"))


def key_in(keys: list[Any], header: dict[str, Any]) -> dict[str, Any] | None:
    for key in keys:
        if isinstance(key, dict) and key.get("kid") == header.get("kid") and key.get("use", "sig") == "sig":
            return key
    return None


def verify_offline(token: str, root_key: dict[str, Any]) -> Claims:
    """Verifies an offline lease by the root key that is built into the application."""
    try:
        certificate = header_of(token).get("key-cert")
    except ValueError as error:
        raise InvalidReplyError("The offline lease cannot be read.") from error
    if not isinstance(certificate, str):
        raise InvalidReplyError("The offline lease does not carry the certificate of its key.")
    certified = signed_content(certificate, lambda _: root_key, "key+jwt")
    key: Any = certified.get("jwk")
    ends = certified.get("exp")
    if not isinstance(key, dict) or type(ends) not in (int, float):
        raise InvalidReplyError("The certificate of the offline lease names no key.")
    certified_key: dict[str, Any] = key
    claims = check_claims(signed_content(token, lambda _: certified_key, "lease+jwt"), {"mode": "offline"})
    if claims["exp"] > ends:
        raise InvalidReplyError("The certificate of the offline lease ends before the lease does.")
    return claims
