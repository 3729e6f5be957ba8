/** The steps between an execute and its settlement at which a process is killed. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { waitUntil } from '../support/builders.ts'
import type { SandboxControl } from '../support/sandboxControl.ts'
import type { Chance } from '../support/seed.ts'
import type { TestStack } from '../support/stack.ts'
import { type Payment, rowsOf } from './payments.ts'

export type KillContext = {
  readonly stack: TestStack
  readonly control: SandboxControl
  readonly chance: Chance
  readonly payments: readonly Payment[]
  /** Sends all executes, each until it is acknowledged; resolves when all are. */
  send(pauseMs?: number): Promise<void>
  kill(): Promise<void>
}

/**
 * Sends the payments and kills a process at one of their steps. Resolves after the kill, with what
 * remains: the rest of the sending, and the release of injected faults.
 */
export type KillPoint = (
  context: KillContext,
) => Promise<{ rest: Promise<void>; release?(): Promise<unknown> }>

/** Long enough for every payment to be there at the kill, short enough not to slow the suite. */
const HELD_MS = 2_500

async function count(context: KillContext, condition: string): Promise<number> {
  const ids = context.payments.map(({ transactionId }) => transactionId.split(':')[1])
  const [row] = await rowsOf<{ count: string }>(
    context.stack,
    `select count(*) from payments where transaction_id = any ($1) and ${condition}`,
    [ids],
  )
  return Number(row?.count ?? 0)
}

/** Waits until that many of the payments, or all, are in a state. */
function until(context: KillContext, what: string, condition: string): Promise<unknown> {
  return waitUntil(what, async () => (await count(context, condition)) === context.payments.length)
}

/** Waits until the rail may have each payout. */
function untilSubmitted(context: KillContext): Promise<unknown> {
  return until(
    context,
    'all payouts are submitted',
    "exists (select 1 from rail_orders where payment_id = payments.id and kind = 'PAYOUT')",
  )
}

async function stuckPayouts(context: KillContext): Promise<() => Promise<unknown>> {
  const { control, payments } = context
  return control.order({
    party: 'rail',
    operation: 'submit',
    kind: 'stuckPending',
    // More than enough: a payout that is sent again must not slip through.
    count: payments.length * 10,
  })
}

const settlementsThatWait = `from pg_stat_activity where datname = current_database()
  and wait_event_type = 'Lock' and query like '%settle_payment%'`

/**
 * Kills when the rail has settled the payouts and PostgreSQL has been asked to book them: each settlement waits
 * for the wallet's balance. Then it is broken off, or carried out although its client is gone.
 */
async function killWhileBooking(
  context: KillContext,
  end: 'broken off' | 'booked',
): ReturnType<KillPoint> {
  const { stack, payments } = context
  const release = await stuckPayouts(context)
  await context.send()
  await untilSubmitted(context)
  const holder = new pg.Client({ connectionString: stack.databaseUrl })
  // It may be PostgreSQL that is killed.
  holder.on('error', () => undefined)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(
      `select from ledger_balances where account_id in
        (select source_account_id from payments where transaction_id = any ($1)) for update`,
      [payments.map(({ transactionId }) => transactionId.split(':')[1])],
    )
    await release()
    // Most of them; a statement that has waited too long is repeated later.
    await waitUntil('settlements wait', async () => {
      return (await rowsOf(stack, `select pid ${settlementsThatWait}`)).length > 0
    })
    await sleep(context.chance.integer(300))
    await context.kill()
    if (end === 'broken off') {
      await holder
        .query(`select pg_terminate_backend(pid) ${settlementsThatWait}`)
        .catch(() => undefined)
    }
  } finally {
    await holder.end().catch(() => undefined)
  }
  return { rest: Promise.resolve() }
}

export const killPoints: Readonly<Record<string, KillPoint>> = {
  'the executes are on their way': async (context) => {
    const rest = context.send()
    await sleep(context.chance.integer(60))
    await context.kill()
    return { rest }
  },

  'the executes are answered': async (context) => {
    await context.send()
    await context.kill()
    return { rest: Promise.resolve() }
  },

  'the provider is asked for the signature': async (context) => {
    const { control, payments } = context
    const release = await control.order({
      party: 'provider',
      operation: 'SIGN_RAW_PAYLOAD_V2',
      kind: 'delay',
      delayMs: HELD_MS,
      count: payments.length,
    })
    await context.send()
    await sleep(context.chance.integer(500))
    await context.kill()
    return { rest: Promise.resolve(), release }
  },

  'the transfers are signed, the rail is asked': async (context) => {
    const { control, payments } = context
    const release = await control.order({
      party: 'rail',
      operation: 'submit',
      kind: 'delay',
      delayMs: HELD_MS,
      count: payments.length,
    })
    await context.send()
    await until(context, 'all are signed', 'transfer_signature is not null')
    await context.kill()
    return { rest: Promise.resolve(), release }
  },

  'the payouts are pending': async (context) => {
    const release = await stuckPayouts(context)
    await context.send()
    await untilSubmitted(context)
    await sleep(context.chance.integer(500))
    await context.kill()
    return { rest: Promise.resolve(), release }
  },

  'the payouts have settled, the ledger does not know yet': async (context) => {
    const release = await stuckPayouts(context)
    await context.send()
    await untilSubmitted(context)
    await release()
    await sleep(context.chance.integer(700))
    await context.kill()
    return { rest: Promise.resolve() }
  },

  'the payouts have settled, and their settlements are not booked': (context) =>
    killWhileBooking(context, 'broken off'),

  'the settlements are booked, and no activity has reported it': (context) =>
    killWhileBooking(context, 'booked'),

  'the payments are at every step': async (context) => {
    const rest = context.send(120)
    await sleep(300 + context.chance.integer(900))
    await context.kill()
    return { rest }
  },

  'the payments are at every step, and once more on recovery': async (context) => {
    const rest = context.send(120)
    await sleep(300 + context.chance.integer(900))
    await context.kill()
    await context.stack.waitReady()
    await sleep(context.chance.integer(500))
    await context.kill()
    return { rest }
  },
}
