/**
 * Each thing that the service needs is away for a while, silent or refusing, amid requests of all
 * kinds: an answer is never 500, and what was acknowledged is finished afterwards.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aLoggedInWallet,
  apiOf,
  type LoggedInWallet,
  ledgerHolds,
  quoteBody,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { countOf, sampleOf } from '../support/seed.ts'
import {
  canMount,
  logOnSmallDisk,
  type SmallDisk,
  tablesOnSmallDisk,
} from '../support/smallDisk.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, expectPaidOnce, type Payment, rowsOf, untilKnown } from './payments.ts'

const OUTAGE_MS = countOf(10_000, 20_000)
/** Each sends one request after the other. */
const CALLERS = countOf(6, 12)

let stack: TestStack
let owner: LoggedInWallet
const disks: SmallDisk[] = []

beforeAll(async () => {
  stack = await aRunningStack({ own: true, env: { REQUEST_DEADLINE_MS: '8000' } })
  owner = await aLoggedInWallet(stack)
})
afterAll(async () => {
  await stack?.stop()
  for (const disk of disks) disk.remove()
})

type Role = 'postgres' | 'temporal' | 'sandbox'

type Outage = { begin(): Promise<void>; end(): Promise<void> }

/** Connections are taken, and nothing is answered. */
function silent(role: Role): Outage {
  let stopped: number[] = []
  return {
    begin: async () => {
      const pid = stack.processes.find((each) => each.role === role)?.pid
      if (typeof pid !== 'number') throw new Error(`${role} does not run`)
      process.kill(pid, 'SIGSTOP')
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      stopped = [...children.split(' ').map(Number).filter(Boolean), pid]
      for (const each of stopped) process.kill(each, 'SIGSTOP')
    },
    end: async () => {
      for (const each of stopped) process.kill(each, 'SIGCONT')
    },
  }
}

/** Killed, and not started again: connections are refused. */
function refused(role: Role): Outage {
  return {
    begin: async () => {
      stack.hold(role)
      await stack.kill(role)
    },
    end: async () => {
      stack.release(role)
      await stack.waitReady(role)
    },
  }
}

/** A part of PostgreSQL's files is on a file system without room. */
async function diskFull(move: (stack: TestStack) => Promise<SmallDisk>): Promise<Outage> {
  const disk = await move(stack)
  disks.push(disk)
  return {
    begin: () => disk.fill(),
    end: async () => {
      disk.makeRoom()
      await stack.waitReady('postgres')
    },
  }
}

type Sent = { readonly what: string; readonly status: number; readonly ms: number }

type Request = { readonly what: string; send(): Promise<Answer> }

/** What a platform's backend does all day. */
function requestsWith(payments: Payment[]): readonly Request[] {
  const api = apiOf(stack)
  const { customer, wallet, account } = owner
  const change = { customerType: 'INDIVIDUAL', fullName: 'Ada King' }
  const get = (path: string): Request => ({
    what: `GET ${path}`,
    send: () => api.call('GET', path),
  })
  return [
    get(`/customers/${customer.id}`),
    get('/transactions'),
    get(`/internal-accounts?customerId=${customer.id}`),
    { what: 'a customer', send: () => api.call('POST', '/customers', aCustomerBody()) },
    { what: 'a quote', send: () => api.call('POST', '/quotes', quoteBody(wallet, account)) },
    {
      what: 'an execution',
      send: async () => {
        const payment = payments.pop()
        if (payment === undefined) return api.call('GET', '/config')
        begun.push(payment)
        return execute(api, payment)
      },
    },
    { what: 'a change', send: () => api.call('PATCH', `/customers/${customer.id}`, change) },
  ]
}

let begun: Payment[] = []

const outages: readonly (readonly [string, () => Outage | Promise<Outage>])[] = [
  ['PostgreSQL does not answer', () => silent('postgres')],
  ['PostgreSQL refuses connections', () => refused('postgres')],
  ['Temporal does not answer', () => silent('temporal')],
  ['Temporal refuses connections', () => refused('temporal')],
  ['the outside parties do not answer', () => silent('sandbox')],
  ...(canMount
    ? ([
        ['the disk of the tables is full', () => diskFull(tablesOnSmallDisk)],
        ['the disk of the write-ahead log is full', () => diskFull(logOnSmallDisk)],
      ] as const)
    : []),
]

test.each(sampleOf('outages', outages, 1))('%s', async (what, outageOf) => {
  begun = []
  const payments: Payment[] = []
  for (let count = 0; count < countOf(10, 40); count += 1) payments.push(await aPayment(owner))
  const outage = await outageOf()
  const requests = requestsWith(payments)
  const sent: Sent[] = []
  let isOver = false
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = caller; !isOver; turn += 1) {
      const request = requests[turn % requests.length]
      if (request === undefined) continue
      const at = performance.now()
      const { status } = await request.send()
      sent.push({ what: request.what, status, ms: Math.round(performance.now() - at) })
      await sleep(50)
    }
  })
  await sleep(500)
  await outage.begin()
  await sleep(OUTAGE_MS)
  await outage.end()
  const endedAt = performance.now()
  isOver = true
  await Promise.all(callers)

  // The same requests, sent again, have the outcome of the first.
  for (const payment of begun) {
    const answer = await untilKnown(stack, () => execute(apiOf(stack), payment))
    expect([200, 202], JSON.stringify(answer.body)).toContain(answer.status)
  }
  await waitUntil('nothing is open', async () => {
    const open = await rowsOf(stack, `select 1 from ${openRows()}`).catch(() => [1])
    return open.length === 0 ? true : undefined
  })
  const drainedMs = Math.round(performance.now() - endedAt)
  const counts = new Map<number, number>()
  for (const { status } of sent) counts.set(status, (counts.get(status) ?? 0) + 1)
  const worst = sent.reduce((a, b) => (b.ms > a.ms ? b : a))
  console.log(
    `${what} for ${OUTAGE_MS} ms: ${[...counts].map(([status, n]) => `${n} x ${status}`).join(', ')}; ` +
      `worst ${worst.ms} ms (${worst.what}, ${worst.status}); drained ${drainedMs} ms later`,
  )
  expect(sent.filter(({ status }) => status >= 400 && status !== 503)).toEqual([])
  expect(begun.length).toBeGreaterThan(0)
  await expectPaidOnce(stack, begun)
  await ledgerHolds(stack)
})
