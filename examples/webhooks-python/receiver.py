"""A receiver of webhooks that pays: a new wallet is welcomed with 1 USDB, once, however often its event arrives.

`npm run example -- webhooks-python` gives it the settings of the service that runs.
"""

import json
import os
import sqlite3
import sys
import threading
import time
import urllib.request
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urljoin

from embedded_wallet_payments import (
    SIGNATURE_HEADER,
    ApiError,
    Client,
    WebhookSignatureError,
    verify_webhook,
)

API_URL, EVENTS_FILE = os.environ["API_URL"], os.environ.get("EVENTS_FILE", "events.sqlite")
WELCOME = 1_000_000
BODY_BYTES_MAX = 1_000_000
KEYS_SECONDS, AGAIN_SECONDS = 300, 5

client = Client(
    API_URL, client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"]
)
news = threading.Event()


def database() -> sqlite3.Connection:
    opened = sqlite3.connect(EVENTS_FILE)
    opened.execute(
        "create table if not exists events (id text primary key, body text not null, done_at text)"
    )
    return opened


class Keys:
    """The keys that may have signed: kept for five minutes, and not longer, since they rotate."""

    def __init__(self) -> None:
        path = client.api.get_platform_config().body["webhookKeysPath"]
        self._url = urljoin(API_URL, path)
        self._keys: dict[str, Any] = {}
        self._fetched_at = float("-inf")

    def get(self) -> dict[str, Any]:
        if time.monotonic() - self._fetched_at > KEYS_SECONDS:
            with urllib.request.urlopen(self._url, timeout=10) as response:
                self._keys, self._fetched_at = json.load(response), time.monotonic()
        return self._keys


class Receiver(BaseHTTPRequestHandler):
    keys: Keys
    timeout = 10

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        if size > BODY_BYTES_MAX:
            return self.answer(413)
        raw = self.rfile.read(size)
        try:
            event = verify_webhook(raw, self.headers.get_all(SIGNATURE_HEADER), self.keys.get())
        except WebhookSignatureError:
            return self.answer(401)
        # Kept before it is acknowledged: the service sends no event again that was answered by 200.
        with closing(database()) as events, events:
            row = (event["id"], raw.decode())
            events.execute("insert into events (id, body) values (?, ?) on conflict do nothing", row)
        self.answer(200)
        news.set()

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing of a webhook is printed."""


def pay_for(event: Any) -> None:
    """The key is the event's: a process that dies here and begins again pays nothing twice."""
    wallet = event["data"]
    is_new_wallet = (
        event["type"] == "INTERNAL_ACCOUNT.STATUS_UPDATED"
        and wallet["type"] == "EMBEDDED_WALLET"
        and wallet["status"] == "ACTIVE"
    )
    if not is_new_wallet:
        return
    ours = client.api.list_platform_internal_accounts(query={"currency": "USDB"}).body["data"][0]
    client.api.create_quote(
        {
            "source": {
                "sourceType": "ACCOUNT",
                "accountId": ours["id"],
                "customerId": wallet["customerId"],
            },
            "destination": {"destinationType": "ACCOUNT", "accountId": wallet["id"]},
            "lockedCurrencySide": "SENDING",
            "lockedCurrencyAmount": WELCOME,
            "immediatelyExecute": True,
        },
        headers={"Idempotency-Key": f"welcome-{event['id']}"},
    )
    print(f"welcomed {wallet['id']}", flush=True)


def work_off() -> None:
    """What was received and is not done, again and again: an event is done when its payment is."""
    while True:
        news.clear()
        with closing(database()) as events:
            open_ones = events.execute("select id, body from events where done_at is null").fetchall()
            for id, body in open_ones:
                try:
                    pay_for(json.loads(body))
                except (ApiError, OSError) as error:
                    print(f"{id}: {error}; tried again", file=sys.stderr, flush=True)
                    continue
                with events:
                    events.execute("update events set done_at = datetime() where id = ?", (id,))
        news.wait(AGAIN_SECONDS)


if __name__ == "__main__":
    Receiver.keys = Keys()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("HOOKS_PORT", "4711"))), Receiver)
    threading.Thread(target=work_off, daemon=True).start()
    print(f"Webhooks are taken at http://127.0.0.1:{server.server_port}/hooks", flush=True)
    server.serve_forever()
