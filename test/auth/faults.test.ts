/**
 * Each wallet operation against a provider that is slow, wrong, stuck or dead, and with our own
 * processes killed in its middle: it happens once, shows in the lists though its caller never
 * comes back, and the identical request ends terminally, once. The sample breaks each operation
 * in one way that the seed picks, and kills one process; the long suite does all of it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../scripts/devstack/runFile.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { waitUntil } from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl, type FaultOrder, type SandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { anOwner, type Prepared, type PreparedKind, preparations } from './signedOperations.ts'

type Fault = Pick<FaultOrder, 'kind' | 'delayMs' | 'count'> & {
  /** Killed with -9 while the call waits for its answer and the provider has not settled. */
  readonly kills?: Role
}

const stuck = { kind: 'stuckPending', count: 100 } as const

const faults: Readonly<Record<string, Fault>> = {
  // Longer than an answer waits, shorter than a call may take.
  'answers late': { kind: 'delay', delayMs: 3_000 },
  'fails before acting': { kind: 'errorBefore' },
  'fails after acting': { kind: 'errorAfter' },
  'loses its answer': { kind: 'lostAnswer' },
  'stays pending': stuck,
  'is killed and starts again': { ...stuck, kills: 'sandbox' },
  'is stuck while the worker is killed': { ...stuck, kills: 'worker' },
  'is stuck while the API is killed': { ...stuck, kills: 'api' },
}

type Run = readonly [PreparedKind, string, Fault]

const chance = chanceOf('wallet operation faults')
// Account privacy is ours alone: the provider has no part in it.
const kinds = (Object.keys(preparations) as PreparedKind[]).filter((one) => one !== 'PRIVACY')
const all = kinds.flatMap((kind) =>
  Object.entries(faults).map(([name, fault]): Run => [kind, name, fault]),
)
const [killing, quiet] = [true, false].map((kills) =>
  all.filter(([, , fault]) => (fault.kills !== undefined) === kills),
) as [Run[], Run[]]
const sample = (): Run[] => [
  ...kinds.map((kind) => chance.pick(quiet.filter(([one]) => one === kind))),
  chance.pick(killing),
]
const runs = isLong ? all : sample()

let stack: TestStack
let control: SandboxControl
const outcomes: Record<string, string | number>[] = []

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
})
afterAll(async () => {
  console.table(outcomes)
  await stack?.stop()
})

test.each(runs)('%s: the provider %s', async (kind, name, { kills, ...fault }) => {
  const owner = await anOwner(stack)
  const prepared = await preparations[kind](stack, owner)
  const operation = prepared.activity ?? ''
  const before = await actsOf(operation)
  const release = await control.order({ party: 'provider', operation, ...fault })

  // A call whose process is killed gets no answer at all.
  const calling = prepared.call().catch(() => undefined)
  if (kills !== undefined) {
    await waitUntil(`${kind} is under way`, () => isUnderWay(owner.wallet.id))
    await stack.kill(kills)
  }
  const first = await calling
  if (first !== undefined) expectNoFinalNo(first)
  const isStuck = fault.kind === 'stuckPending'
  if (isStuck && kills === undefined) expect(first?.body.status).toBe('PROCESSING')
  await stack.waitReady()
  if (isStuck) {
    await waitUntil('PROCESSING', async () => (await prepared.call()).body.status === 'PROCESSING')
    await release()
  }
  const wasAnswered = first !== undefined && isTerminal(first, prepared)
  const beganAt = performance.now()
  // Without a retry it is recorded nevertheless.
  await waitUntil(`${kind} is recorded`, async () => !(await isUnderWay(owner.wallet.id)))
  const recordedMs = Math.round(performance.now() - beganAt)
  expect(await prepared.isVisible()).toBe(true)
  const last = wasAnswered ? first : await untilTerminal(prepared)
  expect([last.status, last.body.code]).toEqual([prepared.status, undefined])
  const again = await prepared.call()
  // What a session of its own credential is gone for is not there any more.
  expect([401, 404], JSON.stringify(again.body)).toContain(again.status)
  expect((await actsOf(operation)) - before).toBe(1)
  // The owner's passkey was added before.
  expect(await eventsOf(owner.wallet.id)).toEqual(['ADD_CREDENTIAL', ...(completed[kind] ?? [])])
  await release()
  outcomes.push({
    operation: kind,
    fault: name,
    'first answer': shownAs(first),
    'recorded after': `${recordedMs} ms`,
    terminal: shownAs(last),
    'then again': shownAs(again),
    'times done': 1,
  })
})

test('nothing is left open', async () => {
  await waitUntil('no open rows', async () => {
    return (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0
  })
})

function shownAs(answer: Answer | undefined): string {
  if (answer === undefined) return 'none'
  return `${answer.status} ${answer.body.status ?? answer.body.code ?? ''}`.trim()
}

/** 2xx or 503. */
function expectNoFinalNo({ status, body }: Answer): void {
  expect(status === 503 || status < 300, JSON.stringify(body)).toBe(true)
}

function isTerminal({ status, body }: Answer, prepared: Prepared): boolean {
  return status === prepared.status && body.status !== 'PROCESSING'
}

function untilTerminal(prepared: Prepared): Promise<Answer> {
  return waitUntil('the terminal answer', async () => {
    const answer = await prepared.call()
    expectNoFinalNo(answer)
    return isTerminal(answer, prepared) ? answer : undefined
  })
}

/** The kinds with an operation whose end is an event; before a login by an identity its credential is added. */
const completed: Readonly<Partial<Record<PreparedKind, readonly string[]>>> = {
  ADD_CREDENTIAL: ['ADD_CREDENTIAL'],
  ADD_CODE: ['ADD_CREDENTIAL'],
  ADD_CODE_SENDING: ['ADD_CREDENTIAL'],
  OAUTH_LOGIN: ['ADD_CREDENTIAL'],
  REVOKE_CREDENTIAL: ['REVOKE_CREDENTIAL'],
  REVOKE_SESSION: ['REVOKE_SESSION'],
  EXPORT: ['EXPORT'],
}

/** Operations of a wallet that events report as completed, one for each event; no event reports one as failed. */
async function eventsOf(accountId: string): Promise<unknown[]> {
  const events = await rowsOf(
    stack,
    `select e.type, r.operation from events e join requests r on e.subject = 'Operation:' || r.id
      where r.account_id = $1 order by e.sequence`,
    [accountId.split(':')[1]],
  )
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['WALLET_OPERATION.COMPLETED']))
  return events.map(({ operation }) => operation)
}

/** Claimed and not recorded, or recorded with a code that is not sent yet. */
async function isUnderWay(accountId: string): Promise<boolean> {
  const open = await rowsOf(
    stack,
    `select 1 from requests where account_id = $1 and status = 'CLAIMED'
      union all select 1 from otp_issuances i join credentials c on c.id = i.credential_id
        where c.account_id = $1 and i.status = 'PENDING'`,
    [accountId.split(':')[1]],
  )
  return open.length > 0
}

async function actsOf(operation: string): Promise<number> {
  return (await control.acts())[`provider ${operation}`] ?? 0
}
