/** What the dashboard sends again by itself, and what it makes of texts for other programs. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { keyedOperations } from '../../api/operations.ts'
import { createApi } from '../../console/lib/api.ts'
import { csvOf } from '../../console/lib/csv.ts'
import { type ApiRequest, curlOf, request } from '../../console/lib/request.ts'
import { createOperatorApi, read, write } from '../../console/operators/api.ts'

const settings = { basePath: '/2025-10-13', keyedOperations }

afterEach(() => vi.unstubAllGlobals())

const path = { id: 'Card:1' }
const executed = { path: { quoteId: 'Quote:1' } }
const once: Readonly<Record<string, ApiRequest>> = {
  'a reveal': request('post', '/cards/{id}/reveal', { path }),
  'a change of a state, which is refused where it is that already': request(
    'patch',
    '/cards/{id}',
    {
      path,
      body: {},
    },
  ),
}
const again: Readonly<Record<string, ApiRequest>> = {
  'a card, which has a key': request('post', '/cards', { body: {} as never }),
  'an agent, which has a key': request('post', '/agents', { body: {} as never }),
  'a token, which has a key': request('post', '/tokens', { body: {} as never }),
  'a payment, which has a key': request('post', '/quotes/{quoteId}/execute', executed),
  'a signed retry': request('post', '/auth/credentials', {
    body: {} as never,
    headers: { 'Request-Id': 'Request:1' },
  }),
}

/** Sends it to a service whose first answer is lost or a 503; the keys of what has arrived. */
async function arrived(
  asked: ApiRequest,
  first: 'LOST' | Response,
): Promise<readonly (string | null)[]> {
  const keys: (string | null)[] = []
  vi.stubGlobal('location', new URL('http://localhost/console'))
  vi.stubGlobal('fetch', async ({ headers }: Request) => {
    keys.push(headers.get('Idempotency-Key'))
    if (keys.length > 1) return Response.json({})
    if (first === 'LOST') throw new TypeError('fetch failed')
    return first.clone()
  })
  const api = createApi(settings, { clientId: 'c', clientSecret: 's' })
  await api.send(asked).catch(() => undefined)
  return keys
}

const unknown = (headers: Record<string, string> = {}): Response =>
  Response.json({ code: 'SERVICE_UNAVAILABLE', reason: 'x' }, { status: 503, headers })

describe('a request whose outcome is unknown', () => {
  it.each(Object.entries(once))('%s is not asked for twice', async (_, asked) => {
    expect(await arrived(asked, 'LOST')).toEqual([null])
    expect(await arrived(asked, unknown())).toEqual([null])
    expect(await arrived(asked, unknown({ 'Retry-After': '0' }))).toHaveLength(2)
  })

  it.each(Object.entries(again))('%s is sent again, as it was', async (_, asked) => {
    for (const first of ['LOST', unknown()] as const) {
      const [key, repeated, ...more] = await arrived(asked, first)
      expect([repeated, more]).toEqual([key, []])
      expect(key !== null).toBe(keyedOperations.includes(asked.operation ?? ''))
    }
  })

  it('is asked for again while it is under way', async () => {
    const underWay = Response.json({ status: 'PROCESSING', message: 'x' })
    for (const asked of Object.values(again)) {
      expect(await arrived(asked, underWay)).toHaveLength(2)
    }
  })
})

describe('a request of an operator', () => {
  /** Sends it to a listener that has only this to answer. @returns how often it arrived, and why it failed */
  async function sent(asked: ApiRequest, answer: 'LOST' | Response) {
    let [times, ended] = [0, 0]
    const headers: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      times += 1
      headers.push(new Headers(init.headers).get('X-Operators'))
      if (answer === 'LOST') throw new TypeError('fetch failed')
      return answer.clone()
    })
    const api = createOperatorApi(() => {
      ended += 1
    })
    const code = await api.send(asked).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    )
    return { times, ended, code, headers }
  }

  it.each(
    Object.entries({
      'a decision': write('/decisions', { decision: 'refund' }),
      'a confirmation': write('/decisions/1/confirm', {}),
      'a pause': write('/payouts/pause', { environment: 'SANDBOX' }),
      'a reading': read('/inbox', { kind: undefined, platform: '' }),
    }),
  )('%s is sent once, whatever comes of it', async (_, asked) => {
    const once = { times: 1, ended: 0, headers: ['1'] }
    expect(await sent(asked, 'LOST')).toEqual({ ...once, code: 'NETWORK' })
    for (const wait of [undefined, { 'Retry-After': '0.001' }]) {
      const code = 'SERVICE_UNAVAILABLE'
      expect(await sent(asked, unknown(wait))).toEqual({ ...once, code })
    }
    const busy = Response.json({ code: 'RATE_LIMITED', reason: 'x' }, { status: 429 })
    expect(await sent(asked, busy)).toEqual({ ...once, code: 'RATE_LIMITED' })
    const over = Response.json({ code: 'UNAUTHORIZED', reason: 'x' }, { status: 401 })
    expect(await sent(asked, over)).toEqual({ ...once, ended: 1, code: 'UNAUTHORIZED' })
    expect(await sent(asked, Response.json({}))).toEqual({ ...once, code: 'done' })
  })
})

describe('a table for spreadsheets', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['-2', `'-2`],
    ['@x', `'@x`],
    ['\uff1d1+1', `'\uff1d1+1`],
    ['\t=1', `\t'=1`],
    ['two;=1', `two;'=1`],
    ['two; "=1"', `"two; ""'=1"""`],
    ['two\r\n+1', `"two\r\n'+1"`],
    ['a-b; c=d', 'a-b; c=d'],
  ])('%j is no formula: %j', (text, cell) => {
    expect(csvOf([[text, 7]])).toBe(`${cell},7\r\n`)
  })
})

describe('a request as curl', () => {
  it('has nothing that a shell puts a command of its history in place of', () => {
    const asked = request('get', '/cards/{id}', { path: { id: 'x!!' } })
    expect(curlOf(asked)).toMatch(/"\$API_URL\/cards\/x%21%21"$/)
  })
})
