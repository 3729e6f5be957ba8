/** Cards while the issuer loses answers, is silent, or a process is killed: never two for one request. */
import { randomUUID } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '../../runtime/config.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aFundedWallet,
  apiOf,
  type FundedWallet,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aCard, aCardBody } from '../support/cards.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf, isLong } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let api: ApiClient
let owner: FundedWallet
let control: SandboxControl

beforeAll(async () => {
  stack = await aKeptStack()
  api = apiOf(stack)
  owner = await aFundedWallet(stack)
  control = aSandboxControl(stack)
})
afterAll(() => stack?.stop())
afterEach(() => control.clear().catch(() => undefined))

const read = async (id: unknown): Promise<Resource> =>
  (await api.call('GET', `/cards/${id}`)).body as Resource
const untilState = (id: unknown, state: string): Promise<Resource> =>
  waitUntil(`the card is ${state}`, async () => {
    const card = await read(id).catch(() => undefined)
    return card?.state === state ? card : undefined
  })

describe('one card for one request', () => {
  test.each(['lostAnswer', 'errorAfter', 'errorBefore', 'twice', 'tooManyRequests'] as const)(
    '%s',
    async (kind) => {
      await control.order({ party: 'cards', operation: 'createCard', kind })
      const { id } = await aCard(api, owner)
      await untilState(id, 'ACTIVE')
      expect(await control.acts(id)).toEqual({ 'cards card': 1 })
    },
  )

  const chance = chanceOf('kills while cards are made')
  const kills = (['worker', 'sandbox', 'api'] as const).flatMap((role) =>
    // One in each seventh of the time that a card takes; of them one by the seed.
    Array.from({ length: countOf(1, 7) }, (_, at) => {
      const part = isLong ? at % 7 : chance.integer(7)
      return [role, part * 60 + chance.integer(60)] as const
    }),
  )
  test.each(kills)('kill -9 of the %s after %i ms', async (role, afterMs) => {
    const platformCardId = `${randomUUID()}-kill`
    await control.order({ party: 'cards', operation: 'createCard', kind: 'delay', delayMs: 300 })
    const attempt = api
      .call('POST', '/cards', aCardBody(owner, { platformCardId }))
      .catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    await stack.kill(role)
    const answer = await attempt
    await stack.waitReady()
    const path = `/cards?platformCardId=${platformCardId}`
    const made = listed(await api.call('GET', path))
    // Killed before it was accepted, the request has left nothing; what was answered is there.
    expect(made.length).toBeLessThanOrEqual(1)
    if (answer?.status === 201) expect(made.map(({ id }) => id)).toEqual([answer.body.id])
    for (const { id } of made) {
      await untilState(id, 'ACTIVE')
      expect(await control.acts(id)).toEqual({ 'cards card': 1 })
    }
  })
})

describe('a card that the issuer opens later', () => {
  test('each process is killed meanwhile: it is active once it is opened, and there is one', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = aCardBody(owner, { platformCardId: `${randomUUID()}-005` })
    const ask = () => api.call('POST', '/cards', body, headers)
    const { id } = (await ask()).body
    // So is a repeat answered at once.
    expect(await ask()).toMatchObject({ status: 201, body: { id, state: 'PROCESSING' } })
    for (const role of ['worker', 'sandbox', 'api'] as const) {
      await stack.kill(role)
      await stack.waitReady()
    }
    const active = await untilState(id, 'ACTIVE')
    expect(await cardsOf(id)).toEqual([{ token: active.issuerRef, state: 'OPEN' }])
    expect(await runsOf(id)).toBe(1)
  })

  test('it is rejected where the issuer closes it instead', async () => {
    const { id } = await aCard(api, owner, { platformCardId: `${randomUUID()}-001` })
    const [{ token } = { token: '' }] = await cardsOf(id)
    const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
    await fetch(`${url}/v1/cards/${token}`, {
      ...{ method: 'PATCH', headers: { authorization, 'content-type': 'application/json' } },
      body: JSON.stringify({ state: 'CLOSED' }),
    })
    expect(await untilState(id, 'CLOSED')).toMatchObject({ stateReason: 'ISSUER_REJECTED' })
    expect(await runsOf(id)).toBe(1)
  })

  const cardsOf = (id: unknown): Promise<{ token: string; state: string }[]> =>
    rowsOf(
      { databaseUrl: stack.sandboxDatabaseUrl },
      "select token, state from sandbox.issuer_cards where memo like $1 || ' %'",
      [id],
    )

  async function runsOf(id: unknown): Promise<number> {
    const config = parseConfig(stack.env)
    const connection = await Connection.connect({ address: config.TEMPORAL_ADDRESS ?? '' })
    const { workflow } = createClient(connection, config)
    const { count } = await workflow.count(`WorkflowId = '${id}'`)
    await connection.close()
    return count
  }
})

test('while the issuer is silent: freezing holds at once, unfreezing waits and is sent later', async () => {
  const card = await aCard(api, owner)
  const change = (state: string) => api.call('PATCH', `/cards/${card.id}`, { state })
  await control.order({ party: 'cards', operation: 'updateCard', kind: 'errorBefore', count: 3 })
  expect((await change('FROZEN')).body.state).toBe('FROZEN')
  const waiting = await change('ACTIVE')
  expect([waiting.status, waiting.body.state]).toEqual([200, 'FROZEN'])
  await untilState(card.id, 'ACTIVE')
})

test('the last of many changes is what the issuer has', async () => {
  const card = await aCard(api, owner)
  for (let index = 0; index < 4; index += 1) {
    await api.call('PATCH', `/cards/${card.id}`, { maxSpendPerTransaction: index + 1 })
  }
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
  await waitUntil('the issuer has the last limit', async () => {
    const answer = await fetch(`${url}/v1/cards/${card.issuerRef}`, { headers: { authorization } })
    return ((await answer.json()) as { spend_limit: number }).spend_limit === 4
  })
})

test('a customer whose card is not closed is not deleted', async () => {
  const leaving = await aFundedWallet(stack, { minor: 0n })
  const card = await aCard(api, leaving)
  const remove = () => api.call('DELETE', `/customers/${leaving.customer.id}`)
  expect((await remove()).status).toBe(409)
  await api.call('PATCH', `/cards/${card.id}`, { state: 'CLOSED' })
  expect((await remove()).status).toBe(200)
})
