/** Invalid requests: always a 4xx in the envelope, without side effects. */
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../api/operation.ts'
import { operations } from '../../../api/operations.ts'
import { pathOf } from '../../../api/reference/samples.ts'
import { useCases } from '../../../api/reference/useCases/index.ts'
import { bodyCheckOf } from '../../../api/validate.ts'
import { type ApiClient, formOf } from '../../../scripts/serviceDriver/apiClient.ts'
import { callerOf, isId, isSigned, substituted } from '../../reference/runUseCase.ts'
import { aStage, aStageFor } from '../../reference/stage.ts'
import { aJpeg } from '../../support/documentFiles.ts'
import { chanceOf, isLong, sampleOf, seed } from '../../support/seed.ts'
import { call, fieldsOf, leavesNothing, service } from '../service.ts'

type Raw = { readonly status: number; readonly headers: Headers; readonly text: string }

async function raw(path: string, init: RequestInit = {}): Promise<Raw> {
  const { stack, api } = service()
  const { clientId, clientSecret } = stack.platform
  const headers = new Headers(init.headers)
  headers.set('Authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
  if (init.body && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
  const answer = await fetch(`${api.baseUrl}${path}`, { ...init, headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function expectEnvelope({ status, headers, text }: Raw, ...wanted: readonly number[]): void {
  expect(wanted.length > 0 ? wanted : [status]).toContain(status)
  expect([status >= 400 && status < 500, text]).toEqual([true, text])
  expect(headers.get('Content-Type')).toMatch(/^application\/json/)
  const envelope = JSON.parse(text)
  expect(envelope).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/), status })
  expect(envelope.message).toBe(envelope.reason)
  expect(text).not.toMatch(/\.ts:\d|node_modules|\bat .*\(|select |syntax error/)
}

const writing = operations.filter(({ method }) => method !== 'get')
/** The body of a DELETE is ignored; an agent's requests are read as a platform's. */
const reading = writing.filter(
  ({ method, security }) => method !== 'delete' && security !== 'AGENT',
)
/** They all read a body by the same code: a sample of them, and of what it costs to send 10 MB. */
const sampled = sampleOf('bodies', reading, 8)
const flooded = sampleOf('10 MB', reading, 3)
const idOfNothing = 'Nothing:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const emptyPath = (path: string): string => path.replaceAll(/:\w+/g, idOfNothing)
/** `/customers/:customerId` takes `/customers/external-accounts` as well. */
const takes =
  (path: string) =>
  (other: { readonly path: string }): boolean =>
    new RegExp(`^${other.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

describe('a body that cannot be read', () => {
  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const bodies: readonly (readonly [string, string])[] = [
    ['malformed JSON', '{"amount": '],
    ['a second value', '{}{}'],
    ['an array', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['deep nesting', deep(40)],
    ['very deep nesting', deep(300_000)],
    ['__proto__', '{"__proto__": {"isAdmin": true}}'],
    ['U+0000', '{"description": "a\\u0000b"}'],
    ['half a surrogate pair', '{"description": "\\ud800"}'],
    ['bytes that are no UTF-8 and no JSON', '\u00ff\u00fe{'],
  ]

  test.each(
    sampled.map(({ id, path, method, multipart }) => {
      // A form is no JSON, whatever is in it.
      return [id, multipart ? 415 : 400, emptyPath(path), method.toUpperCase()] as const
    }),
  )('%s: %i', async (id, status, path, method) => {
    await leavesNothing(async () => {
      for (const [name, body] of bodies) {
        const answer = await raw(path, { method, body })
        // Who has shown no credentials may send less.
        const isTooLong = id === 'redeemAgentDeviceCode' && name === 'very deep nesting'
        expect(answer.status, name).toBe(isTooLong ? 413 : status)
        expectEnvelope(answer)
      }
    })
  })

  test('10 MB', async () => {
    const body = JSON.stringify({ description: 'x'.repeat(10_000_000) })
    await leavesNothing(async () => {
      for (const { path, method } of flooded) {
        const answer = await raw(emptyPath(path), { method: method.toUpperCase(), body })
        expectEnvelope(answer, 413, 415, 400)
      }
    })
  })

  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch',
    'nonsense',
  ])('content type %s', async (type) => {
    for (const { path, method } of sampled) {
      const init = { method: method.toUpperCase(), body: '{}', headers: { 'Content-Type': type } }
      const answer = await raw(emptyPath(path), init)
      // Of the wrong kind, or a form without any part.
      expectEnvelope(answer, 415, 400)
    }
  })
})

describe('an address that names nothing', () => {
  test.each([
    '/nothing',
    '/customers/',
    '/Customers',
    '/quotes/a/b/c/d',
    '/quotes//execute',
    '/customers/%zz',
    '/customers/%',
    '/customers/%00',
    '/customers/%c0%80',
    '/customers/%ed%a0%80',
    '/customers/..%2f..%2fetc%2fpasswd',
    '/transactions/%F0%9F%92%B8',
    `/customers/${'x'.repeat(4_000)}`,
    '/constructor',
    '/__proto__',
  ])('%s', async (path) => {
    expectEnvelope(await raw(path), 404)
  })

  test('outside the version', async () => {
    const origin = new URL(service().api.baseUrl).origin
    for (const path of [
      '/',
      '/customers',
      '/2025-10-14/customers',
      '//',
      '/.env',
      '/favicon.ico',
    ]) {
      const answer = await fetch(`${origin}${path}`)
      const { status, headers } = answer
      expectEnvelope({ status, headers, text: await answer.text() }, 404)
    }
  })

  test('a wrong method says which are right', async () => {
    const paths = [...new Set(operations.map((operation) => operation.path))]
    for (const path of sampleOf('paths with a wrong method', paths, 30)) {
      const taken = operations.filter(takes(emptyPath(path))).map(({ method }) => method)
      for (const method of ['put', 'delete', 'patch', 'post'] as const) {
        if (taken.includes(method)) continue
        const answer = await raw(emptyPath(path), { method: method.toUpperCase() })
        expectEnvelope(answer, 405)
        // Of this very path: `/customers/external-accounts` is no `/customers/{customerId}`.
        const exact = operations.filter((operation) => operation.path === path)
        const allowed = answer.headers.get('Allow')?.split(', ') ?? []
        expect(allowed.filter((one) => one !== 'HEAD').sort()).toEqual(
          exact.map((operation) => operation.method.toUpperCase()).sort(),
        )
      }
    }
  })
})

test.each([
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['a broken header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${'X-Y: z\r\n'.repeat(5_000)}\r\n`],
  ['a U+0000 in the path', 'GET /2025-10-13/customers/a\0b HTTP/1.1\r\nHost: x\r\n\r\n'],
])('bytes on the wire: %s', async (_name, bytes) => {
  const { hostname, port } = new URL(service().api.baseUrl)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('}')) socket.destroy()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
    code: 'INVALID_REQUEST_FORMAT',
  })
})

describe('dates of a query', () => {
  const dated = operations.flatMap(({ id, method, path, query, security }) => {
    if (method !== 'get' || path.includes(':') || security !== undefined) return []
    const properties = (query?.properties ?? {}) as Record<string, { format?: string }>
    const names = Object.keys(properties).filter((name) => properties[name]?.format === 'date-time')
    return names.length === 0 ? [] : [{ id, path, names }]
  })

  test('are many', () => {
    expect(dated.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        ...['listRequests', 'listTransactions', 'listCustomers', 'listTokens', 'listWebhookEvents'],
        ...['listBalanceHistory', 'listTransactionVolume'],
      ]),
    )
  })

  test.each(sampleOf('dated lists', dated, 3))(
    '$id refuses what is no instant of the years 1 to 9999',
    async (list) => {
      for (const name of list.names) {
        for (const wrong of [
          `2026-01-01T00:00:00.${'0'.repeat(120)}Z`,
          '0001-01-01T00:00:00+15:59',
          '9999-12-31T23:59:59-15:59',
          '2026-01-01\u00a000:00:00Z',
        ]) {
          const answer = await call('GET', `${list.path}?${name}=${encodeURIComponent(wrong)}`)
          expect([name, wrong, fieldsOf(answer)]).toEqual([name, wrong, { [name]: 'format' }])
        }
        for (const right of [
          '0001-01-01T00:00:00Z',
          '9999-12-31T23:59:59.999999Z',
          `2026-01-01T00:00:00.${'9'.repeat(99)}Z`,
        ]) {
          const answer = await call('GET', `${list.path}?${name}=${encodeURIComponent(right)}`)
          expect([200, 400], `${name}=${right}`).toContain(answer.status)
        }
      }
    },
  )
})

/** Every member of a body, by the names on the way to it. */
function membersOf(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    [...way, name],
    ...membersOf(member, [...way, name]),
  ])
}

function memberOf(body: unknown, way: readonly string[]): unknown {
  return way.reduce((at, name) => (at as Fields)[name], body)
}

/** A copy whose member is another; without it where that is undefined. */
function withMember(body: unknown, way: readonly string[], value: unknown): Fields {
  const copy = structuredClone(body) as Fields
  const holder = memberOf(copy, way.slice(0, -1)) as Fields
  const last = way.at(-1) ?? ''
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

type Fields = Record<string, unknown>

/** What a browser has made is read by whom it is for; what a receiver asks for is of any form. */
const open = /^(credential|receiverCustomerInfo)\./
const ofNoType = [[{ odd: true }]]
const wrongs: readonly unknown[] = [undefined, ofNoType, 'x'.repeat(50_000), '', -0.5, null]

/** Fails unless each member's absence, and each wrong value, is refused where the document's schema refuses it. */
async function expectRefusedMembers(
  { id, method, body: schema = {}, prepare = (body) => body }: Operation,
  { name, path, body }: { readonly name: string; readonly path: string; readonly body: unknown },
  caller: ApiClient,
): Promise<void> {
  for (const way of membersOf(body)) {
    for (const wrong of wrongs) {
      const sent = withMember(body, way, wrong)
      const what = `${id}, ${name}: ${way.join('.')} = ${JSON.stringify(wrong)?.slice(0, 30)}`
      const problems = bodyCheckOf(schema)(prepare(structuredClone(sent)))
      const wanted = problems.map(({ field }) => field)
      if (wrong === ofNoType && !open.test(way.join('.'))) expect(wanted, what).not.toEqual([])
      if (wanted.length === 0) continue
      const answer = await caller.call(method.toUpperCase(), path, sent)
      // An id that is none may be looked for.
      if (answer.status === 404 && isId(memberOf(body, way))) continue
      expect(`${what}: ${answer.status} ${answer.body.code}`).toBe(`${what}: 400 INVALID_INPUT`)
      expect(Object.keys(fieldsOf(answer)), what).toEqual(expect.arrayContaining(wanted))
    }
  }
}

test('a body, spoiled member by member, is refused as the document says', async () => {
  const { stack } = service()
  const stage = aStage(stack, stack.platform)
  const bodied = writing.filter(({ body, multipart }) => body !== undefined && !multipart)
  const cases = sampleOf('spoiled bodies', bodied, 50).flatMap((operation) =>
    sampleOf(`bodies of ${operation.id}`, useCases[operation.id] ?? [], 3)
      .filter(({ body }) => body !== undefined)
      .map((useCase) => ({ operation, useCase })),
  )
  const checks: (() => Promise<void>)[] = []
  for (const { operation, useCase } of cases) {
    // What is named need not be there, but where the operation's own check may look for it first.
    const sent = operation.validate ? await substituted(useCase, stage) : useCase
    const { name, body } = sent
    const path = pathOf(operation, sent)
    const caller = await callerOf(operation, stage)
    checks.push(() => expectRefusedMembers(operation, { name, path, body }, caller))
  }
  await leavesNothing(async () => {
    for (const check of checks) await check()
  })
})

describe('anything at all', () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      -1,
      0,
      0.1,
      1e308,
      2 ** 53,
      2 ** 63,
      '',
      ' ',
      'x'.repeat(10_000),
      '\u0000',
      '\ud800',
      "'; drop table customers; --",
      '{{7*7}}',
      '0000-00-00',
      '9999-12-31',
      '2026-01-01T00:00:00+23:59',
      'NaN',
      '👩🏽‍💻',
      'Customer:00000000-0000-0000-0000-000000000000',
      [],
      {},
      [[[[]]]],
      { toString: 1, constructor: null, length: -1 },
    ),
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
  )
  const kept = new Map<string, Promise<unknown>>()

  /** As a form has it: whatever the value is, it is sent as text. */
  function formed(body: unknown, file: string | undefined): unknown {
    if (file === undefined) return body
    const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
    const text = (value: unknown): string =>
      typeof value === 'string' ? value : `${JSON.stringify(value)}`
    return formOf(Object.fromEntries(fields.map(([name, value]) => [name, text(value)])), {
      name: file,
      content: aJpeg(),
    })
  }

  /** The body with one member, at any depth, replaced. */
  function spoiled(body: unknown, picks: readonly number[], value: unknown): unknown {
    const names = typeof body === 'object' && body !== null ? Object.keys(body) : []
    const [pick = 0, ...rest] = picks
    const name = names[pick % (names.length + 1)]
    if (name === undefined) return value
    const members = body as Record<string, unknown>
    const member = spoiled(members[name], rest, value)
    return Array.isArray(body) ? [member] : { ...members, [name]: member }
  }

  const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 })
  const headers = fc.record(
    Object.fromEntries(
      ['Idempotency-Key', 'Service-Wallet-Signature', 'Request-Id'].map((name) => [
        name,
        fc.stringMatching(/^[!-~]{0,40}$/),
      ]),
    ),
    { requiredKeys: [] },
  )

  test.each(sampleOf('anything at all', writing, 40))(
    'to $id is never answered with a 5xx',
    async (operation) => {
      const { id, method } = operation
      const stage = await aStageFor(id, service().stack, kept)
      const useCase = chanceOf(id).pick((useCases[id] ?? []).filter((one) => !isSigned(one)))
      // The body of a DELETE is ignored: what it names is there for the others.
      const real = method === 'delete' ? useCase : await substituted(useCase, stage)
      const caller = await callerOf(operation, stage)
      const path = pathOf(operation, real)
      await fc.assert(
        fc.asyncProperty(picks, odd, headers, async (at, value, sent) => {
          const body = formed(spoiled(real.body ?? {}, at, value), real.file)
          const answer = await caller.call(method.toUpperCase(), path, body, sent)
          const isOurs = answer.status < 500 || answer.body.code === 'NOT_IMPLEMENTED'
          expect([isOurs, answer.body]).toEqual([true, answer.body])
          if (answer.status >= 400) expect(answer.body.status).toBe(answer.status)
        }),
        { numRuns: isLong ? 400 : 10, seed: Number(seed) },
      )
      await stage.stop()
    },
  )

  test('in a query is never answered with a 5xx', async () => {
    const asking = operations.filter(({ query }) => query !== undefined)
    const indexes = fc.nat(asking.length - 1)
    const stage = aStage(service().stack, service().stack.platform, kept)
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      odd.map((value) => (typeof value === 'string' ? value : `${JSON.stringify(value)}`)),
    )
    await fc.assert(
      fc.asyncProperty(indexes, fc.nat(9), text, async (index, at, value) => {
        const operation = asking[index] as (typeof asking)[number]
        const names = Object.keys((operation.query as { properties: object }).properties)
        const name = names[at % names.length] ?? ''
        const query = new URLSearchParams({ [name]: value })
        const path = `${emptyPath(operation.path)}?${query}`
        const answer = await (await callerOf(operation, stage)).call('GET', path)
        expect([answer.status < 500, answer.body]).toEqual([true, answer.body])
      }),
      { numRuns: isLong ? 1_000 : 60, seed: Number(seed) },
    )
  })
})
