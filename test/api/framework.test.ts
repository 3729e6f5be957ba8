import { randomBytes, randomUUID } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operations as served } from '../../api/operations.ts'
import { permissions, permits } from '../../contract/permissions.ts'
import { recordCode } from '../support/published/recording.ts'
import { type Answer, type Api, operations, startApi, tokens } from './framework.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterEach(() => {
  api.fake.failure = undefined
})
afterAll(() => api.drain(100))

const account = {
  currency: 'USD',
  accountInfo: {
    accountType: 'USD_ACCOUNT',
    accountNumber: '1234',
    beneficiary: { fullName: 'Ada', country: 'GB', birthDate: '1990-02-28' },
  },
}

const create = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.ask('/accounts', {
    method: 'POST',
    headers,
    body: (typeof body === 'string' || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body)) as string,
  })

/** An answer in the envelope, and nothing in it that only we should see. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  expect(answer.body).toMatchObject({ code, status, reason: expect.any(String) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('X-Request-Id')).toBeTruthy()
  expect(answer.text).not.toMatch(/\.ts:\d|node_modules|\bat .*\(|select |secret sauce/)
}

const fieldsOf = (answer: Answer): unknown => {
  const { details } = answer.body as {
    details: { errors: { field: string; constraint: string }[] }
  }
  return Object.fromEntries(details.errors.map(({ field, constraint }) => [field, constraint]))
}

describe('input that cannot be read', () => {
  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each([
    ['malformed JSON', '{"currency": '],
    ['no object', '[]'],
    ['a bare string', '"text"'],
    ['more than 32 levels', deep(32)],
    ['a great many levels', deep(200_000)],
    ['__proto__', '{"__proto__": {"admin": true}}'],
    ['U+0000', '{"currency": "US\\u0000"}'],
    ['U+0000 in a name', '{"a\\u0000": 1}'],
    ['half a surrogate pair', '{"currency": "\\ud800"}'],
    ['bytes that are no UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xc3, 0x28, 0x22, 0x7d])],
    ['half a character', Buffer.from([...Buffer.from('{"a":"'), 0xf0, 0x9f, 0x98, 0x22, 0x7d])],
  ])('%s', async (_name, text) => {
    expectRefusal(await create(text), 400, 'INVALID_REQUEST_FORMAT')
  })

  test('names the fields whose text no column can hold', async () => {
    const broken = '{"currency": "US\\u0000", "accountInfo": {"address": "\\udc00"}}'
    expect(fieldsOf(await create(broken))).toEqual({
      currency: 'format',
      'accountInfo.address': 'format',
    })
  })

  test('10 MB', async () => {
    const answer = await create(JSON.stringify({ currency: 'x'.repeat(10_000_000) }))
    expectRefusal(answer, 413, 'CONTENT_TOO_LARGE')
  })

  test('a replacement character that was sent as such is text, compressed too', async () => {
    const text = JSON.stringify({ ...account, note: '\ufffd' })
    expect((await create(text)).status).toBe(201)
    for (const [encoding, compress] of [
      ['gzip', gzipSync],
      ['GZIP', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
    ] as const) {
      const headers = { 'Content-Encoding': encoding }
      expect((await create(compress(text), headers)).status).toBe(201)
      const broken = Buffer.from(text)
      broken[broken.indexOf(0xef)] = 0xff
      expectRefusal(await create(compress(broken), headers), 400, 'INVALID_REQUEST_FORMAT')
    }
  })

  test.each([
    ['blanks', ' '.repeat(900_000)],
    ['escapes', JSON.stringify({ note: '"'.repeat(400_000) })],
    ['digits', `{"note":${'1'.repeat(900_000)}}`],
  ])(
    '%s that few bytes stand for are refused unparsed, with a length or without',
    async (_, text) => {
      const sent = brotliCompressSync(text)
      expect(sent.length).toBeLessThan(100)
      for (const body of [sent, new Blob([sent]).stream()]) {
        const headers = { 'Content-Encoding': 'br' }
        const answer = await api.ask('/accounts', {
          ...{ method: 'POST', headers, body, duplex: 'half' },
        } as never)
        expectRefusal(answer, 413, 'CONTENT_TOO_LARGE')
        expect(answer.text).toContain('50 times')
      }
    },
  )

  test('a body may be 50 times as long as what was sent, or 64 KB however short that was', async () => {
    const compressed = (length: number, spread: number): Buffer => {
      const note = `${'x'.repeat(length)}${randomBytes(spread).toString('base64')}`
      return gzipSync(JSON.stringify({ ...account, note }))
    }
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await create(compressed(65_000, 0), headers)).status).toBe(201)
    expect((await create(compressed(500_000, 12_000), headers)).status).toBe(201)
    expectRefusal(await create(compressed(500_000, 0), headers), 413, 'CONTENT_TOO_LARGE')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'content type %s',
    async (type) => {
      const answer = await create('{"currency":"USD"}', { 'Content-Type': type })
      expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    },
  )

  test('an invalid encoding, or a broken one', async () => {
    const sent = (encoding: string): Promise<Answer> =>
      create('{"currency":"USD"}', { 'Content-Encoding': encoding })
    expectRefusal(await sent('gzip'), 400, 'INVALID_REQUEST_FORMAT')
    expectRefusal(await sent('zstd-please'), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('a name that an object inherits is a property like any other', async () => {
    const answer = await create({ ...account, constructor: { x: 1 }, toString: 1 })
    expect(answer.status).toBe(201)
  })

  test.each(['/nothing', '//nothing', '/accounts/', '/Accounts', '/accounts/a/b/c', '//'])(
    'unknown path %s',
    async (path) => expectRefusal(await api.ask(path), 404, 'NOT_FOUND'),
  )

  test('a wrong method names those that the path takes', async () => {
    const answer = await api.ask('/accounts', { method: 'DELETE' })
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST')
  })

  test.each(['%zz', '%', '%00', '%ed%a0%80', '..%2f..%2fetc', 'a%2fb'])(
    'path parameter %s names nothing',
    async (id) => expectRefusal(await api.ask(`/accounts/${id}`), 404, 'REFERENCE_NOT_FOUND'),
  )

  test('a query with U+0000 or bad escapes', async () => {
    const answer = await api.ask('/accounts?after=%00')
    expectRefusal(answer, 400, 'INVALID_REQUEST_FORMAT')
    expect(fieldsOf(answer)).toEqual({ after: 'format' })
    expect((await api.ask('/accounts?after=%zz')).status).toBe(200)
  })
})

describe('input that is not valid', () => {
  test('every failure of a body is in one answer', async () => {
    const answer = await create(
      {
        currency: 'SVC',
        since: '2025-02-30T00:00:00Z',
        isDefault: 'yes',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: 'x',
          beneficiary: { country: 'XX', birthDate: '2023-02-29' },
        },
      },
      { 'Idempotency-Key': 'k'.repeat(256) },
    )
    expectRefusal(answer, 400, 'INVALID_INPUT')
    expect(fieldsOf(answer)).toEqual({
      'Idempotency-Key': 'maxLength',
      currency: 'format',
      since: 'format',
      isDefault: 'type',
      'accountInfo.accountNumber': 'pattern',
      'accountInfo.beneficiary.fullName': 'required',
      'accountInfo.beneficiary.country': 'format',
      'accountInfo.beneficiary.birthDate': 'format',
    })
  })

  test('a missing body names what it would have to hold', async () => {
    const answer = await api.ask('/accounts', { method: 'POST' })
    expect(fieldsOf(answer)).toEqual({ currency: 'required', accountInfo: 'required' })
  })

  test('a variant is judged by its tag alone', async () => {
    const judge = async (accountInfo: unknown): Promise<unknown> =>
      fieldsOf(await create({ currency: 'USD', accountInfo }))
    expect(await judge({})).toEqual({ 'accountInfo.accountType': 'required' })
    expect(await judge({ accountType: 'NONE' })).toEqual({ 'accountInfo.accountType': 'enum' })
    expect(await judge({ accountType: 'SPARK_WALLET' })).toEqual({
      'accountInfo.address': 'required',
    })
  })

  test('instants that no clock shows', async () => {
    for (const since of [
      ...['2025-01-01T00:00:60Z', '0000-01-01T00:00:00Z', '2025-01-01T00:00:00'],
      // Of years with other than four digits in UTC; PostgreSQL rounds the third to one.
      ...['0001-01-01T00:00:00+15:59', '9999-12-31T23:59:59-15:59', '9999-12-31T23:59:59.9999999Z'],
      ...[`2025-01-01T00:00:00.${'0'.repeat(100)}Z`, '2025-01-01\u00a000:00:00Z'],
    ]) {
      expect([since, fieldsOf(await create({ ...account, since }))]).toEqual([
        since,
        { since: 'format' },
      ])
    }
    for (const since of [
      '2024-02-29T23:59:59.999+05:30',
      ...['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'],
      `2025-01-01T00:00:00.${'9'.repeat(99)}Z`,
    ]) {
      expect([since, (await create({ ...account, since })).status]).toEqual([since, 201])
    }
  })

  test('unknown properties are ignored, defaults filled in, the text kept as it was', async () => {
    const text = ` ${JSON.stringify({ ...account, extra: { deep: [1] } })}\n`
    const answer = await create(text, { 'Idempotency-Key': 'k' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Ignored-Fields')).toBe('extra')
    expect(answer.body).toEqual({
      currency: 'USD',
      isDefault: false,
      rawBody: text,
      idempotencyKey: 'k',
    })
  })

  test('unknown properties are refused where the caller prefers that, each with the one that is meant', async () => {
    const { accountInfo } = account
    const body = { ...account, isdefault: true, accountInfo: { ...accountInfo, bicCode: 'x' } }
    const strict = await create(body, { Prefer: 'respond-async, handling=strict; a=b' })
    expectRefusal(strict, 400, 'INVALID_INPUT')
    expect(fieldsOf(strict)).toEqual({
      isdefault: 'additionalProperties',
      'accountInfo.bicCode': 'additionalProperties',
    })
    expect(strict.text).toContain('is no member here: isDefault is meant?')
    expect(strict.headers.get('Preference-Applied')).toBe('handling=strict')
    const { details } = strict.body as { details: { requestId: string } }
    expect(details.requestId).toBe(strict.headers.get('X-Request-Id'))
    expect(strict.headers.get('Ignored-Fields')).toBeNull()
    for (const other of ['handling=lenient', 'handling=strictly', 'xhandling=strict', '']) {
      const answer = await create(body, other === '' ? {} : { Prefer: other })
      expect([other, answer.status, answer.headers.get('Preference-Applied')]).toEqual([
        ...[other, 201],
        null,
      ])
      expect(answer.headers.get('Ignored-Fields')).toBe(
        'accountInfo.bicCode, isdefault;meant=isDefault',
      )
    }
    expect((await create(account, { Prefer: 'handling=strict' })).status).toBe(201)
  })

  test('an empty Idempotency-Key', async () => {
    expect(fieldsOf(await create(account, { 'Idempotency-Key': ' ' }))).toEqual({
      'Idempotency-Key': 'minLength',
    })
  })

  test('query strings', async () => {
    const query = async (text: string): Promise<unknown> =>
      (await api.ask(`/accounts?${text}`)).body
    expect(await query('currency=USD&currency=EUR&limit=5')).toEqual({
      currency: ['USD', 'EUR'],
      limit: 5,
    })
    expect(await query('currency=USD')).toEqual({ currency: ['USD'], limit: 20 })
    const wrong = await api.ask('/accounts?limit=0&currency=XXX&after=1&after=2')
    expectRefusal(wrong, 400, 'INVALID_INPUT')
    expect(fieldsOf(await api.ask('/accounts?Limit=5&__proto__=1'))).toEqual({
      Limit: 'additionalProperties',
      ['__proto__']: 'additionalProperties',
    })
    expect(fieldsOf(wrong)).toEqual({ limit: 'minimum', 'currency.0': 'format', after: 'type' })
    for (const limit of ['', '1.5', 'ten', '101', '1e999', '1&limit=2']) {
      expect(fieldsOf(await api.ask(`/accounts?limit=${limit}`))).toHaveProperty('limit')
    }
  })
})

describe('answers', () => {
  test('another status, headers, and no body at all', async () => {
    const init = {
      method: 'POST',
      headers: { 'Service-Wallet-Signature': 'stamp', 'Request-Id': 'Request:1' },
    }
    const answer = await api.ask('/accounts/a1/pay', init)
    expect(answer.status).toBe(202)
    expect(answer.headers.get('Idempotent-Replayed')).toBe('true')
    expect(answer.body).toEqual({
      walletSignature: 'stamp',
      requestId: 'Request:1',
      rawBody: '',
    })
    const empty = await api.ask('/accounts/none/pay', init)
    expect([empty.status, empty.text]).toEqual([204, ''])
  })

  test('a static path wins over a parameter', async () => {
    expect((await api.ask('/accounts/summary')).body).toEqual({ summary: true })
  })

  test("a caller's sane request id is kept, any other replaced", async () => {
    const ask = async (id: string): Promise<string | null> =>
      (await api.ask('/accounts/a1', { headers: { 'X-Request-Id': id } })).headers.get(
        'X-Request-Id',
      )
    expect(await ask('trace-1.2:3')).toBe('trace-1.2:3')
    const headers = { 'X-Request-Id': 'the-same' }
    const answers = [
      await api.ask('/accounts/a1', { headers }),
      await api.ask('/accounts/a1', { headers }),
    ]
    const own = answers.map((answer) => answer.headers.get('Service-Request-Id') ?? '')
    expect(new Set(own).size).toBe(2)
    for (const id of own) expect(api.lines.some((line) => line.includes(id))).toBe(true)
    for (const odd of ['a b', '<script>', 'x'.repeat(129)]) {
      expect(await ask(odd)).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test.each(['crash', 'bigint', 'undeclared', 'misshapen'])(
    'a bug (%s) is a 500 with a request id, and its reason is in the log alone',
    async (id) => {
      const answer = await api.ask(`/accounts/${id}`)
      expectRefusal(answer, 500, 'INTERNAL_ERROR')
      recordCode(`GET /accounts/${id} 500`, 500, 'INTERNAL_ERROR')
      const requestId = answer.headers.get('X-Request-Id')
      expect(answer.body).toMatchObject({ details: { requestId } })
      expect(api.lines.some((line) => line.includes(`${requestId}`) && line.includes('err'))).toBe(
        true,
      )
    },
  )

  test('a store that is away is a 503 with Retry-After', async () => {
    const answer = await api.ask('/accounts/away')
    expectRefusal(answer, 503, 'SERVICE_UNAVAILABLE')
    expect(answer.headers.get('Retry-After')).toBe('1')
  })
})

describe('authentication', () => {
  test('every operation needs a token that permits it', async () => {
    for (const operation of operations) {
      const method = operation.method.toUpperCase()
      const path = operation.path.replace(':accountId', 'a1')
      const { permission = 'MANAGE' } = operation
      expectRefusal(await api.ask(path, { method, as: '' }), 401, 'UNAUTHORIZED')
      for (const [as, { permissions: held, environment }] of Object.entries(tokens)) {
        const { status } = await api.ask(path, { method, as })
        const hidden = operation.sandboxOnly && environment === 'PRODUCTION'
        expect(status === 403).toBe(!permits(held, permission) || hidden === true)
      }
    }
  })

  test('MANAGE implies TRANSACT implies VIEW', () => {
    const table = permissions.map((held) => permissions.map((needed) => permits([held], needed)))
    expect(table).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ])
  })

  test.each(['', 'Bearer x', 'Basic', 'Basic !!!', 'Basic bm9jb2xvbg==', 'Basic OnNlY3JldA=='])(
    'header %j is a 401 that no statement was sent for',
    async (header) => {
      const before = api.fake.sent.length
      const answer = await api.ask('/accounts', { as: '', headers: { Authorization: header } })
      expectRefusal(answer, 401, 'UNAUTHORIZED')
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Basic realm=/)
      expect(api.fake.sent.length).toBe(before)
    },
  )

  test('an outage is no 401', async () => {
    api.fake.failure = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expectRefusal(await api.ask('/accounts', { as: 'x' }), 503, 'SERVICE_UNAVAILABLE')
  })
})

describe('authentication, counted', () => {
  let fresh: Api
  beforeAll(async () => {
    // Without proxies of ours what an address is limited to counts for each connection alone.
    fresh = await startApi({ TRUSTED_PROXY_HOPS: '1' })
  })
  afterAll(() => fresh.drain(100))

  test('a cached token sends no statement; a deleted one is asked for again', async () => {
    await fresh.ask('/accounts')
    await fresh.ask('/accounts')
    expect(fresh.fake.sent).toEqual(['token-by-client-id', 'note-token-use'])
    fresh.fake.notify('manager')
    await fresh.ask('/accounts')
    expect(fresh.fake.sent.slice(2)).toEqual(['token-by-client-id'])
  })

  test('the eleventh failure of a client at an address waits; the right secret does not', async () => {
    const guess = (): Promise<Answer> => fresh.ask('/accounts', { as: 'viewer', password: 'no' })
    for (let i = 0; i < 10; i += 1) expectRefusal(await guess(), 401, 'UNAUTHORIZED')
    for (let i = 0; i < 2; i += 1) {
      const answer = await guess()
      expectRefusal(answer, 429, 'RATE_LIMITED')
      expect(answer.headers.get('Retry-After')).toBe('42')
    }
    const counted = fresh.fake.sent.filter((name) => name === 'count-authentication-failure')
    expect(counted.length).toBe(11)
    expect((await fresh.ask('/accounts', { as: 'viewer' })).status).toBe(200)
  })

  test('an address that tries many clients waits, too', async () => {
    let answer = await fresh.ask('/accounts', { as: 'client-0', password: 'no' })
    for (let i = 1; i < 120 && answer.status === 401; i += 1) {
      answer = await fresh.ask('/accounts', { as: `client-${i}`, password: 'no' })
    }
    expectRefusal(answer, 429, 'RATE_LIMITED')
  })
})

test('a token, a code, a signature or a key is in no log line, wherever it stands', async () => {
  const fresh = await startApi({}, {}, served)
  try {
    for (const secret of [
      randomBytes(32).toString('base64url'),
      randomBytes(16).toString('base64url'),
      // Of agents; a signature, a session's key, a one-time code, what is neither.
      `agt_${randomBytes(32).toString('hex')}`,
      randomBytes(200).toString('base64url'),
      randomBytes(32).toString('hex'),
      '483920',
      randomUUID(),
    ]) {
      for (const before of [
        ...['//verify/', '//verify/liveness/', '/x/verify/', '/v1/verify/', '/', '/invitation/'],
        ...['/auth/credentials/', '/customers/', '/quotes?token=', '/quotes/%3Ftoken='],
      ]) {
        await fresh.ask(`${before}${secret}`)
        await fresh.ask(`${before}${secret}/claim`, { method: 'POST' })
      }
      expect(fresh.lines.join('')).not.toContain(secret)
    }
    expect(fresh.lines.join('')).toContain('/.../verify/...')
  } finally {
    await fresh.drain(100)
  }
})

describe('a device code', () => {
  const code = '7K3M-9QXR-2TVW'
  const AGENT = 'Agent:019f2f2e-ab12-7cde-8f90-abcdefabcdef'

  test('that stands in a path is in no log line, whatever becomes of the request', async () => {
    const fresh = await startApi({}, {}, served)
    try {
      for (const [method, path] of [
        // The fake database knows no such statement: an unexpected error, which is logged.
        ['POST', `/agents/device-codes/${code}/redeem`],
        ['GET', `/agents/device-codes/${code}/status`],
        ['GET', `/agents/device-codes/${code}/redeem`],
        ['POST', `/agents/device-codes/${code}`],
        ['POST', `/agents/device-codes/${code}/redeem/`],
        ['POST', `/Agents/Device-Codes/${code}/redeem`],
        ['POST', `/agents/x/device-codes/${code}`],
        ['POST', `/agents/device%2Dcodes/${code}/redeem`],
        ['POST', `/agents/device-codes%2F${code}/redeem`],
        ['POST', `/agents/device-codes/%zz/${code}`],
        ['POST', `/agents/device-codes/${code.toLowerCase().replaceAll('-', '%20')}/redeem`],
        // Misspelled.
        ['POST', `/agents/device_codes/${code}/redeem`],
        ['POST', `/agents/device-code/${code}`],
        ['GET', `/agents/devicecodes/${code.toLowerCase()}/status`],
        ['GET', `/agents/device-codes%252F${code}`],
        ['GET', `/${code.replaceAll('-', '%20')}`],
        ['GET', `/redeem/${code.replaceAll('-', '')}`],
        ['GET', `/redeem/%zz/${code}`],
        // In other groups, and where an id belongs.
        ['GET', `/agents/${[...code.replaceAll('-', '')].join('-')}`],
        ['GET', `/agents/${[...code.replaceAll('-', '')].join('%2D')}`],
        ['GET', `/customers/${code.replaceAll('-', '').replaceAll(/(.{3})(?=.)/g, '$1-')}`],
        ['GET', `/customers/${code.replaceAll('-', '').replaceAll(/(.{6})(?=.)/g, '$1_')}`],
        ['GET', `/customers/Customer:${code}`],
        ['GET', `/quotes/${code.replaceAll('-', '.')}/execute`],
        ['GET', `/exchange-rates;${code}`],
        ['GET', `/customers%3F${code}`],
        ['GET', `/${code.replaceAll('-', '/')}`],
        ['GET', `/config%2500${code.replaceAll('-', '%252D')}`],
      ] as const) {
        const before = fresh.lines.length
        const { status } = await fresh.ask(path, { method })
        const written = fresh.lines.slice(before).join('')
        expect([status >= 400, path]).toEqual([true, path])
        expect(written).toMatch(/"path":"[^"]*\.\.\./i)
        expect(written).not.toMatch(/7\W?K\W?3|7K3M|9QXR|Q.?X.?R/i)
      }
      // Names and ids are shown.
      for (const [path, shown] of [
        [`/agents/${AGENT}/device-codes`, `/agents/${AGENT}/device-codes`],
        [`/agents/${AGENT.replace(':', '%3A')}/Device-Codes`, `/agents/${AGENT}/Device-Codes`],
        [`/customers/${AGENT.split(':')[1]}`, '/customers/...'],
      ] as const) {
        const before = fresh.lines.length
        await fresh.ask(path, { method: 'PUT' })
        expect(fresh.lines.slice(before).join('')).toContain(`"/2025-10-13${shown}"`)
      }
    } finally {
      await fresh.drain(100)
    }
  })
})
