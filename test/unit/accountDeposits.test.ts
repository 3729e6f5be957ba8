/** Deposits of accounts in the database alone: who is credited, what is unapplied, and operators' decisions. */
import { randomUUID } from 'node:crypto'
import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createDepositReturnCalls } from '../../activities/payments/depositReturn.ts'
import { decidableDeposit } from '../../api/operators/decisions/deposit.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { Database, Tx } from '../../db/database.ts'
import { nextToFund } from '../../db/fundings.ts'
import { listInbox } from '../../db/inbox.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import type { PayoutState } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { askForFundings } from '../../worker/fundings.ts'
import { aLedgerFixture, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let production: LedgerFixture
let database: Database
let url: string

useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
  url = given.url
})
beforeAll(async () => {
  production = await aLedgerFixture(database, url, 'PRODUCTION')
})

type Account = { readonly id: string; readonly reference: string; readonly customerId: string }

/** A dollar account of a customer of its own. */
async function anAccount({ platformId }: LedgerFixture = fixture): Promise<Account> {
  const [id, customerId] = [randomUUID(), randomUUID()]
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select $1::uuid, id, $1::text, 'INDIVIDUAL', '$' || $1::text || '@' || uma_domain, 'APPROVED' from platforms where id = $2`,
    values: [customerId, platformId],
  })
  await database.query({
    text: `select open_internal_account($1, $2, $3, 'INTERNAL_FIAT', 'USD', 'ACTIVE')`,
    values: [id, platformId, customerId],
  })
  const { reference } = await database.one<{ reference: string }>({
    text: 'select funding_reference_of($1) as reference',
    values: [id],
  })
  return { id, reference, customerId }
}

/** Of the customer that pays. */
async function setKyc(paymentId: string, status: string): Promise<void> {
  await database.query({
    text: `update customers set kyc_status = $2 where id = (select customer_id from payments where id = $1)`,
    values: [paymentId, status],
  })
}

type Money = { readonly id?: string; readonly amount?: number; readonly currency?: string }

const receive = (
  reference: string,
  { id = randomUUID(), amount = 500, currency = 'USD' }: Money = {},
  environment: Environment = 'SANDBOX',
): Promise<unknown> =>
  fixture.ask('receive_deposit', environment, id, reference, String(amount), currency)

/** A deposit that nothing has taken: our own id of it, and the rail's. */
async function anUnapplied(more: Money = {}): Promise<{ uuid: string; id: string }> {
  const id = more.id ?? randomUUID()
  expect(await receive('NOBODYS', { ...more, id })).toBe('UNAPPLIED')
  return { id, uuid: await uuidOf(id) }
}

async function uuidOf(id: string, environment: Environment = 'SANDBOX'): Promise<string> {
  return String(await fixture.ask('deposit_uuid', environment, id))
}

async function balanceOf({ id }: Account): Promise<number> {
  const { posted } = await database.one<{ posted: bigint }>({
    text: 'select posted from ledger_balances where account_id = $1',
    values: [id],
  })
  return Number(posted)
}

async function rowOf(id: string): Promise<{ outcome: string | null; reason: string | null }> {
  return database.one({ text: 'select outcome, reason from deposits where id = $1', values: [id] })
}

async function suspenseOf(id: string): Promise<number> {
  const { sum } = await database.one<{ sum: bigint }>({
    text: `select coalesce(sum(case when a.id = t.credit_account_id then t.amount else -t.amount end), 0)::bigint as sum
      from ledger_transfers t join ledger_accounts a on a.kind = 'SUSPENSE' and a.id in (t.debit_account_id, t.credit_account_id)
      where t.reference = 'Arrival:' || $1`,
    values: [id],
  })
  return Number(sum)
}

const by = ['Grace Hopper', 'asked by the payer'] as const
const apply = (uuid: string, account: Account): Promise<unknown> =>
  fixture.ask('apply_deposit_to_account', uuid, account.id, ...by)
const sendBack = (uuid: string): Promise<unknown> => fixture.ask('return_deposit', uuid, ...by)
const report = (uuid: string, attempt: number, state: string): Promise<unknown> =>
  fixture.ask('book_deposit_return', 'SANDBOX', returnOf(uuid, attempt), state)
const returnOf = (uuid: string, attempt: number): string =>
  `Deposit:${uuid}/return${attempt === 1 ? '' : `/${attempt}`}`

async function holds(): Promise<void> {
  const { findings } = await checkLedger(database)
  expect(findings).toEqual([])
}

describe('an account', () => {
  test('is credited once, with its transaction, event and timeline, however often it is reported', async () => {
    const account = await anAccount()
    const id = randomUUID()
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => receive(account.reference, { id })),
    )
    expect(new Set(outcomes)).toEqual(new Set(['APPLIED']))
    expect(await balanceOf(account)).toBe(500)
    const uuid = await uuidOf(id)
    const transactions = await database.query({
      text: `select id, type, status, received_amount, reference,
          (select array_agg(type) from events where subject = 'Transaction:' || t.id) as events,
          (select array_agg(code) from timeline where subject = 'Transaction:' || t.id) as timeline
        from transactions t where customer_id = $1`,
      values: [account.customerId],
    })
    expect(transactions).toEqual([
      {
        ...{ id: uuid, type: 'INCOMING', status: 'COMPLETED', received_amount: 500n },
        ...{ reference: account.reference, events: ['INCOMING_PAYMENT.COMPLETED'] },
        timeline: ['CREDITED'],
      },
    ])
    await holds()
  })

  test('is reported twice with other contents: an error for the dead letters, and nothing is booked', async () => {
    const account = await anAccount()
    const id = randomUUID()
    await receive(account.reference, { id })
    await expect(receive(account.reference, { id, amount: 501 })).rejects.toThrow('was reported as')
    expect(await balanceOf(account)).toBe(500)
  })

  test('takes nothing that is not for it, and what is left over is in suspense', async () => {
    const account = await anAccount()
    const theirs = await anAccount(production)
    await database.query({
      text: `update platforms set supported_currencies = '[{"currencyCode": "USD", "minAmount": 100}]' where id = $1`,
      values: [fixture.platformId],
    })
    const reasons: unknown[] = []
    const refused = async (reference: string, money: Money = {}): Promise<void> => {
      const id = randomUUID()
      expect(await receive(reference, { ...money, id })).toBe('UNAPPLIED')
      reasons.push((await rowOf(id)).reason)
      expect(await suspenseOf(id)).toBe(money.amount ?? 500)
    }
    await refused(account.reference, { currency: 'EUR' })
    await refused('A0000000000000000F')
    await refused(theirs.reference)
    await refused(account.reference, { amount: 99 })
    const status = (to: string): Promise<unknown> =>
      database.query({
        text: 'update internal_accounts set status = $2 where id = $1',
        values: [account.id, to],
      })
    for (const name of ['FROZEN', 'PENDING', 'CLOSED']) {
      await status(name)
      await refused(account.reference)
    }
    await database.query({
      text: 'update customers set is_deleted = true where id = $1',
      values: [account.customerId],
    })
    await refused(account.reference)
    expect(reasons).toEqual([
      ...['OTHER_CURRENCY', 'UNKNOWN_REFERENCE', 'OTHER_ENVIRONMENT', 'BELOW_MINIMUM'],
      ...['ACCOUNT_FROZEN', 'ACCOUNT_PENDING', 'ACCOUNT_CLOSED', 'CUSTOMER_DELETED'],
    ])
    expect(await balanceOf(account)).toBe(0)
    await holds()
  })

  test('of production is credited by its own rail alone, under an id that both rails use', async () => {
    const [ours, theirs] = [await anAccount(), await anAccount(production)]
    const id = randomUUID()
    expect(await receive(ours.reference, { id })).toBe('APPLIED')
    expect(await receive(theirs.reference, { id }, 'PRODUCTION')).toBe('APPLIED')
    expect(await receive(ours.reference, {}, 'PRODUCTION')).toBe('UNAPPLIED')
    expect([await balanceOf(ours), await balanceOf(theirs)]).toEqual([500, 500])
    expect(await uuidOf(id)).not.toBe(await uuidOf(id, 'PRODUCTION'))
    await holds()
  })
})

describe('an operator', () => {
  test('has it sent back once where an attempt that failed settles after all', async () => {
    const { uuid, id } = await anUnapplied()
    const prepare = (attempt: number): Promise<unknown> =>
      fixture.ask('prepare_deposit_return', uuid, attempt)
    await sendBack(uuid)
    await prepare(1)
    await report(uuid, 1, 'FAILED')
    await sendBack(uuid)
    expect(await report(uuid, 1, 'SETTLED')).toBe('SETTLED')
    expect(await prepare(2)).toMatchObject({ action: 'NONE' })
    expect(await report(uuid, 2, 'PENDING')).toBe('FAILED')
    expect((await rowOf(id)).outcome).toBe('RETURNED')
    expect(await suspenseOf(id)).toBe(0)
    expect(await report(uuid, 1, 'RETURNED')).toBe('RETURNED')
    expect((await rowOf(id)).outcome).toBe('UNAPPLIED')
    await holds()
  })

  test('gives it to nobody while another attempt is on its way', async () => {
    const account = await anAccount()
    const { uuid, id } = await anUnapplied()
    await sendBack(uuid)
    await fixture.ask('prepare_deposit_return', uuid, 1)
    await report(uuid, 1, 'FAILED')
    await sendBack(uuid)
    await fixture.ask('prepare_deposit_return', uuid, 2)
    expect(await report(uuid, 1, 'RETURNED')).toBe('RETURNED')
    expect((await rowOf(id)).outcome).toBe('RETURNING')
    expect(await apply(uuid, account)).toBe('RETURNING')
    expect(await report(uuid, 2, 'SETTLED')).toBe('SETTLED')
    expect([(await rowOf(id)).outcome, await suspenseOf(id)]).toEqual(['RETURNED', 0])
    await holds()
  })

  test('gives unapplied funds to an account, once', async () => {
    const [account, other] = [await anAccount(), await anAccount()]
    const { uuid, id } = await anUnapplied()
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply(uuid, account)))
    expect(new Set(answers)).toEqual(new Set(['APPLIED']))
    expect(await apply(uuid, other)).toBe('APPLIED_ELSEWHERE')
    expect([await balanceOf(account), await balanceOf(other)]).toEqual([500, 0])
    expect(await suspenseOf(id)).toBe(0)
    await holds()
  })

  test('is refused what does not fit, and may apply what is too little', async () => {
    const account = await anAccount()
    const { uuid } = await anUnapplied({ currency: 'EUR' })
    expect(await apply(uuid, account)).toBe('OTHER_CURRENCY')
    expect(await apply(randomUUID(), account)).toBe('NO_SUCH_DEPOSIT')
    const other = { ...account, id: randomUUID() }
    expect(await apply(uuid, other)).toBe('NO_SUCH_ACCOUNT')
    const small = await anUnapplied({ amount: 5 })
    expect(await apply(small.uuid, await anAccount(production))).toBe('OTHER_ENVIRONMENT')
    expect(await apply(small.uuid, account)).toBe('APPLIED')
    await holds()
  })

  test('gives it to a quote that waits; what that cannot take is in suspense again, and again', async () => {
    const { uuid, id } = await anUnapplied({ amount: 1_000 })
    const give = (paymentId: string): Promise<unknown> =>
      fixture.ask('apply_deposit_to_payment', uuid, paymentId, ...by)
    for (const _ of [1, 2]) {
      const planned = fixture.planned('FUNDED_OWN', 1_000)
      await fixture.create(planned)
      // Whose customer may not pay: the execution is refused, and the money stays where it is.
      await setKyc(planned.id, 'HOLD')
      expect(await give(planned.id)).toBe('USER_NOT_READY')
      await setKyc(planned.id, 'APPROVED')
      expect(await suspenseOf(id)).toBe(1_000)
      await database.query({
        text: `update payments set expires_at = now() - interval '1 s' where id = $1`,
        values: [planned.id],
      })
      expect(await give(planned.id)).toBe('TOO_LATE')
    }
    const other = fixture.planned('FUNDED_OWN', 2_000)
    await fixture.create(other)
    expect(await give(other.id)).toBe('OTHER_AMOUNT')
    const planned = fixture.planned('FUNDED_OWN', 1_000)
    await fixture.create(planned)
    expect(await give(planned.id)).toBe('APPLIED')
    expect(await give(planned.id)).toBe('APPLIED')
    expect(await suspenseOf(id)).toBe(0)
    await fixture.ask('settle_payment', planned.id)
    await holds()
  })

  test('applies and returns at once: one of the two', async () => {
    const account = await anAccount()
    for (let round = 0; round < 10; round += 1) {
      const { uuid, id } = await anUnapplied()
      const before = await balanceOf(account)
      await Promise.all([
        sendBack(uuid),
        apply(uuid, account),
        sendBack(uuid),
        apply(uuid, account),
      ])
      const { outcome } = await rowOf(id)
      const isApplied = outcome === 'APPLIED'
      expect(['APPLIED', 'RETURNING']).toContain(outcome)
      expect(await balanceOf(account)).toBe(before + (isApplied ? 500 : 0))
      expect(await suspenseOf(id)).toBe(isApplied ? 0 : 500)
      const returns = await database.query({
        text: 'select reference from deposit_returns where deposit_id = $1',
        values: [id],
      })
      expect(returns).toHaveLength(isApplied ? 0 : 1)
    }
    await holds()
  })

  test('has it sent back; each attempt has a reference of its own, and the books follow the rail', async () => {
    const account = await anAccount()
    const { uuid, id } = await anUnapplied()
    expect(await sendBack(uuid)).toMatchObject({ outcome: 'RETURNING', attempt: 1 })
    expect(await sendBack(uuid)).toMatchObject({ outcome: 'RETURNING', attempt: 1 })
    expect(await fixture.ask('prepare_deposit_return', uuid, 1)).toMatchObject({
      ...{ action: 'SUBMIT', isFirst: true, environment: 'SANDBOX' },
      instruction: { reference: returnOf(uuid, 1), amountMinor: '500', currency: 'USD' },
    })
    expect(await fixture.ask('prepare_deposit_return', uuid, 1)).toMatchObject({ isFirst: false })
    expect(await apply(uuid, account)).toBe('RETURNING')
    expect(await report(uuid, 1, 'FAILED')).toBe('FAILED')
    expect(await rowOf(id)).toEqual({ outcome: 'UNAPPLIED', reason: 'RETURN_FAILED' })
    expect(await sendBack(uuid)).toMatchObject({ attempt: 2 })
    expect(await report(uuid, 2, 'SETTLED')).toBe('SETTLED')
    expect(await report(uuid, 2, 'SETTLED')).toBe('SETTLED')
    expect(await suspenseOf(id)).toBe(0)
    expect(await sendBack(uuid)).toMatchObject({ outcome: 'RETURNED' })
    expect(await report(uuid, 2, 'RETURNED')).toBe('RETURNED')
    // An old notice, read again.
    expect(await report(uuid, 2, 'SETTLED')).toBe('RETURNED')
    expect(await rowOf(id)).toEqual({ outcome: 'UNAPPLIED', reason: 'RETURN_SENT_BACK' })
    expect(await suspenseOf(id)).toBe(500)
    expect(await apply(uuid, account)).toBe('APPLIED')
    expect(await balanceOf(account)).toBe(500)
    await holds()
  })

  test('has given the money to an account when the rail pays it back after all: suspense lacks it', async () => {
    const account = await anAccount()
    const { uuid, id } = await anUnapplied()
    await sendBack(uuid)
    await report(uuid, 1, 'FAILED')
    await apply(uuid, account)
    expect(await report(uuid, 1, 'SETTLED')).toBe('SETTLED')
    expect(await rowOf(id)).toMatchObject({ outcome: 'APPLIED' })
    expect(await suspenseOf(id)).toBe(-500)
    await holds()
    expect(await report(uuid, 1, 'RETURNED')).toBe('RETURNED')
    expect(await suspenseOf(id)).toBe(0)
    await holds()
  })

  describe('finds out about a return that the rail has paid and then reports as failed', () => {
    const contradicted = async (): Promise<{ uuid: string; id: string }> => {
      const made = await anUnapplied()
      await sendBack(made.uuid)
      await report(made.uuid, 1, 'SETTLED')
      for (const _ of [1, 2]) expect(await report(made.uuid, 1, 'FAILED')).toBe('SETTLED')
      // Nothing is booked by itself, and nothing else takes the money.
      expect([await suspenseOf(made.id), (await rowOf(made.id)).outcome]).toEqual([0, 'RETURNED'])
      expect(await sendBack(made.uuid)).toMatchObject({ outcome: 'RETURNED' })
      return made
    }
    const listed = async (uuid: string): Promise<(string | null)[]> => {
      const items = await listInbox(database, { subject: `Deposit:${uuid}`, limit: 5 })
      return items.map(({ kind, reason }) => `${kind} ${reason}`)
    }
    const decidable = (uuid: string) =>
      database.transaction((tx) => decidableDeposit(tx, `Deposit:${uuid}`, true))
    const decide = async (uuid: string, decision: string): Promise<unknown> =>
      database.transaction(async (tx) => {
        const found = await decidableDeposit(tx, `Deposit:${uuid}`, true)
        const choice = found?.choices.find((one) => one.decision === decision)
        return choice?.carryOut?.(tx, { by: by[0], reason: by[1] })
      })
    const contradiction = ['UNAPPLIED_FUNDS RETURN_CONTRADICTED']

    test('it was not paid: the money is in suspense, and may be sent again', async () => {
      const { uuid, id } = await contradicted()
      expect(await listed(uuid)).toEqual(contradiction)
      const shown = await decidable(uuid)
      expect(shown?.choices.map(({ decision }) => decision)).toEqual(['paid', 'failed'])
      const previews = await database.transaction(async (tx) => {
        const found = await decidableDeposit(tx, `Deposit:${uuid}`, true)
        const shown: number[] = []
        for (const choice of found?.choices ?? []) {
          for (const { transfers } of await choice.outcomes(tx)) shown.push(transfers.length)
        }
        return shown
      })
      expect(previews).toEqual([0, 1])
      expect(await decide(uuid, 'failed')).toBe('It was not paid back: it is UNAPPLIED.')
      expect(await suspenseOf(id)).toBe(500)
      expect((await decidable(uuid))?.state).not.toBe(shown?.state)
      expect(await sendBack(uuid)).toMatchObject({ outcome: 'RETURNING', attempt: 2 })
      await holds()
    })

    test('it was paid: nothing is booked, and it is listed no more', async () => {
      const { uuid, id } = await contradicted()
      expect(await decide(uuid, 'paid')).toBe('It was paid back.')
      expect([await suspenseOf(id), await listed(uuid)]).toEqual([0, []])
      expect(await decide(uuid, 'failed')).toBeUndefined()
      await holds()
    })

    test('the rail says once more that it has paid, or that the bank has sent it back', async () => {
      const [settled, returned] = [await contradicted(), await contradicted()]
      expect(await report(settled.uuid, 1, 'SETTLED')).toBe('SETTLED')
      expect([await suspenseOf(settled.id), await listed(settled.uuid)]).toEqual([0, []])
      expect(await report(returned.uuid, 1, 'RETURNED')).toBe('RETURNED')
      expect(await suspenseOf(returned.id)).toBe(500)
      expect(await listed(returned.uuid)).toEqual(['UNAPPLIED_FUNDS RETURN_SENT_BACK'])
      await holds()
    })
  })

  /** Runs the activity with a rail of the test's. */
  function returnedBy(rail: object, depositId: string, attempt: number): Promise<string> {
    const { returnDeposit } = createDepositReturnCalls({
      ...{ database, outside: { payoutRail: () => rail }, config: parseConfig({}) },
    } as unknown as ActivityDependencies)
    const info = { currentAttemptScheduledTimestampMs: 0, scheduledTimestampMs: 0 }
    return asyncLocalStorage.run({ info } as Context, () => returnDeposit({ depositId, attempt }))
  }

  test.each([
    ['SETTLED', 'FAILED', 'UNAPPLIED_FUNDS RETURN_CONTRADICTED'],
    ['FAILED', 'FAILED', 'UNAPPLIED_FUNDS RETURN_CONTRADICTED'],
    ['SETTLED', 'RETURNED', 'UNAPPLIED_FUNDS RETURN_SENT_BACK'],
  ])(
    'an answer of the rail, %s, that was overtaken by its feed, %s, is not the last word',
    async (first, then, listed) => {
      const { uuid } = await anUnapplied()
      await sendBack(uuid)
      const rail = {
        async submit({ reference }: { readonly reference: string }): Promise<object> {
          await report(uuid, 1, first)
          await report(uuid, 1, then)
          return { reference, state: 'SETTLED' }
        },
        find: async (reference: string): Promise<object> => ({ reference, state: then }),
      }
      await returnedBy(rail, uuid, 1)
      const items = await listInbox(database, { subject: `Deposit:${uuid}`, limit: 5 })
      expect(items.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([listed])
      await holds()
    },
  )

  describe('has it sent back again, and the rail is asked about the attempt before', () => {
    /** A rail whose first attempt is in this state when it is asked to stop it. */
    async function secondAttempt(first: PayoutState | undefined): Promise<{
      id: string
      calls: string[]
      end: string
    }> {
      const { uuid, id } = await anUnapplied()
      await sendBack(uuid)
      await fixture.ask('prepare_deposit_return', uuid, 1)
      await report(uuid, 1, 'FAILED')
      await sendBack(uuid)
      const calls: string[] = []
      const rail = {
        async cancel(reference: string): Promise<object | undefined> {
          calls.push(`cancel ${reference}`)
          return first && { reference, state: first }
        },
        async submit({ reference }: { readonly reference: string }): Promise<object> {
          calls.push(`submit ${reference}`)
          return { reference, state: 'SETTLED' }
        },
        find: async (reference: string): Promise<object> => ({ reference, state: 'SETTLED' }),
      }
      const end = await returnedBy(rail, uuid, 2).catch(String)
      const short = calls.map((call) => call.replace(`Deposit:${uuid}/`, ''))
      return { id, calls: short, end }
    }

    test.each([['FAILED'], [undefined]] as const)(
      'which has %s: it is stopped first, then the next one leaves',
      async (state) => {
        const { id, calls, end } = await secondAttempt(state)
        expect([calls, end]).toEqual([['cancel return', 'submit return/2'], 'SETTLED'])
        expect(await suspenseOf(id)).toBe(0)
        await holds()
      },
    )

    test('which has been paid after all: nothing else leaves', async () => {
      const { id, calls, end } = await secondAttempt('SETTLED')
      expect([calls, end]).toEqual([['cancel return'], 'FAILED'])
      expect([(await rowOf(id)).outcome, await suspenseOf(id)]).toEqual(['RETURNED', 0])
      await holds()
    })

    test('which is open again: nothing leaves until it has ended', async () => {
      const { id, calls, end } = await secondAttempt('PENDING')
      expect(calls).toEqual(['cancel return'])
      expect(end).toContain('earlier return of a deposit')
      expect((await rowOf(id)).outcome).toBe('RETURNING')
    })
  })
})

describe('after a restore', () => {
  test('what was sent back is taken over and not credited, in whatever order it is found', async () => {
    const account = await anAccount()
    const id = randomUUID()
    const uuid = await uuidOf(id)
    const deposit = { id, reference: account.reference, amountMinor: '500', currency: 'USD' }
    const takeOver = (attempt: number, state: string): Promise<unknown> =>
      fixture.ask('take_over_deposit_return', {
        ...{ environment: 'SANDBOX', reference: returnOf(uuid, attempt), state, deposit },
      })
    expect(await takeOver(2, 'SETTLED')).toBe('EARLIER_ATTEMPT_IS_MISSING')
    expect(await takeOver(1, 'FAILED')).toBe('TAKEN_OVER')
    expect(await takeOver(2, 'SETTLED')).toBe('TAKEN_OVER')
    expect(await takeOver(2, 'SETTLED')).toBe('TAKEN_OVER')
    expect(
      await fixture.ask('take_over_deposit', 'SANDBOX', id, account.reference, '500', 'USD'),
    ).toBe('RETURNED')
    expect(await receive(account.reference, { id })).toBe('RETURNED')
    expect(await balanceOf(account)).toBe(0)
    await holds()
  })

  test('a credit is taken over once, under the id that it had', async () => {
    const account = await anAccount()
    const id = randomUUID()
    const take = (): Promise<unknown> =>
      fixture.ask('take_over_deposit', 'SANDBOX', id, account.reference, '500', 'USD')
    expect([await take(), await take(), await receive(account.reference, { id })]).toEqual([
      ...['APPLIED', 'APPLIED', 'APPLIED'],
    ])
    expect(await balanceOf(account)).toBe(500)
    const shown = await database.query({
      text: 'select 1 from transactions where id = $1',
      values: [await uuidOf(id)],
    })
    expect(shown).toHaveLength(1)
  })
})

describe('the ledger check finds', () => {
  const findings = async (...lies: readonly string[]): Promise<unknown[]> => {
    let found: unknown[] = []
    const undone = new Error('rolled back')
    const work = async (tx: Tx): Promise<never> => {
      await tx.query({ text: 'set local session_replication_role = replica' })
      for (const text of lies) await tx.query({ text })
      found = (await checkLedger(tx)).findings.map(({ check, subject }) => `${check}: ${subject}`)
      throw undone
    }
    await expect(database.transaction(work)).rejects.toBe(undone)
    return found
  }

  test('a credit that no rail has reported, one that is missing, and funds that are not in suspense', async () => {
    const account = await anAccount()
    const id = randomUUID()
    await receive(account.reference, { id })
    const unapplied = await anUnapplied()
    const reported = 'a deposit that was credited was reported by the rail'
    const taken = 'a deposit that an account has taken is credited to it'
    const suspended = 'a deposit is in suspense exactly while nothing has taken it'
    expect(await findings(`delete from deposits where id = '${id}'`)).toContain(
      `${reported}: Arrival:${id}/credit`,
    )
    expect(await findings(`update deposits set amount = amount + 1 where id = '${id}'`)).toContain(
      `${reported}: Arrival:${id}/credit`,
    )
    expect(
      await findings(`delete from ledger_transfers where id = 'Arrival:${id}/credit'`),
    ).toContain(`${taken}: Arrival:${id}`)
    for (const lie of [
      `update deposits set outcome = 'APPLIED' where id = '${unapplied.id}'`,
      `delete from ledger_transfers where id = 'Arrival:${unapplied.id}/unclaimed'`,
    ]) {
      expect(await findings(lie)).toContain(`${suspended}: Arrival:${unapplied.id}`)
    }
  })
})

test('the rail is asked once for every account of its environment, and what it has said stays', async () => {
  const account = await anAccount()
  const asked: string[] = []
  const rail = {
    async standingFundings(wanted: readonly { readonly reference: string }[]) {
      asked.push(...wanted.map(({ reference }) => reference))
      return wanted.map(({ reference }) => [
        {
          accountOrWalletInfo: { accountType: 'USD_ACCOUNT', reference },
          instructionsNotes: 'any',
        },
      ])
    },
  }
  const outside = {
    railProviders: () => ['RAIL'],
    railProviderFor: () => 'RAIL',
    payoutRail: () => rail,
  } as never
  await askForFundings(database, 'SANDBOX', outside)
  expect(asked).toContain(account.reference)
  expect(new Set(asked).size).toBe(asked.length)
  const before = asked.length
  await askForFundings(database, 'SANDBOX', outside)
  expect(asked).toHaveLength(before)
  expect((await nextToFund(database, 'PRODUCTION', 100)).length).toBeGreaterThan(0)
  await fixture.ask('keep_funding_instructions', {
    accounts: [{ id: account.id, instructions: [] }],
  })
  const kept = await database.one<{ kept: unknown[] }>({
    text: 'select funding_instructions as kept from internal_accounts where id = $1',
    values: [account.id],
  })
  expect(kept.kept).toMatchObject([{ accountOrWalletInfo: { reference: account.reference } }])
})
