/** Which call an operation of stablecoins makes next, against a provider that is played here. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callProvider } from '../../activities/stablecoins/calls.ts'
import { idOf } from '../../contract/ids.ts'
import type { StablecoinToAdvance } from '../../db/stablecoinFunctions.ts'
import type { StablecoinProvider, Transfer } from '../../providers/stablecoinProvider/index.ts'

const access = { login: { clientId: 'x', clientSecret: 'x' }, accountId: 'ACC1' }

/** A burn of 20.00 whose deposit address has been shown. */
function aBurn(changes: object = {}): StablecoinToAdvance {
  const id = randomUUID()
  return {
    operation: {
      ...{ id, operation_type: 'BURN', source_type: 'EXTERNAL_ACCOUNT', rail: 'ACH_CREDIT' },
      ...{ cents: '2000', source_address_id: 'DEPOSIT', source_key: randomUUID() },
      ...{ deposit_address: 'spark1x', transfer_key: randomUUID(), transfer_id: null },
      ...{ transfer_begun_at: null, status: 'PENDING_FUNDING', ...changes },
    },
    ...{ isOpen: true, ticker: 'XYZ', isOver: false, ageSeconds: 100, debit: null },
    link: { id: randomUUID(), status: 'ACTIVE', login_version: 1 },
    destination: { key: randomUUID(), addressId: 'BANK', info: {} },
  } as unknown as StablecoinToAdvance
}

function transferOf({ operation: o }: StablecoinToAdvance, changes: object = {}): Transfer {
  const note = idOf('StablecoinOperation', o.id)
  return {
    ...{ id: 'T1', status: 'complete', cents: BigInt(o.cents), note, failure: null, wire: null },
    createdAt: new Date(),
    ...changes,
  }
}

const revoked = (facts: StablecoinToAdvance): StablecoinToAdvance => ({
  ...facts,
  link: { ...facts.link, status: 'REVOKED' },
})
const playing = (calls: Partial<StablecoinProvider>) => calls as StablecoinProvider

test('a transfer is noted before it is asked for, and once begun is asked for again with its key', async () => {
  const sent: string[] = []
  let cents = 2_000n
  const facts = aBurn()
  const provider = playing({
    balanceOf: async () => cents,
    // The newest ones of the address do not reach back to it.
    transfersOf: async () => [],
    createTransfer: async (_, __, key) => {
      sent.push(key)
      return transferOf(facts)
    },
  })
  expect(await callProvider(provider, access, facts, false)).toEqual({
    ...{ kind: 'BEGUN', loginVersion: 1, isAgain: false, surplus: '0' },
  })
  expect(sent).toEqual([])
  cents = 0n
  expect(await callProvider(provider, access, facts, true)).toMatchObject({ kind: 'UNFUNDED' })
  const begun = {
    ...facts,
    operation: { ...facts.operation, transfer_begun_at: 'x' },
    isOver: true,
  }
  expect(await callProvider(provider, access, begun, true)).toMatchObject({
    ...{ kind: 'TRANSFER', transferId: 'T1', status: 'complete' },
  })
  expect(sent).toEqual([facts.operation.transfer_key])
})

test.each([
  ['with another login', { transfer_login_version: 1 }, { begunSeconds: 100 }],
  ['more than a day ago', { transfer_login_version: 2 }, { begunSeconds: 90_000 }],
])(
  'what was begun %s is asked for again only where it is known not to be there',
  async (_, o, more) => {
    const begunAt = '2026-03-02T12:00:00Z'
    const burn = aBurn({ transfer_begun_at: begunAt, ...o })
    const facts = { ...burn, ...more, link: { ...burn.link, login_version: 2 } }
    const others = (count: number, createdAt: string | null): Transfer[] =>
      Array.from({ length: count }, () => {
        const at = createdAt === null ? null : new Date(createdAt)
        return transferOf(facts, { id: randomUUID(), note: 'another', createdAt: at })
      })
    const newer = '2026-03-02T13:00:00Z'
    // A call that is not played, a second transfer, would throw.
    const ask = (list: readonly Transfer[]) =>
      callProvider(playing({ transfersOf: async () => list }), access, facts, true)
    expect(await ask(others(25, newer))).toEqual({ kind: 'UNKNOWN' })
    expect(await ask(others(25, null))).toEqual({ kind: 'UNKNOWN' })
    const again = { kind: 'BEGUN', loginVersion: 2, isAgain: true, surplus: '0' }
    expect(await ask(others(24, newer))).toEqual(again)
    expect(await ask([...others(24, newer), ...others(1, '2026-03-02T11:00:00Z')])).toEqual(again)
    expect(await ask([...others(24, newer), transferOf(facts)])).toMatchObject({ transferId: 'T1' })
  },
)

test('once begun, a burn needs no more than the POST, and a look before its repeat', async () => {
  const facts = aBurn({ transfer_begun_at: new Date().toISOString() })
  const calls: string[] = []
  const provider = playing({
    transfersOf: async () => {
      calls.push('list')
      return []
    },
    createTransfer: async () => {
      calls.push('POST')
      return transferOf(facts)
    },
  })
  await callProvider(provider, access, facts, false)
  await callProvider(provider, access, facts, true)
  expect(calls).toEqual(['POST', 'list', 'POST'])
})

test('a revoked link moves nothing; what it had begun is looked for', async () => {
  const refused = { kind: 'REFUSED', code: 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED' }
  // A call that is not played would throw.
  expect(await callProvider(playing({}), access, revoked(aBurn()), false)).toEqual({
    ...{ ...refused, reason: 'The provider account is revoked.' },
  })
  const begun = revoked(aBurn({ transfer_begun_at: 'x' }))
  const listing = (...list: Transfer[]) => playing({ transfersOf: async () => list })
  expect(await callProvider(listing(), access, begun, false)).toMatchObject({
    ...{ ...refused, isUnknown: true },
  })
  expect(await callProvider(listing(transferOf(begun)), access, begun, false)).toMatchObject({
    ...{ kind: 'TRANSFER', transferId: 'T1' },
  })
})

test.each([
  ['id', { id: 'T2' }],
  ['note', { note: 'StablecoinOperation:x' }],
  ['amount', { cents: 1n }],
])('a transfer of another %s is not taken for the operation’s', async (_, other) => {
  const facts = aBurn({ transfer_id: 'T1' })
  const provider = playing({ transferOf: async () => transferOf(facts, other) })
  await expect(callProvider(provider, access, facts, false)).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
  })
})

test('a burn of the balance never takes the deposit address of another burn', async () => {
  const burn = { source_type: 'PROVIDER_INTERNAL_BALANCE', source_address_id: null }
  const facts = { ...aBurn(burn), depositAddresses: ['D1'] }
  const other = {
    status: 'active',
    address: 'spark1x',
    ...{ owner: null, routingNumber: null },
    lastFour: null,
  } as const
  let named: string | null = null
  const provider = playing({
    depositAddresses: async () => [
      { ...other, id: 'D1', name: null },
      { ...other, id: 'D2', name: named },
      { ...other, id: 'OWN', name: 'Treasury' },
    ],
    createAddress: async (_, address) => {
      named = 'name' in address ? address.name : null
      return { ...other, id: 'D2', name: named }
    },
  })
  await callProvider(provider, access, aBurn({ source_address_id: null }), false)
  expect(await callProvider(provider, access, facts, false)).toMatchObject({
    ...{ kind: 'SOURCE', addressId: 'OWN' },
  })
})
