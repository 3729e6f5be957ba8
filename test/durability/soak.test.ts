/**
 * An hour of mixed load (the long suite; `--count` sets other minutes): what API and worker keep in memory and what
 * the tables keep in dead and free space must not grow with the time.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { residentBytesOf } from '../../scripts/bench/cpu.ts'
import { median } from '../../scripts/bench/report.ts'
import { logIn } from '../../scripts/serviceDriver/device.ts'
import { retryUntilAnswered } from '../model/books.ts'
import { accountOf, aFundedCustomer, askQuote, from, to } from '../payments/customers.ts'
import {
  aLoggedInWallet,
  apiOf,
  aWebhookReceiver,
  createCustomer,
  fund,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, atOnce, execute, openQuotes, rowsOf } from './payments.ts'

const MINUTES = countOf(0, 60)
/** What caches and compiled code take at first is no growth with the time. */
const WARM_UP_MINUTES = MINUTES / 4
const GROWTH_PERCENT_AN_HOUR = 2
const WALLETS = 10
const HOLDERS = 10
/** A session lives for fifteen minutes. */
const PAYMENTS_A_SESSION = 10
const LOOK_MS = 2_000
const MINUTE_MS = 60_000
const RICH = 100_000_000_000n

type Sample = { readonly minute: number; readonly value: number }
type Wallet = { -readonly [K in keyof LoggedInWallet]: LoggedInWallet[K] }

describe.runIf(isLong)('a soak', () => {
  let stack: TestStack
  let receiver: WebhookReceiver

  beforeAll(async () => {
    stack = await aRunningStack({ own: true, env: { LOG_LEVEL: 'warn' } })
    receiver = await aWebhookReceiver(stack)
    await rowsOf(stack, 'create extension pgstattuple')
  })
  afterAll(async () => {
    await receiver?.stop()
    await stack?.stop()
  })

  test(`${MINUTES} minutes of mixed load: memory and bloat stay`, {
    timeout: (MINUTES + 30) * MINUTE_MS,
  }, async () => {
    const load = await aMixedLoad(stack)
    const began = performance.now()
    const minuteNow = (): number => (performance.now() - began) / MINUTE_MS
    const isOver = (): boolean => minuteNow() >= MINUTES
    const loading = load.run(isOver)
    const [memory, bloat] = [{ api: [] as Sample[], worker: [] as Sample[] }, [] as Sample[]]
    while (!isOver()) {
      const minute = Math.floor(minuteNow())
      const lowest = await lowestMemory(stack, began + (minute + 1) * MINUTE_MS)
      const share = await deadAndFreePercent(stack)
      for (const role of roles) memory[role].push({ minute, value: lowest[role] })
      bloat.push({ minute, value: share })
      const sizes = roles.map((role) => `${role} ${(lowest[role] / 1e6).toFixed(1)} MB`)
      console.log(
        `minute ${minute}: ${sizes.join(', ')}, tables ${share.toFixed(2)} % dead or free`,
      )
    }
    await loading
    const growth = {
      ...growthOfMemory(memory),
      tables: growthAnHour(steady(bloat)),
    }
    console.log(
      `${load.counts()}; growth an hour: api ${growth.api.toFixed(2)} %, worker ${growth.worker.toFixed(2)} %, ` +
        `tables ${growth.tables.toFixed(2)} points`,
    )

    for (const line of await mostDeadOrFree(stack)) console.log(line)

    await waitUntil('all are completed', async () => (await openQuotes(stack)) === 0)
    await waitUntil(
      'nothing is open',
      async () => (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0,
    )
    expect(receiver.webhooks.every(({ isSigned }) => isSigned)).toBe(true)
    await ledgerHolds(stack)
    for (const [what, percent] of Object.entries(growth)) {
      expect(percent, what).toBeLessThanOrEqual(GROWTH_PERCENT_AN_HOUR)
    }
  })
})

const roles = ['api', 'worker'] as const

/** Each kind at its own pace, well below what the machine can do. */
async function aMixedLoad(stack: TestStack): Promise<{
  run(isOver: () => boolean): Promise<void>
  /** How often each kind was done. */
  counts(): string
}> {
  const chance = chanceOf('soak')
  const api = apiOf(stack)
  const { otp } = await aSandboxControl(stack).signers()
  const wallets: Wallet[] = []
  for (let turn = 0; turn < WALLETS; turn += 1) {
    const wallet = await aLoggedInWallet(stack)
    await fund(api, wallet.wallet, RICH)
    wallets.push({ ...wallet })
  }
  const accounts: Resource[] = []
  for (let turn = 0; turn < HOLDERS; turn += 1) {
    accounts.push(accountOf(await aFundedCustomer(stack, 'USD', RICH), 'USD'))
  }
  const owner = wallets[0] as Wallet
  const card = await aCard(api, owner)
  const done = new Map<string, number>()

  const kinds: readonly (readonly [name: string, everyMs: number, act: Act])[] = [
    ['payments out of wallets', 500, (turn) => payOut(wallets[turn % WALLETS] as Wallet, turn)],
    [
      'payments between accounts',
      500,
      async () => {
        const [payer, payee] = [chance.pick(accounts), chance.pick(accounts)]
        if (payer === payee) return
        const [amount, key] = [1 + chance.integer(100), randomUUID()]
        const more = { immediatelyExecute: true }
        const { status, body } = await retryUntilAnswered(() =>
          askQuote(api, from(payer), to(payee), amount, more, key),
        )
        expect(status, JSON.stringify(body)).toBe(201)
      },
    ],
    [
      'purchases',
      2_000,
      async () => {
        const answer = await play(api, card, 'authorization', purchaseOf(100))
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      },
    ],
    [
      'customers',
      5_000,
      async () => {
        await createCustomer(api)
      },
    ],
    [
      'pages',
      250,
      async (turn) => {
        const list = ['/transactions', '/customers', '/internal-accounts?limit=50', '/cards'][
          turn % 4
        ]
        const { status, body } = await api.call('GET', String(list))
        expect(status, JSON.stringify(body)).toBeLessThan(500)
      },
    ],
    [
      'bad requests',
      1_000,
      async () => {
        const { status } = await api.call('POST', '/quotes', { source: { sourceType: 'NONE' } })
        expect(status).toBe(400)
      },
    ],
  ]

  async function payOut(wallet: Wallet, turn: number): Promise<void> {
    if (Math.floor(turn / WALLETS) % PAYMENTS_A_SESSION === PAYMENTS_A_SESSION - 1) {
      wallet.device = await logIn(api, { credentialId: wallet.credential.id, otpSigner: otp })
    }
    const payment = await aPayment(wallet)
    // Every tenth at the same time twice.
    const answers = await atOnce(stack, turn % 10 === 0 ? 2 : 1, (each) =>
      retryUntilAnswered(() => execute(each, payment)),
    )
    for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBe(200)
  }

  return {
    async run(isOver) {
      await Promise.all(
        kinds.map(async ([name, everyMs, act]) => {
          for (let turn = 0; !isOver(); turn += 1) {
            const next = sleep(everyMs)
            await act(turn)
            done.set(name, turn + 1)
            await next
          }
        }),
      )
    },
    counts: () => [...done].map(([name, count]) => `${count} ${name}`).join(', '),
  }
}

type Act = (turn: number) => Promise<void>

/** What each keeps, in bytes, once its garbage is collected: the lowest resident size until then. */
async function lowestMemory(
  stack: TestStack,
  until: number,
): Promise<Record<(typeof roles)[number], number>> {
  const lowest = { api: Number.POSITIVE_INFINITY, worker: Number.POSITIVE_INFINITY }
  while (performance.now() < until) {
    for (const role of roles) {
      const pid = stack.processes.find((one) => one.role === role)?.pid
      if (typeof pid !== 'number') throw new Error(`no ${role} runs`)
      lowest[role] = Math.min(lowest[role], residentBytesOf(pid))
    }
    await sleep(LOOK_MS)
  }
  return lowest
}

/** Of what all tables take, how much is dead rows and room that no row is in. */
async function deadAndFreePercent(stack: TestStack): Promise<number> {
  const [row] = await rowsOf<{ percent: number }>(
    stack,
    `select 100.0 * sum(unused) / sum(taken) as percent from (${tableSizes}) t`,
  )
  return Number(row?.percent)
}

/** The tables with the most of it. */
async function mostDeadOrFree(stack: TestStack): Promise<string[]> {
  const rows = await rowsOf<{ name: string; taken: string; unused: string; rows: string }>(
    stack,
    `select * from (${tableSizes}) t order by unused desc limit 5`,
  )
  return rows.map(
    ({ name, taken, unused, rows: count }) =>
      `${name}: ${count} rows, ${Number(taken) / 1_024} kB, ${Math.round(Number(unused) / 1_024)} kB dead or free`,
  )
}

const tableSizes = `
  select c.relname as name, s.table_len as taken, s.dead_tuple_len + s.free_space as unused, s.tuple_count as rows
    from pg_class c cross join lateral pgstattuple(c.oid::regclass) s
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'`

const steady = (samples: readonly Sample[]): readonly Sample[] =>
  samples.filter(({ minute }) => minute >= WARM_UP_MINUTES)

function growthOfMemory(
  memory: Readonly<Record<(typeof roles)[number], readonly Sample[]>>,
): Record<(typeof roles)[number], number> {
  const percent = (samples: readonly Sample[]): number =>
    (100 * growthAnHour(samples)) / median(samples.map(({ value }) => value))
  return { api: percent(steady(memory.api)), worker: percent(steady(memory.worker)) }
}

/** The median of the slopes between all pairs (Theil and Sen): single outliers don't matter. */
function growthAnHour(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((late, index) =>
    samples
      .slice(0, index)
      .map((early) => (60 * (late.value - early.value)) / (late.minute - early.minute)),
  )
  return median(slopes)
}
