/** The client of the stablecoin provider against a server that answers in the provider's shapes and records. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createStablecoinProvider,
  type NewAddress,
  type StablecoinProvider,
} from '../../providers/stablecoinProvider/index.ts'

type Recorded = {
  readonly call: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
type Answer = { readonly status: number; readonly body: unknown }

const login = { clientId: 'an id', clientSecret: 'a:secret' }
const access = { login, accountId: 'ACC1' }
const key = '5e9483eb-8103-4e16-9794-2106111b2eca'
const token = { access_token: 'ory_at_x', expires_in: 3_599, scope: '', token_type: 'bearer' }
const wireTransfer = {
  ...{ id: '2VcUIIsgARwVbEGlIYbhg6fGG57', status: 'pending', note: 'StablecoinOperation:1' },
  amount: { value: '10.5', currency: 'USD' },
  source: { value_type: 'USD', transfer_type: 'wire', transaction_id: null },
  ...{ destination: {}, failure: null, created_at: '2026-03-02T12:00:00Z', updated_at: 'x' },
  wire_instructions: {
    ...{ beneficiary_name: 'B', beneficiary_address: 'BA', bank_name: 'K', bank_address: 'KA' },
    ...{ account_number: '1', routing_number: '2', memo: null },
  },
}

let server: Server
let provider: StablecoinProvider
let recorded: Recorded[] = []
let answers: Answer[] = []
let tokenAnswer: Answer = { status: 200, body: token }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method, url, headers } = request
    recorded.push({ call: `${method} ${url}`, headers, body })
    const answer =
      url === '/oauth2/token' ? tokenAnswer : (answers.shift() ?? { status: 500, body: {} })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await provider?.close()
  server?.close()
})
beforeEach(async () => {
  await provider?.close()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokenUrl = `${url}/oauth2/token`
  provider = createStablecoinProvider({ baseUrl: `${url}/`, tokenUrl, timeoutMs: 5_000 })
  recorded = []
  tokenAnswer = { status: 200, body: token }
})
const answered = (...list: Answer[]): void => {
  answers = list
}
const ok = (body: unknown): Answer => ({ status: 200, body })
const calls = (): string[] => recorded.map(({ call }) => call)
const mint = () =>
  provider.createTransfer(
    access,
    {
      ...{ cents: 1_050n, note: 'StablecoinOperation:1' },
      source: { valueType: 'USD', transferType: 'wire' },
      destination: { addressId: 'A1', valueType: 'SBC', transferType: 'spark' },
    },
    key,
  )

test('takes one token for many calls, and a new one where the accounts are asked for', async () => {
  answered(
    ok({ accounts: [{ id: 'ACC1', name: 'x', status: 'complete' }, 'bare'] }),
    ok({ addresses: [] }),
    ok({ accounts: [{ id: 'ACC1', status: 'pending' }] }),
  )
  expect(await provider.accountsOf(login)).toEqual([
    { id: 'ACC1', isComplete: true },
    { id: 'bare', isComplete: true },
  ])
  expect(await provider.depositAddresses(access)).toEqual([])
  expect(await provider.accountsOf(login)).toEqual([{ id: 'ACC1', isComplete: false }])
  expect(calls()).toEqual([
    ...['POST /oauth2/token', 'GET /accounts'],
    'GET /accounts/ACC1/addresses?type=internal&transfer_type=spark',
    ...['POST /oauth2/token', 'GET /accounts'],
  ])
  expect(recorded[0]).toMatchObject({
    headers: { authorization: `Basic ${Buffer.from('an%20id:a%3Asecret').toString('base64')}` },
    body: 'grant_type=client_credentials',
  })
  expect(recorded[1]?.headers).toMatchObject({ authorization: 'Bearer ory_at_x', accept: '*/*' })
})

test('sends a transfer with two decimals and its key, and copies named members', async () => {
  answered({ status: 201, body: wireTransfer })
  expect(await mint()).toEqual({
    ...{ id: wireTransfer.id, status: 'pending', cents: 1_050n, note: 'StablecoinOperation:1' },
    ...{ failure: null, createdAt: new Date('2026-03-02T12:00:00Z') },
    wire: {
      ...{ beneficiaryName: 'B', beneficiaryAddress: 'BA', bankName: 'K', bankAddress: 'KA' },
      ...{ accountNumber: '1', routingNumber: '2' },
    },
  })
  expect(recorded[1]?.headers['idempotency-key']).toBe(key)
  expect(JSON.parse(recorded[1]?.body ?? '')).toEqual({
    amount: { value: '10.50', currency: 'USD' },
    source: { value_type: 'USD', transfer_type: 'wire' },
    destination: { address_id: 'A1', value_type: 'SBC', transfer_type: 'spark' },
    note: 'StablecoinOperation:1',
  })
})

test('repeats a call whose token is not accepted once, with the same key', async () => {
  answered({ status: 401, body: {} }, { status: 201, body: wireTransfer })
  expect((await mint()).id).toBe(wireTransfer.id)
  expect(calls()).toEqual([
    ...['POST /oauth2/token', 'POST /accounts/ACC1/transfers'],
    ...['POST /oauth2/token', 'POST /accounts/ACC1/transfers'],
  ])
  expect(recorded.filter(({ headers }) => headers['idempotency-key'] === key)).toHaveLength(2)
  answered({ status: 401, body: {} }, { status: 401, body: {} })
  await expect(mint()).rejects.toMatchObject({ kind: 'UNAUTHORIZED' })
})

test.each([400, 401, 403])('a login that is answered %i is not accepted', async (status) => {
  tokenAnswer = { status, body: { error: 'invalid_client', error_description: 'x' } }
  const failed = await provider.accountsOf(login).catch((error: Error) => error)
  expect(failed).toMatchObject({ kind: 'UNAUTHORIZED', httpStatus: status })
  expect(JSON.stringify(failed) + String(failed)).not.toContain(login.clientSecret)
})

test('an error whose body is no JSON keeps its status', async () => {
  const page = '<html>no</html>'
  answered({ status: 401, body: page }, { status: 201, body: wireTransfer })
  expect((await mint()).id).toBe(wireTransfer.id)
  answered({ status: 422, body: page })
  await expect(mint()).rejects.toMatchObject({ kind: 'REFUSED', httpStatus: 422 })
  answered({ status: 404, body: page })
  expect(await provider.transferOf(access, 'T1')).toBeUndefined()
  answered({ status: 429, body: page })
  await expect(mint()).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  tokenAnswer = { status: 401, body: page }
  await expect(provider.accountsOf(login)).rejects.toMatchObject({ kind: 'UNAUTHORIZED' })
  // Refused by something before the token's host: the login was not judged.
  tokenAnswer = { status: 403, body: page }
  await expect(provider.accountsOf(login)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
})

test('reads the code of an error in both of its shapes', async () => {
  const detail = { status: '422', title: 'x', detail: 'x', source: {} }
  answered({ status: 422, body: { errors: [{ code: 'insufficient_balance', ...detail }] } })
  await expect(mint()).rejects.toMatchObject({ kind: 'REFUSED', code: 'insufficient_balance' })
  const other = { type: 'x', code: 'compatible_address_not_found', status: 404, values: [] }
  answered({ status: 404, body: other })
  await expect(mint()).rejects.toMatchObject({ code: 'compatible_address_not_found' })
  answered({ status: 404, body: other })
  expect(await provider.transferOf(access, 'T1')).toBeUndefined()
})

test.each([
  ...([408, 409, 425, 429, 500, 502, 503].map((status) => [`${status}`, { status, body: {} }]) as [
    string,
    Answer,
  ][]),
  ['200 and no JSON', { status: 200, body: '<html>' }],
  ['200 and nothing', { status: 200, body: '' }],
  ['200 and a list', ok([])],
  ['another status', ok({ ...wireTransfer, status: 'sent' })],
  [
    'an amount of three decimals',
    ok({ ...wireTransfer, amount: { value: '1.005', currency: 'USD' } }),
  ],
  ['another currency', ok({ ...wireTransfer, amount: { value: '1.00', currency: 'EUR' } })],
  ['no id', ok({ ...wireTransfer, id: '' })],
])('an answer of %s leaves the outcome open', async (_, answer) => {
  answered(answer)
  await expect(mint()).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
})

test('reads what has come back, and whether it is tried again', async () => {
  const failure = {
    type: 'ach_return',
    retriable: false,
    ach_return: { code: 'R01', reason: 'NSF' },
  }
  answered(ok({ ...wireTransfer, status: 'failed', failure }))
  expect((await provider.transferOf(access, 'T1'))?.failure).toEqual({
    ...{ isRetriable: false, returned: 'R01 NSF' },
  })
  answered(ok({ transfers: [{ ...wireTransfer, status: 'failed', failure: {} }] }))
  const [listed] = await provider.transfersOf(access, 'A 1')
  expect(listed?.failure).toEqual({ isRetriable: true, returned: null })
  expect(calls().at(-1)).toBe('GET /accounts/ACC1/transfers?address_id=A+1')
})

test('registers a bank account for wires only with a postal address', async () => {
  const shown = { id: 'B1', status: 'active', owner: 'Ada' }
  const address = { ...shown, account_number: '****6789', routingNumber: '021' }
  const bank: NewAddress = {
    kind: 'BANK',
    ...{ owner: 'Ada', accountNumber: '000123456789', routingNumber: '021000021' },
    ...{ isSavings: false, address: undefined },
  }
  answered({ status: 201, body: address }, { status: 201, body: address })
  expect(await provider.createAddress(access, bank, key)).toEqual({
    ...{ ...shown, name: null, address: null, routingNumber: '021', lastFour: '6789' },
  })
  expect(JSON.parse(recorded[1]?.body ?? '').transfer_types).toEqual([
    ...['ach_credit', 'same_day_ach_credit', 'rtp_credit'],
  ])
  const postal = { line1: '1 Main', city: 'X', state: 'NY', postalCode: '1', country: 'US' }
  await provider.createAddress(access, { ...bank, address: postal }, key)
  const sent = JSON.parse(recorded[2]?.body ?? '')
  expect(sent.transfer_types).toContain('wire')
  expect(sent.beneficiary_address).toEqual(sent.bank_address)
})
