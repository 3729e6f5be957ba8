"""Runs rows by client/python, as its callers use it: rows and addresses by standard input, what was seen by standard output."""

import json
import re
import sys
import urllib.request

from embedded_wallet_payments import (
    ApiError,
    Client,
    WebhookSignatureError,
    execute_quote,
    is_replayed,
    signed_retry,
    verify_webhook,
)

given = json.load(sys.stdin)


def stamp(payload):
    """By the customer's device, which is the test's."""
    request = urllib.request.Request(given["stampUrl"], data=payload.encode(), method="POST")
    with urllib.request.urlopen(request) as response:
        return response.read().decode()


def send(client, call, more=None):
    method = getattr(client.api, snake(call["operation"]))
    options = {"headers": {**call.get("headers", {}), **(more or {})}}
    if "query" in call:
        options["query"] = call["query"]
    if "body" in call:
        options["body"] = call["body"]
    places = {snake(name): value for name, value in call.get("pathParameters", {}).items()}
    return method(**places, **options)


def snake(name):
    return re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name)


def seen_of(client, call, ignored):
    try:
        answer = send(client, call)
    except ApiError as error:
        fields = sorted(one["field"] for one in error.fields)
        return {"status": error.status, "code": error.code, **({"fields": fields} if fields else {})}
    except OSError:
        return {"lost": True}
    fields = [f"{field}: {meant}" for warning in ignored for field, meant in warning.fields]
    seen = {"status": answer.status, "isReplayed": is_replayed(answer)}
    return {**seen, **({"ignored": fields} if fields else {})}


def seen(row):
    ignored = []
    client = Client(
        given["urls"][row.get("through", "DIRECT")],
        client_id=given["platform"]["clientId"],
        client_secret=given["platform"]["clientSecret"],
        is_strict=row.get("isStrict", False),
        on_ignored_fields=ignored.append,
    )
    if row["does"] == "CALLS":
        return [seen_of(client, call, ignored) for call in row["calls"]]
    if row["does"] == "SIGNED_RETRY":
        result = signed_retry(lambda headers: send(client, row["call"], headers), stamp)
        return {name: result[name] for name in row["sees"]}
    if row["does"] == "EXECUTES_QUOTE":
        first, second = (execute_quote(client, row["quote"], stamp, row["key"]) for _ in range(2))
        return {"status": first["status"], "isSame": first == second}
    if row["does"] == "LISTS":
        ids = [item["id"] for item in client.each(row["path"], row["query"])]
        return {"items": len(ids), "different": len(set(ids))}
    try:
        return verify_webhook(row["body"], row["header"], row["keys"])["type"]
    except WebhookSignatureError:
        return "refused"


json.dump([seen(row) for row in given["rows"]], sys.stdout)
