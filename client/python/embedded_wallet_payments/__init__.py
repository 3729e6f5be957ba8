"""A typed client of the service for backends: see README.md."""

from .answers import Answer, is_processing, is_replayed
from .client import Client
from .errors import ApiError, FieldError, IgnoredFieldsWarning
from .signed_retry import execute_quote, payload_of, signed_headers, signed_retry
from .webhooks import SIGNATURE_HEADER, WebhookSignatureError, verify_webhook

__all__ = [
    "SIGNATURE_HEADER",
    "Answer",
    "ApiError",
    "Client",
    "FieldError",
    "IgnoredFieldsWarning",
    "WebhookSignatureError",
    "execute_quote",
    "is_processing",
    "is_replayed",
    "payload_of",
    "signed_headers",
    "signed_retry",
    "verify_webhook",
]
