/** What a rail on our own wire has to do, check by check: of the sandbox's rail in the tests, and of any other by the command. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { instant, systemClock } from '../../contract/time.ts'
import {
  type Payout,
  type PayoutInstruction,
  type PayoutState,
  type Rail,
  RailError,
  type RailNotice,
} from '../../providers/payoutRail/index.ts'

type Account = PayoutInstruction['destination']

/** Accounts at the rail whose outcome is known. A check whose account is not named is left out. */
export type RailAccounts = {
  readonly settles: Account
  readonly fails?: Account
  /** A payout to it settles, and comes back. */
  readonly returns?: Account
  /** A payout to it stays PENDING long enough to be cancelled. */
  readonly waits?: Account
  /** Money can be pulled from it. */
  readonly collects?: Account
}

export type RailUnderTest = {
  readonly baseUrl: string
  readonly rail: Rail
  readonly accounts: RailAccounts
  readonly currency: string
  /** Smallest unit, as a decimal string. */
  readonly amountMinor: string
  /** How long a state is waited for. */
  readonly waitMs: number
}

export type RailCheck = {
  readonly name: string
  readonly needs?: keyof RailAccounts
  /** Rejects where the rail does otherwise. */
  run(target: RailUnderTest): Promise<void>
}

const AT_ONCE = 20
const POLL_MS = 100
const PAGE = 100
/** More notices than a rail ever has. */
const BEYOND = '999999999999999'
/** How far a clock of the rail may be behind ours. */
const CLOCKS_APART_MS = 60_000

/** An instruction whose reference is none of the service's: a service that reads the same rail does not take it for a lost one. */
function anInstruction(
  { accounts, currency, amountMinor }: RailUnderTest,
  to: keyof RailAccounts = 'settles',
): PayoutInstruction {
  const destination = accounts[to] ?? accounts.settles
  return { reference: `Conformance:${randomUUID()}`, amountMinor, currency, destination }
}

type Ordered = {
  readonly since: Date
  readonly instruction: PayoutInstruction
  readonly taken: Payout
}

/** A payout to an account whose outcome is known, and from when on the feed may report it. */
async function anOrder(target: RailUnderTest, to?: keyof RailAccounts): Promise<Ordered> {
  const since = aMomentAgo()
  const instruction = anInstruction(target, to)
  return { since, instruction, taken: await target.rail.submit(instruction) }
}

/** Waits for a state that is no other one but PENDING, or SETTLED before a return. */
async function ended(
  { rail, waitMs }: RailUnderTest,
  reference: string,
  state: PayoutState,
): Promise<Payout> {
  const until = performance.now() + waitMs
  for (;;) {
    const payout = await rail.find(reference)
    assert(payout, `${reference} is not found after it was taken`)
    assert.equal(payout.reference, reference)
    if (payout.state === state) return payout
    const isOnItsWay =
      payout.state === 'PENDING' || (state === 'RETURNED' && payout.state === 'SETTLED')
    assert(isOnItsWay, `${reference} is ${payout.state}, not ${state}`)
    assert(performance.now() < until, `${reference} is ${payout.state} after ${waitMs} ms`)
    await sleep(POLL_MS)
  }
}

type OrderState = { readonly state: PayoutState; readonly eventId: string }

/** What the feed says of a reference, in its order; waits until it says the last state. */
async function reported(
  { rail, waitMs }: RailUnderTest,
  since: Date,
  reference: string,
  last: PayoutState,
): Promise<OrderState[]> {
  const until = performance.now() + waitMs
  for (;;) {
    const states = (await noticesSince(rail, since)).filter(
      (notice): notice is RailNotice & OrderState & { reference: string } =>
        'state' in notice && notice.reference === reference,
    )
    if (states.at(-1)?.state === last) return states
    assert(performance.now() < until, `the feed does not report ${reference} as ${last}`)
    await sleep(POLL_MS)
  }
}

async function noticesSince(rail: Rail, since: Date, limit = PAGE): Promise<RailNotice[]> {
  const all: RailNotice[] = []
  let position = await rail.positionAt(since)
  for (;;) {
    const page = await rail.notices(position, limit)
    if (page.notices.length === 0) return all
    all.push(...page.notices)
    assert.notEqual(page.position, position, 'a page with notices does not move the position')
    position = page.position
  }
}

async function isRefused(call: Promise<unknown>): Promise<void> {
  await assert.rejects(
    call,
    (error) => error instanceof RailError && error.kind === 'REFUSED',
    'it is not refused with 400, 404, 409 or 422',
  )
}

const aMomentAgo = (): Date => instant(systemClock.now().getTime() - CLOCKS_APART_MS)

export const railChecks: readonly RailCheck[] = [
  {
    name: 'a payout settles, is found under its reference, and is reported once',
    async run(target) {
      const { since, instruction, taken } = await anOrder(target)
      assert.equal(taken.reference, instruction.reference)
      const payout = await ended(target, instruction.reference, 'SETTLED')
      for (const name of ['amountMinor', 'currency'] as const) {
        assert.equal(payout[name] ?? instruction[name], instruction[name], name)
      }
      const states = await reported(target, since, instruction.reference, 'SETTLED')
      assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['SETTLED']))
      assert.equal(new Set(states.map(({ eventId }) => eventId)).size, 1, 'one sequence an event')
    },
  },
  {
    name: 'the reference is the idempotency key: twenty equal orders at once are one payout',
    async run(target) {
      const since = aMomentAgo()
      const instruction = anInstruction(target)
      const orders = Array.from({ length: AT_ONCE }, () => target.rail.submit(instruction))
      for (const { reference } of await Promise.all(orders)) {
        assert.equal(reference, instruction.reference)
      }
      await ended(target, instruction.reference, 'SETTLED')
      assert.equal((await target.rail.submit(instruction)).state, 'SETTLED', 'the order again')
      const states = await reported(target, since, instruction.reference, 'SETTLED')
      assert.equal(new Set(states.map(({ eventId }) => eventId)).size, 1, 'it is paid once')
    },
  },
  {
    name: 'another instruction under a reference is refused, and changes nothing',
    async run(target) {
      const { instruction } = await anOrder(target)
      const amountMinor = String(BigInt(instruction.amountMinor) + 1n)
      await isRefused(target.rail.submit({ ...instruction, amountMinor }))
      const payout = await ended(target, instruction.reference, 'SETTLED')
      assert.equal(payout.amountMinor ?? instruction.amountMinor, instruction.amountMinor)
    },
  },
  {
    name: 'references of 200 characters, with a colon and a slash, are taken as they are',
    async run(target) {
      const reference = `Conformance:${randomUUID()}/refund/2`.padEnd(200, 'x')
      await target.rail.submit({ ...anInstruction(target), reference })
      await ended(target, reference, 'SETTLED')
    },
  },
  {
    name: 'an unknown reference is not found, and an order that cannot be carried out is refused',
    async run(target) {
      assert.equal(await target.rail.find(`Conformance:${randomUUID()}`), undefined)
      const refused = { ...anInstruction(target), amountMinor: '0' }
      await isRefused(target.rail.submit(refused))
      assert.equal(await target.rail.find(refused.reference), undefined, 'a refused order')
    },
  },
  {
    name: 'a payout that fails says why, and whether its money may go back',
    needs: 'fails',
    async run(target) {
      const { since, instruction } = await anOrder(target, 'fails')
      const payout = await ended(target, instruction.reference, 'FAILED')
      assert(payout.reason, 'no reason')
      assert(payout.refund, 'no refund: ALLOWED or REFUSED')
      await reported(target, since, instruction.reference, 'FAILED')
    },
  },
  {
    name: 'a payout that comes back is reported as settled, then as returned',
    needs: 'returns',
    async run(target) {
      const { since, instruction } = await anOrder(target, 'returns')
      await ended(target, instruction.reference, 'RETURNED')
      const states = await reported(target, since, instruction.reference, 'RETURNED')
      assert.deepEqual([...new Set(states.map(({ state }) => state))], ['SETTLED', 'RETURNED'])
    },
  },
  {
    name: 'a pull settles like a payout',
    needs: 'collects',
    async run(target) {
      const { destination, ...terms } = anInstruction(target, 'collects')
      const reference = `${terms.reference}/collect`
      await target.rail.collect({ ...terms, reference, source: destination })
      await ended(target, reference, 'SETTLED')
    },
  },
  {
    name: 'a payout that has not left can be cancelled: it fails, and stays failed',
    needs: 'waits',
    async run(target) {
      const { since, instruction } = await anOrder(target, 'waits')
      const cancelled = await target.rail.cancel(instruction.reference)
      assert.equal(cancelled?.state, 'FAILED')
      assert.equal(cancelled?.cause, 'USER_CANCELLATION')
      assert.equal((await target.rail.submit(instruction)).state, 'FAILED', 'the order again')
      const states = await reported(target, since, instruction.reference, 'FAILED')
      assert.deepEqual(new Set(states.map(({ state }) => state)), new Set(['FAILED']))
    },
  },
  {
    name: 'a payout that has settled cannot be cancelled',
    async run(target) {
      const { reference } = await target.rail.submit(anInstruction(target))
      await ended(target, reference, 'SETTLED')
      assert.equal((await target.rail.cancel(reference))?.state, 'SETTLED')
    },
  },
  {
    name: 'orders and cancellations of one reference at once have one end',
    async run(target) {
      const since = aMomentAgo()
      const instruction = anInstruction(target)
      const { reference } = instruction
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          index % 2 === 0 ? target.rail.submit(instruction) : target.rail.cancel(reference),
        ),
      )
      const first = await target.rail.submit(instruction)
      const state = first.state === 'PENDING' ? 'SETTLED' : first.state
      assert(state === 'SETTLED' || state === 'FAILED', `it is ${state}`)
      await ended(target, reference, state)
      const states = await reported(target, since, reference, state)
      assert.deepEqual(new Set(states.map((one) => one.state)), new Set([state]))
    },
  },
  {
    name: 'a cancelled reference that was never ordered is void, or unknown where the rail voids none',
    async run(target) {
      const instruction = anInstruction(target)
      const cancelled = await target.rail.cancel(instruction.reference)
      if (!target.rail.voidsUnknownReferences) return assert.equal(cancelled, undefined)
      assert.equal(cancelled?.state, 'FAILED')
      // An order that was on its way arrives: it is not carried out, now or later.
      assert.equal((await target.rail.submit(instruction)).state, 'FAILED')
      assert.equal((await target.rail.find(instruction.reference))?.state, 'FAILED')
    },
  },
  {
    name: 'the feed can be read again from any position, in pages of any size, in the order of its times',
    async run(target) {
      const since = aMomentAgo()
      for (let orders = 0; orders < 3; orders += 1) {
        const { reference } = await target.rail.submit(anInstruction(target))
        await ended(target, reference, 'SETTLED')
        await reported(target, since, reference, 'SETTLED')
      }
      const idsOf = (notices: readonly RailNotice[]): string[] =>
        notices.map(({ eventId }) => eventId)
      const whole = await noticesSince(target.rail, since)
      const malformed = whole.filter((notice) => 'malformed' in notice)
      assert.deepEqual(malformed, [], 'notices that cannot be read')
      const inTwos = idsOf(await noticesSince(target.rail, since, 2))
      assert.deepEqual(inTwos.slice(0, whole.length), idsOf(whole), 'in pages of two')
      const times = whole.map((notice) => ('at' in notice ? Date.parse(notice.at) : 0))
      assert.deepEqual(
        times,
        [...times].sort((a, b) => a - b),
        'a later notice has an earlier time',
      )
      const { notices } = await target.rail.notices(BEYOND, 1)
      assert.deepEqual(notices, [], 'after the last one')
    },
  },
  {
    name: 'where to send money for an account is answered for each, and does not change',
    async run({ rail, currency }) {
      const wanted = [randomUUID(), randomUUID()].map((id) => ({ reference: id, currency }))
      const first = await rail.standingFundings(wanted)
      assert.equal(first.length, wanted.length)
      const again = await rail.standingFundings([...wanted].reverse())
      assert.deepEqual([...again].reverse(), first)
    },
  },
  {
    name: 'what is no request of this wire is a 400 or 404 with a message, and never a 500',
    async run({ baseUrl }) {
      const wrong = [
        ['POST', '/payouts', '{'],
        ['POST', '/payouts', '[]'],
        ['POST', '/payouts', '{}'],
        ['POST', '/collections', '{"reference":1}'],
        ['GET', '/payouts/%00', undefined],
        ['GET', '/notices?after=-1', undefined],
        ['GET', '/nothing', undefined],
      ] as const
      for (const [method, path, body] of wrong) {
        const answer = await fetch(new URL(path, baseUrl), {
          ...{ method, redirect: 'manual' },
          ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
        })
        assert([400, 404, 422].includes(answer.status), `${method} ${path}: ${answer.status}`)
        const { message } = (await answer.json()) as { message?: unknown }
        assert.equal(typeof message, 'string', `${method} ${path}: no message`)
      }
    },
  },
]
