import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainProofOf } from '../../domain/addresses/umaDomain.ts'
import { createTxtRecords } from '../../providers/domainRecords/txtRecords.ts'
import { aDnsServer, type TestDnsServer } from '../support/dnsServer.ts'

let server: TestDnsServer

beforeAll(async () => {
  server = await aDnsServer()
})
afterAll(() => server.stop())

const find = (name: string, timeoutMs?: number): Promise<readonly string[]> =>
  createTxtRecords({ servers: [server.address], ...(timeoutMs && { timeoutMs }) })(name)

test('all records of a name are found, long ones in one piece', async () => {
  const long = 'x'.repeat(600)
  server.publish('_uma.example.org', 'other', long)
  expect([...(await find('_uma.example.org'))].sort()).toEqual(['other', long])
})

test('a name without records, and an invalid one, has none', async () => {
  expect(await find('nothing.example.org')).toEqual([])
  expect(await find(`${'x'.repeat(64)}.example.org`)).toEqual([])
})

test.each(['SILENT', 'SERVFAIL'] as const)(
  'a server that is %s gives an error, in time',
  async (how) => {
    server.behave(how)
    try {
      await expect(find('_uma.example.org', 200)).rejects.toThrow()
    } finally {
      server.behave(undefined)
    }
  },
)

test('a proof holds for one platform and one domain, in any spelling', () => {
  const proof = domainProofOf('one', 'Pay.Example.org')
  expect(proof).toEqual(domainProofOf('one', 'pay.example.org'))
  expect(proof.name).toBe('_uma-verification.pay.example.org')
  for (const [platform, domain] of [
    ['two', 'pay.example.org'],
    ['one', 'example.org'],
  ] as const) {
    expect(domainProofOf(platform, domain).value).not.toBe(proof.value)
  }
})
