/** Disputes of cardholders, as the issuer reports them: `dispute_transaction.*` events, and its simulator's answers. */
import { createAjv } from '../../contract/ajv.ts'
import { type CardDisposition, cardDispositions } from '../../contract/cardDisputes.ts'
import { CARD_CURRENCY } from '../../contract/money.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { type CardDisputeEventType, CENTS_MAX, type DisputeReport } from './issuer.ts'
import { instant, plainToken, text } from './wire.ts'

export const disputeEvents: ReadonlySet<string> = new Set([
  'dispute_transaction.created',
  'dispute_transaction.updated',
])

type WireData = {
  readonly action?: string
  readonly polarity?: 'CREDIT' | 'DEBIT'
  readonly amount?: number | null
  readonly disposition?: CardDisposition | null
  readonly reason?: string | null
}
type WireDispute = {
  readonly token: string
  readonly card_token: string
  readonly currency: string
  readonly transaction_series: { readonly related_transaction_token: string } | null
  readonly events: readonly {
    readonly token: string
    readonly created: string
    readonly type: string
    readonly data: WireData
  }[]
}

const nullable = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })
const isWireDispute = createAjv().compile<WireDispute>({
  type: 'object',
  required: ['token', 'card_token', 'currency', 'transaction_series', 'events'],
  properties: {
    token: plainToken,
    card_token: plainToken,
    currency: { const: CARD_CURRENCY },
    transaction_series: nullable({
      type: 'object',
      required: ['related_transaction_token'],
      properties: { related_transaction_token: plainToken },
    }),
    events: {
      type: 'array',
      items: {
        type: 'object',
        required: ['token', 'created', 'type', 'data'],
        properties: {
          token: plainToken,
          created: instant,
          type: text,
          data: {
            type: 'object',
            properties: {
              action: text,
              polarity: { enum: ['CREDIT', 'DEBIT'] },
              amount: nullable({ type: 'integer', minimum: 0, maximum: CENTS_MAX }),
              disposition: nullable({ enum: cardDispositions }),
              reason: nullable(text),
            },
          },
        },
      },
    },
  },
})

const workflowTypes: Readonly<Record<string, CardDisputeEventType>> = {
  OPENED: 'OPENED',
  REOPENED: 'REOPENED',
  CLOSED: 'CLOSED',
}
const liabilityTypes: Readonly<Record<string, CardDisputeEventType>> = {
  PROVISIONAL_CREDIT_GRANTED: 'CREDITED',
  PROVISIONAL_CREDIT_REVERSED: 'CREDIT_REVERSED',
  WRITTEN_OFF: 'WRITTEN_OFF',
}

function typeOf({ type, data }: WireDispute['events'][number]): CardDisputeEventType | undefined {
  if (type === 'WORKFLOW') return workflowTypes[data.action ?? '']
  if (type === 'CARDHOLDER_LIABILITY') return liabilityTypes[data.action ?? '']
  if (type !== 'FINANCIAL' || data.polarity === undefined) return undefined
  return data.polarity === 'CREDIT' ? 'RECOVERED' : 'RECOVERY_LOST'
}

/** A dispute as an answer or an event has it; undefined for another shape. Null: one of no card purchase. */
export function disputeIn(answer: unknown): DisputeReport | null | undefined {
  if (!isWireDispute(answer)) return undefined
  if (answer.transaction_series === null) return null
  const read = answer.events.map((event) => ({ event, type: typeOf(event) }))
  return {
    token: answer.token,
    cardToken: answer.card_token,
    transactionToken: answer.transaction_series.related_transaction_token,
    reason: read.find(({ type }) => type === 'OPENED')?.event.data.reason ?? undefined,
    unknownTypes: read
      .filter(({ type }) => type === undefined)
      .map(({ event }) => `${event.type} ${event.data.action ?? ''}`),
    events: read.flatMap(({ event, type }) =>
      type === undefined
        ? []
        : {
            token: event.token,
            type,
            amountCents: event.data.amount ?? 0,
            disposition: event.data.disposition ?? undefined,
            createdAt: event.created,
          },
    ),
  }
}

/** The issuer's word of a dispute, as the database takes it: bare values alone. */
export function cardDisputeOf(environment: Environment, report: DisputeReport) {
  const { token, transactionToken, cardToken, reason, events } = report
  return {
    ...{ environment, token, transactionToken, cardToken, reason },
    events: events.map(({ token: name, type, amountCents: cents, disposition, createdAt: at }) => ({
      ...{ token: name, type, cents, disposition, at },
    })),
  }
}
