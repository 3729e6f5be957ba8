/** Quotes of the examples, and the transactions that are made of them. */
import { currencyOf } from '../../../contract/money.ts'
import { given } from '../useCases/given.ts'
import { SPARK_ADDRESS } from './accounts.ts'
import { at, begun, begunAt, fiveMinutesLater, money, others, type Shown } from './shared.ts'

const RECEIVER = '$success.usd@sandbox.uma.money'

const ofCustomer = {
  customerId: given.customer,
  platformCustomerId: given.platformCustomerId,
} as const
const from = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId }) as const
const to = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId }) as const
/** Paid out of an account that there is. */
const priced = { status: 'PENDING', createdAt: begunAt, expiresAt: fiveMinutesLater } as const

/** What a session key of the wallet stamps. */
export function activity(type: string, parameters: Shown): string {
  const organizationId = 'e6c3e183-e70a-4cfa-9088-bc19b3c788b7'
  return JSON.stringify({ organizationId, parameters, timestampMs: '1768469396000', type })
}

const transferPayload = JSON.stringify({
  transfer: given.quote,
  from: given.wallet,
  to: given.bank,
  sends: '10000000 USDB',
  receives: '987 USD',
  expiresAt: fiveMinutesLater,
})

/** 10 USDB out of the wallet to the bank account, to be signed. */
export const quote = {
  id: given.quote,
  ...priced,
  source: from(given.wallet),
  destination: to(given.bank),
  sendingCurrency: currencyOf('USDB'),
  receivingCurrency: currencyOf('USD'),
  totalSendingAmount: 10_000_000,
  totalReceivingAmount: 987,
  exchangeRate: 1.00053191,
  feesIncluded: 124_750,
  platformFeesIncluded: 0,
  transactionId: given.transaction,
  paymentInstructions: [
    {
      accountOrWalletInfo: {
        accountType: 'EMBEDDED_WALLET',
        payloadToSign: activity('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith: SPARK_ADDRESS,
          payload: transferPayload,
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
          hashFunction: 'HASH_FUNCTION_SHA256',
        }),
      },
      instructionsNotes:
        'Stamp payloadToSign byte for byte with a session key of the wallet, then execute the quote ' +
        'with the stamp in Service-Wallet-Signature.',
    },
  ],
} as const

const { paymentInstructions: _signed, ...ofWallet } = quote
/** The same, once it is executed. */
export const executedQuote = { ...ofWallet, status: 'PROCESSING' } as const

/** From an account in dollars to a bank account, less the fee of 10 cents. */
function dollarQuote(
  id: string,
  transactionId: string,
  [source, destination]: readonly [string, string],
  amount: number,
) {
  return {
    id,
    ...priced,
    source: from(source),
    destination: to(destination),
    sendingCurrency: currencyOf('USD'),
    receivingCurrency: currencyOf('USD'),
    totalSendingAmount: amount,
    totalReceivingAmount: amount - FEE_CENTS,
    exchangeRate: 1,
    feesIncluded: FEE_CENTS,
    platformFeesIncluded: 0,
    transactionId,
  } as const
}
const FEE_CENTS = 10

const ofAgent = [given.agentDollars, given.agentBank] as const
export const agentQuote = dollarQuote(given.agentQuote, given.agentTransaction, ofAgent, 5_000)

const ofPayer = [others.payerDollars, given.beneficiary] as const
export const authorizedQuote = {
  ...dollarQuote(given.quoteToAuthorize, others.authorizedTransaction, ofPayer, 1_000),
  status: 'PROCESSING',
} as const

/** What a customer is asked who must prove who it is. */
export const scaChallenge = {
  id: given.challenge,
  expiresAt: fiveMinutesLater,
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  purpose: 'PAYOUT',
} as const

/** Answered where a customer in a region of strong authentication asks for a quote to be made at once. */
export const quoteToAuthorize = {
  ...dollarQuote(given.quoteToProve, others.provenTransaction, ofPayer, 1_000),
  status: 'PENDING_AUTHORIZATION',
  scaChallenge,
} as const

/** The payment of `quote`. */
export const walletPayment = {
  id: given.transaction,
  status: 'PROCESSING',
  type: 'OUTGOING',
  direction: 'DEBIT',
  source: from(given.wallet),
  destination: to(given.bank),
  ...ofCustomer,
  quoteId: given.quote,
  receivedAmount: money(987, 'USD'),
  sentAmount: money(10_000_000, 'USDB'),
  fees: 124_750,
  platformFees: 0,
  exchangeRate: 1.00053191,
  paymentRail: 'ACH',
  railSelectionMode: 'AUTO',
  createdAt: begunAt,
  updatedAt: at,
} as const

export function settled(payment: Shown): Shown {
  return { ...payment, status: 'COMPLETED', settledAt: at, updatedAt: at }
}

/** 10.00 USD of the account in dollars to the bank account. */
export const transferOut = {
  id: given.cancellableTransaction,
  status: 'PROCESSING',
  type: 'OUTGOING',
  direction: 'DEBIT',
  source: from(given.dollars),
  destination: { ...to(given.bank), paymentRail: 'ACH' },
  ...ofCustomer,
  receivedAmount: money(1_000 - FEE_CENTS, 'USD'),
  sentAmount: money(1_000, 'USD'),
  fees: FEE_CENTS,
  platformFees: 0,
  exchangeRate: 1,
  paymentRail: 'ACH',
  railSelectionMode: 'MANUAL',
  createdAt: begunAt,
  updatedAt: at,
} as const

/** 100.00 USD of the bank account, collected into the account in dollars. */
export const transferIn = {
  id: others.collection,
  status: 'PROCESSING',
  type: 'INCOMING',
  direction: 'DEBIT',
  source: from(given.bank),
  destination: to(given.dollars),
  ...ofCustomer,
  receivedAmount: money(10_000, 'USD'),
  fees: 0,
  createdAt: begunAt,
  updatedAt: at,
} as const

/** What somebody pays to a UMA address; it waits for the platform. */
export const incomingPayment = {
  id: given.incomingTransaction,
  status: 'PENDING',
  type: 'INCOMING',
  direction: 'CREDIT',
  source: { sourceType: 'UMA_ADDRESS', umaAddress: RECEIVER },
  destination: { ...to(given.dollars), currency: 'USD' },
  ...ofCustomer,
  receivedAmount: money(1_234, 'USD'),
  fees: 0,
  counterpartyInformation: { umaAddress: RECEIVER },
  ...begun,
} as const

const REFERENCE = 'P9B7D5E2B21B88B8'

/** Of a quote that is funded just in time, after its deposit. */
export const fundedPayment = settled({
  id: others.fundedTransaction,
  type: 'OUTGOING',
  direction: 'DEBIT',
  source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: given.customer },
  destination: to(given.wallet),
  ...ofCustomer,
  quoteId: given.fundingQuote,
  receivedAmount: money(20_000_000, 'USDB'),
  sentAmount: money(1_740, 'EUR'),
  fees: 18,
  platformFees: 0,
  exchangeRate: 0.861,
  paymentInstructions: [
    {
      instructionsNotes: `Write ${REFERENCE} as the reference of the transfer, and send exactly the amount.`,
      accountOrWalletInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        reference: REFERENCE,
        paymentRails: ['SEPA', 'SEPA_INSTANT'],
      },
    },
  ],
  reconciliationInstructions: { reference: REFERENCE },
  createdAt: begunAt,
})

/** What the agent asks for: 50.00 USD to the bank account of a supplier. */
export const agentPayment = {
  ...transferOut,
  id: others.transferOfAgent,
  status: 'PENDING',
  source: from(given.agentDollars),
  destination: to(given.agentBank),
  agentId: given.agent,
  receivedAmount: money(5_000 - FEE_CENTS, 'USD'),
  sentAmount: money(5_000, 'USD'),
  railSelectionMode: 'AUTO',
  ...begun,
} as const

/** And 50.00 USD collected from there. */
export const agentCollection = {
  ...transferIn,
  id: others.collectionOfAgent,
  status: 'PENDING',
  source: from(given.agentBank),
  destination: to(given.agentDollars),
  agentId: given.agent,
  receivedAmount: money(5_000, 'USD'),
  ...begun,
} as const

/** The payment of `agentQuote`. */
export const agentQuotePayment = {
  ...agentPayment,
  id: given.agentTransaction,
  quoteId: given.agentQuote,
} as const
