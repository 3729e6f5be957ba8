/** Cards, stablecoins, and the sandbox's side of everything. */
import { given } from './given.ts'
import type { UseCases } from './useCase.ts'

const { wallet, card } = given
const id = { id: card } as const
const merchant = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' } as const
const purchase = { amount: 500, currency: { code: 'USD' }, merchant } as const
const withKey = { 'Idempotency-Key': 'operation-4711' } as const

export const cards: UseCases = {
  createCard: [
    {
      name: 'virtual',
      title: 'A virtual card that draws on a wallet',
      body: { customerId: given.customer, form: 'VIRTUAL', fundingSource: wallet },
    },
    {
      name: 'withLimit',
      title: 'With an id of your own, and 50 dollars at most for a purchase',
      body: {
        customerId: given.customer,
        platformCardId: given.platformCardId,
        form: 'VIRTUAL',
        fundingSource: wallet,
        maxSpendPerTransaction: 5_000,
      },
    },
  ],
  listCards: [
    {
      name: 'ofCustomer',
      title: 'Those of a customer',
      query: { customerId: given.customer },
    },
    { name: 'frozen', title: 'Those that are frozen', query: { status: 'FROZEN' } },
    { name: 'ofAccount', title: 'Those that draw on a wallet', query: { accountId: wallet } },
    {
      name: 'byOwnId',
      title: 'The one with your own id',
      query: { platformCardId: given.ownCardId },
    },
  ],
  getCardById: [{ name: 'card', title: 'Read a card', path: id }],
  updateCardById: [
    { name: 'freeze', title: 'Freeze it', path: id, body: { status: 'FROZEN' } },
    {
      name: 'limit',
      title: 'Change the limit',
      path: id,
      body: { maxSpendPerTransaction: 10_000 },
    },
    {
      name: 'day',
      title: '200 dollars and five purchases a day at most',
      path: id,
      body: { maxSpendPerDay: 20_000, maxTransactionsPerDay: 5 },
    },
    {
      name: 'noLimit',
      title: 'Remove the limits',
      path: id,
      body: { maxSpendPerTransaction: null, maxSpendPerDay: null, maxTransactionsPerDay: null },
    },
    {
      name: 'close',
      title: 'Close it for ever',
      path: { id: given.closableCard },
      body: { status: 'CLOSED' },
    },
  ],
  revealCard: [
    {
      name: 'reveal',
      title: 'An address for an iframe with number and code',
      path: id,
      secrets: ['panEmbedUrl'],
    },
  ],
  tokenizeCard: [
    {
      name: 'googlePay',
      title: "Give it to Google's wallet",
      path: id,
      body: {
        wallet: 'GOOGLE_PAY',
        walletAccountId: 'wallet-account-4711',
        serverSessionId: '5f1f8a3e-6c1b-4d0c-9a44-3f6f7a1c2b10',
      },
      secrets: ['provisioningPayload'],
    },
  ],
  sandboxSimulateCardAuthorization: [
    {
      name: 'coffee',
      title: 'A coffee of 5.00 USD, to be cleared later',
      path: id,
      body: purchase,
    },
    {
      name: 'declined',
      title: 'Declined for insufficient funds',
      path: id,
      body: { ...purchase, merchant: { ...merchant, descriptor: 'COFFEE 002' } },
    },
  ],
  sandboxSimulateCardAuthorizationAdvice: [
    {
      name: 'less',
      title: 'The merchant holds less',
      path: id,
      body: { cardTransactionId: given.authorizedPurchase, amount: 400 },
    },
  ],
  sandboxSimulateCardAuthorizationReversal: [
    {
      name: 'part',
      title: 'A part is released',
      path: id,
      body: { cardTransactionId: given.authorizedPurchase, amount: 200 },
    },
  ],
  sandboxSimulateCardAuthorizationExpiry: [
    {
      name: 'expiry',
      title: 'The authorization expires',
      path: id,
      body: { cardTransactionId: given.authorizedPurchase },
    },
  ],
  sandboxSimulateCardClearing: [
    {
      name: 'tip',
      title: 'Cleared with a tip',
      path: id,
      body: { cardTransactionId: given.authorizedPurchase, amount: 600 },
    },
  ],
  sandboxSimulateCardFinancialAuthorization: [
    { name: 'atOnce', title: 'Authorized and cleared in one', path: id, body: purchase },
  ],
  sandboxSimulateCardCreditAuthorization: [
    { name: 'credit', title: 'A credit to the card', path: id, body: purchase },
  ],
  sandboxSimulateCardFinancialCreditAuthorization: [
    { name: 'credit', title: 'A credit, cleared at once', path: id, body: purchase },
  ],
  sandboxSimulateCardCreditAuthorizationAdvice: [
    { name: 'credit', title: 'A credit that was decided elsewhere', path: id, body: purchase },
  ],
  sandboxSimulateCardBalanceInquiry: [
    { name: 'inquiry', title: 'How much is left', path: id, body: { merchant } },
  ],
  sandboxSimulateCardReturn: [
    {
      name: 'refund',
      title: 'A part is refunded',
      path: id,
      body: { cardTransactionId: given.settledPurchase, amount: 200 },
    },
  ],
  sandboxSimulateCardReturnReversal: [
    {
      name: 'reversal',
      title: 'The refund is taken back',
      path: id,
      body: { cardTransactionId: given.returnedPurchase },
    },
  ],
  sandboxSimulateCardDisputeOpen: [
    {
      name: 'part',
      title: 'Three dollars of a purchase are disputed',
      path: id,
      body: {
        cardTransactionId: given.settledPurchase,
        amount: 300,
        reason: 'GOODS_SERVICES_NOT_RECEIVED',
      },
    },
  ],
  sandboxSimulateCardDisputeProvisionalCredit: [
    {
      name: 'credit',
      title: 'The cardholder is credited until it is decided',
      path: id,
      body: { cardTransactionId: given.disputedPurchase, amount: 300 },
    },
  ],
  sandboxSimulateCardDisputeProvisionalCreditReversal: [
    {
      name: 'back',
      title: 'Two dollars of the credit are taken back',
      path: id,
      body: { cardTransactionId: given.creditedPurchase, amount: 200 },
    },
  ],
  sandboxSimulateCardDisputeClose: [
    {
      name: 'lost',
      title: 'Lost: what was credited is taken back',
      path: id,
      body: { cardTransactionId: given.creditedPurchase, disposition: 'LOST' },
    },
    {
      name: 'part',
      title: 'The network gives a part back',
      path: id,
      body: {
        cardTransactionId: given.creditedPurchase,
        disposition: 'PARTIALLY_WON',
        recoveredAmount: 300,
      },
    },
  ],
  linkStablecoinProviderAccount: [
    {
      name: 'brale',
      title: 'With the login of an account',
      headers: withKey,
      body: {
        provider: 'BRALE',
        apiClientId: given.apiClientId,
        apiClientSecret: 'a-secret-of-the-provider',
      },
    },
  ],
  listStablecoinProviderAccounts: [
    { name: 'active', title: 'Those that work', query: { status: 'ACTIVE' } },
  ],
  getStablecoinProviderAccount: [
    {
      name: 'account',
      title: 'Read a link',
      path: { stablecoinProviderAccountId: given.providerAccount },
    },
  ],
  registerStablecoin: [
    {
      name: 'spark',
      title: 'A token on Spark',
      headers: withKey,
      body: {
        providerTokenIdentifier: given.ticker,
        networkTokenIdentifier: given.tokenIdentifier,
        network: 'SPARK',
        stablecoinProviderAccountId: given.providerAccount,
      },
    },
  ],
  listStablecoins: [{ name: 'all', title: 'Those of the platform' }],
  getStablecoin: [
    { name: 'coin', title: 'Read a stablecoin', path: { stablecoinId: given.stablecoin } },
  ],
  requestStablecoinEnablement: [
    {
      name: 'request',
      title: 'Have it made a currency',
      path: { stablecoinId: given.newStablecoin },
    },
  ],
  createStablecoinMint: [
    {
      name: 'wire',
      title: '12.50 USD, paid by wire',
      path: { stablecoinId: given.stablecoin },
      headers: withKey,
      body: {
        amount: '12500000',
        fundingSource: { type: 'WIRE' },
        destination: { accountId: given.sparkWallet },
      },
    },
    {
      name: 'debit',
      title: '12.50 USD, debited from a bank account',
      path: { stablecoinId: given.stablecoin },
      headers: withKey,
      body: {
        amount: '12500000',
        fundingSource: { type: 'ACH_DEBIT', externalAccountId: given.bank },
        destination: { accountId: given.sparkWallet },
      },
    },
  ],
  createStablecoinBurn: [
    {
      name: 'toBank',
      title: '12.50 USD to a bank account, by ACH',
      path: { stablecoinId: given.stablecoin },
      headers: withKey,
      body: {
        amount: '12500000',
        source: { type: 'EXTERNAL_ACCOUNT' },
        destination: {
          type: 'EXTERNAL_ACCOUNT',
          externalAccountId: given.bank,
          rail: 'ACH_CREDIT',
        },
      },
    },
  ],
  listStablecoinOperations: [
    {
      name: 'ofCoin',
      title: 'Mints and burns of a stablecoin',
      path: { stablecoinId: given.stablecoin },
    },
  ],
  getStablecoinOperation: [
    { name: 'mint', title: 'How far it is', path: { stablecoinOperationId: given.mint } },
  ],
  sandboxFundInternalAccount: [
    {
      name: 'wallet',
      title: '25 USDB for a wallet',
      path: { id: wallet },
      body: { amount: 25_000_000 },
    },
    {
      name: 'dollars',
      title: '1,000.00 USD for an account in dollars, once',
      path: { id: given.dollars },
      headers: { 'Idempotency-Key': 'fund-4711' },
      body: { amount: 100_000 },
    },
  ],
  sandboxSend: [
    {
      name: 'deposit',
      title: 'The money of a quote that is funded just in time',
      body: { quoteId: given.fundingQuote, currencyCode: 'EUR' },
      needs: 'PAYOUT_RAIL',
    },
  ],
  sandboxReceive: [
    {
      name: 'uma',
      title: 'A payment to a customer of yours',
      body: {
        senderUmaAddress: '$success.usd@sandbox.uma.money',
        customerId: given.customer,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 1_234,
      },
    },
  ],
  sendTestWebhook: [{ name: 'test', title: 'Try the endpoint' }],
  listSandboxMessages: [{ name: 'all', title: 'Codes that were mailed and sent' }],
  getSandboxClock: [{ name: 'now', title: 'What time it is for the service' }],
  moveSandboxClock: [
    { name: 'minutes', title: 'Ten minutes pass', body: { advanceBy: 'PT10M' } },
    { name: 'to', title: 'Until an instant', body: { to: '2026-12-24T18:00:00Z' } },
  ],
  createSandboxFault: [
    {
      name: 'twice',
      title: 'Your receiver gets the next ten webhooks twice',
      body: { faults: [{ call: 'WEBHOOK', kind: 'TWICE', times: 10 }] },
    },
    {
      name: 'lostAnswer',
      title: 'The rail’s answer about the next payment of a customer is lost, twice',
      body: {
        about: given.customer,
        faults: [{ call: 'PAYOUT', kind: 'ANSWER_LOST', times: 2 }],
      },
      needs: 'PAYOUT_RAIL',
    },
    {
      name: 'lateReturn',
      title: 'A payment is returned after ten days',
      body: { faults: [{ call: 'PAYOUT', kind: 'LATE_RETURN', delaySeconds: 864_000 }] },
      needs: 'PAYOUT_RAIL',
    },
  ],
  listSandboxFaults: [{ name: 'all', title: 'What is ordered, and what was met' }],
  getSandboxFault: [
    { name: 'plan', title: 'What has met a plan', path: { faultId: given.sandboxFault } },
  ],
  deleteSandboxFault: [
    { name: 'plan', title: 'Release what is stuck', path: { faultId: given.sandboxFault } },
  ],
}
