/** Balances beyond 2^53: every digit is shown, and the checker's alarm. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exactJson } from '../../contract/exactJson.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aCustomer, accountOf, type TestCustomer } from './customers.ts'

let stack: SharedStack
let ada: TestCustomer

beforeAll(async () => {
  stack = await aSharedStack()
  ada = await aCustomer(stack)
})
afterAll(async () => {
  await stack?.stop()
})

/** 2^53 + 1, which no JSON.parse of JavaScript can hold. */
const BEYOND = '9007199254740993'

/** The text of a response. */
async function textOf(path: string, body?: object): Promise<string> {
  const { clientId, clientSecret } = stack.platform
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const response = await fetch(`${stack.apiUrls[0]}${path}`, {
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return text
}

test('a balance beyond 2^53 is shown with all its digits', async () => {
  const account = accountOf(ada, 'USDC').id
  await rowsOf(
    stack,
    `select ledger_transfer($1, 'POSTED', service_account('SANDBOX', 'FUNDING', 'USDC'), $2, 'USDC', $3, null, $1)`,
    [`test/${randomUUID()}`, account.split(':')[1], BEYOND],
  )
  const list = await textOf(`/internal-accounts?customerId=${ada.customer.id}&currency=USDC`)
  expect(list).toContain(`"balance":{"amount":${BEYOND},`)
  expect(list).toContain(`"totalBalance":{"amount":${BEYOND},`)
  const history = await textOf(`/internal-accounts/balance-history?accountId=${account}&points=2`)
  expect(history).toContain(`"balance":${BEYOND},"totalBalance":${BEYOND}`)
  const funded = await textOf(`/sandbox/internal-accounts/${account}/fund`, { amount: 2 })
  expect(funded).toContain('"amount":9007199254740995,')
  await ledgerHolds(stack)
})

test('so does the webhook of such an account', async () => {
  const id = accountOf(ada, 'USDC').id.split(':')[1] ?? ''
  const [row] = await rowsOf<{ row: object }>(
    stack,
    'select account_row(v) as row from internal_account_views v where id = $1',
    [id],
  )
  const type = 'INTERNAL_ACCOUNT.BALANCE_UPDATED'
  const createdAt = '2026-01-15T09:30:00.000000+00:00'
  const body = webhookBody({ id: randomUUID(), type, snapshot: row?.row ?? {}, createdAt })
  expect(body).toMatch(/"balance":\{"amount":90071992547409\d\d,/)
})

test('text that looks like a large amount stays text', () => {
  const value = { a: 9007199254740993n, b: '9007199254740993', c: '\\u00001', d: [-1n, 1.5, null] }
  expect(exactJson(value)).toBe(
    '{"a":9007199254740993,"b":"9007199254740993","c":"\\\\u00001","d":[-1,1.5,null]}',
  )
  expect(exactJson({ b: 'plain' })).toBe('{"b":"plain"}')
})
