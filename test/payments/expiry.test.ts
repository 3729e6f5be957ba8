/** A quote that expires while it is being decided: what is answered is what becomes of it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { type Resource, shown } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  askQuote,
  eventsAbout,
  from,
  funding,
  type TestCustomer,
  to,
  untilEnded,
} from './customers.ts'

let stack: SharedStack
let ada: TestCustomer
let bank: Resource

beforeAll(async () => {
  stack = await aSharedStack()
  ada = await aFundedCustomer(stack, 'USD', 100_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
})
afterAll(async () => {
  await stack?.stop()
})

const uuidIn = (id: unknown): string => String(id).split(':')[1] ?? ''

/**
 * Decides about the quote just before it expires, calls once it has expired, and only then commits
 * the decision.
 */
async function callWhileDeciding(
  quote: Resource,
  input: object,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  try {
    await client.query(
      "update payments set expires_at = service_now() + interval '1 second' where id = $1",
      [uuidIn(quote.id)],
    )
    await client.query('begin')
    const { rows } = await client.query('select decide_payment($1) as answer', [
      { paymentId: uuidIn(quote.id), platformId: await platformId(), ...input },
    ])
    expect(rows[0].answer.outcome).toBe('COMMITTED')
    await sleep(1_100)
    const calling = call()
    // As long as the call would take if it waited for nothing.
    await Promise.race([calling, sleep(500)])
    await client.query('commit')
    return await calling
  } finally {
    await client.end()
  }
}

const platformId = async (): Promise<string | undefined> => {
  const text = 'select platform_id as id from tokens where client_id = $1'
  return (await rowsOf<{ id: string }>(stack, text, [stack.platform.clientId]))[0]?.id
}
const hash = 'ab'.repeat(32)

test('an execute beyond the expiry waits for the decision that began before it', async () => {
  const made = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 1_000)
  const quote = shown('quote', made, 201)
  const answer = await callWhileDeciding(quote, { key: randomUUID(), requestHash: hash }, () =>
    ada.api.call('POST', `/quotes/${quote.id}/execute`),
  )
  expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT'])
})

test('a deposit beyond the expiry waits for the decision that began before it', async () => {
  const made = await askQuote(ada.api, funding('USD'), to(accountOf(ada, 'USD')), 700)
  const quote = shown('quote', made, 201)
  const deposit = { requestHash: hash, depositedAmount: '700' }
  const answer = await callWhileDeciding(quote, deposit, () =>
    ada.api.call('POST', '/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' }),
  )
  expect([answer.status, answer.body.id]).toEqual([200, quote.transactionId])
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
})

test('QUOTE_EXPIRED is answered for a quote that is expired in the database too', async () => {
  const made = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 1_000)
  const quote = shown('quote', made, 201)
  await rowsOf(stack, 'update payments set expires_at = service_now() where id = $1', [
    uuidIn(quote.id),
  ])
  const answer = await ada.api.call('POST', `/quotes/${quote.id}/execute`)
  expect([answer.status, answer.body.code]).toEqual([400, 'QUOTE_EXPIRED'])
  const rows = await rowsOf(stack, 'select status from payments where id = $1', [uuidIn(quote.id)])
  expect(rows).toEqual([{ status: 'EXPIRED' }])
  expect(await eventsAbout(stack, quote.transactionId)).toEqual([
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.EXPIRED',
  ])
})
