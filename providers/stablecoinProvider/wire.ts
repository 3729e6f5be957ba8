/** The provider's bodies: what is read of them is copied member by member. */
import { createAjv } from '../../contract/ajv.ts'
import { instant } from '../../contract/time.ts'
import {
  bankRails,
  type Leg,
  type NewAddress,
  type NewTransfer,
  type ProviderAccount,
  type ProviderAddress,
  type Transfer,
  type TransferStatus,
  transferStatuses,
} from './provider.ts'

const ajv = createAjv({ allErrors: false, strict: false })
const text = { type: 'string', minLength: 1, maxLength: 500 } as const
const maybe = { type: ['string', 'null'], maxLength: 500 } as const
const money = {
  type: 'object',
  required: ['value', 'currency'],
  properties: { value: { type: 'string', pattern: '^[0-9]{1,16}([.][0-9]{1,2})?$' } },
} as const

/** Of a transfer. */
const dollars = {
  ...money,
  properties: { ...money.properties, currency: { type: 'string', pattern: '^[Uu][Ss][Dd]$' } },
} as const

type Money = { readonly value: string }

/** Cents as the provider writes them: `10.00`. */
export function moneyOf(cents: bigint): { value: string; currency: 'USD' } {
  return { value: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`, currency: 'USD' }
}

function centsOf({ value }: Money): bigint {
  const [whole = '0', part = ''] = value.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

function reader<Shape, Result>(
  schema: object,
  read: (shape: Shape) => Result,
): (body: unknown) => Result | undefined {
  const fits = ajv.compile<Shape>(schema)
  return (body) => (fits(body) ? read(body) : undefined)
}

type TokenShape = { readonly access_token: string; readonly expires_in: number }

export const tokenIn = reader(
  {
    type: 'object',
    required: ['access_token', 'expires_in'],
    properties: {
      access_token: { ...text, maxLength: 4_000 },
      expires_in: { type: 'integer', minimum: 0, maximum: 10_000_000 },
    },
  },
  ({ access_token: token, expires_in: seconds }: TokenShape) => ({ token, seconds }),
)

/** Objects, or bare ids of accounts that are complete. */
type AccountsShape = {
  readonly accounts: readonly (string | { readonly id: string; readonly status: string })[]
}

export const accountsIn = reader(
  {
    type: 'object',
    required: ['accounts'],
    properties: {
      accounts: {
        type: 'array',
        maxItems: 10_000,
        items: {
          anyOf: [
            text,
            { type: 'object', required: ['id', 'status'], properties: { id: text, status: text } },
          ],
        },
      },
    },
  },
  ({ accounts }: AccountsShape): readonly ProviderAccount[] =>
    accounts.map((one) =>
      typeof one === 'string'
        ? { id: one, isComplete: true }
        : { id: one.id, isComplete: one.status === 'complete' },
    ),
)

type AddressShape = {
  readonly id: string
  readonly status: ProviderAddress['status']
  readonly name?: string | null
  readonly owner?: string | null
  readonly address?: string | null
  readonly routing_number?: string | null
  readonly routingNumber?: string | null
  readonly account_number?: string | null
}

const addressSchema = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: text,
    status: { enum: ['pending', 'active', 'archived'] },
    ...{ name: maybe, owner: maybe, address: maybe },
    routing_number: maybe,
    routingNumber: maybe,
    account_number: maybe,
  },
} as const

/** An account number comes masked; only its end is kept. */
function addressOf(shape: AddressShape): ProviderAddress {
  const { id, status, name = null, owner = null, address = null } = shape
  const number = shape.account_number
  return {
    ...{ id, status, name, owner, address },
    routingNumber: shape.routing_number ?? shape.routingNumber ?? null,
    lastFour: number ? number.slice(-4) : null,
  }
}

export const addressIn = reader(addressSchema, addressOf)
export const addressesIn = reader(
  {
    type: 'object',
    required: ['addresses'],
    properties: { addresses: { type: 'array', maxItems: 10_000, items: addressSchema } },
  },
  ({ addresses }: { readonly addresses: readonly AddressShape[] }) => addresses.map(addressOf),
)

export const balanceIn = reader(
  { type: 'object', required: ['balance'], properties: { balance: money } },
  ({ balance }: { readonly balance: Money }) => centsOf(balance),
)

type ReturnShape = { readonly code?: string | null; readonly reason?: string | null }
type TransferShape = {
  readonly id: string
  readonly status: TransferStatus
  readonly amount: Money
  readonly note?: string | null
  readonly created_at?: string | null
  readonly failure?: {
    readonly type?: string | null
    readonly retriable?: boolean | null
    readonly ach_return?: ReturnShape | null
    readonly wire_return?: ReturnShape | null
  } | null
  readonly wire_instructions?: Readonly<Record<string, string | null>> | null
}

const returnSchema = {
  type: ['object', 'null'],
  properties: { code: maybe, reason: maybe },
} as const
const transferSchema = {
  type: 'object',
  required: ['id', 'status', 'amount'],
  properties: {
    id: text,
    status: { enum: transferStatuses },
    amount: dollars,
    ...{ note: maybe, created_at: maybe },
    failure: {
      type: ['object', 'null'],
      properties: {
        type: maybe,
        retriable: { type: ['boolean', 'null'] },
        ach_return: returnSchema,
        wire_return: returnSchema,
      },
    },
    wire_instructions: { type: ['object', 'null'], additionalProperties: maybe },
  },
} as const

function transferOf(shape: TransferShape): Transfer {
  const { id, status, amount, note = null, failure, wire_instructions: wire } = shape
  const back = failure?.ach_return ?? failure?.wire_return
  return {
    ...{ id, status, note, cents: centsOf(amount) },
    failure: failure
      ? {
          isRetriable: failure.retriable ?? true,
          returned: back ? [back.code, back.reason].filter(Boolean).join(' ') || 'returned' : null,
        }
      : null,
    wire: wire ? instructionsOf(wire) : null,
    createdAt: instantOf(shape.created_at ?? ''),
  }
}

function instantOf(text: string): Date | null {
  return Number.isNaN(Date.parse(text)) ? null : instant(text)
}

function instructionsOf(wire: Readonly<Record<string, string | null>>): Transfer['wire'] {
  const at = (name: string): string => wire[name] ?? ''
  return {
    beneficiaryName: at('beneficiary_name'),
    beneficiaryAddress: at('beneficiary_address'),
    bankName: at('bank_name'),
    bankAddress: at('bank_address'),
    accountNumber: at('account_number'),
    routingNumber: at('routing_number'),
    ...(wire.memo && { memo: wire.memo }),
  }
}

export const transferIn = reader(transferSchema, transferOf)
export const transfersIn = reader(
  {
    type: 'object',
    required: ['transfers'],
    properties: { transfers: { type: 'array', maxItems: 10_000, items: transferSchema } },
  },
  ({ transfers }: { readonly transfers: readonly TransferShape[] }) => transfers.map(transferOf),
)

/** The path of a new address below its account, and the body. */
export function addressBody(address: NewAddress): [string, object] {
  switch (address.kind) {
    case 'DEPOSIT':
      return ['/addresses/internal', { name: address.name, transfer_types: ['spark'] }]
    case 'WALLET': {
      const { name, address: at } = address
      return ['/addresses/external', { name, address: at, transfer_types: ['spark'] }]
    }
    case 'BANK':
      return ['/addresses/external', bankBody(address)]
  }
}

/** A wire is taken with both postal addresses only: without one, the other rails alone. */
function bankBody(bank: NewAddress & { kind: 'BANK' }): object {
  const { address } = bank
  const postal = address && {
    street_line_1: address.line1,
    city: address.city,
    state: address.state,
    zip: address.postalCode,
    country: address.country,
  }
  const rails = bankRails.filter((rail) =>
    rail === 'ach_debit' ? bank.isDebited : rail !== 'wire' || postal,
  )
  return {
    owner: bank.owner,
    account_number: bank.accountNumber,
    routing_number: bank.routingNumber,
    account_type: bank.isSavings ? 'savings' : 'checking',
    transfer_types: rails,
    ...(postal && { bank_address: postal, beneficiary_address: postal }),
  }
}

export function transferBody({ cents, source, destination, note }: NewTransfer): object {
  return {
    amount: moneyOf(cents),
    source: legBody(source),
    destination: legBody(destination),
    note,
  }
}

function legBody({ addressId, valueType, transferType }: Leg): object {
  return {
    ...(addressId !== undefined && { address_id: addressId }),
    ...{ value_type: valueType, transfer_type: transferType },
  }
}

/** The first code of either of the two shapes that errors have. */
export function errorCodeIn(body: unknown): string | undefined {
  const { code, errors } = (body ?? {}) as { code?: unknown; errors?: unknown }
  const [first] = Array.isArray(errors) ? (errors as { code?: unknown }[]) : []
  const found = first?.code ?? code
  return typeof found === 'string' && /^[a-zA-Z_]{1,60}$/.test(found) ? found : undefined
}
