/** The bank's objects: what is read of them. Their ids are opaque, and words that are new are no error. */
import { createAjv } from '../../contract/ajv.ts'
import type { RailNetwork } from '../payoutRail/index.ts'

export const kinds = {
  ACH: { path: '/ach_transfers', type: 'ach_transfer' },
  WIRE: { path: '/wire_transfers', type: 'wire_transfer' },
  RTP: { path: '/real_time_payments_transfers', type: 'real_time_payments_transfer' },
  FEDNOW: { path: '/fednow_transfers', type: 'fednow_transfer' },
} as const satisfies Record<RailNetwork, { path: string; type: string }>

export type BankTransfer = {
  readonly id: string
  readonly type: (typeof kinds)[RailNetwork]['type']
  readonly account_id: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly created_at: string
  readonly idempotency_key?: string | null
  readonly submission?: {
    readonly submitted_at?: string | null
    readonly expected_funds_settlement_at?: string
    readonly administrative_returns_expected_by?: string
    readonly trace_number?: string
  } | null
  readonly settlement?: { readonly settled_at: string } | null
  readonly acknowledgement?: { readonly acknowledged_at: string } | null
  readonly inbound_funds_hold?: { readonly status: string } | null
  readonly return?: {
    readonly raw_return_reason_code: string
    readonly addenda_information?: string | null
  } | null
  readonly reversal?: {
    readonly amount: number
    readonly return_reason_code?: string | null
  } | null
  readonly rejection?: { readonly reject_reason_code: string } | null
  readonly notifications_of_change?: readonly BankCorrection[]
}

/** Corrections that the other bank has made to an account’s numbers. */
export type BankCorrection = {
  readonly corrected_account_number?: string | null
  readonly corrected_routing_number?: string | null
  readonly corrected_account_funding?: string | null
  readonly created_at: string
}

/** An entry of nothing, which the other bank sends back where it does not know the account. */
export type BankPrenotification = {
  readonly id: string
  readonly status: string
  readonly prenotification_return?: { readonly raw_return_reason_code?: string | null } | null
  readonly notifications_of_change?: readonly BankCorrection[]
}

/** An event says nothing but which object to read. */
export type BankEvent = {
  readonly id: string
  readonly category: string
  readonly created_at: string
  readonly associated_object_id: string
}

export type BankTransaction = {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly created_at: string
  readonly route_id: string | null
  readonly source: { readonly category: string; readonly [category: string]: unknown }
}

export type BankAccountNumber = {
  readonly id: string
  readonly account_number: string
  readonly routing_number: string
  readonly status: string
  readonly idempotency_key?: string | null
}

export type RoutingNumber = Readonly<
  Record<
    'ach_transfers' | 'wire_transfers' | 'real_time_payments_transfers' | 'fednow_transfers',
    string
  >
>

const ajv = createAjv({ allErrors: false, strict: false })
const text = { type: 'string', maxLength: 2_000 } as const
const id = { type: 'string', minLength: 1, maxLength: 200 } as const
const maybe = { type: ['string', 'null'], maxLength: 2_000 } as const
const cents = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const

const object = (required: readonly string[], properties: object) =>
  ({ type: 'object', required, properties }) as const
const nullable = (required: readonly string[], properties: object) =>
  ({ type: ['object', 'null'], required, properties }) as const

const reader = <Shape>(schema: object): ((body: unknown) => Shape | undefined) => {
  const fits = ajv.compile<Shape>(schema)
  return (body) => (fits(body) ? body : undefined)
}

const corrections = {
  type: 'array',
  items: object(['created_at'], {
    ...{ corrected_account_number: maybe, corrected_routing_number: maybe, created_at: text },
    corrected_account_funding: maybe,
  }),
} as const

const transfer = object(
  ['id', 'type', 'account_id', 'amount', 'status', 'created_at', 'currency'],
  {
    ...{ id, account_id: id, amount: cents, status: text, created_at: text },
    type: { enum: Object.values(kinds).map(({ type }) => type) },
    currency: { const: 'USD' },
    idempotency_key: maybe,
    submission: nullable([], {
      submitted_at: maybe,
      expected_funds_settlement_at: text,
      administrative_returns_expected_by: text,
      trace_number: text,
    }),
    settlement: nullable(['settled_at'], { settled_at: text }),
    acknowledgement: nullable(['acknowledged_at'], { acknowledged_at: text }),
    inbound_funds_hold: nullable(['status'], { status: text }),
    return: nullable(['raw_return_reason_code'], {
      raw_return_reason_code: text,
      addenda_information: maybe,
    }),
    reversal: nullable(['amount'], { amount: cents, return_reason_code: maybe }),
    rejection: nullable(['reject_reason_code'], { reject_reason_code: text }),
    notifications_of_change: corrections,
  },
)

const event = object(['id', 'category', 'created_at', 'associated_object_id'], {
  ...{ id, category: text, associated_object_id: id },
  created_at: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$' },
})

const accountNumber = object(['id', 'account_number', 'routing_number', 'status'], {
  ...{ id, account_number: text, routing_number: text, status: text, idempotency_key: maybe },
})

const page = (items: object) =>
  object(['data'], { data: { type: 'array', maxItems: 1_000, items }, next_cursor: maybe })

export type PageOf<Shape> = {
  readonly data: readonly Shape[]
  readonly next_cursor?: string | null
}

export const transferIn = reader<BankTransfer>(transfer)
export const transfersIn = reader<PageOf<BankTransfer>>(page(transfer))
export const eventIn = reader<BankEvent>(event)
export const eventsIn = reader<PageOf<BankEvent>>(page(event))
export const prenotificationIn = reader<BankPrenotification>(
  object(['id', 'status'], {
    ...{ id, status: text, notifications_of_change: corrections },
    prenotification_return: nullable([], { raw_return_reason_code: maybe }),
  }),
)
export const accountNumberIn = reader<BankAccountNumber>(accountNumber)
export const transactionIn = reader<BankTransaction>(
  object(['id', 'amount', 'currency', 'created_at', 'source'], {
    ...{ id, amount: cents, currency: text, created_at: text, route_id: maybe },
    source: object(['category'], { category: text }),
  }),
)
/** Who has sent money, as far as the network says it. */
export type BankInbound = {
  readonly debtor_name?: string | null
  readonly debtor_account_number?: string | null
  readonly debtor_routing_number?: string | null
  readonly originator_company_name?: string | null
  readonly originator_routing_number?: string | null
  readonly trace_number?: string | null
  readonly end_to_end_identification?: string | null
  readonly unstructured_remittance_information?: string | null
  readonly status?: string
  readonly amount?: number
}

export const inboundIn = reader<BankInbound>(
  object([], {
    ...{ debtor_name: maybe, debtor_account_number: maybe, debtor_routing_number: maybe },
    ...{ originator_company_name: maybe, originator_routing_number: maybe, trace_number: maybe },
    ...{ end_to_end_identification: maybe, unstructured_remittance_information: maybe },
    ...{ status: text, amount: cents },
  }),
)
export const accountNumbersIn = reader<PageOf<BankAccountNumber>>(page(accountNumber))
export const balanceIn = reader<{ readonly available_balance: number }>(
  object(['available_balance'], { available_balance: cents }),
)
export const routingNumbersIn = reader<PageOf<RoutingNumber>>(
  page(
    object(
      ['ach_transfers', 'wire_transfers', 'real_time_payments_transfers', 'fednow_transfers'],
      {
        ...{ ach_transfers: text, wire_transfers: text },
        ...{ real_time_payments_transfers: text, fednow_transfers: text },
      },
    ),
  ),
)

/** What an error says, in whatever shape it comes. */
export type BankProblem = {
  readonly type: string | undefined
  /** The object that the key stands for. */
  readonly resourceId: string | undefined
  /** Names of the members that are wrong. */
  readonly fields: readonly string[]
}

export function problemIn(body: unknown): BankProblem {
  const { type, resource_id: resource, errors } = (body ?? {}) as Record<string, unknown>
  const isWord = typeof type === 'string' && /^[a-z_]{1,80}$/.test(type)
  const named = Array.isArray(errors) ? (errors as ({ field?: unknown } | null)[]) : []
  return {
    type: isWord ? type : undefined,
    resourceId: typeof resource === 'string' ? resource.slice(0, 200) : undefined,
    fields: named.flatMap((one) =>
      typeof one?.field === 'string' ? [one.field.slice(0, 100)] : [],
    ),
  }
}
