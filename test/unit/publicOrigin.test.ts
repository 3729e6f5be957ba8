/** Links of answers lead to this service, whatever a caller says of its address. */
import { expect, test } from 'vitest'
import { publicOrigin } from '../../api/publicOrigin.ts'

const originOf = (settings: object, localPort?: number): string =>
  publicOrigin({ HOST: '127.0.0.1', PORT: 8080, PUBLIC_URL: undefined, ...settings }, {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ...(localPort !== undefined && { socket: { localPort } }),
  } as object)

test('the setting comes first', () => {
  expect(originOf({ PUBLIC_URL: 'https://api.example.com/' }, 1)).toBe('https://api.example.com')
})

test.each([
  [{}, undefined, 'http://127.0.0.1:8080'],
  [{ PORT: 0 }, 4711, 'http://127.0.0.1:4711'],
  [{ HOST: '0.0.0.0' }, 8080, 'http://127.0.0.1:8080'],
  [{ HOST: '::' }, 8080, 'http://127.0.0.1:8080'],
  [{ HOST: '::1' }, 8080, 'http://[::1]:8080'],
  [{ HOST: '[::1]' }, 8080, 'http://[::1]:8080'],
  [{ HOST: '10.1.2.3', PORT: 80 }, 80, 'http://10.1.2.3'],
])('without it, where the process listens: %o', (settings, port, origin) => {
  expect(originOf(settings, port)).toBe(origin)
})
