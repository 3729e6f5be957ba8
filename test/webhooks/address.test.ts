import type { LookupAddress } from 'node:dns'
import fc from 'fast-check'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import {
  isAllowedAddress,
  type Reach,
  reachOf,
  webhookEndpointProblem,
  wireEndpoint,
} from '../../contract/webhookEndpoint.ts'
import {
  AddressRefused,
  guardedAgent,
  guardedLookup,
  type Resolve,
} from '../../providers/guardedConnections.ts'
import { aReceiver } from './receiver.ts'

const forbidden = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '4000::1',
  'not an address',
  '',
]

describe('addresses', () => {
  test.each(forbidden)('%s is refused', (address) => {
    expect(isAllowedAddress(address, 'PUBLIC')).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isAllowedAddress(address, 'PUBLIC')).toBe(true)
    },
  )

  test('a sandbox platform reaches this machine, and no other private one', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].map((a) => isAllowedAddress(a, 'LOCAL'))).toEqual([
      true,
      true,
      true,
    ])
    const others = forbidden.filter((a) => !/^(127\.|::1$)/.test(a))
    expect(others.filter((a) => isAllowedAddress(a, 'LOCAL'))).toEqual([])
  })

  test('only a sandbox platform of a service outside production is local', () => {
    expect(reachOf('SANDBOX', 'development')).toBe('LOCAL')
    expect(reachOf('SANDBOX', 'production')).toBe('PUBLIC')
    expect(reachOf('PRODUCTION', 'development')).toBe('PUBLIC')
  })

  const privateBlocks: readonly (readonly [base: number, bits: number])[] = [
    [0x0a000000, 8],
    [0x64400000, 10],
    [0x7f000000, 8],
    [0xa9fe0000, 16],
    [0xac100000, 12],
    [0xc0a80000, 16],
    [0xc6120000, 15],
    [0xe0000000, 4],
    [0xf0000000, 4],
    [0x00000000, 8],
  ]
  const privateNumber = fc
    .tuple(fc.constantFrom(...privateBlocks), fc.nat({ max: 0xffffffff }))
    .map(([[base, bits], n]) => base + (n % 2 ** (32 - bits)))

  test('no address of a private range is public, however it is spelled', () => {
    fc.assert(
      fc.property(privateNumber, (number) => {
        const bytes = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff)
        const dotted = bytes.join('.')
        const hex = number.toString(16).padStart(8, '0')
        const words = `${hex.slice(0, 4)}:${hex.slice(4)}`
        const spellings = [
          dotted,
          `::ffff:${dotted}`,
          `::ffff:${words}`,
          `64:ff9b::${words}`,
          `2002:${words}::1`,
          `::${words}`,
        ]
        expect(spellings.filter((text) => isAllowedAddress(text, 'PUBLIC'))).toEqual([])
        // And as a URL, which also takes whole numbers, octal and hexadecimal.
        const octal = bytes.map((byte) => `0${byte.toString(8)}`).join('.')
        const hosts = [dotted, String(number), `0x${hex}`, octal, `[::ffff:${words}]`]
        for (const host of hosts) {
          expect(webhookEndpointProblem(`https://${host}/x`, 'PUBLIC')).toBe(
            'must be a public address',
          )
        }
      }),
    )
  })

  test('no address of a private IPv6 range is public', () => {
    const word = fc.nat({ max: 0xffff }).map((n) => n.toString(16))
    const rest = fc.array(word, { minLength: 7, maxLength: 7 }).map((words) => words.join(':'))
    fc.assert(
      fc.property(
        fc.constantFrom('fc00', 'fdab', 'fe80', 'fec1', 'ff0e', '2002', '0'),
        rest,
        (a, b) => {
          expect(isAllowedAddress(`${a}:${b}`, 'PUBLIC')).toBe(false)
        },
      ),
    )
  })
})

describe('endpoints as text', () => {
  test.each([
    ['ftp://example.com/x', 'LOCAL'],
    ['http://example.com/x', 'PUBLIC'],
    ['/hooks', 'LOCAL'],
    ['https://user:secret@example.com/', 'LOCAL'],
    ['https://localhost/', 'PUBLIC'],
    ['https://a.localhost./', 'PUBLIC'],
    ['http://10.0.0.1/', 'LOCAL'],
    ['https://[::1]/', 'PUBLIC'],
  ] as const)('%s is refused for %s', (endpoint, reach) => {
    expect(webhookEndpointProblem(endpoint, reach)).toBeTypeOf('string')
  })

  test.each([
    ['https://example.com/hooks?token=1', 'PUBLIC'],
    ['https://8.8.8.8/', 'PUBLIC'],
    ['http://127.0.0.1:3000/', 'LOCAL'],
    ['http://localhost:3000/', 'LOCAL'],
    ['http://[::1]:1/', 'LOCAL'],
  ] as const)('%s is taken for %s', (endpoint, reach) => {
    expect(webhookEndpointProblem(endpoint, reach)).toBeUndefined()
  })

  test.each([
    ['HTTPS://Example.COM/Hooks?Token=A', 'https://example.com/Hooks?Token=A'],
    ['https://münchen.example/h', 'https://xn--mnchen-3ya.example/h'],
    ['https://example.com/ä b', 'https://example.com/%C3%A4%20b'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com/a%2Fb#x', 'https://example.com/a%2Fb#x'],
    ['http://[::1]:8080/hooks', 'http://[::1]:8080/hooks'],
  ])('%s is asked as %s', (endpoint, asked) => {
    expect(webhookEndpointProblem(endpoint, 'LOCAL')).toBeUndefined()
    expect(wireEndpoint(endpoint)).toBe(asked)
  })
})

describe('names', () => {
  const resolving = (...addresses: string[]): Resolve =>
    // biome-ignore lint/suspicious/noExplicitAny: one of the overloads of node:dns
    ((_name: string, _options: unknown, callback: any) => {
      const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }))
      callback(null, found)
    }) as Resolve
  const lookUp = (resolve: Resolve) =>
    new Promise((done) => {
      guardedLookup('PUBLIC', resolve)('example.com', { all: true }, (error, found) =>
        done(error ?? found),
      )
    })

  test('the connection is given the very addresses that were checked', async () => {
    expect(await lookUp(resolving('8.8.8.8', '1.1.1.1'))).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '1.1.1.1', family: 4 },
    ])
  })

  test('one bad address among good ones is enough to refuse', async () => {
    expect(await lookUp(resolving('8.8.8.8', '10.0.0.1'))).toBeInstanceOf(AddressRefused)
    expect(await lookUp(resolving())).toBeInstanceOf(AddressRefused)
  })

  test('the guard stands at the connection itself', async () => {
    const receiver = await aReceiver()
    const url = receiver.url.replace('127.0.0.1', 'hooks.example.com')
    const post = async (reach: Reach): Promise<number> => {
      const dispatcher = guardedAgent(reach, 1_000, { resolve: resolving('127.0.0.1') })
      const sent = request(url, { method: 'POST', body: '{}', dispatcher })
      return sent.then(({ statusCode }) => statusCode).finally(() => dispatcher.destroy())
    }
    await expect(post('PUBLIC')).rejects.toBeInstanceOf(AddressRefused)
    expect(receiver.received).toHaveLength(0)
    expect(await post('LOCAL')).toBe(200)
    await receiver.stop()
  })
})
