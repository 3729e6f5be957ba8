/**
 * Retries that would make two: every operation of the document that creates something honours an Idempotency-Key. A new
 * one without the header fails.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import type { UseCase } from '../../api/reference/useCases/useCase.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { allowInvitations } from '../reference/otherMakers.ts'
import { callerOf, requestOf, send } from '../reference/runUseCase.ts'
import { aStageFor } from '../reference/stage.ts'
import { anotherInfo, individual, variantNamed } from '../support/accountBodies.ts'
import { anAgent, freePolicy } from '../support/agents.ts'
import {
  aBusinessBody,
  aFundedWallet,
  anExternalAccount,
  apiOf,
  type FundedWallet,
  type Resource,
  shown,
} from '../support/builders.ts'
import { aCardBody } from '../support/cards.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aPersonalInfo } from '../verification/businesses.ts'

let stack: SharedStack
let database: Database
let api: ApiClient
let owner: FundedWallet

beforeAll(async () => {
  stack = await aSharedStack()
  database = openDatabase(stack.databaseUrl, { poolMax: 2 })
  api = apiOf(stack)
  owner = await aFundedWallet(stack)
})
afterAll(async () => {
  await database.close()
  await stack.stop()
})

const bankBody = (customerId?: string): object => ({
  currency: 'USD',
  accountInfo: anotherInfo(variantNamed('USD_ACCOUNT'), '789', individual),
  ...(customerId !== undefined && { customerId }),
})

const ownerOf = ({ id: customerId }: Resource, ownershipPercentage: number): object => ({
  ...{ customerId, roles: ['UBO'], ownershipPercentage, personalInfo: aPersonalInfo() },
})

/** How many uploads a token may have at once. */
const UPLOADS = 2

const codeOfAnother = ({ errors }: Operation): string =>
  errors.includes('DUPLICATE_PAY_REQUEST') ? 'DUPLICATE_PAY_REQUEST' : 'CONFLICT'

const isKept = ({ headers }: Operation): boolean => headers?.idempotencyKey === 'kept'

test('every operation that answers 201 or 202 takes a key, or is a signed retry', () => {
  const without = operations.filter(
    ({ method, status, headers, sandboxOnly }) =>
      method === 'post' &&
      (status === 201 || status === 202) &&
      headers?.idempotencyKey === undefined &&
      headers?.requestId === undefined &&
      // What a merchant does twice is two purchases.
      sandboxOnly === undefined,
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

const kept = new Map<string, Promise<unknown>>()

test.each(operations.filter(isKept))(
  '$id makes one under one key, ten at once and later',
  async (operation) => {
    const stage = await aStageFor(operation.id, stack, kept)
    if (operation.id === 'createInvitation') await allowInvitations(stage)
    const [useCase] = useCases[operation.id] as readonly [UseCase]
    const key = { 'Idempotency-Key': randomUUID() }
    const sent = await requestOf(operation, useCase, stage)
    const request = { ...sent, headers: { ...sent.headers, ...key } }
    const caller = await callerOf(operation, stage)
    const isForm = useCase.file !== undefined
    const ask = (): Promise<Answer> => send(caller, request)
    const answers = await Promise.all(Array.from({ length: isForm ? UPLOADS : 10 }, ask))
    const first = answers[0] as Answer
    expect(new Set(answers.map(({ status }) => status)), JSON.stringify(first.body)).toEqual(
      new Set([operation.status]),
    )
    const repeated = await ask()
    expect(repeated.headers.get('Idempotent-Replayed')).toBe('true')
    for (const answer of [...answers, repeated]) expect(answer.body).toEqual(first.body)
    if (sent.body !== undefined) {
      // Another file, or a member that is ignored.
      const other = isForm
        ? await requestOf(operation, useCases[operation.id]?.at(-1) as UseCase, stage)
        : { ...request, body: { ...sent.body, other: 1 } }
      expect(await send(caller, { ...other, headers: request.headers })).toMatchObject({
        // What is no payment has another code.
        ...{ status: 409, body: { code: codeOfAnother(operation) } },
      })
    }
    await stage.stop()
  },
)

test('a refusal binds no key, and keys of two agents are two', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { name: 'one', customerId: owner.customer.id, policy: freePolicy }
  const wrong = { ...body, customerId: 'Customer:00000000-0000-4000-8000-000000000000' }
  expect((await api.call('POST', '/agents', wrong, headers)).status).toBe(404)
  expect((await api.call('POST', '/agents', body, headers)).status).toBe(201)
  const [one, two] = [await anAgent(api, owner.customer.id), await anAgent(api, owner.customer.id)]
  const key = { 'Idempotency-Key': randomUUID() }
  const path = '/agents/me/external-accounts'
  expect((await one.its.call('POST', path, bankBody(), key)).status).toBe(201)
  expect((await two.its.call('POST', path, bankBody(), key)).status).toBe(201)
})

test('a key outlives what it has made: the answer is the first one', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = bankBody(owner.customer.id)
  const made = await api.call('POST', '/customers/external-accounts', body, headers)
  const path = `/customers/external-accounts/${String(made.body.id)}`
  expect((await api.call('DELETE', path)).status).toBe(204)
  const repeated = await api.call('POST', '/customers/external-accounts', body, headers)
  expect([repeated.status, repeated.body]).toEqual([201, made.body])
  // Without the key it is another request.
  await anExternalAccount(api, owner.customer)
})

test('no key holds an answer in clear text', async () => {
  const { count } = await database.one<{ count: number }>({
    text: `select count(*)::integer as count from idempotency_keys
      where operation = 'createToken' and (answer is null or not answer ->> 'sealed' like 'sealed:1:%')`,
  })
  expect(count).toBe(0)
})

describe('a platform’s name of a card', () => {
  const named = (platformCardId: string): Promise<Answer> =>
    api.call('POST', '/cards', aCardBody(owner, { platformCardId }))

  test('is of one card, fifty at once, until that is closed', async () => {
    const name = `${randomUUID()}-card`
    const answers = await Promise.all(Array.from({ length: 50 }, () => named(name)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['CONFLICT']))
    const path = `/cards/${String(made[0]?.body.id)}`
    expect((await api.call('PATCH', path, { state: 'CLOSED' })).status).toBe(200)
    expect((await named(name)).status).toBe(201)
  })
})

describe('the owners of a business', () => {
  test('have 100 percent together at most, fifty at once and by a change', async () => {
    const mine = shown('business', await api.call('POST', '/customers', aBusinessBody()), 201)
    const own = (): Promise<Answer> => api.call('POST', '/beneficial-owners', ownerOf(mine, 30))
    const answers = await Promise.all(Array.from({ length: 50 }, own))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_INPUT' } },
      body: { details: { errors: [{ field: 'ownershipPercentage' }] } },
    })
    const change = (ownershipPercentage: number): Promise<Answer> =>
      api.call('PATCH', `/beneficial-owners/${String(made[0]?.body.id)}`, { ownershipPercentage })
    expect((await change(41)).status).toBe(400)
    expect((await change(40)).status).toBe(200)
  })
})
