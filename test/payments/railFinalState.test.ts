/**
 * What may have left for the rail is ended by the rail's own final state alone: not by a reference
 * that it does not know yet, and not by an operator against the rail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, Connection } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { resolveSignal } from '../../workflows/operatorDecisions.ts'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { resolvePayment } from '../support/paymentsCommand.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  bookedSteps,
  eventsAbout,
  from,
  funding,
  type TestCustomer,
  timelineOf,
  to,
  untilEnded,
} from './customers.ts'

const test = oneTestIn(2)

const AMOUNT = 10_000
/** Longer than the service waits for an answer, and than an operator's command takes. */
const DELAY_MS = 12_000
/** What has arrived is paid within this time. */
const SETTLING_MS = 2_500

let stack: TestStack
let control: SandboxControl
let ada: TestCustomer
let connection: Connection
let client: Client

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  const config = parseConfig(stack.env)
  connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  client = createClient(connection, config)
})
afterEach(async () => {
  await control.clear()
  await ledgerHolds(stack)
})
afterAll(async () => {
  await connection?.close()
  await stack?.stop()
})

/** As the command does it, and sooner: before what is on its way arrives. */
async function signal({ id }: Resource, decision: 'refund'): Promise<void> {
  await client.workflow
    .getHandle(id)
    .signal(resolveSignal, { decision, by: 'Grace Hopper', reason: 'no answer for an hour' })
}

const untilOnTimeline = (id: string, what: string): Promise<unknown> =>
  waitUntil(`"${what}" is on the timeline`, async () =>
    (await timelineOf(ada.api, id)).includes(what),
  )

/** What the rail says of a reference; undefined while it has not received it. */
async function stateAtRail(reference: string): Promise<string | undefined> {
  const [row] = await rowsOf<{ state: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    'select state from sandbox.payouts where reference = $1',
    [reference],
  )
  return row?.state
}

/** A quote from Ada's balance to her bank, over a rail that can be cancelled. */
async function aQuote(suffix = '789'): Promise<{ id: string; quote: Resource }> {
  const bank = to(await anExternalAccount(ada.api, ada.customer, suffix), { paymentRail: 'ACH' })
  const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), bank, AMOUNT)
  const quote = shown('quote', asked, 201)
  return { id: String(quote.transactionId), quote }
}

/** Executes the quote and waits until its submission has left. */
async function executed({ id, quote }: { id: string; quote: Resource }): Promise<void> {
  expectStatus('execute', await ada.api.call('POST', `/quotes/${quote.id}/execute`), 200)
  await untilOnTimeline(id, 'payout submitted')
}

const submission = (id: string) =>
  ({ party: 'rail', operation: 'submit', match: `${id}"` }) as const

/** The first submission under a reference is on its way for long; those after it do not leave. */
async function submissionOnItsWay(reference: string): Promise<{ arrived(): Promise<void> }> {
  const submit = { party: 'rail', operation: 'submit', match: `${reference}"` } as const
  await control.order({ ...submit, kind: 'delay', delayMs: DELAY_MS, count: 1 })
  const orderedAt = performance.now()
  await control.order({ ...submit, kind: 'errorBefore', count: 1_000 })
  return {
    async arrived() {
      await sleep(Math.max(0, orderedAt + DELAY_MS + SETTLING_MS - performance.now()))
    },
  }
}

test('a payout whose submission is still on its way is cancelled, or refunded by an operator: it is void when it arrives, and paid never', async () => {
  const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
  const stops = [
    ({ transactionId }: Resource) => ada.api.call('POST', `/transactions/${transactionId}/cancel`),
    (quote: Resource) => signal(quote, 'refund'),
  ]
  // Side by side: each submission is on its way for as long as the other one.
  const ends = stops.map(async (stop) => {
    const quote = await aQuote()
    const { id } = quote
    const { arrived } = await submissionOnItsWay(id)
    await executed(quote)
    await stop(quote.quote)
    const end = await untilEnded(ada.api, id)
    expect(end).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
    await arrived()
    expect(await stateAtRail(id)).toBe('FAILED')
    expect(await bookedSteps(stack, id)).toEqual(['hold', 'void'])
  })
  await Promise.all(ends)
  expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
})

describe('an operator whose decision the rail contradicts', () => {
  /** A payout that the rail has settled, while it answers no question about it. */
  async function aSettledUnknown(): Promise<{ id: string; release(): Promise<void> }> {
    const quote = await aQuote('003')
    const faults = ['submit', 'find'].map((operation) =>
      control.order({
        ...submission(quote.id),
        ...(operation === 'find' && { match: quote.id }),
        operation,
        kind: 'errorAfter',
        count: 1_000,
      }),
    )
    await executed(quote)
    await waitUntil('the rail has it', async () => (await stateAtRail(quote.id)) === 'PENDING')
    await control.force(quote.id, 'settle')
    const releases = await Promise.all(faults)
    return {
      id: quote.id,
      async release() {
        for (const release of releases) await release()
      },
    }
  }

  test('refunds what the rail has paid: refused, and the payment settles', async () => {
    const { id } = await aSettledUnknown()
    await resolvePayment(stack, id, 'refund')
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
    expect(await timelineOf(ada.api, id)).toContain(
      'decision refused: refund (the rail reports it as settled)',
    )
    expect(await bookedSteps(stack, id)).not.toContain('landed-late')
  })

  test('records as paid what the rail has never received: refused', async () => {
    const quote = await aQuote()
    const release = await control.order({
      ...submission(quote.id),
      kind: 'errorBefore',
      count: 1_000,
    })
    await executed(quote)
    await resolvePayment(stack, quote.id, 'paid')
    await untilOnTimeline(
      quote.id,
      'decision refused: paid (the rail does not know the instruction)',
    )
    await release()
    expect(await untilEnded(ada.api, quote.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await stateAtRail(quote.id)).toBe('SETTLED')
  })

  test('records as paid what the rail later reports as failed: refunded like a return', async () => {
    const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
    const quote = await aQuote('003')
    const { id } = quote
    await executed(quote)
    await waitUntil('the rail has it', async () => (await stateAtRail(id)) === 'PENDING')
    await resolvePayment(stack, id, 'paid')
    await untilTransaction(ada.api, id, ({ status }) => status === 'COMPLETED')
    await untilOnTimeline(id, 'recorded as paid, not confirmed by the rail')
    expect(await alarm('payments_unconfirmed')).toBeGreaterThan(0)
    await control.force(id, 'fail')
    await untilTransaction(ada.api, id, ({ status }) => status === 'FAILED')
    await untilOnTimeline(id, 'reported as failed after it had settled, refunded')
    expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
  })

  test('records as paid what the rail later settles: confirmed', async () => {
    const quote = await aQuote('003')
    const { id } = quote
    await executed(quote)
    await waitUntil('the rail has it', async () => (await stateAtRail(id)) === 'PENDING')
    await resolvePayment(stack, id, 'paid')
    await untilOnTimeline(id, 'recorded as paid, not confirmed by the rail')
    await control.force(id, 'settle')
    await untilOnTimeline(id, 'confirmed as paid by the rail')
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
  })
})

async function alarm(name: string): Promise<number> {
  const response = await fetch(`${workerUrl()}/metrics`)
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ')[1])
}

function workerUrl(): string {
  const worker = stack.processes.find(({ role }) => role === 'worker')
  return `http://127.0.0.1:${worker?.port}`
}

test('a payout that fails after it has settled is booked like a return, with an alarm', async () => {
  const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
  const quote = await aQuote()
  const { id } = quote
  await executed(quote)
  await untilTransaction(ada.api, id, ({ status }) => status === 'COMPLETED')
  await control.force(id, 'fail')
  const end = await untilEndedAs(id, 'FAILED')
  expect(end).toMatchObject({ refund: { status: 'COMPLETED' } })
  expect(await eventsAbout(stack, id)).toEqual(
    ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'].map(
      (name) => `OUTGOING_PAYMENT.${name}`,
    ),
  )
  await untilOnTimeline(id, 'reported as failed after it had settled, refunded')
  expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
  expect(await alarm('payouts_reversed')).toBeGreaterThan(0)
})

const untilEndedAs = (id: string, expected: string): Promise<Resource> =>
  untilTransaction(ada.api, id, ({ status }) => status === expected)

test('a refund whose submission is still on its way: another attempt, and one of them is paid', async () => {
  const wallet = to(accountOf(ada, 'USDB'))
  const quote = shown('quote', await askQuote(ada.api, funding('USD'), wallet, AMOUNT), 201)
  const id = String(quote.transactionId)
  const { arrived } = await submissionOnItsWay(`${id}/refund`)
  const body = { quoteId: quote.id, currencyCode: 'USD', currencyAmount: AMOUNT - 1 }
  expectStatus('send', await ada.api.call('POST', '/sandbox/send', body), 200)
  await waitUntil('the refund has left', async () => {
    const text = `select 1 from rail_orders where reference = $1 and state = 'SUBMITTED'`
    return (await rowsOf(stack, text, [`${id}/refund`])).length > 0
  })
  await signal(quote, 'refund')
  const refundOf = ({ refund }: Resource): string | undefined =>
    (refund as { status?: string } | undefined)?.status
  await untilTransaction(ada.api, id, (one) => refundOf(one) === 'FAILED')
  await resolvePayment(stack, id, 'retry')
  await untilTransaction(ada.api, id, (one) => refundOf(one) === 'COMPLETED')
  await arrived()
  expect(await stateAtRail(`${id}/refund`)).toBe('FAILED')
  expect(await stateAtRail(`${id}/refund/2`)).toBe('SETTLED')
})
