/** A rail that reports a payout as settled after it was refunded: once it had been reported as failed, or was rejected. */
import type { Client } from '@temporalio/client'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import type { Payout, PayoutState, RailNotice } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { pageOf } from '../support/railFeeds.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

let sequence = 0

/** Reads one notice; the rail shows `now` when it is asked. */
async function hears(reference: string, state: PayoutState, now: PayoutState): Promise<void> {
  sequence += 1
  const notice: RailNotice = {
    eventId: String(sequence),
    reference,
    state,
    at: '2026-01-01T00:00:00.000Z',
  }
  const rail = {
    notices: async (position: string) => pageOf([notice], position),
    find: async (): Promise<Payout> => ({ reference, state: now }),
  }
  const client = { workflow: { start: async () => undefined } } as unknown as Client
  const feed = { environment: 'SANDBOX', provider: 'RAIL', rail } as const
  await readRailNotices(database, feed, client, parseConfig({}), pino({ level: 'silent' }))
}

type Books = { readonly suspense: string; readonly rail: string; readonly asked: string }

/** Entries of the payment on the service's accounts, and the decisions that an operator is asked for. */
function booksOf(reference: string): Promise<Books> {
  return database.one<Books>({
    text: `select
        coalesce(sum(case when a.kind = 'SUSPENSE' then amount end), 0)::text as suspense,
        coalesce(sum(case when a.kind = 'RAIL' then amount end), 0)::text as rail,
        (select count(*)::text from timeline where subject = $1 and code = 'PAYOUT_SETTLED_AFTER_REFUND') as asked
      from (select credit_account_id as id, amount from ledger_transfers where reference = $1 and kind = 'POSTED'
        union all select debit_account_id, -amount from ledger_transfers where reference = $1 and kind = 'POSTED') t
      join ledger_accounts a on a.id = t.id`,
    values: [reference],
  })
}

test.each(['BANK', 'FUNDED_BANK'] as const)(
  '%s: its payer was refunded, so the money is missing in suspense, once',
  async (shape) => {
    const planned = fixture.planned(shape, 1_000)
    await fixture.create(planned)
    await fixture.execute(planned, shape === 'FUNDED_BANK' ? '1000' : undefined)
    await fixture.ask('prepare_rail_call', planned.id, 'PAYOUT', 1)
    await fixture.ask('settle_payment', planned.id)
    const reference = `Transaction:${planned.transactionId}`
    await hears(reference, 'FAILED', 'FAILED')
    await fixture.ask('reverse_payout', planned.id, 'QUOTE_EXECUTION_FAILED')
    const reversed = await booksOf(reference)
    // An old notice, from before the payout was reported as failed.
    await hears(reference, 'SETTLED', 'FAILED')
    expect(await booksOf(reference)).toEqual(reversed)

    for (let times = 0; times < 2; times += 1) await hears(reference, 'SETTLED', 'SETTLED')
    const { amount } = await database.one<{ amount: bigint }>({
      text: 'select receiving_amount as amount from payments where id = $1',
      values: [planned.id],
    })
    expect(await booksOf(reference)).toEqual({
      suspense: String(BigInt(reversed.suspense) - BigInt(amount)),
      rail: String(BigInt(reversed.rail) + BigInt(amount)),
      asked: '1',
    })
  },
)

test.each(['UMA_BANK', 'INCOMING_BANK'] as const)(
  '%s: the receiver’s platform rejected it after a restore had lost its approval, and the payout had left',
  async (shape) => {
    const planned = fixture.planned(shape, 1_000)
    await fixture.create(planned)
    await fixture.execute(planned)
    await fixture.ask('prepare_rail_call', planned.id, 'PAYOUT', 1)
    const rejected = {
      decision: 'REJECTED',
      by: 'time',
      failureReason: 'PAYMENT_APPROVAL_TIMED_OUT',
    }
    await fixture.ask('record_approval_decision', planned.id, rejected)
    const failure = ['ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED']
    expect(await fixture.ask('fail_payment', planned.id, ...failure)).toBe('FAILED')
    const reference = `Transaction:${planned.transactionId}`
    const refunded = await booksOf(reference)
    for (let times = 0; times < 2; times += 1) await hears(reference, 'SETTLED', 'SETTLED')
    const { amount } = await database.one<{ amount: bigint }>({
      text: 'select receiving_amount as amount from payments where id = $1',
      values: [planned.id],
    })
    expect(await booksOf(reference)).toEqual({
      suspense: String(BigInt(refunded.suspense) - BigInt(amount)),
      rail: String(BigInt(refunded.rail) + BigInt(amount)),
      asked: '1',
    })
    expect((await checkLedger(database)).findings).toEqual([])
  },
)
