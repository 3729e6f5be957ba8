/** Money that a provider reports as gone back: it is booked where it is what we have ordered, and else is for a person. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { RailProvider } from '../../contract/railRoutes.ts'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import type { OutsideParties } from '../../providers/outsideParties.ts'
import { type OrderNotice, RailError } from '../../providers/payoutRail/index.ts'
import { recordDepositReturn } from '../../worker/depositReturns.ts'
import { recordDeposit } from '../../worker/deposits.ts'
import { askForFundings } from '../../worker/fundings.ts'
import type { Reconciliation } from '../../worker/reconcile/finding.ts'
import { depositFindings, reportOf } from '../../worker/reconcile/rail.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})

const ask = (name: string, ...values: readonly unknown[]): Promise<unknown> =>
  fixture.ask(name, ...values)

/** A deposit that nothing can take, with our own id of it. */
async function anUnapplied(provider: RailProvider = 'BANK'): Promise<{ id: string; uuid: string }> {
  const id = `inbound_ach_transfer:${randomUUID()}`
  await ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '500', 'USD', provider)
  return { id, uuid: String(await ask('deposit_uuid', 'SANDBOX', id)) }
}

/** Sent back, as far as the call to its provider. */
async function aReturn(uuid: string, attempt = 1): Promise<string> {
  await ask('return_deposit', uuid, 'Grace Hopper', 'asked by the payer')
  await ask('prepare_deposit_return', uuid, attempt)
  return `Deposit:${uuid}/return${attempt === 1 ? '' : `/${attempt}`}`
}

const takenBack = (id: string, amount = '500', provider: RailProvider = 'BANK'): Promise<unknown> =>
  ask('book_taken_back', 'SANDBOX', id, amount, provider)

test('a deposit that its bank takes back is as ordered only while our return of it counts', async () => {
  const { id, uuid } = await anUnapplied()
  await expect(takenBack(id)).rejects.toThrow('taken back')
  const reference = await aReturn(uuid)
  await takenBack(id)
  await expect(takenBack(id, '123')).rejects.toThrow('taken back')
  await expect(takenBack(id, '500', 'RAIL')).rejects.toThrow('taken back')
  await ask('book_deposit_return', 'SANDBOX', reference, 'FAILED')
  await expect(takenBack(id)).rejects.toThrow('taken back')
  await ask('book_deposit_return', 'SANDBOX', reference, 'SETTLED')
  await takenBack(id)
})

/** As the feed of a provider reports it. */
const reported = (reference: string, provider: RailProvider, more: Partial<OrderNotice>) =>
  recordDepositReturn(
    database,
    { environment: 'SANDBOX', provider, rail: { find: async () => undefined } },
    { eventId: randomUUID(), at: '', reference, state: 'SETTLED', ...more },
  )

test('the return of a deposit is booked where provider, amount and currency are as ordered', async () => {
  const { uuid } = await anUnapplied('RAIL')
  const reference = await aReturn(uuid)
  const stateOf = () => ask('book_deposit_return', 'SANDBOX', reference, 'PENDING')
  const amountMinor = '500'
  await expect(reported(reference, 'BANK', { amountMinor })).rejects.toThrow('was ordered')
  await expect(reported(reference, 'RAIL', { amountMinor: '1' })).rejects.toThrow('was ordered')
  await expect(reported(reference, 'RAIL', { currency: 'EUR' })).rejects.toThrow('was ordered')
  await expect(reported(reference, 'RAIL', { returnedMinor: '1' })).rejects.toThrow('was ordered')
  expect(await stateOf()).toBe('SUBMITTED')
  expect(await reported(reference, 'RAIL', { amountMinor, currency: 'USD' })).toBe(true)
  expect(await stateOf()).toBe('SETTLED')
  expect(await reported(`Deposit:${randomUUID()}/return`, 'RAIL', {})).toBe(false)
})

test('a deposit of another provider under the same id is not taken for the first', async () => {
  const { id } = await anUnapplied('RAIL')
  const again = (provider: RailProvider) =>
    ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '500', 'USD', provider)
  expect(await again('RAIL')).toBe('UNAPPLIED')
  await expect(again('BANK')).rejects.toThrow('by RAIL')
})

/** Paid out, and reported as returned for compliance. */
async function returnedForCompliance(shape: Shape): Promise<PlannedPayment> {
  const planned = await executed(fixture, fixture.planned(shape, 1_000))
  const reference = `Transaction:${planned.transactionId}`
  await ask('prepare_payout', planned.id)
  const note = (state: string, more = {}) => ask('book_notice', 'SANDBOX', reference, state, more)
  await note('SETTLED')
  expect(await ask('settle_payment', planned.id)).toBe('COMPLETED')
  await note('RETURNED', { code: 'R16', refund: 'REFUSED' })
  return planned
}

test.each(['BANK', 'FUNDED_BANK'] as const)(
  'a payout that comes back for compliance is not refunded by itself: %s',
  async (shape) => {
    const { id } = await returnedForCompliance(shape)
    expect(await ask('return_payment', id, 'ACCOUNT_CANNOT_RECEIVE')).toBe('FAILED')
    const row = await database.one<object>({
      text: `select t.refund ->> 'status' as refund, is_in_suspense(q) as "isAside", is_refund_open(q) as "isOpen"
      from payments q join transactions t on t.id = q.transaction_id where q.id = $1`,
      values: [id],
    })
    expect(row).toEqual({ refund: 'FAILED', isAside: true, isOpen: false })
    expect(await ask('refund_from_suspense', id)).toBe('REFUNDED')
    expect((await checkLedger(database)).findings).toEqual([])
  },
)

test('what PostgreSQL cannot keep of a payer’s text keeps no deposit away', async () => {
  const id = randomUUID()
  const payer = { name: 'Ada', remittanceText: 'a\u0000b\ud800' }
  const deposit = { id, amountMinor: '500', currency: 'USD', payer }
  await recordDeposit(
    database,
    { environment: 'SANDBOX', provider: 'BANK' },
    { eventId: 'e', at: '', reference: 'NOBODYS', deposit },
    pino({ enabled: false }),
  )
  const row = await database.one<object>({
    text: 'select payer from deposits where id = $1',
    values: [id],
  })
  expect(row).toEqual({ payer: { name: 'Ada', remittanceText: 'ab\ufffd' } })
})

/** An account of the platform that is to get money. @returns its UUID */
async function open(currency: string, id: string = randomUUID()): Promise<string> {
  await database.query({
    text: `select open_internal_account($1, $2, null, 'INTERNAL_FIAT', $3, 'ACTIVE')`,
    values: [id, fixture.platformId, currency],
  })
  return id
}

test('a provider that is away keeps nobody else’s accounts without instructions', async () => {
  // The first ones to be asked for are of the provider that is away.
  for (const last of [1, 2, 3, 4]) await open('USD', `00000000-0000-4000-8000-00000000000${last}`)
  const [odd, fine] = [await open('EUR'), await open('GBP')]
  const outside = {
    railProviders: () => ['BANK', 'RAIL'],
    railProviderFor: (_: string, { currency }: { currency: string }) =>
      currency === 'USD' ? 'BANK' : 'RAIL',
    payoutRail: (_: string, provider: RailProvider) => ({
      async standingFundings(wanted: readonly { currency: string }[]) {
        const isOdd = wanted.some(({ currency }) => currency === 'EUR')
        if (provider === 'BANK' || isOdd) throw new RailError('UNAVAILABLE', 'no answer')
        return wanted.map(() => [{ accountOrWalletInfo: {}, instructionsNotes: 'any' }])
      },
    }),
  } as unknown as OutsideParties
  await askForFundings(database, 'SANDBOX', outside)
  const rows = await database.query<{ id: string }>({
    text: 'select id from internal_accounts where id = any ($1) and funding_instructions is not null',
    values: [[odd, fine]],
  })
  expect(rows).toEqual([{ id: fine }])
})

test('accounts of a currency that no provider took get their instructions once a route names a provider', async () => {
  const some = [await open('CAD'), await open('CAD')]
  const routed = new Set<string>()
  let answers = true
  const outside = {
    railProviders: () => ['RAIL'],
    railProviderFor: (_: string, { currency }: { currency: string }) =>
      currency !== 'CAD' || routed.has(currency) ? 'RAIL' : undefined,
    payoutRail: () => ({
      async standingFundings(wanted: readonly { reference: string }[]) {
        if (!answers) throw new RailError('UNAVAILABLE', 'no answer')
        return wanted.map(({ reference }) => [
          { accountOrWalletInfo: { reference }, instructionsNotes: 'any' },
        ])
      },
    }),
  } as unknown as OutsideParties
  const state = () =>
    database.query<{ is_given: boolean; events: number }>({
      text: `select funding_instructions <> '[]' as is_given, (select count(*)::integer from events e
          where e.type = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'
            and e.subject = 'InternalAccount:' || a.id) as events
        from internal_accounts a where id = any ($1)`,
      values: [some],
    })
  const both = (given: object) => [given, given]
  await askForFundings(database, 'SANDBOX', outside)
  await askForFundings(database, 'SANDBOX', outside)
  expect(await state()).toEqual(both({ is_given: false, events: 0 }))
  routed.add('CAD')
  answers = false
  await askForFundings(database, 'SANDBOX', outside)
  expect(await state()).toEqual(both({ is_given: false, events: 0 }))
  answers = true
  await Promise.all([1, 2, 3].map(() => askForFundings(database, 'SANDBOX', outside)))
  await askForFundings(database, 'SANDBOX', outside)
  expect(await state()).toEqual(both({ is_given: true, events: 1 }))
})

test('after a restore a deposit that had gone back is booked with its return', async () => {
  const id = `inbound_wire_transfer:${randomUUID()}`
  const at = '2026-01-01T00:00:00.000Z'
  const deposit = { id, amountMinor: '500', currency: 'USD' }
  const notices = [
    { eventId: '1', at, reference: 'NOBODYS', deposit },
    { eventId: '2', at, takenBack: { depositId: id, amountMinor: '500' } },
  ]
  const rail = {
    positionAt: async () => '',
    notices: async (from: string) => ({ notices: from === '' ? notices : [], position: 'end' }),
  }
  const context = {
    ...{ database, since: instant(0) },
    outside: { payoutRail: () => rail },
  } as unknown as Reconciliation
  const report = await reportOf(context, 'SANDBOX', 'BANK')
  const [found] = await depositFindings(context, report)
  expect(found).toMatchObject({ subject: id, remedy: expect.stringContaining('nobody') })
  expect(found && 'apply' in found && (await found.apply())).toBe('TAKEN_OVER')
  const row = { text: 'select outcome from deposits where id = $1', values: [id] }
  expect(await database.one<object>(row)).toEqual({ outcome: 'RETURNED' })
  await takenBack(id)
  expect(await depositFindings(context, report)).toEqual([])
  expect((await checkLedger(database)).findings).toEqual([])
})
