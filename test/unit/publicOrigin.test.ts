/** Links of answers lead to this service, whatever a caller says of its address. */
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { publicOrigin } from '../../api/publicOrigin.ts'

type Headers = Readonly<Record<string, string>>

const originOf = (headers: Headers, hops = 0, url?: string): string | undefined =>
  publicOrigin({ TRUSTED_PROXY_HOPS: hops, PUBLIC_URL: url }, {
    headers,
  } as unknown as IncomingMessage)

const forged = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'evil.example' }

test('the setting comes first', () => {
  expect(originOf({ host: 'evil.example', ...forged }, 1, 'https://api.example.com/')).toBe(
    'https://api.example.com',
  )
})

test('without it the host that was called; forwarded headers say nothing without a proxy of ours', () => {
  expect(originOf({ host: 'api.example.com', ...forged })).toBe('http://api.example.com')
  expect(originOf({ host: '[::1]:8080' })).toBe('http://[::1]:8080')
})

test('of forwarded headers the value of our outermost proxy counts', () => {
  const host = 'inner:8080'
  for (const [given, hops, origin] of [
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' }, 1, 'https://a.example'],
    // The proxy has written one of the two.
    [{ 'x-forwarded-proto': 'https' }, 1, 'https://inner:8080'],
    // The caller has sent a value of its own, to which each proxy has added one.
    [
      { 'x-forwarded-proto': 'javascript, https', 'x-forwarded-host': 'evil.example, a.example' },
      ...([1, 'https://a.example'] as const),
    ],
    [
      {
        'x-forwarded-proto': 'javascript, https, http',
        'x-forwarded-host': 'evil.example,a.example,b',
      },
      ...([2, 'https://a.example'] as const),
    ],
    // The inner proxy has put its own in place of all.
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' }, 2, 'https://a.example'],
  ] as const) {
    expect(originOf({ host, ...given }, hops)).toBe(origin)
  }
})

test('no origin is made of what is no web address', () => {
  for (const host of [
    '',
    'evil.example/x',
    'a@evil.example',
    'a b',
    '"><script>',
    'a:99999',
    '[',
  ]) {
    expect([host, originOf({ host })]).toEqual([host, undefined])
    expect(originOf({ host: 'a.example', 'x-forwarded-host': host }, 1)).toBeUndefined()
  }
  for (const scheme of ['javascript', 'file', 'https://evil.example/?', '']) {
    expect(originOf({ host: 'a.example', 'x-forwarded-proto': scheme }, 1)).toBeUndefined()
  }
})
