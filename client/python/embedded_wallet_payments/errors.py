"""Errors of the API, with codes to branch on, and a warning of members that it did not understand."""

import json
from collections.abc import Mapping
from email.message import Message
from typing import Any, TypedDict
from urllib.parse import unquote


class FieldError(TypedDict):
    """One invalid field of a request: `field` is a dot path."""

    field: str
    constraint: str
    message: str


class ApiError(Exception):
    """An error response of the service, or of a proxy in between."""

    #: Stable; None when the response was not the service's own.
    code: str | None
    details: Mapping[str, Any]
    #: Quote it in support requests.
    request_id: str | None
    #: Seconds after which the same request can be sent again.
    retry_after_seconds: int | None

    def __init__(self, status: int, headers: Message, text: str) -> None:
        body = _object_in(text)
        code, details = body.get("code"), body.get("details")
        self.status = status
        self.code = code if isinstance(code, str) else None
        self.details = details if isinstance(details, dict) else {}
        self.request_id = headers.get("X-Request-Id")
        self.retry_after_seconds = retry_after_seconds_of(headers)
        super().__init__(f"{status} {self.code or ''}: {body.get('reason', '')}".replace(" :", ":"))

    @property
    def fields(self) -> list[FieldError]:
        """Every invalid field of an INVALID_INPUT; else none."""
        errors = self.details.get("errors")
        return errors if isinstance(errors, list) else []


class IgnoredFieldsWarning(UserWarning):
    """The service has ignored a member of a request: a misspelling, or one that it does not know yet."""

    def __init__(self, operation: str, header: str, request_id: str | None) -> None:
        #: Method and path of the operation: `POST /customers`.
        self.operation = operation
        #: Path in dot notation, and the path of the member that may have been meant.
        self.fields = _fields_of(header)
        #: Finds the request in `GET /requests`.
        self.request_id = request_id
        named = [f"{field} ({meant} is meant?)" if meant else field for field, meant in self.fields]
        super().__init__(f"{operation}: not understood, and ignored: {', '.join(named)}")


def retry_after_seconds_of(headers: Message) -> int | None:
    """The number of seconds in Retry-After; a date there is not one of this service's."""
    text = headers.get("Retry-After", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _fields_of(header: str) -> list[tuple[str, str | None]]:
    """`fullname;meant=fullName, color`; a last entry `...` stands for more."""
    entries = [entry.partition(";meant=") for entry in header.split(", ") if entry != "..."]
    return [(unquote(field), unquote(meant) or None) for field, _, meant in entries]


def _object_in(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
