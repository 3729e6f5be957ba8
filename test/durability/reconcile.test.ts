/**
 * The database is set back to an earlier point while Temporal and the outside parties go on: what they
 * hold since then is found, counted, and taken over once.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Connection } from '@temporalio/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uuidOf } from '../../contract/ids.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { openWorkflowsOf } from '../../worker/replayOpen.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { accountOf, aFundedCustomer, askQuote, funding, to } from '../payments/customers.ts'
import { anActingAgent, transferOut } from '../support/agentActions.ts'
import { alarmOf } from '../support/alarms.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  apiOf,
  createCustomer,
  fund,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, expectPaidOnce, type Payment, rowsOf, untilKnown } from './payments.ts'
import { railBooksOf } from './railBooks.ts'
import { operator, startOperator } from './setBack.ts'

let stack: TestStack
let database: Database

beforeAll(async () => {
  // The rounds look often.
  stack = await aRunningStack({ env: { SWEEP_SECONDS: '1', OTP_ISSUANCES_BURST: '100' } })
  database = openDatabase(stack.databaseUrl, { poolMax: 2 })
})
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

const ended = ['COMPLETED', 'FAILED', 'EXPIRED', 'REJECTED']

/** Work on the server while none of the stack's processes is connected. */
async function offline(work: (run: (text: string) => Promise<void>) => Promise<void>) {
  for (const role of ['api', 'worker'] as const) {
    stack.hold(role)
    await stack.kill(role)
  }
  await withClient(process.env.TEST_POSTGRES_URL ?? '', async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [nameOf(stack)],
    )
    await work(async (text) => void (await client.query(text)))
  })
  for (const role of ['api', 'worker'] as const) stack.release(role)
  await stack.waitReady()
}

function nameOf({ databaseUrl }: TestStack): string {
  return new URL(databaseUrl).pathname.slice(1)
}

type SetBack = { readonly at: string; setBack(): Promise<void> }

async function aSnapshot(): Promise<SetBack> {
  const copy = `snapshot_${randomUUID().replaceAll('-', '')}`
  const at = new Date().toISOString()
  await offline((run) => run(`create database ${copy} template ${nameOf(stack)}`))
  return {
    at,
    setBack: () =>
      offline(async (run) => {
        await run(`drop database ${nameOf(stack)} with (force)`)
        await run(`alter database ${copy} rename to ${nameOf(stack)}`)
      }),
  }
}

async function reconcile(...args: string[]): Promise<string[]> {
  return (await operator(stack, 'reconcile', ...args)).trim().split('\n')
}

const quoteOf = (payment: Payment): string => payment.quote.id

async function untilAllEnded(transactionIds: readonly string[]): Promise<void> {
  await waitUntil('the payments have ended', async () => {
    const rows = await rowsOf<{ status: string }>(
      stack,
      "select status from transactions where 'Transaction:' || id = any ($1)",
      [transactionIds],
    )
    return rows.length === transactionIds.length && rows.every((row) => ended.includes(row.status))
  })
  await waitUntil('the notices are read', async () => {
    const problems = await Promise.all(transactionIds.map(railBooksOf(stack).problemsOf))
    return problems.flat().every((problem) => !problem.includes('notices'))
  })
}

/** The run of a payment is open for a moment after its row is closed; one that is open goes on by itself. */
async function untilRunsClosed(): Promise<void> {
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const { workflow } = createClient(connection, config)
  const open = `${openWorkflowsOf(config)} AND WorkflowType = 'quoteExecution'`
  await waitUntil('their runs have closed', async () => (await workflow.count(open)).count === 0)
  await connection.close()
}

async function executed(payment: Payment): Promise<Payment> {
  const answer = await untilKnown(stack, () => execute(apiOf(stack), payment))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return payment
}

test.each((isLong ? [1, 2, 3] : [1]).map((round) => [round]))(
  'what happened after the point is taken over once, round %i',
  async (round) => {
    const chance = chanceOf(`reconcile ${round}`)
    const control = aSandboxControl(stack)
    const books = railBooksOf(stack)
    const owner = await aLoggedInWallet(stack)
    const { api, customer } = owner
    const banks: Record<string, Resource> = {}
    for (const suffix of ['789', '002', '003', '005']) {
      banks[suffix] = await anExternalAccount(api, customer, suffix)
    }
    const bank = (suffix: string): Resource => banks[suffix] as Resource
    const ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
    const adasBank = await anExternalAccount(ada.api, ada.customer)
    const dollars = accountOf(ada, 'USD')

    // Before the point.
    const untouched = await executed(await aPayment(owner))
    await untilAllEnded([untouched.transactionId])
    const existing = await aPayment(owner)
    const expiring = await aPayment(owner)
    const returning = await aPayment(owner, { account: bank('005') })
    const slow = await executed(await aPayment(owner, { account: bank('003') }))
    await waitUntil(
      'it is at the rail',
      async () => 'rail submit' in (await control.acts(slow.transactionId)),
    )
    const funded = shown('quote', await askQuote(api, funding('USD'), to(bank('789')), 1_000), 201)
    const poor = await aLoggedInWallet(stack, { minor: 0n })
    const acting = await anActingAgent(stack)
    const snapshot = await aSnapshot()

    // After it: all of this the outside parties and Temporal know, and the database will not.
    const news: Payment[] = []
    for (let count = 0; count < 1 + chance.integer(3); count += 1) {
      news.push(await executed(await aPayment(owner)))
    }
    const failing = await executed(await aPayment(owner, { account: bank('002') }))
    for (const payment of [existing, expiring, returning]) await executed(payment)
    await control.force(slow.transactionId, 'settle')
    const transfers: Resource[] = []
    for (let count = 0; count < 1 + chance.integer(2); count += 1) {
      const body = {
        source: { accountId: dollars.id },
        destination: { accountId: adasBank.id },
        amount: 1_000 + count,
      }
      const key = { 'Idempotency-Key': randomUUID() }
      const answer = await untilKnown(stack, () => ada.api.call('POST', '/transfer-out', body, key))
      transfers.push(shown('transfer', answer, 201))
    }
    const sent = { quoteId: funded.id, currencyCode: 'USD', currencyAmount: 1_000 }
    expect((await api.call('POST', '/sandbox/send', sent)).status).toBe(200)
    // Its bank account will be lost, and this one's money: neither can be executed again.
    const toNewBank = await executed(
      await aPayment(owner, { account: await anExternalAccount(api, customer) }),
    )
    // What ended last is taken over first: the payout that is held below keeps no wallet locked that others pay from.
    await untilAllEnded([toNewBank.transactionId])
    await untilRunsClosed()
    await fund(api, poor.wallet, 1_000_000n)
    const fromNewMoney = await executed(await aPayment(poor))
    const undecided = [toNewBank, fromNewMoney]
    // An agent's, whose action and limits are lost with it.
    const agents = shown('action', await transferOut(acting), 201)
    const agentsTransfer = (agents.transaction as Resource).id
    const newcomer = await createCustomer(api)
    await waitUntil('the wallet is made', async () =>
      listed(await api.call('GET', `/internal-accounts?customerId=${newcomer.id}`)).every(
        ({ status }) => status === 'ACTIVE',
      ),
    )
    const spent = [...news, existing, expiring, slow]
    const all = [
      ...[...spent, returning, failing].map(({ transactionId }) => transactionId),
      ...transfers.map(({ id }) => id),
      String(funded.transactionId),
    ]
    await untilAllEnded([...all, agentsTransfer])
    await untilRunsClosed()
    await waitUntil('the return is booked', async () => {
      const answer = await api.call('GET', `/transactions/${returning.transactionId}`)
      return answer.body.status === 'FAILED'
    })
    const wanted = await statesOf(all)
    const wallet = await walletOf(newcomer.id)
    const transferred = await paymentsOf(transfers)
    const [agentsPayment = ''] = await paymentsOf([{ id: agentsTransfer }])

    await snapshot.setBack()
    await rowsOf(
      stack,
      "update payments set expires_at = now() - interval '1 second' where id = $1",
      [uuidOf('Quote', quoteOf(expiring))],
    )
    await rowsOf(stack, 'select expire_payment($1)', [uuidOf('Quote', quoteOf(expiring))])
    const lost = [...news, failing, ...undecided].map(quoteOf)
    await waitUntil('the alarms rise', async () => {
      const [runs, references] = await alarms()
      return (
        runs >= lost.length + transferred.length && references >= lost.length + transfers.length
      )
    })

    const found = await reconcile('--since', snapshot.at)
    const payments = found.filter((line) => line.startsWith('payment ')).map(subjectOf)
    expect(payments.sort()).toEqual(
      [
        ...[...lost, quoteOf(existing), quoteOf(expiring), quoteOf(returning), quoteOf(slow)],
        ...[...transferred, funded.id, agentsPayment],
      ].sort(),
    )
    expect(found.filter((line) => line.startsWith('customer ')).map(subjectOf)).toEqual([
      newcomer.id,
    ])
    const toDecide = found.filter((line) => line.includes('a person must decide:'))
    expect(toDecide.map(subjectOf), found.join('\n')).toEqual([agentsPayment])
    expect(await statesOf(all)).not.toEqual(wanted)

    // The money is not made: what the rail has paid is booked, and a person decides.
    for (const payment of undecided) {
      expect(found.find((line) => line.includes(quoteOf(payment)))).toMatch(
        / (an account that it names is lost|the account does not cover it): book the payout in suspense/,
      )
    }
    const early =
      round === 1
        ? ''
        : await reconcileKilled(snapshot.at, (printed) => printed.includes('; done: '))
    const waiting = await holdBookingOf(toNewBank)
    const late = await reconcileKilled(snapshot.at, waiting.isReached)
    expect(`${early}${late}`).toContain('; done: ')
    expect(`${early}${late}`).not.toContain(' applied; ')
    // What the killed one had sent is still under way beside this one.
    const next = reconcile('--since', snapshot.at, '--apply')
    await waitUntil('both wait', async () => (await waiting.count()) === 2)
    await waiting.release()
    const applied = await next
    await untilAllEnded(all)
    expect(applied.at(-1), applied.join('\n')).toMatch(
      /; 0 can be applied, a person must decide about 3\.$/,
    )
    const again = await reconcile('--since', snapshot.at, '--apply')
    expect(again.filter((line) => line.includes('the payout is booked in suspense'))).toHaveLength(
      2,
    )
    expect(again.at(-1)).toBe('0 applied; 0 can be applied, a person must decide about 3.')

    expect(await statesOf(all)).toEqual(wanted)
    expect(await walletOf(newcomer.id)).toEqual(wallet)
    for (const id of all) {
      const problems = await books.problemsOf(id)
      expect(problems, JSON.stringify(await books.traceOf(id), null, 1)).toEqual([])
      expect((await control.acts(id))['rail submit'], id).toBe(1)
    }
    await expectPaidOnce(stack, spent)
    for (const id of [...undecided.map(({ transactionId }) => transactionId), agentsTransfer]) {
      const [order] = await books.instructionsOf(id)
      expect(await books.paidOver(`LostPayout:${id}`)).toBe(BigInt(order?.amount ?? 0))
    }
    expect(await alarmOf(database, 'payments_in_suspense')).toBeGreaterThanOrEqual(undecided.length)
    const by = ['--by', 'Grace Hopper', '--reason', 'settled by hand']
    for (const id of [...undecided.map(quoteOf), agentsPayment])
      await reconcile('--close', id, ...by)
    await waitUntil('the alarms fall', async () => (await alarms()).every((count) => count === 0))
    // Until then the proof of the ledger names what a person must decide about.
    await ledgerHolds(stack)
    expect(await reconcile('--list')).toEqual(['Nothing outside is without its row.'])
    expect(await reconcile('--since', snapshot.at)).toEqual([
      '0 found: 0 can be applied, a person must decide about 0.',
    ])
  },
)

/** Has the command wait while it books a payout in suspense: the same booking is under way elsewhere. */
async function holdBookingOf({ transactionId }: Payment) {
  const other = new pg.Client(stack.databaseUrl)
  await other.connect()
  const dollar = { receivingCurrency: 'USD', receivingAmount: '1' }
  await other.query('begin')
  await other.query('select book_lost_payout($1)', [
    { environment: 'SANDBOX', reference: transactionId, accountId: null, ...dollar },
  ])
  const count = async (): Promise<number> => {
    const rows = await rowsOf(
      stack,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select book_lost_payout%'`,
    )
    return rows.length
  }
  return {
    count,
    isReached: async () => (await count()) > 0,
    async release() {
      await other.query('rollback')
      await other.end()
    },
  }
}

/** `reconcile --apply`, which is killed at that moment; what it had printed. */
async function reconcileKilled(
  since: string,
  when: (printed: string) => boolean | Promise<boolean>,
): Promise<string> {
  const child = startOperator(stack, 'reconcile', '--since', since, '--apply')
  let printed = ''
  child.stdout?.on('data', (part) => {
    printed += part
  })
  const ended = once(child, 'close')
  await waitUntil(
    'it is to be killed',
    async () => child.exitCode !== null || (await when(printed)),
  )
  child.kill('SIGKILL')
  const [code, signal] = await ended
  expect([code, signal], printed).toEqual([null, 'SIGKILL'])
  return printed
}

/** Statuses and amounts, as the platform reads them. */
async function statesOf(ids: readonly string[]): Promise<object[]> {
  return rowsOf(
    stack,
    `select id, status, sent_amount, received_amount, refund ->> 'status' as refund from transactions
      where 'Transaction:' || id = any ($1) order by id`,
    [ids],
  )
}

async function walletOf(customerId: string): Promise<object[]> {
  return rowsOf(
    stack,
    `select w.account_id, w.sub_organization_id, w.address, a.status from wallets w
      join internal_accounts a on a.id = w.account_id where a.customer_id = $1`,
    [uuidOf('Customer', customerId)],
  )
}

/** The ids of payments that are no quotes, which the interface does not show. */
async function paymentsOf(transfers: readonly Resource[]): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    stack,
    "select 'Quote:' || id as id from payments where 'Transaction:' || transaction_id = any ($1)",
    [transfers.map(({ id }) => id)],
  )
  return rows.map(({ id }) => id)
}

async function alarms(): Promise<[number, number]> {
  return [
    await alarmOf(database, 'runs_without_row'),
    await alarmOf(database, 'unknown_rail_references'),
  ]
}

function subjectOf(line: string): string {
  return line.split('  ')[1] ?? ''
}
