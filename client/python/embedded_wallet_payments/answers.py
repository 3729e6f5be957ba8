"""What a call is answered with."""

from dataclasses import dataclass
from email.message import Message
from typing import Any, Generic, TypeVar

Body = TypeVar("Body")


@dataclass(frozen=True)
class Answer(Generic[Body]):
    """A successful answer; others are raised as ApiError."""

    status: int
    #: Found in any case: answer.headers.get("X-Request-Id").
    headers: Message
    #: None where there is none (204). Integers have all their digits.
    body: Body


def is_replayed(answer: Answer[Any]) -> bool:
    """Whether it is the first answer of its Idempotency-Key, given again: nothing was done this time."""
    return answer.headers.get("Idempotent-Replayed") == "true"


def is_processing(body: object) -> bool:
    """Whether a body says that a wallet operation is in progress: the same request is to be sent again.

    Quotes and transactions have a status of the same name, but also an id: they are final.
    """
    return isinstance(body, dict) and body.get("status") == "PROCESSING" and "id" not in body
