"""A payment by the generated client, which holds every answer against its models. Run by a test."""
import os
import sys
import time
import uuid

import openapi_client as generated

url, user, password = (os.environ[name] for name in ("API_URL", "CLIENT_ID", "CLIENT_SECRET"))
client = generated.ApiClient(
    generated.Configuration(host=url, username=user, password=password)
)

customer = generated.CustomersApi(client).create_customer(
    generated.CustomerCreateRequestOneOf.from_dict(
        {"customerType": "INDIVIDUAL", "fullName": "Ada Lovelace", "region": "US"}
    )
).actual_instance
accounts = generated.InternalAccountsApi(client).list_internal_accounts(
    customer_id=customer.id, currency="USD"
)
account = accounts.data[0].id
generated.SandboxApi(client).sandbox_fund_internal_account(
    account, generated.SandboxFundInternalAccountRequest(amount=100000)
)
bank = generated.ExternalAccountsApi(client).create_customer_external_account(
    generated.ExternalAccountCreateRequest.from_dict(
        {
            "customerId": customer.id,
            "currency": "EUR",
            "accountInfo": {
                "accountType": "EUR_ACCOUNT",
                "iban": "DE89370400440532013000",
                "beneficiary": {
                    "beneficiaryType": "INDIVIDUAL",
                    "fullName": "Ada Lovelace",
                    "countryOfResidence": "DE",
                },
            },
        }
    )
)
assert bank.account_info.actual_instance.payment_rails, bank
rates = generated.ExchangeRatesApi(client).get_exchange_rates(
    source_currency="USD", destination_currency=["EUR", "MXN"]
)
assert {rate.destination_currency.code for rate in rates.data} == {"EUR", "MXN"}, rates


def quote_of(source, destination):
    return generated.CrossCurrencyTransfersApi(client).create_quote(
        generated.QuoteRequest.from_dict(
            {
                "source": source,
                "destination": {"destinationType": "ACCOUNT", "accountId": destination},
                "lockedCurrencySide": "SENDING",
                "lockedCurrencyAmount": 10000,
            }
        ),
        idempotency_key=str(uuid.uuid4()),
    )


deposit = quote_of(
    {"sourceType": "REALTIME_FUNDING", "currency": "USD", "customerId": customer.id}, account
)
assert deposit.payment_instructions[0].account_or_wallet_info.payment_rails, deposit
quote = quote_of({"sourceType": "ACCOUNT", "accountId": account}, bank.id)
executed = generated.CrossCurrencyTransfersApi(client).execute_quote(
    quote.id, idempotency_key=str(uuid.uuid4())
)
transactions = generated.TransactionsApi(client)
for _ in range(600):
    paid = transactions.get_transaction_by_id(quote.transaction_id).actual_instance
    if paid.status not in ("PENDING", "PROCESSING"):
        break
    time.sleep(0.5)
listed = transactions.list_transactions(customer_id=customer.id, sort_order="asc")
kinds = [type(one.actual_instance).__name__ for one in listed.data]
try:
    transactions.get_transaction_by_id("Transaction:none")
    sys.exit("a transaction that is none was found")
except generated.exceptions.NotFoundException as error:
    assert "TRANSACTION_NOT_FOUND" in error.body, error
print(paid.status.value, type(paid).__name__, *kinds)
