/** Two platforms with accounts, created in the database, and the SQL functions of payments. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Environment } from '../../contract/outsideParties.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { aDatabase } from '../support/stack.ts'

/** From where to where; each takes other branches of the functions. */
export const shapes = [
  'BANK',
  'BANK_WITH_FEES',
  'NEIGHBOUR',
  'OWN',
  'UMA_NEIGHBOUR',
  'UMA_BANK',
  'FUNDED_OWN',
  'FUNDED_BANK',
  'FUNDED_CRYPTO',
  'PULLED_OWN',
  'PULLED_BANK',
  'INCOMING',
  'INCOMING_BANK',
] as const
export type Shape = (typeof shapes)[number]

/** The order of a payment, with its expected shape. */
export type PlannedPayment = {
  readonly id: string
  readonly transactionId: string
  readonly shape: Shape
  readonly sending: number
  /** Waits for money that arrives. */
  readonly isFunded: boolean
  readonly order: object
}

export type LedgerFixture = {
  readonly platformId: string
  planned(shape: Shape, amount: number): PlannedPayment
  /** @param key a uuid: the call's Idempotency-Key */
  fund(holder: number, amount: number, key?: string): Promise<unknown>
  create(planned: PlannedPayment): Promise<unknown>
  place(planned: PlannedPayment): Promise<unknown>
  execute(planned: PlannedPayment, depositedAmount?: string): Promise<unknown>
  /** Calls a function that answers one value. */
  ask(name: string, ...values: readonly unknown[]): Promise<unknown>
  exists(planned: PlannedPayment): Promise<boolean>
  /** How many entries, events and transactions there are. */
  count(): Promise<unknown>
}

const hash = 'ab'.repeat(32)

/**
 * Gives the tests of a file a database of their own and a sandbox fixture in it, whose first account
 * holds 100 000 minor units. It is dropped after them.
 */
export function useLedgerFixture(
  use: (given: { fixture: LedgerFixture; database: Database; url: string }) => void,
): void {
  let close = async (): Promise<void> => undefined
  beforeAll(async () => {
    const { url, drop } = await aDatabase()
    const database = openDatabase(url)
    close = async () => {
      await database.close()
      await drop()
    }
    const fixture = await aLedgerFixture(database, url)
    await fixture.fund(0, 100_000)
    use({ fixture, database, url })
  })
  afterAll(() => close())
}

/** Creates a payment and executes it, with the money that it waits for. */
export async function executed(
  fixture: LedgerFixture,
  planned: PlannedPayment,
): Promise<PlannedPayment> {
  await fixture.create(planned)
  const depositedAmount = planned.isFunded ? String(planned.sending) : undefined
  expect(await fixture.execute(planned, depositedAmount)).toMatchObject({ outcome: 'COMMITTED' })
  return planned
}

export async function aLedgerFixture(
  database: Database,
  url: string,
  environment: Environment = 'SANDBOX',
): Promise<LedgerFixture> {
  const places = await settle(database, url, environment)
  const ask: LedgerFixture['ask'] = async (name, ...values) => {
    const given = values.map((value, index) =>
      typeof value === 'object' ? `$${index + 1}::jsonb` : `$${index + 1}`,
    )
    const [row] = await database.query<{ answer: unknown }>({
      text: `select ${name}(${given.join(', ')}) as answer`,
      values: values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
    })
    return row?.answer
  }
  const executionInput = (planned: PlannedPayment, depositedAmount?: string): object => ({
    paymentId: planned.id,
    platformId: places.platformId,
    key: `execute ${planned.id}`,
    requestHash: hash,
    ...(depositedAmount !== undefined && { depositedAmount }),
  })
  return {
    platformId: places.platformId,
    planned: (shape, amount) => aPlannedPayment(places, shape, amount),
    ask,
    fund: (holder, amount, key) =>
      ask('fund_account', {
        platformId: places.platformId,
        accountId: holder === 0 ? places.ada : places.treasury,
        transactionId: key ?? randomUUID(),
        amount: String(amount),
        ...(key !== undefined && { key, requestHash: hash }),
      }),
    create: ({ order }) => ask('create_payment', order),
    place: (planned) =>
      ask('decide_payment', {
        ...executionInput(planned),
        key: undefined,
        immediateOrder: { ...planned.order, isImmediate: true },
      }),
    execute: (planned, depositedAmount) =>
      ask('decide_payment', executionInput(planned, depositedAmount)),
    async exists({ id }) {
      const rows = await database.query({
        text: 'select 1 from payments where id = $1',
        values: [id],
      })
      return rows.length > 0
    },
    async count() {
      const [row] = await database.query({
        text: `select (select count(*) from ledger_transfers) as entries,
          (select count(*) from events) as events, (select count(*) from transactions) as transactions,
          (select count(*) from payments) as payments`,
      })
      return row
    },
  }
}

type Places = {
  readonly platformId: string
  readonly customerId: string
  readonly ada: string
  readonly adaCrypto: string
  readonly treasury: string
  readonly bob: string
  readonly neighbour: string
  readonly bank: string
  readonly neighbourBank: string
}

async function settle(database: Database, url: string, environment: Environment): Promise<Places> {
  const platforms = await Promise.all([1, 2].map(() => aSide(database, url, environment)))
  const [ours, theirs] = platforms as [Side, Side]
  const account = (side: Side, currency = 'USD'): Promise<string> =>
    open(database, side, currency, currency === 'USD' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO')
  const bob = await aCustomer(database, ours.platformId)
  return {
    ...ours,
    ada: await account(ours),
    adaCrypto: await account(ours, 'USDC'),
    bob: await account({ ...ours, customerId: bob }),
    neighbour: await account(theirs),
    bank: await aBank(database, ours),
    neighbourBank: await aBank(database, theirs),
  }
}

type Side = { readonly platformId: string; readonly customerId: string; readonly treasury: string }

async function aSide(database: Database, url: string, environment: Environment): Promise<Side> {
  const name = `side ${randomUUID()}`
  const { clientId } = await createPlatform(url, { name, environment })
  const [row] = await database.query<{ platform_id: string; treasury: string }>({
    text: `select t.platform_id, a.id as treasury from tokens t
      join internal_accounts a on a.platform_id = t.platform_id and a.currency = 'USD'
      where t.client_id = $1`,
    values: [clientId],
  })
  if (row === undefined) throw new Error('the platform has no account')
  const { platform_id: platformId, treasury } = row
  return { platformId, treasury, customerId: await aCustomer(database, platformId) }
}

async function aCustomer(database: Database, platformId: string): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, 'APPROVED' from platforms where id = $3`,
    values: [id, id, platformId],
  })
  return id
}

async function open(
  database: Database,
  side: Side,
  currency: string,
  type: string,
): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `select open_internal_account($1, $2, $3, $4, $5, 'ACTIVE')`,
    values: [id, side.platformId, side.customerId, type, currency],
  })
  return id
}

async function aBank(database: Database, side: Side): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
        account_info, identity) values ($1, $2, $3, 'USD_ACCOUNT', 'USD', 'ACTIVE', '{}', $4)`,
    values: [id, side.platformId, side.customerId, id],
  })
  return id
}

const isIncoming = (shape: Shape): boolean => shape.startsWith('INCOMING')
const asks = (shape: Shape): boolean => shape.startsWith('UMA') || isIncoming(shape)

function stepsOf(shape: Shape): string[] {
  const paysOut = shape.includes('BANK')
  return [
    ...(shape.startsWith('PULLED') ? ['COLLECT'] : []),
    ...(asks(shape) ? ['APPROVE'] : []),
    ...(paysOut ? ['PAY_OUT'] : []),
  ]
}

function aPlannedPayment(places: Places, shape: Shape, amount: number): PlannedPayment {
  const id = randomUUID()
  const transactionId = randomUUID()
  const isFunded = shape.startsWith('FUNDED')
  const isOwnMoney = !isFunded && !shape.startsWith('PULLED') && !isIncoming(shape)
  const currency = shape === 'FUNDED_CRYPTO' ? 'USDC' : 'USD'
  const isFree = isIncoming(shape)
  const serviceFee = isFree ? 0 : 10
  const platformFee = shape === 'BANK_WITH_FEES' ? 53 : 0
  const paysOut = stepsOf(shape).includes('PAY_OUT')
  const isOthers = shape === 'NEIGHBOUR' || asks(shape)
  const own = shape === 'OWN' ? places.treasury : places.ada
  const ownTarget = asks(shape) ? places.neighbour : isOthers ? places.bob : own
  return {
    id,
    transactionId,
    shape,
    sending: amount,
    isFunded,
    order: {
      id,
      transactionId,
      platformId: places.platformId,
      kind: isIncoming(shape) ? 'INCOMING' : 'QUOTE',
      operation: 'createQuote',
      key: `quote ${id}`,
      requestHash: hash,
      steps: stepsOf(shape),
      source: { sourceType: isFunded ? 'REALTIME_FUNDING' : 'ACCOUNT' },
      destination: { destinationType: 'ACCOUNT' },
      customerId: places.customerId,
      sourceType: sourceTypeOf(shape),
      sourceAccountId: isOwnMoney ? places.ada : undefined,
      sourceExternalId: shape.startsWith('PULLED') ? places.bank : undefined,
      destinationAccountId: paysOut
        ? asks(shape)
          ? places.neighbourBank
          : places.bank
        : undefined,
      destinationInternalId: paysOut ? undefined : ownTarget,
      incomingTransactionId: isIncoming(shape)
        ? transactionId
        : paysOut && !isOthers
          ? undefined
          : randomUUID(),
      senderCustomerInfo: asks(shape) ? { umaAddress: '$ada@test.example' } : undefined,
      fundingReference: isFunded ? `P${id.slice(0, 12)}` : undefined,
      transactionRail: paysOut ? 'ACH' : undefined,
      sendingCurrency: currency,
      receivingCurrency: 'USD',
      sendingAmount: String(amount),
      receivingAmount: String(amount - serviceFee - platformFee),
      serviceFee: String(serviceFee),
      platformFee: String(platformFee),
      exchangeRate: '1',
      lockedSide: 'SENDING',
      // One in seven comes too late.
      expiresAt: new Date(Date.now() + (amount % 7 === 0 ? -1_000 : 3_600_000)).toISOString(),
    },
  }
}

function sourceTypeOf(shape: Shape): string {
  if (shape.startsWith('FUNDED')) return 'REALTIME_FUNDING'
  if (shape.startsWith('PULLED')) return 'EXTERNAL_ACCOUNT'
  return isIncoming(shape) ? 'UMA_ADDRESS' : 'INTERNAL_FIAT'
}
