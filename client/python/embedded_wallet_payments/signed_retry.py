"""Signed retries: the first call answers what is to be stamped, the second one brings the stamp.

In an app the customer's device stamps: pass `payloadToSign` of a 202 to it, and send the same call again with
`signed_headers`. `signed_retry` and `execute_quote` are for a program that holds the key itself: an agent, a test.
"""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from .answers import Answer, is_processing
from .client import Client

#: Stamps a text byte for byte as it came; returns the value of Service-Wallet-Signature.
Stamper = Callable[[str], str]


def signed_retry(call: Callable[[Mapping[str, str]], Answer[Any]], stamper: Stamper) -> Any:
    """Calls an operation, stamps its challenge, and calls it again until its response is final.

        session = signed_retry(
            lambda headers: client.api.verify_auth_credential(id, body, headers=headers), stamper)

    call: sends the same request each time, with the headers that it is given
    Returns the body; None if the operation ends in 204. An operation that needs no stamp is answered by the first call.
    Raises RuntimeError when it is still PROCESSING after the client's repeats.
    """
    first = call({})
    if first.status != 202:
        return _settled(first)
    challenge = first.body
    stamp = stamper(challenge["payloadToSign"])
    return _settled(call(signed_headers(challenge["requestId"], stamp)))


def signed_headers(request_id: str, stamp: str) -> dict[str, str]:
    """The headers of the second call."""
    return {"Service-Wallet-Signature": stamp, "Request-Id": request_id}


def payload_of(quote: Mapping[str, Any]) -> str:
    """The payload of a quote from an embedded wallet. Raises ValueError for a quote from another source."""
    for instruction in quote.get("paymentInstructions", []):
        payload = instruction["accountOrWalletInfo"].get("payloadToSign")
        if isinstance(payload, str):
            return payload
    raise ValueError("the quote has nothing to stamp")


def execute_quote(
    client: Client,
    quote: Mapping[str, Any],
    stamper: Stamper,
    idempotency_key: str | None = None,
) -> Any:
    """Stamps a quote from an embedded wallet and executes it; returns the quote.

    idempotency_key: your order's; with a generated one, only this call's repeats are safe
    """
    headers = {
        "Service-Wallet-Signature": stamper(payload_of(quote)),
        "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
    }
    return client.api.execute_quote(quote["id"], headers=headers).body


def _settled(answer: Answer[Any]) -> Any:
    if answer.status == 202 or is_processing(answer.body):
        raise RuntimeError("not settled yet; send the same request again")
    return answer.body
