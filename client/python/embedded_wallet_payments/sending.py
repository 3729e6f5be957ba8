"""When a request is sent again, and when not."""

import http.client
import json
import random
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message

from .answers import is_processing
from .errors import retry_after_seconds_of

FIRST_WAIT_SECONDS = 0.25
PROCESSING_WAIT_MAX_SECONDS = 4.0


@dataclass(frozen=True)
class Response:
    """As it came, errors too."""

    status: int
    headers: Message
    text: str


@dataclass(frozen=True)
class Sending:
    """How requests are sent, and how often."""

    #: Repeats after 429, 503 or a lost connection.
    retries_max: int
    #: A longer Retry-After is not waited for: the error is raised and carries it.
    wait_max_seconds: float
    #: Repeats while the response is PROCESSING.
    processing_max: int
    send: Callable[[urllib.request.Request], Response]
    sleep: Callable[[float], object]


def send_until_final(request: urllib.request.Request, options: Sending) -> Response:
    """Sends a request until its response is final.

    429, and 503 with Retry-After, are safe to repeat. After any other 503 and after a lost connection the outcome
    is unknown, so only idempotent requests are repeated. 200 PROCESSING means that the same request must be sent again.
    """
    retries = processing = 0
    while True:
        try:
            response = options.send(request)
        except (OSError, http.client.HTTPException):
            if retries >= options.retries_max or not _is_repeatable(request):
                raise
            options.sleep(_backoff_seconds(retries))
            retries += 1
            continue
        seconds = retry_after_seconds_of(response.headers)
        wait = _backoff_seconds(retries) if seconds is None else float(seconds)
        if (
            _is_retryable(request, response)
            and retries < options.retries_max
            and wait <= options.wait_max_seconds
        ):
            options.sleep(wait)
            retries += 1
        elif processing < options.processing_max and _is_still_processing(response):
            options.sleep(min(_backoff_seconds(processing), PROCESSING_WAIT_MAX_SECONDS))
            processing += 1
        else:
            return response


def sender(timeout_seconds: float) -> Callable[[urllib.request.Request], Response]:
    """Sends a request once. @raise OSError and http.client.HTTPException where no response came."""
    opener = urllib.request.build_opener(_AsItCame)

    def send(request: urllib.request.Request) -> Response:
        with opener.open(request, timeout=timeout_seconds) as response:
            return Response(response.status, response.headers, response.read().decode())

    return send


class _AsItCame(urllib.request.HTTPErrorProcessor):
    """Errors are responses, and redirects are not followed: credentials go where they were meant to go."""

    def http_response(self, request, response):  # type: ignore[no-untyped-def]
        return response

    https_response = http_response


def _is_retryable(request: urllib.request.Request, response: Response) -> bool:
    if response.status == 503:
        return "Retry-After" in response.headers or _is_repeatable(request)
    return response.status == 429


def _is_repeatable(request: urllib.request.Request) -> bool:
    """Whether a request is idempotent: reads, requests with a key, and signed retries."""
    # urllib spells the names of headers so.
    has = request.has_header
    return request.get_method() == "GET" or has("Idempotency-key") or has("Request-id")


def _is_still_processing(response: Response) -> bool:
    if response.status != 200 or "json" not in response.headers.get("Content-Type", ""):
        return False
    return is_processing(json.loads(response.text))


def _backoff_seconds(turn: int) -> float:
    """Exponential backoff with jitter, so that many clients do not retry at once."""
    return FIRST_WAIT_SECONDS * 2.0**turn * (0.5 + random.random() / 2)
