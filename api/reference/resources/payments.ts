/** Transactions of the examples, most of them made of their quotes. */
import { given } from '../useCases/given.ts'
import { FEE_CENTS, from, to } from './quotes.ts'
import { at, begun, begunAt, money, others, type Shown } from './shared.ts'

const RECEIVER = '$success.usd@sandbox.uma.money'

const ofCustomer = {
  customerId: given.customer,
  platformCustomerId: given.platformCustomerId,
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
