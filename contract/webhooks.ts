/**
 * Events as platforms see them: what `data` of each type is, as schema and as function of the row
 * that was kept when the event became true. Names are `OBJECT.EVENT`; rules:
 * docs/guides/webhooks.md.
 */
import { InternalAccount } from './components/accounts.ts'
import { AgentAction } from './components/agents.ts'
import { BulkCustomerImportJob } from './components/bulkImports.ts'
import { Card } from './components/cards.ts'
import { CardTransaction, CardTransactionStatus } from './components/cardTransactions.ts'
import { CustomerOneOf } from './components/customers.ts'
import { described } from './components/described.ts'
import { ExternalAccount } from './components/externalAccounts.ts'
import { UmaInvitation } from './components/invitations.ts'
import { IncomingTransaction, OutgoingTransaction } from './components/payments.ts'
import { dateTime } from './components/shared.ts'
import { Verification } from './components/verifications.ts'
import { WalletOperation } from './components/walletOperations.ts'
import { exactJson } from './exactJson.ts'
import { idOf, idSchema } from './ids.ts'
import { presentAgentAction } from './present/agentActions.ts'
import { presentBulkImport } from './present/bulkImports.ts'
import { presentCard } from './present/cards.ts'
import {
  presentCustomer,
  presentExternalAccount,
  presentInternalAccount,
  presentTransaction,
  shownInstant,
} from './present/index.ts'
import { presentInvitation } from './present/invitations.ts'
import { presentVerification } from './present/verifications.ts'
import { presentWalletOperation } from './present/walletOperations.ts'

export { type Reach, reachOf, webhookEndpointProblem, wireEndpoint } from './webhookEndpoint.ts'

type Shown = Readonly<Record<string, unknown>>

type WebhookObject = {
  readonly events: readonly string[]
  /** Schema of `data`. */
  readonly data: object
  readonly present: (snapshot: object) => Shown
}

/** The snapshot is the row that emit_event was given: the SQL functions and this table agree. */
function rowOf<Row>(present: (row: Row) => Shown): (snapshot: object) => Shown {
  return (snapshot) => present(snapshot as Row)
}

/** Prefix of the type -> the resource in `data`. */
const webhookObjects: Readonly<Record<string, WebhookObject>> = {
  OUTGOING_PAYMENT: {
    events: [
      'PENDING',
      'PENDING_AUTHORIZATION',
      'PROCESSING',
      'COMPLETED',
      'FAILED',
      'EXPIRED',
      'REFUND_PENDING',
      'REFUND_COMPLETED',
      'REFUND_FAILED',
    ],
    data: OutgoingTransaction,
    present: rowOf(presentTransaction),
  },
  INCOMING_PAYMENT: {
    events: [
      'PENDING',
      'PROCESSING',
      'COMPLETED',
      'FAILED',
      'REFUND_PENDING',
      'REFUND_COMPLETED',
      'REFUND_FAILED',
    ],
    data: IncomingTransaction,
    present: rowOf(presentTransaction),
  },
  CUSTOMER: {
    events: [
      'KYC_APPROVED',
      'KYC_REJECTED',
      'KYC_PENDING',
      'KYB_APPROVED',
      'KYB_REJECTED',
      'KYB_PENDING',
    ],
    data: CustomerOneOf,
    present: rowOf(presentCustomer),
  },
  VERIFICATION: {
    // READY_FOR_VERIFICATION is in the interface's list of types, and of no webhook.
    events: ['RESOLVE_ERRORS', 'IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED'],
    data: Verification,
    present: rowOf(presentVerification),
  },
  INTERNAL_ACCOUNT: {
    // An account's instructions do not change: it gets them later where no provider took its currency before.
    events: ['BALANCE_UPDATED', 'STATUS_UPDATED', 'FUNDING_INSTRUCTIONS_UPDATED'],
    data: InternalAccount,
    present: rowOf(presentInternalAccount),
  },
  EXTERNAL_ACCOUNT: {
    events: ['STATUS_UPDATED'],
    data: ExternalAccount,
    present: rowOf(presentExternalAccount),
  },
  AGENT_ACTION: {
    events: ['PENDING_APPROVAL'],
    data: AgentAction,
    present: rowOf(presentAgentAction),
  },
  CARD: {
    events: ['STATUS_CHANGE'],
    data: Card,
    present: rowOf(presentCard),
  },
  CARD_TRANSACTION: {
    events: CardTransactionStatus.enum,
    data: CardTransaction,
    present: rowOf(presentTransaction),
  },
  WALLET_OPERATION: {
    events: ['COMPLETED', 'FAILED'],
    data: WalletOperation,
    present: rowOf(presentWalletOperation),
  },
  INVITATION: {
    events: ['CLAIMED'],
    data: UmaInvitation,
    present: rowOf(presentInvitation),
  },
  BULK_UPLOAD: {
    events: ['COMPLETED', 'FAILED'],
    data: BulkCustomerImportJob,
    present: rowOf(presentBulkImport),
  },
}

const TEST = 'TEST'

/** Types that are attempted once: their response is only useful at the time. */
const triedOnce: ReadonlySet<string> = new Set([TEST, 'INCOMING_PAYMENT.PENDING'])

/** Every event type that this service can deliver. */
export const webhookTypes: readonly string[] = [
  TEST,
  ...Object.entries(webhookObjects).flatMap(([prefix, { events }]) =>
    events.map((event) => `${prefix}.${event}`),
  ),
]

/** Whether a failed attempt of this type is followed by another. */
export function isRetried(type: string): boolean {
  return !triedOnce.has(type)
}

/** JSON Schema of a delivery's body; undefined for a type that we do not know. */
export function webhookSchema(type: string): object | undefined {
  if (!webhookTypes.includes(type)) return undefined
  return envelopeOf([type], webhookObjects[prefixOf(type)]?.data ?? noData)
}

const DATA =
  'The resource as it was when the event became true, in the form of a response. It may be further by now.'
const NO_DATA = 'Nothing: a test is about no resource.'
const noData = { type: 'object', maxProperties: 0 } as const

function envelopeOf(types: readonly string[], data: object): object {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'data'],
    properties: {
      id: idSchema(
        'Webhook',
        'Of the event, the same in every attempt and redelivery: process each one once.',
      ),
      type: { type: 'string', enum: types, description: 'What has happened: `OBJECT.EVENT`.' },
      timestamp: {
        ...dateTime,
        description: 'When the event became true, in UTC. Deliveries keep no order.',
      },
      data: described(data, data === noData ? NO_DATA : DATA),
    },
  }
}

export type WebhookSummary = {
  readonly name: string
  readonly summary: string
  readonly types: readonly string[]
  /** JSON Schema of the body, one of `types` in it. */
  readonly body: object
}

/** Names and summaries of webhooks in the served document. */
const summaries: Readonly<Record<string, readonly [name: string, summary: string]>> = {
  OUTGOING_PAYMENT: ['outgoing-payment', 'The status of an outgoing payment has changed'],
  INCOMING_PAYMENT: ['incoming-payment', 'The status of an incoming payment has changed'],
  CUSTOMER: ['customer-update', "A customer's verification has a result"],
  VERIFICATION: ['verification-update', 'The status of a verification has changed'],
  INTERNAL_ACCOUNT: ['internal-account-status', 'An internal account has changed'],
  EXTERNAL_ACCOUNT: ['external-account-status', 'An external account has changed'],
  CARD: ['card-change', 'The status of a card has changed'],
  WALLET_OPERATION: ['wallet-operation', 'An operation that a wallet has authorized has ended'],
  INVITATION: ['invitation-claimed', 'An invitation has been claimed'],
  BULK_UPLOAD: ['bulk-upload', 'An import of customers has ended'],
  AGENT_ACTION: ['agent-action', 'An action of an agent waits for your approval'],
}

/** Every webhook of the served document: one for each kind of resource. */
export function webhookSummaries(): readonly WebhookSummary[] {
  const all = Object.entries(webhookObjects).map(([prefix, { events, data }]) => {
    const plain = prefix.toLowerCase().replaceAll('_', '-')
    const [name, summary] = summaries[prefix] ?? [plain, `Changes of: ${plain}`]
    const types = events.map((event) => `${prefix}.${event}`)
    return { name, summary, types, body: envelopeOf(types, data) }
  })
  const test = { name: 'test-webhook', summary: 'A test of the endpoint', types: [TEST] }
  return [...all, { ...test, body: envelopeOf([TEST], noData) }]
}

export type WebhookEvent = {
  /** UUID without prefix. */
  readonly id: string
  readonly type: string
  /** The resource's row at the event, as `to_jsonb` wrote it. */
  readonly snapshot: object
  /** ISO 8601. */
  readonly createdAt: string
}

/**
 * The body of an event's deliveries: a function of the event alone, so that every attempt carries
 * the same bytes.
 *
 * @throws Error for a type that is not in the table
 */
export function webhookBody(event: WebhookEvent): string {
  if (!webhookTypes.includes(event.type)) throw new Error(`no such webhook type: ${event.type}`)
  return exactJson({
    id: idOf('Webhook', event.id),
    type: event.type,
    timestamp: shownInstant(event.createdAt),
    data: webhookObjects[prefixOf(event.type)]?.present(event.snapshot) ?? {},
  })
}

function prefixOf(type: string): string {
  return type.split('.', 1)[0] ?? type
}
