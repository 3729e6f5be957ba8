/**
 * Many payments between many customers, half of them from or to the platform's own account. None is lost, none is
 * made twice; every webhook is delivered and every balance is right.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { expect } from 'vitest'
import { cpuMsOf, postgresCpuMs } from '../../scripts/bench/cpu.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { retryUntilAnswered } from '../model/books.ts'
import { askQuote, from, platformAccount, to } from '../payments/customers.ts'
import {
  aCustomerBody,
  apiOf,
  fund,
  ledgerHolds,
  listed,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { chanceOf } from '../support/seed.ts'
import type { TestStack } from '../support/stack.ts'
import { atOnce, openQuotes, rowsOf } from './payments.ts'

const IN_FLIGHT = 24
/** In cents of US dollars. */
const FUNDED = 100_000
const AMOUNT_MAX = 5_000

/** A stack that no other test uses, and the endpoint of its platform. */
export type Stage = { readonly stack: TestStack; readonly receiver: WebhookReceiver }

/** How long `payments` payments and their webhooks may take. */
export const withinMs = (payments: number): number => 60_000 + payments * 500

/** Runs `work` for 0 to `count` - 1, IN_FLIGHT at a time. */
async function inLanes(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
}

/** The funded dollar account of a new customer, whose wallet may still be PENDING. */
async function anAccount(stack: TestStack, index: number): Promise<string> {
  const api = apiOf(stack, stack.platform, index % stack.apiUrls.length)
  const [body, key] = [aCustomerBody(), { 'Idempotency-Key': randomUUID() }]
  const created = await retryUntilAnswered(() => api.call('POST', '/customers', body, key))
  const customer = shown('customer', created, 201)
  const accounts = listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
  const account = accounts.find(({ type }) => type === 'INTERNAL_FIAT')
  if (account === undefined) throw new Error('a customer without dollars')
  await fund(api, account, BigInt(FUNDED))
  return account.id
}

/** CPU milliseconds of every process of the stack, by role; the sandbox's statements among them. */
function cpuOf(stack: TestStack): Map<string, number> {
  const used = new Map<string, number>()
  for (const { role, pid } of stack.processes) {
    if (typeof pid !== 'number') continue
    const ms = role === 'postgres' ? postgresCpuMs(pid, new Set()) : cpuMsOf(pid)
    used.set(role, (used.get(role) ?? 0) + ms)
  }
  return used
}

/**
 * Makes `count` payments between new customers, and checks what must be true after them.
 */
export async function payBetweenAccounts(
  { stack, receiver }: Stage,
  count: number,
  customers: number,
): Promise<void> {
  const chance = chanceOf('volume of books')
  const treasury = await platformAccount(apiOf(stack), 'USD')
  await fund(apiOf(stack), treasury, BigInt(count * AMOUNT_MAX))
  const accounts: string[] = []
  const createdAt = performance.now()
  await inLanes(customers, async (index) => {
    accounts[index] = await anAccount(stack, index)
  })
  console.log(`${customers} customers in ${Math.round(performance.now() - createdAt)} ms`)
  await untilQuiet({ stack, receiver }, withinMs(count))

  const expected = new Map<string, number>(accounts.map((id) => [id, FUNDED]))
  expected.set(treasury.id, count * AMOUNT_MAX)
  const orders = Array.from({ length: count }, (_, index) => {
    const [payer, payee] = [chance.pick(accounts), chance.pick(accounts)]
    // Of four payments one leaves the platform's account, and one goes to it.
    const kind = index % 4
    const source = kind === 0 ? treasury.id : payer
    const wanted = kind === 2 ? treasury.id : payee
    const destination = wanted === source ? treasury.id : wanted
    return { source, destination, amount: 1 + chance.integer(AMOUNT_MAX), key: randomUUID() }
  })
  const paid = new Set<unknown>()
  let refused = 0

  const [cpuBefore, cameBefore] = [cpuOf(stack), receiver.count]
  const beganAt = performance.now()
  await inLanes(count, async (index) => {
    const order = orders[index]
    if (order === undefined) return
    const { source, destination, amount, key } = order
    const more = { immediatelyExecute: true }
    const ends = [from({ id: source }), to({ id: destination })] as const
    const ask = (api: ReturnType<typeof apiOf>): Promise<Answer> =>
      retryUntilAnswered(() => askQuote(api, ...ends, amount, more, key))
    const answers = await atOnce(stack, index % 10 === 0 ? 2 : 1, ask)
    const [first] = answers
    for (const { status, body } of answers) {
      // The balance may not be enough; then both calls with the same key are refused.
      expect(status === 201 || body.code === 'INSUFFICIENT_FUNDS', JSON.stringify(body)).toBe(true)
      expect(status).toBe(first?.status)
    }
    if (first?.status !== 201) {
      refused += 1
      return
    }
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    paid.add(first.body.transactionId)
    expected.set(source, (expected.get(source) ?? 0) - amount)
    expected.set(destination, (expected.get(destination) ?? 0) + amount)
  })
  const executedMs = performance.now() - beganAt
  await waitUntil('all are completed', async () => (await openQuotes(stack)) === 0, withinMs(count))
  const completedMs = performance.now() - beganAt
  // Three events of the sender's payment (pending, processing, completed), and one of the receiver's.
  const webhooks = paid.size * 4
  await waitUntil('all webhooks', () => receiver.count - cameBefore >= webhooks, withinMs(count))
  const notifiedMs = performance.now() - beganAt
  report({ stack, paid: paid.size, refused, executedMs, completedMs, notifiedMs, cpuBefore })

  expect(paid.size + refused).toBe(count)
  expect(await balances(stack, [...expected.keys()])).toEqual(new Map([...expected].sort()))
  await expectEachNotified({ stack, receiver })
  await ledgerHolds(stack)
  expect(await rowsOf(stack, `select kind, id from ${openRows()}`)).toEqual([])
}

/** Waits until the wallets are made and their webhooks have come, so that what is measured next is the payments' alone. */
async function untilQuiet({ stack, receiver }: Stage, timeoutMs: number): Promise<void> {
  await waitUntil(
    'the wallets are active',
    async () => {
      const rows = await rowsOf(
        stack,
        "select 1 from internal_accounts where status = 'PENDING' limit 1",
      )
      return rows.length === 0
    },
    timeoutMs,
  )
  let before = -1
  await waitUntil(
    'no webhook comes any more',
    async () => {
      const isQuiet = before === receiver.count
      before = receiver.count
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return isQuiet
    },
    timeoutMs,
  )
}

async function balances(stack: TestStack, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; total: string; spendable: string }>(
    stack,
    `select 'InternalAccount:' || id as id, total::text, spendable::text from internal_account_views
      where 'InternalAccount:' || id = any ($1)`,
    [ids],
  )
  expect(rows.filter(({ total, spendable }) => total !== spendable)).toEqual([])
  return new Map(rows.map(({ id, total }) => [id, Number(total)] as const).sort())
}

/** Expects that each event of a payment was delivered and signed, and under the event's id. */
async function expectEachNotified({ stack, receiver }: Stage): Promise<void> {
  const rows = await rowsOf<{ id: string; subject: string }>(
    stack,
    `select 'Webhook:' || id as id, subject from events where type like '%PAYMENT%'`,
  )
  const { webhooks } = receiver
  const subjects = new Map(webhooks.map(({ id, data }) => [id, data.id]))
  expect(rows.filter(({ id, subject }) => subjects.get(id) !== subject)).toEqual([])
  expect(webhooks.filter(({ isSigned }) => !isSigned)).toEqual([])
}

function report(run: {
  readonly stack: TestStack
  readonly paid: number
  readonly refused: number
  readonly executedMs: number
  readonly completedMs: number
  readonly notifiedMs: number
  readonly cpuBefore: ReadonlyMap<string, number>
}): void {
  const { stack, paid, refused, cpuBefore } = run
  const rate = (ms: number): string => `${((paid * 1_000) / ms).toFixed(1)}/s`
  const used = [...cpuOf(stack)].map(([role, ms]) => [
    role,
    (ms - (cpuBefore.get(role) ?? 0)) / paid,
  ])
  const each = used.map(([role, ms]) => `${role} ${Number(ms).toFixed(1)}`).join(' + ')
  const all = used.reduce((sum, [, ms]) => sum + Number(ms), 0)
  console.log(
    `${paid} paid, ${refused} refused: executed ${rate(run.executedMs)}, completed ${rate(run.completedMs)}, ` +
      `notified ${rate(run.notifiedMs)}; CPU ${all.toFixed(1)} ms a payment (${each}); load ${loadavg().map((one) => one.toFixed(1))}`,
  )
}
