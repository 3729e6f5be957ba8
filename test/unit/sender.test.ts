/** By whom limits count: a client's address only where our proxies say it. */
import { expect, test } from 'vitest'
import { addressOf, senderOf } from '../../api/middleware/sender.ts'

const request = (remotePort: number) =>
  ({ ip: '203.0.113.7', socket: { remoteAddress: '10.0.0.1', remotePort } }) as never

test('without proxies of ours a limit is of the connection: nobody is refused for who shares its address', () => {
  const settings = { TRUSTED_PROXY_HOPS: 0 }
  const [one, other] = [addressOf(request(1), settings), addressOf(request(2), settings)]
  expect(one).not.toBe(other)
  expect(one).not.toContain('203.0.113.7')
  expect(senderOf(request(1), settings).key).toBe('')
})

test('with them it is of the address that they forward, and whoever shows a token is that token', () => {
  const settings = { TRUSTED_PROXY_HOPS: 1 }
  expect(addressOf(request(1), settings)).toBe(addressOf(request(2), settings))
  const caller = { platform: { id: 'platform', tokenId: 'token' } }
  expect(senderOf(request(1), settings, caller)).toMatchObject({ key: 'token', isKnown: true })
})
