/**
 * Lives of mints and burns with faults at the provider and killed processes: each ends as the provider's
 * books say, and no coin is made or redeemed twice.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aLoggedInWallet, type Resource, waitUntil } from '../support/builders.ts'
import { aSandboxControl, type FaultOrder } from '../support/sandboxControl.ts'
import { chanceOf, countOf, isLong } from '../support/seed.ts'
import {
  aBank,
  aBurnBody,
  aLinkBody,
  aLinkedAccount,
  aMintBody,
  aSparkWallet,
  aTokenBody,
  operationWith,
  withKey,
} from '../support/stablecoins.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

type Scene = {
  readonly coin: Resource
  readonly wallet: Resource
  readonly bank: Resource
  readonly accountId: string
}
type Life = {
  readonly isMint: boolean
  readonly cents: number
  readonly source: string
  readonly end: 'COMPLETED' | 'FAILED'
}
type Books = {
  readonly transfers: readonly { note: string; status: string; cents: number; source: string }[]
  readonly balances: readonly { type: string; name: string; cents: number }[]
}

const chance = chanceOf('lives of stablecoin operations')
const login = aLinkBody()
/** What the sandbox's treasury begins with. */
const TREASURY_CENTS = 100_000_000
const LATEST_KILL_MS = 900
const roles = ['worker', 'api', 'sandbox'] as const
const kills = isLong ? Array.from({ length: 10 }, () => roles).flat() : roles

/** All whose end was seen. */
const lived: Life[] = []

let stack: TestStack
let api: ApiClient
let scene: Scene

beforeAll(async () => {
  stack = await aRunningStack({
    env: { STABLECOIN_POLL_SECONDS: '1', STABLECOIN_COMPARE_SECONDS: '1', SWEEP_SECONDS: '1' },
  })
  const { api: its, customer } = await aLoggedInWallet(stack)
  api = its
  const link = await aLinkedAccount(api, login)
  const made = await api.call('POST', '/stablecoins', aTokenBody(link), withKey())
  scene = {
    ...{ coin: made.body as Resource, accountId: String(link.providerAccountId) },
    ...{ wallet: await aSparkWallet(api, customer), bank: await aBank(api, customer) },
  }
  await behave()
})
afterAll(async () => {
  await stack?.stop()
})

const control = () => aSandboxControl(stack)
/** A provider that was started again has its usual pace. */
const behave = () =>
  control().coins('POST', '/behaviour', { arrivalMs: 300, stepMs: 100, returnMs: 500 })
async function books(): Promise<Books> {
  return (await control().coins('GET', `/accounts/${scene.accountId}/books`)) as Books
}

/** An operation, and how the provider's suffixes end it. */
function aLife(): Life {
  const isMint = chance.integer(2) === 0
  const endings = [
    ['000', 'COMPLETED'],
    ['903', 'FAILED'],
    ['904', 'FAILED'],
    ['905', 'FAILED'],
    ['907', 'COMPLETED'],
    ['908', 'COMPLETED'],
  ] as const
  const [suffix, end] = chance.pick(endings)
  const source = isMint ? 'WIRE' : chance.pick(['EXTERNAL_ACCOUNT', 'PROVIDER_INTERNAL_BALANCE'])
  return { isMint, source, end, cents: Number(`${1 + chance.integer(9)}${suffix}`) }
}

/** Sent until it is answered: the key says that it is one. */
async function begin({ isMint, cents, source }: Life): Promise<Resource> {
  const { coin, wallet, bank } = scene
  const path = `/stablecoins/${coin.id}/${isMint ? 'mints' : 'burns'}`
  const body = isMint ? aMintBody(wallet, cents) : aBurnBody(bank, cents, source)
  const headers = withKey()
  return waitUntil('the operation is answered', async () => {
    const answer = await api.call('POST', path, body, headers).catch(() => undefined)
    return answer?.status === 201 ? (answer.body as Resource) : undefined
  })
}

async function expectEnd(life: Life, made: Resource): Promise<void> {
  lived.push(life)
  await operationWith(api, made, life.end)
  const { transfers } = await books()
  const its = transfers.filter(({ note }) => note === made.id)
  expect(its).toHaveLength(1)
  expect(its[0]?.cents).toBe(life.cents)
  expect(['complete', 'canceled', 'failed']).toContain(its[0]?.status)
  expect(its[0]?.status === 'complete').toBe(life.end === 'COMPLETED')
}

const faults: readonly Pick<FaultOrder, 'kind'>['kind'][] = [
  ...(['delay', 'errorBefore', 'errorAfter', 'lostAnswer', 'twice'] as const),
  ...(['tooManyRequests', 'nonsense'] as const),
]
const calls = [
  'createTransfer',
  'createAddress',
  'transfer',
  'balance',
  'transfers',
  'token',
] as const

test('every life ends as the provider’s books say', async () => {
  let left = countOf(6, 200)
  while (left > 0) {
    const lives = Array.from({ length: Math.min(left, 6) }, aLife)
    left -= lives.length
    for (let order = 0; order < 3; order += 1) {
      const kind = chance.pick(faults)
      const operation = chance.pick(calls)
      const count = 1 + chance.integer(2)
      await control().order({ party: 'stablecoins', operation, kind, count, delayMs: 200 })
    }
    const made = await Promise.all(lives.map(begin))
    await Promise.all(lives.map((life, at) => expectEnd(life, made[at] as Resource)))
    await control().clear()
  }
})

test.each(kills.map((role, at) => [role, at] as const))(
  'kill -9 of %s (%i) leaves one transfer for each operation',
  async (role) => {
    await stack.waitReady()
    const lives = Array.from({ length: 3 }, aLife)
    const beginning = lives.map(begin)
    await sleep(chance.integer(LATEST_KILL_MS))
    await stack.kill(role)
    await stack.waitReady()
    if (role === 'sandbox') await behave()
    const made = await Promise.all(beginning)
    await Promise.all(lives.map((life, at) => expectEnd(life, made[at] as Resource)))
  },
)

test('a provider that takes four seconds a call delays a burn, and stops none', async () => {
  for (const operation of ['balance', 'transfers', 'createTransfer'] as const) {
    const slow = { kind: 'delay', count: 50, delayMs: 4_200 } as const
    await control().order({ party: 'stablecoins', operation, ...slow })
  }
  const life: Life = { isMint: false, source: 'EXTERNAL_ACCOUNT', cents: 1_000, end: 'COMPLETED' }
  await expectEnd(life, await begin(life))
  await control().clear()
})

test('a login that is refused is noticed, and what is open goes on with the next one', async () => {
  await control().coins('POST', `/clients/${login.apiClientId}`, { isShut: true })
  const { coin, wallet } = scene
  const path = `/stablecoins/${coin.id}/mints`
  await waitUntil('the link is INVALID', async () => {
    const answer = await api.call('POST', path, aMintBody(wallet, 906), withKey())
    return answer.body.code === 'STABLECOIN_PROVIDER_ACCOUNT_INVALID'
  })
  const change = { isShut: false, secret: login.apiClientSecret }
  await control().coins('POST', `/clients/${login.apiClientId}`, change)
  await aLinkedAccount(api, login)
  const life: Life = { isMint: true, source: 'WIRE', cents: 1_000, end: 'COMPLETED' }
  await expectEnd(life, await begin(life))
})

test('every coin is where the lives have brought it: none is made or redeemed twice', async () => {
  const sumOf = (lives: readonly Life[]): number => lives.reduce((sum, { cents }) => sum + cents, 0)
  // The bank takes its dollars back after the coins were made: 905.
  const minted = lived.filter(({ isMint, cents }) => isMint && ![903, 904].includes(cents % 1_000))
  const redeemed = (source: string, end: Life['end']) =>
    sumOf(lived.filter((life) => life.source === source && life.end === end))
  const { balances } = await books()
  const held = (type: string, isTreasury: boolean): number =>
    balances
      .filter((one) => one.type === type && (one.name === 'Treasury') === isTreasury)
      .reduce((sum, { cents }) => sum + cents, 0)
  expect(held('external', false)).toBe(sumOf(minted))
  // Coins of a payout that has failed have come back to where they were.
  expect(held('internal', false)).toBe(redeemed('EXTERNAL_ACCOUNT', 'FAILED'))
  expect(held('internal', true)).toBe(
    TREASURY_CENTS - redeemed('PROVIDER_INTERNAL_BALANCE', 'COMPLETED'),
  )
})
