/**
 * A large import: its rows a second against the same rows inserted in batches by plain pg, the memory of
 * the worker that reads the file, and what a quote costs meanwhile. The sample only shows that the
 * measurement works.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFundedWallet, aPlatform, apiOf, quoteBody } from '../support/builders.ts'
import { aPerson, csvOf, domainOf, ended, type Row, upload } from '../support/importFiles.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aKeptStack, aRunningStack, type TestStack } from '../support/stack.ts'

const ROWS = countOf(50, 500_000)
const FEW_ROWS = isLong ? 5_000 : 50
/** Of the import beside the quotes: it takes longer than they do. */
const BESIDE_ROWS = Math.min(ROWS, 50_000)
const BASELINE_ROWS = Math.min(ROWS, 50_000)
const BATCH_ROWS = 500
const QUOTES = isLong ? 200 : 5
const WARM_UPS = isLong ? 5 : 1
const RATIO_MIN = 0.5
const MEMORY_RATIO_MAX = 1.15
const QUOTE_RATIO_MAX = 2

let stack: TestStack
beforeAll(async () => {
  stack = isLong ? await aRunningStack({ env: { LOG_LEVEL: 'warn' } }) : await aKeptStack()
})
afterAll(() => stack?.stop())

/** Of the worker, in kilobytes. */
function memory(): number {
  const worker = stack.processes.find(({ role }) => role === 'worker')
  const status = readFileSync(`/proc/${worker?.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Imports `rows` rows, without waiting for the wallets that follow. */
async function importOf(
  rows: number,
): Promise<{ readonly rowsPerSecond: number; readonly memory: number }> {
  const api = apiOf(stack, await aPlatform(stack))
  const domain = await domainOf(api)
  const run = randomUUID().slice(0, 8)
  // Short ids: the longest file has to stay below 100 MB.
  const file = csvOf(
    Array.from({ length: rows }, (_, row) => {
      const id = `${run}${row}`
      const keys = { platformCustomerId: id, umaAddress: `$${id}@${domain}` }
      return aPerson(domain, { ...keys, email: `${id}@example.com` })
    }),
  )
  const jobId = await upload(api, file)
  const [began, samples] = [performance.now(), [] as number[]]
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      samples.push(memory())
      await sleep(100)
    }
  })()
  const job = await ended(api, jobId)
  const seconds = (performance.now() - began) / 1_000
  isOver = true
  await sampling
  expect(job.progress).toEqual({ total: rows, processed: rows, successful: rows, failed: 0 })
  // The second half: what grows with the file is larger there.
  const late = samples.slice(Math.floor(samples.length / 2))
  return { rowsPerSecond: rows / seconds, memory: median(late) }
}

const tables = {
  customers: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, email, profile, kyc_status)
    select id, $1, id::text, 'INDIVIDUAL', '$' || id || '@' || $2, id || '@example.com', profile, 'APPROVED'
    from unnest($3::uuid[], $4::jsonb[]) r(id, profile)`,
  ledger_accounts: `insert into ledger_accounts (id, environment, kind, currency, has_floor)
    select id, 'SANDBOX', 'HOLDER', currency, true from unnest($1::uuid[], $2::text[]) r(id, currency)`,
  ledger_balances: 'insert into ledger_balances (account_id) select unnest($1::uuid[])',
  internal_accounts: `insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
    select id, $1, 'SANDBOX', customer, type, currency, 'ACTIVE'
    from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) r(id, customer, type, currency)`,
  wallets: 'insert into wallets (account_id) select unnest($1::uuid[])',
  credentials: `insert into credentials (id, platform_id, account_id, type, nickname, contact)
    select gen_random_uuid(), $1, account, 'EMAIL_OTP', customer || '@example.com', customer || '@example.com'
    from unnest($2::uuid[], $3::uuid[]) r(account, customer)`,
  events: `insert into events (id, platform_id, type, subject, snapshot, is_unsent)
    select gen_random_uuid(), $1, 'CUSTOMER.KYC_APPROVED', 'Customer:' || c.id, to_jsonb(c) - 'identity_number', true
    from customers c where c.id = any ($2)`,
  timeline: `insert into timeline (platform_id, subject, code, attempt, waiting_party, waiting_reason)
    select $1, 'Customer:' || id, 'CREATED', 1, 'WALLET_PROVIDER', 'WALLET' from unnest($2::uuid[]) id`,
} as const

/** The same rows of the same tables, without a file to read and without a question. */
async function plainInserts(rows: number): Promise<{ readonly rowsPerSecond: number }> {
  const platform = await aPlatform(stack)
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const { rows: found } = await client.query(
    `select p.id, p.uma_domain, (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(p.supported_currencies) c) as currencies
     from platforms p join tokens t on t.platform_id = p.id where t.client_id = $1`,
    [platform.clientId],
  )
  const { id: platformId, uma_domain: domain, currencies } = found[0]
  const profile = JSON.stringify({
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    address: anAddress,
  })
  const began = performance.now()
  for (let done = 0; done < rows; done += BATCH_ROWS) {
    const ids = Array.from({ length: BATCH_ROWS }, () => randomUUID())
    const accounts = ids.flatMap((customer) =>
      (currencies as string[]).map((currency) => ({
        ...{ id: randomUUID(), customer, currency },
        type: currency === 'USDB' ? 'EMBEDDED_WALLET' : 'INTERNAL_FIAT',
      })),
    )
    const wallets = accounts.filter(({ type }) => type === 'EMBEDDED_WALLET')
    const of = <K extends 'id' | 'customer' | 'currency' | 'type'>(name: K): string[] =>
      accounts.map((account) => account[name])
    await client.query('begin')
    await client.query(tables.customers, [platformId, domain, ids, ids.map(() => profile)])
    await client.query(tables.ledger_accounts, [of('id'), of('currency')])
    await client.query(tables.ledger_balances, [of('id')])
    await client.query(tables.internal_accounts, [
      platformId,
      of('id'),
      of('customer'),
      of('type'),
      of('currency'),
    ])
    await client.query(tables.wallets, [wallets.map(({ id }) => id)])
    await client.query(tables.credentials, [
      platformId,
      wallets.map(({ id }) => id),
      wallets.map(({ customer }) => customer),
    ])
    await client.query(tables.events, [platformId, ids])
    await client.query(tables.timeline, [platformId, ids])
    await client.query('commit')
  }
  const rowsPerSecond = rows / ((performance.now() - began) / 1_000)
  await client.end()
  return { rowsPerSecond }
}

const anAddress: Row = {
  line1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  postalCode: '10001',
  country: 'US',
}

/** Milliseconds that half of the quotes take at most. */
async function quoteTime(): Promise<number> {
  const wallet = await aFundedWallet(stack)
  const times: number[] = []
  for (let turn = 0; turn < QUOTES; turn += 1) {
    const began = performance.now()
    const { status } = await wallet.api.call(
      'POST',
      '/quotes',
      quoteBody(wallet.wallet, wallet.account),
    )
    expect(status).toBe(201)
    times.push(performance.now() - began)
  }
  return median(times)
}

test('speed and memory', async () => {
  // The process itself grows for a while, however small the files are.
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await importOf(FEW_ROWS)
  const few = await importOf(FEW_ROWS)
  const plain = await plainInserts(BASELINE_ROWS)
  const many = await importOf(ROWS)
  const ratio = many.rowsPerSecond / plain.rowsPerSecond
  const memoryRatio = many.memory / few.memory
  process.stdout.write(
    `${ROWS} rows: ${many.rowsPerSecond.toFixed(0)} rows/s, plain ${plain.rowsPerSecond.toFixed(0)}, ratio ${ratio.toFixed(2)}; ` +
      `memory ${(few.memory / 1_024).toFixed(0)} MB at ${FEW_ROWS} rows, ${(many.memory / 1_024).toFixed(0)} MB at ${ROWS}, ratio ${memoryRatio.toFixed(2)}\n`,
  )
  if (!isLong) return
  expect(ratio).toBeGreaterThanOrEqual(RATIO_MIN)
  expect(memoryRatio).toBeLessThanOrEqual(MEMORY_RATIO_MAX)
}, 7_200_000)

test('a quote meanwhile', async () => {
  await quoteTime()
  const idle = await quoteTime()
  const importing = importOf(BESIDE_ROWS)
  const busy = await quoteTime()
  await importing
  const ratio = busy / idle
  process.stdout.write(
    `quotes: ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms during an import, ratio ${ratio.toFixed(2)}\n`,
  )
  if (isLong) expect(ratio).toBeLessThanOrEqual(QUOTE_RATIO_MAX)
}, 7_200_000)
