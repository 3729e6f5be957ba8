/**
 * kill -9 of each process amid all that is decided in a request: payments of every kind, deposits, agents' submissions and
 * approvals, cards, customers. Each request is repeated until it is answered; then the money is counted.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../scripts/devstack/runFile.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { logIn } from '../../scripts/serviceDriver/device.ts'
import { retryUntilAnswered } from '../model/books.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  from,
  type TestCustomer,
  to,
} from '../payments/customers.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  askingPolicy,
  decide,
  transferOut,
} from '../support/agentActions.ts'
import {
  aCustomerBody,
  aLoggedInWallet,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, expectPaidOnce, rowsOf } from './payments.ts'

const chance = chanceOf('kills under load')
/** The sample has one process, which the seed picks: `kills.test.ts` kills each. */
const all = [
  ['api', countOf(1, 100)],
  ['worker', countOf(1, 100)],
  ['temporal', countOf(1, 40)],
  ['postgres', countOf(1, 40)],
] as const satisfies readonly (readonly [Role, number])[]
const KILLS = isLong ? all : [chance.pick(all)]
const KILLS_MAX = Math.max(...KILLS.map(([, kills]) => kills))
const MINUTE_MS = 60_000
/** How many kills a round has, one after the other; the money is counted after it. */
const KILLS_A_ROUND = isLong ? 5 : 1
/** Of each kind in a round. */
const EACH = 3 * KILLS_A_ROUND
const AMOUNT = 100
const RICH = 100_000_000n
/** A round sends its requests within this time, and the first kill falls into it. */
const SPREAD_MS = 1_000 * KILLS_A_ROUND
/** When nothing may be pending any more, after the recovery. */
const RECOVERY_MS = 30_000

let stack: TestStack
let ada: TestCustomer
let bea: TestCustomer
let bank: Resource
let wallet: LoggedInWallet
let cardholder: LoggedInWallet
let card: Resource
let agent: Acting
let asking: Acting

beforeAll(async () => {
  stack = await aRunningStack({ own: true })
  ada = await aFundedCustomer(stack, 'USD', RICH)
  bea = await aFundedCustomer(stack, 'USD', 1n)
  bank = await anExternalAccount(ada.api, ada.customer)
  wallet = await aLoggedInWallet(stack, { minor: 10n ** 11n })
  cardholder = await aLoggedInWallet(stack)
  card = await aCard(ada.api, cardholder)
  agent = await anActingAgent(stack)
  asking = await anActingAgent(stack, askingPolicy)
})
afterAll(async () => {
  await stack?.stop()
})

test.each(KILLS)(
  'kill -9 of %s, %i times: nothing is lost, doubled or left pending',
  async (role, kills) => {
    const { otp } = await aSandboxControl(stack).signers()
    for (let killed = 0; killed < kills; killed += KILLS_A_ROUND) {
      // A session lives for fifteen minutes.
      if (killed % 20 >= 20 - KILLS_A_ROUND) {
        const { api, credential } = wallet
        const device = await logIn(api, { credentialId: credential.id, otpSigner: otp })
        wallet = { ...wallet, device }
      }
      await aRound(role)
    }
  },
  MINUTE_MS * Math.max(5, KILLS_MAX),
)

async function aRound(role: Role): Promise<void> {
  const { api } = ada
  const usd = accountOf(ada, 'USD')
  const [mine, hers] = [usd, accountOf(bea, 'USD')]
  const accounts = [mine, hers, agent.source, asking.source]
  const totals = async (): Promise<number[]> =>
    Promise.all(accounts.map(async (account) => (await amountsOf(api, account)).total))
  const before = { totals: await totals(), wallet: await balanceOf(wallet) }
  const payments = await Promise.all(times(() => aPayment(wallet)))
  const pending = await Promise.all(
    times(async () =>
      actionOf(await transferOut(asking, AMOUNT, randomUUID()), 'PENDING_APPROVAL'),
    ),
  )
  const posting = (path: string, body: object) => (key: string) =>
    api.call('POST', path, body, { 'Idempotency-Key': key })
  const transfer = {
    source: { accountId: mine.id },
    destination: { accountId: bank.id },
    amount: AMOUNT,
  }
  const now = { immediatelyExecute: true }
  const sent = [
    ...payments.map((payment) => soon(() => retryUntilAnswered(() => execute(api, payment)))),
    ...pending.map((action) => soon(() => approved(action))),
    ...many(keyed(posting('/transfer-out', transfer))),
    ...many(keyed((key) => askQuote(api, from(mine), to(hers), AMOUNT, now, key))),
    ...many(keyed(posting(`/sandbox/internal-accounts/${hers.id}/fund`, { amount: 1 }))),
    ...many(keyed((key) => transferOut(agent, AMOUNT, key))),
    ...times(() => aCustomerBody()).map((body) => soon(keyed(posting('/customers', body)))),
    // A purchase is not repeated: its merchant has given up.
    soon(async () => {
      await play(api, card, 'authorization', purchaseOf(100)).catch(() => undefined)
      return undefined
    }),
    soon(frozenAndBack),
  ]
  for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) {
    await sleep(chance.integer(SPREAD_MS / KILLS_A_ROUND))
    await stack.kill(role)
    await stack.waitReady()
  }
  for (const answer of await Promise.all(sent)) {
    if (answer !== undefined) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  }
  await waitUntil('nothing is open', async () => (await open()).length === 0, RECOVERY_MS).catch(
    async () => expect(await open()).toEqual([]),
  )
  await expectPaidOnce(stack, payments)
  const each = EACH * AMOUNT
  const [ofMine, ofHers, ofAgent, ofAsking] = before.totals as [number, number, number, number]
  expect(await totals()).toEqual([
    ...[ofMine - 2 * each, ofHers + each + EACH, ofAgent - each, ofAsking - each],
  ])
  expect(await balanceOf(wallet)).toBe(before.wallet - BigInt(EACH) * 1_000_000n)
  await ledgerHolds(stack)
}

const times = <Result>(make: () => Result): Result[] => Array.from({ length: EACH }, make)

/** At a moment of the round. */
async function soon<Result>(ask: () => Promise<Result>): Promise<Result> {
  await sleep(chance.integer(SPREAD_MS))
  return ask()
}

/** The same request with the same key until there is an answer. */
const keyed = (call: (key: string) => Promise<Answer>) => (): Promise<Answer> => {
  const key = randomUUID()
  return retryUntilAnswered(() => call(key))
}

const many = (ask: () => Promise<Answer>): Promise<Answer>[] => times(() => soon(ask))

const approved = (action: Resource): Promise<Answer> =>
  doneOnce(() => decide(asking, action, 'approve'))

async function frozenAndBack(): Promise<Answer> {
  const change = (state: string) => () => ada.api.call('PATCH', `/cards/${card.id}`, { state })
  await doneOnce(change('FROZEN'))
  return doneOnce(change('ACTIVE'))
}

/** A change without a key whose answer was lost is repeated, and refused: it is done by then. */
async function doneOnce(change: () => Promise<Answer>): Promise<Answer> {
  const answer = await retryUntilAnswered(change)
  return answer.status === 409 ? { ...answer, status: 200 } : answer
}

/** What is not carried out yet. */
async function open(): Promise<unknown[]> {
  const text = `select kind, id::text from ${openRows()} union all
    select kind, subject_id::text from pending_starts`
  return rowsOf(stack, text)
}
