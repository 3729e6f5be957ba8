/** Changes of records whose answer from PostgreSQL is lost: the caller gets the answer that the change has. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  askQuote,
  from,
  lookUpUma,
  type TestCustomer,
  untilEnded,
} from '../payments/customers.ts'
import { aCreatedAgent } from '../support/agents.ts'
import {
  aFundedWallet,
  aPlatform,
  aWebhookReceiver,
  listed,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aCard } from '../support/cards.ts'
import { aHoldingRelay, type HoldingRelay } from '../support/holdingRelay.ts'
import { aDatabase, aRunningStack, type TestDatabase, type TestStack } from '../support/stack.ts'

let database: TestDatabase
let relay: HoldingRelay
let stack: TestStack
let ada: TestCustomer
let receiver: WebhookReceiver

beforeAll(async () => {
  database = await aDatabase()
  relay = await aHoldingRelay(database.url)
  stack = await aRunningStack({ env: { DATABASE_URL: relay.url } })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
})
afterAll(async () => {
  await stack?.stop()
  relay?.stop()
  await database?.drop()
  await receiver?.stop()
})

/** Sends once while the answer of the SQL function is lost, and once more afterwards. */
async function lost(sqlFunction: string, send: () => Promise<Answer>): Promise<[Answer, Answer]> {
  relay.dropAnswers(sqlFunction)
  const first = await send()
  expect(relay.hasDropped()).toBe(true)
  return [first, await send()]
}

const codesOf = (answers: readonly Answer[]): unknown[] =>
  answers.map(({ status, body }) => body?.code ?? status)

test('a card is frozen', async () => {
  const owner = await aFundedWallet(stack)
  const card = await aCard(owner.api, owner)
  await waitUntil('it is active', async () => {
    return (await owner.api.call('GET', `/cards/${card.id}`)).body.state === 'ACTIVE'
  })
  const [frozen, again] = await lost('update_card', () =>
    owner.api.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' }),
  )
  expect([frozen.status, frozen.body.state]).toEqual([200, 'FROZEN'])
  expect(codesOf([again])).toEqual(['INVALID_STATE_TRANSITION'])
})

test('a payment is cancelled', async () => {
  const slow = await anExternalAccount(ada.api, ada.customer, '005')
  const out = await ada.api.call('POST', '/transfer-out', {
    source: { accountId: accountOf(ada, 'USD').id },
    destination: { accountId: slow.id, paymentRail: 'ACH' },
    amount: 3_000,
  })
  const cancel = () => ada.api.call('POST', `/transactions/${out.body.id}/cancel`)
  const [cancelled] = await lost('request_cancel', cancel)
  expect(codesOf([cancelled])).toEqual([200])
  expect(await untilEnded(ada.api, out.body.id)).toMatchObject({ status: 'FAILED' })
  expect(codesOf([await cancel()])).toEqual(['TRANSACTION_NOT_CANCELLABLE'])
})

test('an agent is deleted', async () => {
  const { agent } = await aCreatedAgent(ada.api, ada.customer.id)
  const answers = await lost('delete_agent', () => ada.api.call('DELETE', `/agents/${agent.id}`))
  expect(codesOf(answers)).toEqual([204, 'REFERENCE_NOT_FOUND'])
})

test('an incoming payment is approved', async () => {
  const platform = await aPlatform(stack)
  receiver = await aWebhookReceiver(stack, { platform })
  // It decides by a call.
  receiver.behave(202)
  const bob = await aCustomer(stack, { platform })
  const { umaAddress } = bob.customer
  const { lookupId } = await lookUpUma(ada, umaAddress)
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress }
  const more = { lookupId, immediatelyExecute: true }
  const source = from(accountOf(ada, 'USD'))
  const quote = shown('quote', await askQuote(ada.api, source, destination, 5_000, more), 201)
  const incoming = await waitUntil('the question', async () => {
    const path = `/transactions?customerId=${bob.customer.id}&limit=1`
    const [newest] = listed(await bob.api.call('GET', path))
    return newest?.status === 'PENDING' ? newest : undefined
  })
  const answers = await lost('record_approval_decision', () =>
    bob.api.call('POST', `/transactions/${incoming.id}/approve`, {}),
  )
  expect(codesOf(answers)).toEqual([200, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'])
  expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
})
