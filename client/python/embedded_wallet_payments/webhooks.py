"""Verification of webhooks: parse a body only after its signature is verified.

ECDSA over P-256 with SHA-256, by integers alone. It handles nothing that is secret (a body, a signature, a public key),
so that its time tells no one anything; signing is no part of it.
"""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from .schema import ReceivedEvent

#: Name of the header that carries the signature.
SIGNATURE_HEADER = "X-Service-Signature"

Point = tuple[int, int] | None

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
#: What a PEM of such a key has before its point, DER.
PEM_PREFIX = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")


class WebhookSignatureError(Exception):
    """The signature is missing or matches none of the keys: respond with 401 and do nothing."""

    def __init__(self) -> None:
        super().__init__("the webhook is not signed by any of the keys")


def verify_webhook(
    body: bytes | str,
    header: str | Iterable[str] | None,
    keys: str | Mapping[str, Any],
) -> ReceivedEvent:
    """The event of a webhook, whose `type` says what `data` is.

    Types that are new since this client was made arrive as well. `id` does not change between attempts: use it to
    process each event once.

    body: the bytes as received: JSON that was parsed and serialized again may differ
    header: value of X-Service-Signature; a list where a proxy has repeated it
    keys: a PEM as `GET /config` shows it, a JWK, or the key set at its `webhookKeysPath`
    Raises WebhookSignatureError.
    """
    data = body.encode() if isinstance(body, str) else body
    digest = int.from_bytes(hashlib.sha256(data).digest())
    signatures = _signatures_in(header)
    if not any(_is_signed(key, digest, *given) for key in _points_of(keys) for given in signatures):
        raise WebhookSignatureError
    event: ReceivedEvent = json.loads(data)
    return event


def _points_of(keys: str | Mapping[str, Any]) -> list[tuple[int, int]]:
    if isinstance(keys, str):
        der = base64.b64decode("".join(keys.strip().splitlines()[1:-1]))
        if len(der) != len(PEM_PREFIX) + 64 or not der.startswith(PEM_PREFIX):
            raise ValueError("not the PEM of a P-256 key")
        return [_on_curve(der[-64:-32], der[-32:])]
    listed = keys.get("keys", [keys])
    return [_on_curve(_base64url(key["x"]), _base64url(key["y"])) for key in listed]


def _on_curve(x_bytes: bytes, y_bytes: bytes) -> tuple[int, int]:
    x, y = int.from_bytes(x_bytes), int.from_bytes(y_bytes)
    if not (x < P and y < P and (y * y - (x * x * x - 3 * x + B)) % P == 0):
        raise ValueError("not a point of P-256")
    return x, y


def _base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _signatures_in(header: str | Iterable[str] | None) -> list[tuple[int, int]]:
    """A header that a proxy has repeated is a list, or one text with commas."""
    given = [header] if isinstance(header, str) else list(header or [])
    texts = [text for one in given for text in re.findall(r"\{[^{}]*\}|[^,\s]+", one)]
    found = (_integers_of(_signature_of(text)) for text in texts)
    return [pair for pair in found if pair is not None]


def _signature_of(text: str) -> bytes:
    """Both forms of the header: `{"v":"1","s":"<base64>"}` and the bare base64."""
    try:
        if text.startswith("{"):
            said = json.loads(text)
            text = said["s"] if said.get("v") == "1" else ""
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (ValueError, KeyError, TypeError, binascii.Error):
        return b""


def _integers_of(der: bytes) -> tuple[int, int] | None:
    """r and s of a signature in DER: two short integers in one sequence."""
    match = re.fullmatch(rb"\x30(.)\x02(.)(.*)", der, re.DOTALL)
    if match is None or match[1][0] != len(der) - 2:
        return None
    size, rest = match[2][0], match[3]
    r, tail = rest[:size], rest[size:]
    if not 1 <= size <= 33 or len(tail) < 3 or tail[0] != 2 or tail[1] != len(tail) - 2:
        return None
    return int.from_bytes(r), int.from_bytes(tail[2:])


def _is_signed(key: tuple[int, int], digest: int, r: int, s: int) -> bool:
    if not (0 < r < N and 0 < s < N):
        return False
    inverse = pow(s, -1, N)
    found = _sum_of(G, digest * inverse % N, key, r * inverse % N)
    return found is not None and found[0] % N == r


def _sum_of(one: Point, times_one: int, other: Point, times_other: int) -> Point:
    """times_one * one + times_other * other."""
    both = _added(one, other)
    total: Point = None
    for bit in reversed(range(256)):
        total = _added(total, total)
        chosen = (times_one >> bit & 1) + 2 * (times_other >> bit & 1)
        total = _added(total, (None, one, other, both)[chosen])
    return total


def _added(one: Point, other: Point) -> Point:
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2:
        if (y1 + y2) % P == 0:
            return None
        slope = 3 * (x1 * x1 - 1) * pow(2 * y1, -1, P)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, P)
    x = (slope * slope - x1 - x2) % P
    return x, (slope * (x1 - x) - y1) % P
