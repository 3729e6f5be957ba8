/** The sweep over more open rows than one round looks at, with workflows that a test stands in for. */
import { type Client, ServiceError } from '@temporalio/client'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { parseConfig } from '../../runtime/config.ts'
import { sweep } from '../../worker/sweep.ts'
import { alarmOf } from '../support/alarms.ts'
import { anAgent, openPolicy } from './agentFixture.ts'
import { executed, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

const QUIET_PAYMENTS = 600
/** Pages of a hundred, five in a round. */
const ROUNDS_OF_A_PASS = 2

let database: Database
let second: Database
let fixture: LedgerFixture

useLedgerFixture(({ url, ...given }) => {
  ;({ database, fixture } = given)
  second = openDatabase(url)
})
afterAll(() => second.close())
beforeEach(async () => {
  await query(`update payments set status = 'COMPLETED' where status = 'PROCESSING'`)
  await query('truncate sweep_cursors')
})

const query = <R>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  database.query<R>({ text, values })

/** Open payments that have not changed for hours, the youngest last. @returns their ids */
async function quietPayments(count: number): Promise<string[]> {
  const planned = await executed(fixture, fixture.planned('BANK', 1_000))
  await query(
    `with t as (insert into transactions
        select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
        from transactions t, generate_series(2, $3) where t.id = $1 returning id)
      insert into payments select (jsonb_populate_record(p, jsonb_build_object(
        'id', gen_random_uuid(), 'transaction_id', t.id))).* from payments p, t where p.id = $2`,
    [planned.transactionId, planned.id, count],
  )
  const rows = await query<{ id: string }>(
    `update payments p set updated_at = service_now() - interval '9 hours' + o.n * interval '1 second'
      from (select id, row_number() over () as n from payments where status = 'PROCESSING') o
      where o.id = p.id returning p.id, p.updated_at`,
  )
  const ordered = await query<{ id: string }>(
    `select id from payments where status = 'PROCESSING' order by updated_at`,
  )
  expect(rows.length).toBe(count)
  return ordered.map(({ id }) => `Quote:${id}`)
}

type Temporal = {
  readonly client: Client
  /** Ids that were asked for, in their order. */
  readonly asked: string[]
  /** Ids that were signalled. */
  readonly signalled: string[]
  /** Whose workflow has completed. */
  readonly completed: Set<string>
  failure: ((workflowId: string) => Error | undefined) | undefined
}

/** Every workflow runs, or is started. */
function aTemporal(): Temporal {
  const asked: string[] = []
  const completed = new Set<string>()
  const signalled: string[] = []
  const temporal: Temporal = {
    asked,
    signalled,
    completed,
    failure: undefined,
    client: {
      workflow: {
        async start(type: string, { workflowId }: { workflowId: string }) {
          asked.push(workflowId)
          const failure = temporal.failure?.(workflowId)
          if (failure !== undefined) throw failure
          if (completed.has(workflowId)) {
            throw new WorkflowExecutionAlreadyStartedError('completed', workflowId, type)
          }
        },
        async signalWithStart(_type: string, { workflowId }: { workflowId: string }) {
          signalled.push(workflowId)
        },
      },
    } as unknown as Client,
  }
  return temporal
}

const round = (temporal: Temporal, by = database): Promise<unknown> =>
  sweep(by, temporal.client, parseConfig({}), pino({ level: 'silent' }))

async function pass(temporal: Temporal): Promise<void> {
  for (let n = 0; n < ROUNDS_OF_A_PASS; n += 1) await round(temporal)
}

const alarm = (): Promise<number> => alarmOf(database, 'open_rows_without_workflow')

test('600 quiet payments do not hide an open row without a workflow', async () => {
  const ids = await quietPayments(QUIET_PAYMENTS + 1)
  const temporal = aTemporal()
  for (let n = 0; n < ROUNDS_OF_A_PASS; n += 1) await round(temporal)
  expect(temporal.asked).toContain(ids.at(-1))
})

test('a pass asks for each row once, in order, and the next one begins again; no row is written', async () => {
  const ids = await quietPayments(QUIET_PAYMENTS)
  const written = () => query(`select max(xmin::text::bigint) as last from payments`)
  const before = await written()
  const temporal = aTemporal()
  await pass(temporal)
  expect(temporal.asked).toEqual(ids)
  await pass(temporal)
  expect(temporal.asked).toEqual([...ids, ...ids])
  expect(await written()).toEqual(before)
})

test('a long pass over payments delays no other kind', async () => {
  await quietPayments(QUIET_PAYMENTS)
  await query(
    `insert into requests (id, platform_id, account_id, operation, method, path, body_hash, payload_to_sign,
        status, expires_at, updated_at)
      select $1, platform_id, id, 'EXPORT', 'POST', '/', '', '', 'CLAIMED', service_now(),
        service_now() - interval '1 minute' from internal_accounts limit 1`,
    ['0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'],
  )
  const temporal = aTemporal()
  await round(temporal)
  await query(`delete from requests`)
  expect(temporal.asked).toContain('Request:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21')
})

test('two workers share a pass: no row is asked for twice', async () => {
  const ids = await quietPayments(QUIET_PAYMENTS)
  const temporal = aTemporal()
  // A worker that finds a cursor taken ends its round: the pass is over after the second one.
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await Promise.all([round(temporal), round(temporal, second)])
  }
  const firstPass = temporal.asked.slice(0, QUIET_PAYMENTS)
  expect([...firstPass].sort()).toEqual([...ids].sort())
})

test('the alarm counts during a pass, is exact after it, and falls after the next one', async () => {
  const ids = await quietPayments(QUIET_PAYMENTS)
  const temporal = aTemporal()
  const [first = '', last = ''] = [ids[0], ids.at(-1)]
  temporal.completed.add(first).add(last)
  await round(temporal)
  expect(await alarm()).toBe(1)
  await round(temporal)
  expect(await alarm()).toBe(2)
  await query(`update payments set status = 'COMPLETED' where id = $1`, [first.slice(6)])
  await pass(temporal)
  expect(await alarm()).toBe(1)
})

test('a pass with a page whose worker has died lowers no number', async () => {
  const ids = await quietPayments(150)
  const temporal = aTemporal()
  for (const id of ids) temporal.completed.add(id)
  await round(temporal)
  expect(await alarm()).toBe(150)
  await query(`select claim_sweep_page('PAYMENT', 30, 100)`)
  await round(temporal)
  expect(await alarm()).toBe(150)
  const atEnd = temporal.asked.length
  await round(temporal)
  expect(temporal.asked.length).toBe(atEnd)
  await query(`update sweep_cursors set claimed_at = claimed_at - interval '31 seconds'`)
  temporal.completed.clear()
  await round(temporal)
  expect([temporal.asked.length, await alarm()]).toEqual([atEnd + 150, 0])
})

test('a round deletes what agents asked for without a key an hour ago', async () => {
  const agent = await anAgent(database, fixture, openPolicy)
  await query(
    `insert into agent_intents (agent_id, intent_hash, key, created_at)
      select $1, sha256(minutes::text::bytea), gen_random_uuid(), service_now() - make_interval(mins => minutes)
      from generate_series(1, 121, 30) minutes`,
    [agent.id],
  )
  await round(aTemporal())
  const left = await query<{ minutes: number }>(
    `select (extract(epoch from service_now() - created_at) / 60)::integer as minutes from agent_intents
      where agent_id = $1 order by created_at desc`,
    [agent.id],
  )
  expect(left.map(({ minutes }) => minutes)).toEqual([1, 31])
})

const grpcError = (code: number): Error =>
  new ServiceError('not started', {
    cause: Object.assign(new Error('grpc'), { code, details: '', metadata: {} }),
  })

test('a row that cannot be started counts, and does not stop the round; an outage does', async () => {
  const ids = await quietPayments(3)
  const temporal = aTemporal()
  temporal.failure = (id) => (id === ids[0] ? grpcError(3) : undefined)
  await round(temporal)
  expect([temporal.asked, await alarm()]).toEqual([ids, 1])
  temporal.failure = () => grpcError(14)
  await expect(round(temporal)).rejects.toThrow('not started')
  expect(temporal.asked.length).toBe(4)
})
