/**
 * Payments that wait for their payer, under stress: kill -9 of the processes at each step, a wallet's
 * stamp that waits with its payment, agents, and a workflow that is lost.
 */
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { codecKeys } from '../../runtime/keyRing.ts'
import { createPayloadCodec } from '../../runtime/payloadCodec.ts'
import { createAgentClient } from '../../scripts/serviceDriver/apiClient.ts'
import { amountsOf } from '../payments/customers.ts'
import {
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote as executeAsAgent,
} from '../support/agentActions.ts'
import {
  aLoggedInWallet,
  apiOf,
  ledgerHolds,
  type Resource,
  untilStarted,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import {
  aPayerQuote,
  aScaPayer,
  authorize,
  executeQuote,
  verifyAndLogIn,
} from '../support/scaPayers.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, rowsOf, untilKnown, untilTransaction } from './payments.ts'

const KILLS = countOf(1, 40)
const PAYMENTS = 4

const chance = chanceOf('authorizations')
let stack: TestStack

beforeAll(async () => {
  stack = await aRunningStack({ apis: 2, workers: 2, env: { SWEEP_SECONDS: '2' } })
})
afterAll(async () => {
  await stack?.stop()
})

const uuidIn = (id: unknown): string => String(id).split(':')[1] ?? ''

/** The same request over the API processes in turn, until its outcome is known. */
const byAny = (ask: (api: ReturnType<typeof apiOf>) => ReturnType<typeof authorize>) =>
  untilKnown(stack, (index) => ask(apiOf(stack, stack.platform, index)))

/** Ends the time of the last challenge of a quote; its workflow finds that out by itself. */
async function runOut(quote: Resource): Promise<void> {
  const text = 'update sca_challenges set expires_at = service_now() where subject_id = $1'
  await rowsOf(stack, text, [uuidIn(quote.id)])
  await rowsOf(stack, 'select signal_payment($1)', [uuidIn(quote.id)])
}

async function proofsOf(quotes: readonly Resource[]): Promise<Record<string, number>> {
  const rows = await rowsOf<{ id: string; proofs: string }>(
    stack,
    `select subject_id as id, count(satisfied_at) as proofs from sca_challenges
      where subject_id = any ($1) group by 1`,
    [quotes.map(({ id }) => uuidIn(id))],
  )
  return Object.fromEntries(rows.map(({ id, proofs }) => [`Quote:${id}`, Number(proofs)]))
}

test.each(Array.from({ length: KILLS }, (_, kill) => kill))(
  'kill %i: no payment without its proof, every payment with one is paid once, none is stuck',
  async () => {
    await stack.waitReady()
    const payer = await aScaPayer(stack)
    const quotes: Resource[] = []
    for (let turn = 0; turn < PAYMENTS; turn += 1) quotes.push(await aPayerQuote(payer))
    const role = chance.pick(['worker', 'api', 'sandbox'] as const)
    const step = chance.pick(['EXECUTE', 'WAIT', 'AUTHORIZE', 'END'] as const)
    const kill = (at: typeof step): Promise<unknown> =>
      at === step ? stack.kill(role) : Promise.resolve()
    const all = (each: (quote: Resource) => Promise<unknown>): Promise<unknown> =>
      Promise.all(quotes.map(each))
    await Promise.all([
      all((quote) =>
        byAny((api) => executeQuote(api, quote, undefined, { 'Idempotency-Key': quote.id })),
      ),
      kill('EXECUTE'),
    ])
    await kill('WAIT')
    const [forgotten, ...proven] = quotes as [Resource, ...Resource[]]
    await Promise.all([
      ...proven.map((quote) => byAny((api) => authorize(api, quote))),
      kill('AUTHORIZE'),
    ])
    await Promise.all([runOut(forgotten), kill('END')])
    await stack.waitReady()
    for (const quote of proven) {
      await untilTransaction(payer.api, String(quote.transactionId), ({ status }) => {
        expect(['PROCESSING', 'COMPLETED']).toContain(status)
        return status === 'COMPLETED'
      })
    }
    const ended = await untilTransaction(
      payer.api,
      String(forgotten.transactionId),
      ({ status }) => status === 'FAILED',
    )
    expect(ended.failureReason).toBe('SCA_NOT_COMPLETED')
    expect(await proofsOf(quotes)).toEqual(
      Object.fromEntries(quotes.map((quote) => [quote.id, quote === forgotten ? 0 : 1])),
    )
    const left = 1_000_000 - proven.length * 1_000
    expect(await amountsOf(payer.api, payer.source)).toEqual({ spendable: left, total: left })
    await ledgerHolds(stack)
    await waitUntil('no row is open', async () => {
      return (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0
    })
  },
)

test('a payment whose workflow was lost is taken up from its row, before and after its proof', async () => {
  const payer = await aScaPayer(stack)
  const connection = await Connection.connect({
    address: need(parseConfig(stack.env), 'TEMPORAL_ADDRESS'),
  })
  const client = new Client({ connection })
  const lost = async (when: 'before' | 'after'): Promise<Resource> => {
    const quote = await aPayerQuote(payer)
    await executeQuote(payer.api, quote)
    await untilStarted(client, quote.id)
    if (when === 'after') stack.hold('worker')
    if (when === 'after') await authorize(payer.api, quote)
    await client.workflow.getHandle(quote.id).terminate('lost')
    stack.release('worker')
    // The sweep looks at what has not changed for a while.
    const text = `update payments set updated_at = service_now() - interval '1 minute' where id = $1`
    await rowsOf(stack, text, [uuidIn(quote.id)])
    return quote
  }
  const [before, after] = [await lost('before'), await lost('after')]
  await waitUntil('it runs again', async () => {
    const { status } = await client.workflow.getHandle(before.id).describe()
    return status.name === 'RUNNING'
  })
  expect((await authorize(payer.api, before)).status).toBe(200)
  for (const { transactionId } of [before, after]) {
    await untilTransaction(payer.api, String(transactionId), ({ status }) => status === 'COMPLETED')
  }
  await connection.close()
})

/** The stamp as the payment's row has it. */
async function storedStamp(quote: Resource): Promise<string | null | undefined> {
  const text = 'select stamp from payments where id = $1'
  const [row] = await rowsOf<{ stamp: string | null }>(stack, text, [uuidIn(quote.id)])
  return row?.stamp
}

/** What the payment's workflow was started with, in clear text. */
async function startInputOf(quote: Resource): Promise<string> {
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const client = new Client({ connection })
  await untilStarted(client, quote.id)
  const handle = client.workflow.getHandle(quote.id)
  const { events } = await handle.fetchHistory()
  const payloads = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  const plain = await createPayloadCodec(codecKeys(config)).decode(payloads)
  await connection.close()
  return plain.map(({ data }) => Buffer.from(data ?? []).toString()).join()
}

test('a wallet’s stamp waits encrypted, outside the workflow, and is gone with its use or its payment', async () => {
  const wallet = await aLoggedInWallet(stack)
  const number = "update customers set region = 'FR', phone_number = '+33612345678' where id = $1"
  await rowsOf(stack, number, [uuidIn(wallet.customer.id)])
  await verifyAndLogIn(stack, wallet.customer)
  for (const end of ['authorized', 'forgotten'] as const) {
    const payment = await aPayment(wallet)
    const { quote, headers } = payment
    const answer = await execute(wallet.api, payment)
    expect(answer.body.status).toBe('PENDING_AUTHORIZATION')
    expect(await storedStamp(quote)).toMatch(/^sealed:1:/)
    const stamp = String(headers['Service-Wallet-Signature'])
    expect(await startInputOf(quote)).not.toContain(stamp)
    expect(await startInputOf(quote)).not.toMatch(/sealed:1:|"stamp"/)
    // A conversion: one proof for it, and one for the payee.
    for (const status of end === 'authorized' ? ['PENDING_AUTHORIZATION', 'PROCESSING'] : []) {
      expect((await authorize(wallet.api, quote)).body.status).toBe(status)
    }
    if (end === 'forgotten') await runOut(quote)
    const status = end === 'authorized' ? 'COMPLETED' : 'FAILED'
    await untilTransaction(wallet.api, payment.transactionId, (t) => t.status === status)
    expect(await storedStamp(quote)).toBeNull()
    const rows = await rowsOf(stack, 'select 1 from payments where payments::text like $1', [
      `%${stamp}%`,
    ])
    expect(rows).toEqual([])
  }
})

test('what an agent does waits for its customer, done at once or approved', async () => {
  for (const policy of [undefined, askingPolicy]) {
    const acting = await anActingAgent(stack, policy)
    const { api, customer } = acting
    const number =
      "update customers set region = 'IE', phone_number = '+353851234567' where id = $1"
    await rowsOf(stack, number, [uuidIn(customer.id)])
    await verifyAndLogIn(stack, customer)
    const its = createAgentClient(stack.apiUrls[0] ?? '', acting.accessToken)
    const end = async (isProven: boolean): Promise<void> => {
      const quote = await anAgentQuote({ ...acting, its })
      const submitted = await executeAsAgent({ its }, quote)
      const action =
        policy === undefined
          ? actionOf(submitted, 'APPROVED')
          : actionOf(
              await decide(acting, actionOf(submitted, 'PENDING_APPROVAL'), 'approve'),
              'APPROVED',
            )
      expect(action.transaction.status).toBe('PENDING_AUTHORIZATION')
      const seen = await its.call('GET', `/agents/me/quotes/${quote.id}`)
      expect(seen.body).toMatchObject({ status: 'PENDING_AUTHORIZATION' })
      expect(seen.body).not.toHaveProperty('scaChallenge')
      expect((await its.call('POST', `/quotes/${quote.id}/authorize`, { code: '1' })).status).toBe(
        401,
      )
      const shownToPlatform = await api.call('GET', `/quotes/${quote.id}`)
      expect(shownToPlatform.body).toHaveProperty('scaChallenge')
      if (isProven) expect((await authorize(api, quote)).status).toBe(200)
      else await runOut(quote)
      const status = isProven ? 'COMPLETED' : 'FAILED'
      await untilTransaction(api, String(quote.transactionId), (t) => t.status === status)
    }
    await end(true)
    await end(false)
    const agent = await api.call('GET', `/agents/${acting.agent.id}`)
    // What was not authorized has been given back to the limits.
    expect(agent.body.usage).toMatchObject({ dailySpend: 1_000 })
    const transfer = await its.call('POST', '/agents/me/transfer-out', {
      source: { accountId: acting.source.id },
      ...{ destination: { accountId: acting.bank.id }, amount: 1_000 },
    })
    expect(transfer.body.code).toBe('SCA_SESSION_REQUIRED')
    await ledgerHolds(stack)
  }
})
