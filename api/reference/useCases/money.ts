/** Quotes, transfers, transactions, and what they need to know first. */
import { given } from './given.ts'
import type { UseCase, UseCases } from './useCase.ts'

const { wallet, dollars, bank, customer, transaction } = given
const fromWallet = { sourceType: 'ACCOUNT', accountId: wallet } as const
const fromDollars = { sourceType: 'ACCOUNT', accountId: dollars } as const
const toBank = { destinationType: 'ACCOUNT', accountId: bank } as const
const receiver = '$success.usd@sandbox.uma.money'

/** For both paths of the list of internal accounts. */
const internalAccounts: readonly UseCase[] = [
  {
    name: 'wallet',
    title: 'The embedded wallet of a customer',
    query: { customerId: customer, type: 'EMBEDDED_WALLET' },
  },
  { name: 'all', title: 'All accounts of a customer', query: { customerId: customer } },
  {
    name: 'inDollars',
    title: 'The account in dollars',
    query: { customerId: customer, currency: 'USD' },
  },
]

export const money: UseCases = {
  createInternalAccount: [
    {
      name: 'toWallet',
      title: 'A number for the rent of a tenant, which goes on to the wallet',
      headers: { 'Idempotency-Key': given.orderKey },
      body: {
        type: 'RULE_BASED',
        currency: 'USD',
        customerId: customer,
        label: 'Rent of flat 4',
        sweepRule: { destination: { accountId: wallet }, description: 'Rent' },
      },
    },
    {
      name: 'toBank',
      title: 'A number whose deposits are paid to a bank by ACH',
      body: {
        type: 'RULE_BASED',
        currency: 'USD',
        customerId: customer,
        sweepRule: {
          destination: { accountId: bank, paymentRail: 'ACH' },
          purposeOfPayment: 'SALARY_PAYMENT',
          remittanceInformation: 'Salary',
        },
      },
    },
  ],
  listInternalAccounts: internalAccounts,
  listCustomerInternalAccounts: internalAccounts,
  listPlatformInternalAccounts: [{ name: 'all', title: 'The accounts of the platform' }],
  listBalanceHistory: [
    {
      name: 'ofAccount',
      title: 'The last day of an account',
      query: { accountId: wallet, hours: 24, points: 25 },
    },
  ],
  createQuote: [
    {
      name: 'walletToBank',
      title: 'From a wallet to a bank account: 10 USDB are sent',
      headers: { 'Idempotency-Key': given.orderKey },
      body: {
        source: fromWallet,
        destination: toBank,
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000_000,
      },
      needs: 'WALLET_PROVIDER',
    },
    {
      name: 'exactReceiving',
      title: 'From a wallet to a bank account: 25.00 USD arrive',
      body: {
        source: fromWallet,
        destination: { ...toBank, paymentRail: 'ACH' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 2_500,
        remittanceInformation: 'Invoice 4711',
        purposeOfPayment: 'GOODS_OR_SERVICES',
      },
    },
    {
      name: 'walletToUmaAddress',
      title: 'From a wallet to a UMA address, after a lookup',
      body: {
        lookupId: given.lookup,
        source: fromWallet,
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: receiver },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 5_000_000,
      },
    },
    {
      name: 'justInTime',
      title: 'Funded just in time: the answer says where to send the money',
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: customer },
        destination: { destinationType: 'ACCOUNT', accountId: wallet },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 20_000_000,
      },
    },
    {
      name: 'justInTimeCrypto',
      title: 'Funded just in time by a stablecoin on Solana',
      body: {
        source: {
          sourceType: 'REALTIME_FUNDING',
          currency: 'USDC',
          cryptoNetwork: 'SOLANA',
          customerId: customer,
        },
        destination: { destinationType: 'ACCOUNT', accountId: wallet },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 20_000_000,
      },
    },
    {
      name: 'conversion',
      title: 'A conversion between accounts of a customer, executed at once',
      headers: { 'Idempotency-Key': 'convert-4711' },
      body: {
        source: fromDollars,
        destination: { destinationType: 'ACCOUNT', accountId: wallet },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        immediatelyExecute: true,
      },
    },
    {
      name: 'ownFee',
      title: 'With a fee of your own for this quote',
      body: {
        source: fromDollars,
        destination: { destinationType: 'ACCOUNT', accountId: wallet },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
        platformFeeOverride: {
          platformFixedFee: { amount: 25, currency: 'USD' },
          platformVariableFeeBps: 50,
        },
      },
    },
  ],
  getQuoteById: [{ name: 'quote', title: 'Read a quote', path: { quoteId: given.quote } }],
  executeQuote: [
    {
      name: 'fromWallet',
      title: 'Out of a wallet: with the stamp of `payloadToSign`',
      path: { quoteId: given.quote },
      headers: { 'Service-Wallet-Signature': given.quoteStamp, 'Idempotency-Key': given.orderKey },
      needs: 'WALLET_PROVIDER',
    },
    {
      name: 'fromAccount',
      title: 'Out of another account: nothing to stamp',
      path: { quoteId: given.dollarQuote },
      headers: { 'Idempotency-Key': given.orderKey },
    },
    {
      name: 'withFactor',
      title: 'Where strong authentication is demanded: by text message',
      path: { quoteId: given.quoteToProve },
      headers: { 'Idempotency-Key': given.orderKey },
      body: { scaFactor: 'SMS_OTP' },
    },
  ],
  authorizeQuote: [
    {
      name: 'code',
      title: 'With the code that was sent',
      path: { quoteId: given.quoteToAuthorize },
      body: { code: '123456' },
    },
  ],
  resendQuoteScaCode: [
    {
      name: 'resend',
      title: 'Send the code again',
      path: { quoteId: given.quoteToAuthorize },
      needs: 'MESSAGES',
    },
  ],
  createTransferIn: [
    {
      name: 'collect',
      title: 'Collect 100.00 USD from a bank account',
      headers: { 'Idempotency-Key': 'collect-4711' },
      body: { source: { accountId: bank }, destination: { accountId: dollars }, amount: 10_000 },
      needs: 'PAYOUT_RAIL',
    },
  ],
  createTransferOut: [
    {
      name: 'payOut',
      title: 'Pay 10.00 USD out to a bank account',
      headers: { 'Idempotency-Key': 'payout-4711' },
      body: {
        source: { accountId: dollars },
        destination: { accountId: bank, paymentRail: 'ACH' },
        amount: 1_000,
        remittanceInformation: 'Invoice 4711',
      },
      needs: 'PAYOUT_RAIL',
    },
  ],
  lookupUma: [
    {
      name: 'address',
      title: 'A UMA address, for a customer of yours',
      path: { receiverUmaAddress: receiver },
      query: { customerId: customer },
      needs: 'PAYOUT_RAIL',
    },
    {
      name: 'bySender',
      title: 'The sender by its UMA address',
      path: { receiverUmaAddress: receiver },
      query: { senderUmaAddress: given.umaAddress },
    },
  ],
  lookupExternalAccount: [
    {
      name: 'account',
      title: 'An external account',
      path: { accountId: bank },
      query: { customerId: customer },
    },
    {
      name: 'bySender',
      title: 'The sender by its UMA address',
      path: { accountId: bank },
      query: { senderUmaAddress: given.umaAddress },
    },
  ],
  estimateCryptoWithdrawalFee: [
    {
      name: 'spark',
      title: '5 USDB to a wallet on Spark',
      body: {
        internalAccountId: wallet,
        currency: 'USDB',
        cryptoNetwork: 'SPARK',
        amount: 5_000_000,
        destinationAddress: 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9',
      },
    },
  ],
  listTransactions: [
    { name: 'ofCustomer', title: 'Those of a customer', query: { customerId: customer } },
    {
      name: 'failed',
      title: 'Failed ones of this year, the oldest first',
      query: { status: 'FAILED', startDate: '2026-01-01T00:00:00.000Z', sortOrder: 'asc' },
    },
    {
      name: 'ofAccount',
      title: 'Those of an account',
      query: { accountIdentifier: wallet, limit: 50 },
    },
    { name: 'ofCard', title: 'What was bought with a card', query: { cardId: given.card } },
    {
      name: 'byOwnId',
      title: 'Those of the customer with your own id',
      query: { platformCustomerId: given.ownCustomerId },
    },
    {
      name: 'fromAccount',
      title: 'What has left an account',
      query: { senderAccountIdentifier: wallet },
    },
    {
      name: 'toAccount',
      title: 'What was paid to an account',
      query: { receiverAccountIdentifier: bank },
    },
  ],
  listTransactionVolume: [
    { name: 'day', title: 'Hour by hour, of the last day', query: { hours: 24, intervals: 24 } },
  ],
  getTransactionById: [
    { name: 'transaction', title: 'Read a transaction', path: { transactionId: transaction } },
  ],
  listTransactionTimeline: [
    {
      name: 'timeline',
      title: 'What has happened, and who is waited for',
      path: { transactionId: transaction },
    },
  ],
  listTransactionLedgerEntries: [
    { name: 'entries', title: 'The books', path: { transactionId: transaction } },
  ],
  approvePendingPayment: [
    {
      name: 'incoming',
      title: 'An incoming payment, with what the sender asked for',
      path: { transactionId: given.incomingTransaction },
      body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
    },
  ],
  rejectPendingPayment: [
    {
      name: 'incoming',
      title: 'An incoming payment',
      path: { transactionId: given.incomingTransaction },
      body: { reason: 'The account is under review' },
    },
  ],
  confirmReceiptDelivery: [
    {
      name: 'now',
      title: 'The receipt was delivered at this time',
      path: { transactionId: transaction },
      body: { receiptDeliveryConfirmedAt: '2026-01-15T09:30:00.000Z' },
    },
  ],
  cancelTransaction: [
    {
      name: 'cancel',
      title: 'A transfer over ACH that has not settled',
      path: { transactionId: given.cancellableTransaction },
    },
  ],
  getExchangeRates: [
    {
      name: 'corridor',
      title: '10 USDB to euros',
      query: { sourceCurrency: 'USDB', destinationCurrency: ['EUR'], sendingAmount: 10_000_000 },
    },
    { name: 'all', title: 'All corridors of a currency', query: { sourceCurrency: 'USD' } },
  ],
  getDiscoveries: [
    { name: 'banks', title: 'Banks of a country', query: { country: 'NG', currency: 'NGN' } },
  ],
  getAvailableUmaProviders: [
    {
      name: 'inCountry',
      title: 'Those in a country',
      query: { countryCode: 'US', hasBlockedProviders: false },
    },
  ],
  listVasps: [{ name: 'all', title: 'Custodians whose names `vaspName` takes' }],
  listWebhookEvents: [
    { name: 'failed', title: 'Those that were not delivered', query: { status: 'FAILED' } },
    {
      name: 'ofSubject',
      title: 'Those about a transaction, each with the request that caused it',
      query: { subject: transaction, withRequest: true },
    },
  ],
  getWebhookEvent: [
    { name: 'event', title: 'An event with every attempt', path: { eventId: given.event } },
  ],
  listWebhookDeliveries: [
    { name: 'stopped', title: 'Those that are not tried any more', query: { status: 'STOPPED' } },
    { name: 'ofEvent', title: 'Those of an event', query: { eventId: given.event } },
    { name: 'ofSubject', title: 'Those about a customer', query: { subject: customer } },
  ],
  redeliverWebhookEvent: [
    { name: 'event', title: 'Send an event again', path: { eventId: given.event } },
  ],
  listWebhookEndpoints: [{ name: 'all', title: 'Where deliveries go, and what waits there' }],
  endWaitingWebhooks: [
    {
      name: 'drop',
      title: 'Drop what waits for a former address',
      body: { from: 'https://old.example.com/webhooks', action: 'DROP' },
    },
  ],
  redeliverWebhooks: [
    {
      name: 'failed',
      title: 'Send all that failed since an instant again',
      body: { startDate: '2026-01-15T00:00:00.000Z', failedOnly: true },
    },
  ],
}
