/** The answers to typical mistakes are enough to go on: `mistakes.ts` says what and why. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { type Api, startApi } from './framework.ts'
import { type Mistake, mistakes } from './mistakes.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({}, {}, operations)
})
afterAll(() => api.drain(100))

test('they are forty at least, each another one', () => {
  expect(new Set(mistakes.map(({ mistake }) => mistake)).size).toBe(mistakes.length)
  expect(mistakes.length).toBeGreaterThanOrEqual(40)
})

type Envelope = {
  readonly reason: string
  readonly details?: { readonly errors?: readonly { field: string; message: string }[] }
}

test.each(mistakes)('$mistake: $status, $enough', async (given) => {
  const { as, password, headers, method = 'GET', body } = given
  const answer = await api.ask(given.path, {
    method,
    ...(as !== undefined && { as }),
    ...(password !== undefined && { password }),
    ...(headers && { headers }),
    ...(body !== undefined && { body: bytesOf(body) as string }),
  })
  expect(answer.body).toMatchObject({ status: given.status, code: given.code })
  expect(answer.status).toBe(given.status)
  const { reason, details } = answer.body as Envelope
  const errors = details?.errors ?? []
  const said = [reason, ...errors.map(({ message }) => message)]
  expect(said.find((text) => given.says.test(text)) ?? said).toMatch(given.says)
  if (given.fields) expect(errors.map(({ field }) => field)).toEqual(given.fields)
  if (given.header) {
    const [name, value] = given.header
    expect(answer.headers.get(name)).toMatch(value)
  }
  expectNothingRepeated(given, answer.text)
})

function bytesOf(body: unknown): unknown {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

/** No answer holds a secret, a code or an id that was sent. */
function expectNothingRepeated(given: Mistake, text: string): void {
  expect(text).not.toMatch(/s{43}|7K3M|0b6a3c1e-3f0e/i)
  if (given.password) expect(text).not.toContain(`"${given.password}"`)
}
