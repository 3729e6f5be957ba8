import { expect, test } from 'vitest'
import { identityIssuersOf } from '../../api/auth/identityIssuers.ts'
import { readIdToken } from '../../domain/wallet/oidc/index.ts'
import { parseConfig } from '../../runtime/config.ts'

const GOOGLE = 'https://accounts.google.com'
const APPLE = 'https://appleid.apple.com'
type Settings = { readonly urls?: string; readonly more?: string }
const issuersOf = ({ urls, more }: Settings, environment: 'development' | 'production') =>
  identityIssuersOf({ OIDC_KEYS_URLS: urls, OIDC_ISSUERS: more, ENVIRONMENT: environment })

test('Google and Apple are known; their keys may be fetched elsewhere', () => {
  expect([...issuersOf({}, 'production').keys()]).toEqual([GOOGLE, APPLE])
  const urls = `accounts.google.com=http://127.0.0.1:1/a?b=c,${APPLE}=https://m.example/k`
  expect([...issuersOf({ urls }, 'development').values()].map(({ keysUrl }) => keysUrl)).toEqual([
    'http://127.0.0.1:1/a?b=c',
    'https://m.example/k',
  ])
})

test('any OpenID issuer is a setting, with the algorithms that it signs by', () => {
  const more =
    'https://a.example=https://a.example/k,https://b.example=https://b.example/k;ES256+PS256'
  const issuers = issuersOf({ more }, 'production')
  expect(issuers.get('https://a.example')?.algorithms).toEqual(['RS256'])
  expect(issuers.get('https://b.example')).toEqual({
    keysUrl: 'https://b.example/k',
    algorithms: ['ES256', 'PS256'],
  })
  const now = new Date()
  const seconds = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: 'https://b.example',
    aud: 'app',
    sub: 'ada',
    iat: seconds,
    exp: seconds + 60,
  }
  const token = (more: object = {}): string =>
    [{ alg: 'ES256' }, { ...claims, ...more }, '']
      .map((part) => part && Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
  expect(readIdToken(token(), { now, issuers }).issuer).toBe('https://b.example')
  expect(() => readIdToken(token(), { now })).toThrow('unsupported issuer')
  expect(() => readIdToken(token({ nbf: seconds + 30 }), { now, issuers })).toThrow('not valid yet')
  expect(() => readIdToken(token({ nbf: 'now' }), { now, issuers })).toThrow('nbf')
  expect(readIdToken(token({ nbf: seconds }), { now, issuers }).subject).toBe('ada')
})

test('what could let a stranger log in is refused at the start', () => {
  for (const name of ['urls', 'more'] as const) {
    expect(() => issuersOf({ [name]: `${GOOGLE}=http://m.example/k` }, 'production')).toThrow(
      'https in production',
    )
  }
  expect(() => issuersOf({ urls: 'https://x.example=https://x.example/k' }, 'development')).toThrow(
    'no issuer that is taken',
  )
  const given = (OIDC_ISSUERS: string) => () => parseConfig({ OIDC_ISSUERS })
  expect(given('https://a.example=https://a.example/k;HS256')).toThrow('OIDC_ISSUERS')
  expect(given('https://a.example=https://a.example/k;none')).toThrow('OIDC_ISSUERS')
})
