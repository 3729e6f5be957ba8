/** A body of every type of event, as it is sent. */
import { webhookTypes } from '../../../contract/webhooks.ts'
import { given } from './given.ts'

type Data = Readonly<Record<string, unknown>>

const at = '2026-01-15T09:30:00.000Z'
const times = { createdAt: at, updatedAt: at } as const
const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 } as const
const usdb = { code: 'USDB', name: 'USDB', symbol: '', decimals: 6 } as const

const payment = {
  id: given.transaction,
  customerId: given.customer,
  platformCustomerId: given.platformCustomerId,
  ...times,
} as const

const individual = {
  id: given.customer,
  customerType: 'INDIVIDUAL',
  platformCustomerId: given.platformCustomerId,
  umaAddress: given.umaAddress,
  fullName: 'Ada Lovelace',
  email: given.email,
  region: 'US',
  ...times,
} as const

const businessCustomer = {
  id: given.business,
  customerType: 'BUSINESS',
  platformCustomerId: 'company-4711',
  umaAddress: '$engines@platform.example.com',
  businessInfo: {
    legalName: 'Analytical Engines Ltd',
    country: 'US',
    incorporatedOn: '2015-03-01',
  },
  region: 'US',
  ...times,
} as const

const refundStatus: Readonly<Record<string, string>> = {
  REFUND_PENDING: 'PENDING',
  REFUND_COMPLETED: 'COMPLETED',
  REFUND_FAILED: 'FAILED',
}

/** What a payment shows besides, after an event. */
function outcomeOf(event: string, failureReason: string): Data {
  const status = refundStatus[event]
  if (status !== undefined) {
    const refund = {
      reference: 'refund-4711',
      initiatedAt: at,
      status,
      reason: 'TRANSACTION_FAILED',
    }
    return {
      status: 'FAILED',
      failureReason,
      refund: { ...refund, ...(status === 'COMPLETED' && { settledAt: at }) },
    }
  }
  return {
    status: event,
    ...(event === 'FAILED' && { failureReason }),
    ...(event === 'COMPLETED' && { settledAt: at }),
  }
}

const dataOf: Readonly<Record<string, (event: string) => Data>> = {
  OUTGOING_PAYMENT: (event) => ({
    ...payment,
    type: 'OUTGOING',
    direction: 'DEBIT',
    source: { sourceType: 'ACCOUNT', accountId: given.wallet },
    destination: { destinationType: 'ACCOUNT', accountId: given.bank },
    quoteId: given.quote,
    sentAmount: { amount: 10_000_000, currency: usdb },
    receivedAmount: { amount: 1_000, currency: usd },
    exchangeRate: 1,
    fees: 0,
    ...outcomeOf(event, 'PAYOUT_RETURNED'),
  }),
  INCOMING_PAYMENT: (event) => ({
    ...payment,
    id: given.incomingTransaction,
    type: 'INCOMING',
    direction: 'CREDIT',
    source: { sourceType: 'UMA_ADDRESS', umaAddress: '$success.usd@sandbox.uma.money' },
    destination: { destinationType: 'ACCOUNT', accountId: given.dollars },
    receivedAmount: { amount: 1_234, currency: usd },
    ...outcomeOf(event, 'ACCOUNT_CANNOT_RECEIVE'),
  }),
  CUSTOMER: (event) => {
    const [kind, status] = event.split('_')
    return kind === 'KYB'
      ? { ...businessCustomer, kybStatus: status }
      : { ...individual, kycStatus: status }
  },
  VERIFICATION: (event) => ({
    id: given.verification,
    customerId: given.business,
    verificationStatus: event,
    errors:
      event === 'RESOLVE_ERRORS'
        ? [
            {
              resourceId: given.business,
              type: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
              acceptedDocumentTypes: ['CERTIFICATE_OF_INCORPORATION', 'STATE_REGISTRY_EXCERPT'],
              reason: 'A document that proves the legal presence is missing.',
            },
          ]
        : [],
    ...times,
  }),
  INTERNAL_ACCOUNT: () => ({
    id: given.dollars,
    customerId: given.customer,
    type: 'INTERNAL_FIAT',
    status: 'ACTIVE',
    balance: { amount: 101_234, currency: usd },
    totalBalance: { amount: 101_234, currency: usd },
    fundingPaymentInstructions: [
      {
        accountOrWalletInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '000123456789',
          routingNumber: '021000021',
          reference: 'K7Q2M9XR',
          paymentRails: ['ACH', 'WIRE'],
        },
      },
    ],
    ...times,
  }),
  EXTERNAL_ACCOUNT: () => ({
    id: given.bank,
    customerId: given.customer,
    status: 'ACTIVE',
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '000123456789',
      routingNumber: '021000021',
      bankAccountType: 'CHECKING',
      paymentRails: ['ACH', 'WIRE'],
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  }),
  AGENT_ACTION: (event) => ({
    id: given.action,
    agentId: given.agent,
    customerId: given.customer,
    platformCustomerId: given.platformCustomerId,
    status: event,
    type: 'TRANSFER_OUT',
    transferDetails: {
      amount: 25_000,
      currency: 'USD',
      sourceAccountId: given.agentDollars,
      destinationAccountId: given.agentBank,
    },
    ...times,
  }),
  CARD: (event) => ({
    id: given.card,
    cardholderId: given.customer,
    platformCardId: given.platformCardId,
    state: event === 'STATE_CHANGE' ? 'FROZEN' : 'ACTIVE',
    brand: 'VISA',
    form: 'VIRTUAL',
    last4: '4242',
    expMonth: 1,
    expYear: 2030,
    fundingSources: [given.wallet],
    maxSpendPerTransaction: null,
    currency: 'USDB',
    ...times,
  }),
  CARD_TRANSACTION: (event) => ({
    type: 'CARD',
    id: given.authorizedPurchase,
    cardId: given.card,
    customerId: given.customer,
    platformCustomerId: given.platformCustomerId,
    status: event,
    direction: 'DEBIT',
    merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'USA' },
    authorizedAmount: { amount: 500, currency: usd },
    ...(event !== 'AUTHORIZED' && { settledAmount: { amount: 500, currency: usd } }),
    ...(event === 'REFUNDED' && { refundedAmount: { amount: 500, currency: usd } }),
    accountId: given.wallet,
    authorizedAt: at,
    ...times,
  }),
  INVITATION: (event) => ({
    code: given.invitation,
    url: `https://platform.example.com/invitations/${given.invitation}`,
    status: event,
    inviterUma: given.umaAddress,
    inviteeUma: given.otherUmaAddress,
    claimedAt: at,
    createdAt: at,
  }),
  BULK_UPLOAD: (event) => ({
    id: given.job,
    status: event,
    progress: { total: 2, processed: 2, successful: 2, failed: 0 },
    completedAt: at,
  }),
}

/** The body of an event of this type. */
export function webhookExample(type: string): Data {
  const [prefix = '', event = ''] = type.split('.')
  return { id: given.event, type, timestamp: at, data: dataOf[prefix]?.(event) ?? {} }
}

/** By type, in the order of the table of events. */
export const webhookExamples: Readonly<Record<string, Data>> = Object.fromEntries(
  webhookTypes.map((type) => [type, webhookExample(type)]),
)
