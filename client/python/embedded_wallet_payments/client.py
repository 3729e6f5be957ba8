"""A platform's backend, or an agent: every operation, by the name that the service's document gives it."""

import base64
import json
import time
import urllib.request
import uuid
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from .answers import Answer
from .errors import ApiError, IgnoredFieldsWarning
from .schema import KEYED_OPERATIONS, Operations
from .sending import Response, Sending, send_until_final, sender

PAGE_SIZE = 100


class Client:
    """A client of one platform in one environment, or of one agent.

    It authenticates, adds an Idempotency-Key where none is given, repeats what is safe to repeat, and asks again while
    a response is PROCESSING. `client.api` has the operations: each returns an Answer or raises ApiError; OSError and
    http.client.HTTPException where no response came.

    base_url: with the version, `https://api.example.com/2025-10-13`
    access_token: of an agent, in the place of client_id and client_secret
    is_strict: whether members that the service does not know are refused; useful in tests
    on_ignored_fields: gets each answer that names ignored members; without it they are warned of
    send, sleep: for tests
    """

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        access_token: str | None = None,
        is_strict: bool = False,
        on_ignored_fields: Callable[[IgnoredFieldsWarning], object] = warnings.warn,
        retries_max: int = 2,
        wait_max_seconds: float = 10,
        processing_max: int = 60,
        timeout_seconds: float = 60,
        send: Callable[[urllib.request.Request], Response] | None = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._base_url = base_url
        self._headers = {"Authorization": _authorization(client_id, client_secret, access_token)}
        if is_strict:
            self._headers["Prefer"] = "handling=strict"
        self._on_ignored_fields = on_ignored_fields
        self._sending = Sending(
            retries_max, wait_max_seconds, processing_max, send or sender(timeout_seconds), sleep
        )
        self.api = Operations(self._call)

    def each(self, path: str, query: Mapping[str, Any] | None = None) -> Iterator[Any]:
        """Every item of a list, `client.each("/transactions", {"customerId": id})`; a page is fetched when needed."""
        cursor: str | None = None
        while True:
            asked = {"limit": PAGE_SIZE, **(query or {}), **({"cursor": cursor} if cursor else {})}
            page = self._call("GET", path, {}, None, asked, None).body
            yield from page["data"]
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def _call(
        self,
        method: str,
        path: str,
        path_parameters: Mapping[str, str],
        body: object | None,
        query: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
    ) -> Answer[Any]:
        operation = f"{method} {path}"
        for name, value in path_parameters.items():
            path = path.replace(f"{{{name}}}", quote(value, safe=""))
        asked = f"?{urlencode(_texts_of(query), doseq=True)}" if query else ""
        given = {**self._headers, **(headers or {})}
        if operation in KEYED_OPERATIONS:
            given.setdefault("Idempotency-Key", str(uuid.uuid4()))
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            given["Content-Type"] = "application/json"
        request = urllib.request.Request(
            f"{self._base_url}{path}{asked}", data=data, headers=given, method=method
        )
        response = send_until_final(request, self._sending)
        # Of refusals too: the member that is missing may be the one that was misspelt.
        ignored = response.headers.get("Ignored-Fields")
        if ignored is not None:
            request_id = response.headers.get("X-Request-Id")
            self._on_ignored_fields(IgnoredFieldsWarning(operation, ignored, request_id))
        if not 200 <= response.status < 300:
            raise ApiError(response.status, response.headers, response.text)
        is_json = "json" in response.headers.get("Content-Type", "")
        shown = (json.loads(response.text) if is_json else response.text) if response.text else None
        return Answer(response.status, response.headers, shown)


def _authorization(
    client_id: str | None, client_secret: str | None, access_token: str | None
) -> str:
    if access_token is not None:
        return f"Bearer {access_token}"
    if client_id is None or client_secret is None:
        raise TypeError("client_id and client_secret, or access_token")
    return f"Basic {base64.b64encode(f'{client_id}:{client_secret}'.encode()).decode()}"


def _texts_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """Booleans as JSON has them."""
    return {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
