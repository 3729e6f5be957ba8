/** What the dashboard sends again by itself, and what it makes of texts for other programs. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '../../console/lib/api.ts'
import { csvOf } from '../../console/lib/csv.ts'
import { type ApiRequest, curlOf, request } from '../../console/lib/request.ts'

afterEach(() => vi.unstubAllGlobals())

const path = { id: 'Card:1' }
const executed = { path: { quoteId: 'Quote:1' } }
const once: Readonly<Record<string, ApiRequest>> = {
  'a card': request('post', '/cards', { body: {} as never }),
  'an agent': request('post', '/agents', { body: {} as never }),
  'a token': request('post', '/tokens', { body: {} as never }),
  'a reveal': request('post', '/cards/{id}/reveal', { path }),
}
const again: Readonly<Record<string, ApiRequest>> = {
  'a payment, which has a key': request('post', '/quotes/{quoteId}/execute', executed),
  'a change of a state': request('patch', '/cards/{id}', { path, body: {} }),
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
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'))
    if (keys.length > 1) return Response.json({})
    if (first === 'LOST') throw new TypeError('fetch failed')
    return first
  })
  const api = createApi('/2025-10-13', { clientId: 'c', clientSecret: 's' })
  await api.send(asked).catch(() => undefined)
  return keys
}

const unknown = (headers: Record<string, string> = {}): Response =>
  Response.json({ code: 'SERVICE_UNAVAILABLE', reason: 'x' }, { status: 503, headers })

describe('a request whose outcome is unknown', () => {
  it.each(Object.entries(once))('%s is not asked for twice', async (_, asked) => {
    expect(await arrived(asked, 'LOST')).toEqual([null])
    expect(await arrived(asked, unknown())).toEqual([null])
    expect(await arrived(asked, unknown({ 'Retry-After': '0.001' }))).toHaveLength(2)
  })

  it.each(Object.entries(again))('%s is sent again, as it was', async (_, asked) => {
    for (const first of ['LOST', unknown()] as const) {
      const [key, repeated, ...more] = await arrived(asked, first)
      expect([repeated, more]).toEqual([key, []])
      expect(key !== null).toBe(asked.takesKey === true)
    }
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
