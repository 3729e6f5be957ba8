import { expect, test } from 'vitest'
import { issuerKeysUrls } from '../../api/auth/issuerKeys.ts'

const GOOGLE = 'https://accounts.google.com'
const urlsOf = (text: string | undefined, environment: 'development' | 'production') =>
  issuerKeysUrls({ OIDC_KEYS_URLS: text, ENVIRONMENT: environment })

test('addresses are read by issuer; none is the usual case', () => {
  expect(urlsOf(undefined, 'production')).toEqual({})
  const text = `${GOOGLE}=http://127.0.0.1:1/a?b=c,https://appleid.apple.com=https://m.example/k`
  expect(urlsOf(text, 'development')).toEqual({
    [GOOGLE]: 'http://127.0.0.1:1/a?b=c',
    'https://appleid.apple.com': 'https://m.example/k',
  })
})

test('what could let a stranger log in is refused at the start', () => {
  expect(() => urlsOf(`${GOOGLE}=http://m.example/k`, 'production')).toThrow('https in production')
  expect(() => urlsOf('https://issuer.example=https://m.example/k', 'development')).toThrow(
    'no supported issuer',
  )
})
