/**
 * What an execute costs, counted exactly: workflow tasks in the history, statements at PostgreSQL.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from '@temporalio/client'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { aCustomer, accountOf, aFundedCustomer, from } from '../payments/customers.ts'
import { type Acting, anActingAgent, anAgentQuote, executeQuote } from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { anInTestWorker, holdWorkers } from './inTestWorker.ts'
import { aPayment, execute, type Payment, untilCompleted, untilTransaction } from './payments.ts'

let stack: TestStack
let wallet: LoggedInWallet
let acting: Acting
/** Executed while the background steps were queued. */
const unfinished: Payment[] = []

beforeAll(async () => {
  stack = await aKeptStack()
  wallet = await aLoggedInWallet(stack)
  acting = await anActingAgent(stack)
})
afterAll(async () => {
  await stack?.stop()
})

/** What a closed workflow has done, event by event. */
async function kindsOf(workflowId: string): Promise<(string | undefined)[]> {
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const handle = createClient(connection, config).workflow.getHandle(workflowId)
  const { events } = await handle.fetchHistory()
  await connection.close()
  return (events ?? []).map((event) =>
    Object.keys(event).find((name) => name.endsWith('EventAttributes')),
  )
}

/** On a busy machine a worker may lose a workflow task, which is scheduled again. */
function withoutLostTasks(kinds: readonly (string | undefined)[]): string {
  const lost = ['Scheduled', 'Started', 'TimedOut'].map(
    (end) => `workflowTask${end}EventAttributes`,
  )
  return kinds.join('\n').replaceAll(`${lost.join('\n')}\n`, '')
}

test('a wallet payment is carried out by one local activity and two calls to outside parties', async () => {
  const payment = await aPayment(wallet)
  expect((await execute(wallet.api, payment)).status).toBe(200)
  await untilCompleted(wallet.api, payment)
  const all = await waitUntil('its workflow has closed', async () => {
    const ended = await kindsOf(payment.quote.id)
    return ended.includes('workflowExecutionCompletedEventAttributes') ? ended : undefined
  })
  expect(all.filter((kind) => kind === 'markerRecordedEventAttributes')).toHaveLength(1)
  expect(all.filter((kind) => kind === 'activityTaskScheduledEventAttributes')).toHaveLength(2)
})

test('two statements to PostgreSQL before the answer of an execute, and no workflow', async () => {
  await holdWorkers(stack)
  const queued = await anInTestWorker(stack, { outsideTaskQueue: 'nobody' })
  try {
    // Connections are made, statements prepared, the token is cached.
    for (let turn = 0; turn < 5; turn += 1) {
      const payment = await aPayment(wallet)
      await execute(wallet.api, payment)
      unfinished.push(payment)
    }
    for (let turn = 0; turn < 5; turn += 1) {
      const payment = await aPayment(wallet)
      unfinished.push(payment)
      const lines = await statementsDuring(async () => {
        expect((await execute(wallet.api, payment)).status).toBe(200)
      })
      console.log(`${lines.length} statements: ${lines.map(nameOf).join(', ')}`)
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(2)
      expect(lines.filter((line) => line.includes('decide_payment'))).toHaveLength(1)
    }
  } finally {
    await queued.stop()
  }
})

test('an agent’s execute costs one statement more than the platform’s, and no workflow task', async () => {
  const platforms = async (): Promise<Resource> => {
    const answer = await acting.api.call('POST', '/quotes', {
      source: from(acting.source),
      destination: { destinationType: 'ACCOUNT', accountId: acting.bank.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
    })
    return shown('quote', answer, 201)
  }
  const ways = {
    platform: async () => {
      const quote = await platforms()
      const headers = { 'Idempotency-Key': quote.id }
      return {
        quote,
        run: () => acting.api.call('POST', `/quotes/${quote.id}/execute`, undefined, headers),
      }
    },
    agent: async () => {
      const quote = await anAgentQuote(acting)
      return { quote, run: () => executeQuote(acting, quote) }
    },
  }
  const cost = async (way: keyof typeof ways) => {
    // Connections are made, statements prepared, the tokens are cached.
    for (let turn = 0; turn < 5; turn += 1)
      expect((await (await ways[way]()).run()).status).toBe(200)
    const { quote, run } = await ways[way]()
    const lines = await statementsDuring(async () => {
      expect((await run()).status).toBe(200)
    })
    unsettled.push(String(quote.transactionId))
    console.log(`${way}, ${lines.length} statements: ${lines.map(nameOf).join(', ')}`)
    return { statements: lines.length, quote }
  }
  const unsettled: string[] = []
  await holdWorkers(stack)
  const queued = await anInTestWorker(stack, { outsideTaskQueue: 'nobody' })
  const [platform, agent] = [await cost('platform'), await cost('agent')]
  await queued.stop()
  expect(agent.statements).toBeLessThanOrEqual(platform.statements + 1)
  const worker = await anInTestWorker(stack)
  try {
    for (const id of unsettled) {
      await untilTransaction(acting.api, id, ({ status }) => status === 'COMPLETED')
    }
    const closedKinds = (id: string) =>
      waitUntil('its workflow has closed', async () => {
        const kinds = await kindsOf(id)
        const isClosed = kinds.includes('workflowExecutionCompletedEventAttributes')
        return isClosed ? withoutLostTasks(kinds) : undefined
      })
    expect(await closedKinds(agent.quote.id)).toEqual(await closedKinds(platform.quote.id))
  } finally {
    await worker.stop()
  }
})

test('a payment is posted by two statements: the hold by one, the settlement by one', async () => {
  const worker = await anInTestWorker(stack)
  try {
    for (const payment of unfinished) await untilCompleted(wallet.api, payment)
    const payment = await aPayment(wallet)
    const lines = await statementsDuring(async () => {
      expect((await execute(wallet.api, payment)).status).toBe(200)
      await untilCompleted(wallet.api, payment)
    }, API_AND_WORKER)
    const posting = lines.filter((line) => /decide_payment|settle_payment|ledger_/.test(line))
    expect(posting).toHaveLength(2)
    expect(lines.filter((line) => /statement: (begin|start|commit)/i.test(line))).toEqual([])
  } finally {
    await worker.stop()
  }
})

test('a payment without outside parties is two statements, one posting, and no workflow', async () => {
  // Wallets are made by a workflow.
  const worker = await anInTestWorker(stack)
  const payer = await aFundedCustomer(stack, 'USD', 2_000n)
  const receiver = await aCustomer(stack)
  await worker.stop()
  const quoted = async (): Promise<Resource> =>
    shown(
      'quote',
      await payer.api.call('POST', '/quotes', {
        source: from(accountOf(payer, 'USD')),
        destination: { destinationType: 'ACCOUNT', accountId: accountOf(receiver, 'USD').id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      }),
      201,
    )
  const run = async (quote: Resource): Promise<void> => {
    const answer = await payer.api.call('POST', `/quotes/${quote.id}/execute`)
    expect(answer.body.status).toBe('PROCESSING')
  }
  // Statements prepared, the token is cached.
  await run(await quoted())
  const quote = await quoted()
  const lines = await statementsDuring(() => run(quote))
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(2)
  expect(lines.filter((line) => /decide_payment|settle_payment|ledger_/.test(line))).toHaveLength(1)
  const path = `/transactions/${quote.transactionId}`
  expect((await payer.api.call('GET', path)).body.status).toBe('COMPLETED')
  await expect(kindsOf(quote.id)).rejects.toThrow(/not found/i)
})

const cached =
  /execute (token-by-client-id|agent-by-token|note-token-use|database-time|store-state|server_clock|write_request_log):/

const nameOf = (line: string): string => /execute ([^:]+):/.exec(line)?.[1] ?? line

/** The request's; what is handed over, and pollers, have names of their own. */
const API = ['payments-api']
const API_AND_WORKER = [...API, 'payments-in-test']

/** The log lines of the statements that these applications sent to the stack's database meanwhile. */
async function statementsDuring(
  work: () => Promise<void>,
  applications: readonly string[] = API,
): Promise<string[]> {
  const server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL })
  await server.connect()
  const path = join(process.env.TEST_DATA_DIR ?? '', 'logs', 'postgres.log')
  const database = new URL(stack.databaseUrl).pathname.slice(1)
  const logged = (): string[] => readFileSync(path, 'utf8').split('\n')
  const log = async (what: 'all' | 'none', marker: string): Promise<void> => {
    await server.query(`alter system set log_line_prefix = '%d %a|'`)
    await server.query(`alter system set log_statement = '${what}'`)
    await server.query('select pg_reload_conf()')
    await waitUntil('the setting is there', async () => {
      const { rows } = await server.query('show log_statement')
      return rows[0]?.log_statement === what
    })
    await server.query(`do $$ begin raise log '${marker}'; end $$`)
    await waitUntil('the log is written', () =>
      logged().some((line) => line.includes(`LOG:  ${marker}`)),
    )
  }
  const marker = `count ${performance.now()}`
  try {
    await log('all', `${marker} begin`)
    await work()
    await log('none', `${marker} end`)
  } finally {
    await server.end()
  }
  const lines = logged()
  const from = lines.findIndex((line) => line.includes(`LOG:  ${marker} begin`))
  const to = lines.findIndex((line) => line.includes(`LOG:  ${marker} end`))
  return (
    lines
      .slice(from, to)
      .filter((line) => applications.some((name) => line.startsWith(`${database} ${name}|`)))
      .filter((line) => /LOG: {2}(statement|execute [^:]+):/.test(line))
      // Once a minute for a token, a connection or a process; once a second for a process.
      .filter((line) => !cached.test(line))
  )
}
