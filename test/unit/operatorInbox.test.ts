/** The operators' inbox: its numbers are the alarms', its previews change nothing, its decisions are of the state that was seen. */
import { randomUUID } from 'node:crypto'
import type { Client as TemporalClient } from '@temporalio/client'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { listAudit, revokeOperator } from '../../db/operators.ts'
import { createAlarms, inboxAlarms } from '../../worker/alarms.ts'
import { showWaits } from '../../worker/showWaits.ts'
import { waitUntil } from '../support/builders.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let url: string
let listener: OperatorListener
let ada: string
let grace: string

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  listener = await anOperatorListener(url, { OPERATOR_SECOND_PERSON_ABOVE_USD: '100' })
  ada = await anOperator(database, 'Ada')
  grace = await anOperator(database, 'Grace')
})
afterAll(async () => {
  await listener?.stop()
  expect((await checkLedger(database)).findings).toEqual([])
})

/** Executed an hour ago. */
async function waiting(shape: Shape, amount = 1_000): Promise<PlannedPayment> {
  const planned = await executed(fixture, fixture.planned(shape, amount))
  await database.query({
    text: `update payments set executed_at = executed_at - interval '1 hour' where id = $1`,
    values: [planned.id],
  })
  return planned
}

const itemOf = async ({ transactionId }: PlannedPayment) =>
  (await listener.as(ada, `/api/inbox/Transaction:${transactionId}`)).body
const decide = (
  { transactionId }: PlannedPayment,
  state: string,
  given: object = { decision: 'refund' },
  who = ada,
) =>
  listener.as(who, '/api/decisions', {
    ...{ subject: `Transaction:${transactionId}`, reason: 'the bank said so', state },
    ...given,
  })
const jobsOf = async (id: string): Promise<number> => {
  const jobs = await database.query({
    text: 'select 1 from graphile_worker.jobs where key = $1',
    values: [`decision/${id}`],
  })
  return jobs.length
}

test('lists what waits, as many as the alarms say', async () => {
  const planned = await waiting('BANK')
  await fixture.ask('receive_deposit', 'SANDBOX', 'deposit-1', 'nobody waits', 500, 'USD')
  const { subject } = await database.one<{ subject: string }>({
    text: `select 'Deposit:' || deposit_uuid('SANDBOX', 'deposit-1') as subject`,
  })
  const { body } = await listener.as(ada, '/api/inbox')
  const listed = body.data.map(({ kind, subject }: Record<string, string>) => `${kind} ${subject}`)
  expect(listed).toContain(`WAITING Transaction:${planned.transactionId}`)
  expect(listed).toContain(`UNAPPLIED_FUNDS ${subject}`)
  const { registry } = createAlarms(database)
  const text = await registry.metrics()
  for (const [name, { kinds }] of Object.entries(inboxAlarms)) {
    const shown = Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
    const counted = kinds.reduce((sum, kind) => sum + (body.counts[kind] ?? 0), 0)
    const rows = body.data.filter(({ kind }: { kind: never }) => kinds.includes(kind))
    expect([name, shown, rows.length]).toEqual([name, counted, counted])
  }
  // What another platform has, and what has not waited that long, is left out.
  const none = await listener.as(ada, '/api/inbox?waitingSeconds=86400&kind=WAITING')
  expect(none.body).toEqual({ data: [], counts: {} })
  const others = await listener.as(ada, '/api/inbox?platform=PlatformConfig:none')
  expect(others.body).toEqual({ data: [], counts: {} })
})

test('the workflow of what waits is signalled once for each wait, and anew for the next one', async () => {
  const signals: string[] = []
  const handleOf = (workflowId: string) => ({
    async signal({ name }: { readonly name: string }) {
      signals.push(`${name} ${workflowId}`)
    },
  })
  const client = { workflow: { getHandle: handleOf } } as unknown as TemporalClient
  const about = async ({ id }: PlannedPayment): Promise<string[]> => {
    const before = signals.length
    await showWaits(database, client)
    return signals.slice(before).filter((each) => each.includes(id))
  }
  const planned = await waiting('FUNDED_BANK')
  const own = `needsOperator Quote:${planned.id}`
  expect(await about(planned)).toEqual([own])
  expect(await about(planned)).toEqual([])

  const failed = ['ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED']
  expect(await fixture.ask('fail_payment', planned.id, ...failed)).toBe('REFUND_AT_RAIL')
  expect(await about(planned)).toEqual([])
  await database.query({
    text: `update transactions set refund = refund || jsonb_build_object('initiatedAt', service_now() - interval '1 hour')
      where id = $1`,
    values: [planned.transactionId],
  })
  expect(await about(planned)).toEqual([own])
  await fixture.ask('settle_refund', planned.id, true)
  expect(await about(planned)).toEqual([])
  const kept = await database.query({
    text: 'select 1 from shown_waits where subject = $1',
    values: [`Transaction:${planned.transactionId}`],
  })
  expect(kept).toEqual([])
})

test('an unapplied deposit is credited to an account or sent back, as shown, and once', async () => {
  const unapplied = async (id: string): Promise<string> => {
    await fixture.ask('receive_deposit', 'SANDBOX', id, 'nobody waits', 500, 'USD')
    const { subject } = await database.one<{ subject: string }>({
      text: `select 'Deposit:' || deposit_uuid('SANDBOX', $1) as subject`,
      values: [id],
    })
    return subject
  }
  const item = async (subject: string) => (await listener.as(ada, `/api/inbox/${subject}`)).body
  const send = (subject: string, state: string, given: object) =>
    listener.as(ada, '/api/decisions', { subject, state, reason: 'the bank said so', ...given })

  const back = await unapplied('deposit-2')
  const shownBack = await item(back)
  expect(shownBack.choices.map(({ decision }: { decision: string }) => decision)).toEqual([
    ...['apply', 'fund', 'return'],
  ])
  const [paidBack] = shownBack.choices[2].outcomes
  expect(paidBack).toMatchObject({
    result: 'RETURNED',
    transfers: [{ from: 'SUSPENSE', to: 'RAIL' }],
  })
  // Nothing of that is booked by looking.
  expect((await item(back)).state).toBe(shownBack.state)
  const both = await Promise.all(
    [1, 2].map(() => send(back, shownBack.state, { decision: 'return' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await item(back)).nothing).toContain('being sent back')

  const credited = await unapplied('deposit-3')
  const { state } = await item(credited)
  const missing = await send(credited, state, { decision: 'apply' })
  expect(missing.body.details.errors).toMatchObject([{ field: 'accountId' }])
  const wrong = await send(credited, state, { decision: 'apply', accountId: 'Customer:1' })
  expect(wrong.body.details.errors).toMatchObject([{ field: 'accountId' }])
  const accounts = await database.query<{ id: string; currency: string }>({
    text: `select 'InternalAccount:' || id as id, currency from internal_accounts where platform_id = $1`,
    values: [fixture.platformId],
  })
  const euros = accounts.find(({ currency }) => currency !== 'USD')
  const refused = await send(credited, state, { decision: 'apply', accountId: euros?.id })
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
  const dollars = accounts.find(({ currency }) => currency === 'USD')
  const applied = await send(credited, state, { decision: 'apply', accountId: dollars?.id })
  expect(applied.status).toBe(201)
  // The platform that is credited, though the deposit belonged to none.
  const { platformId } = fixture
  expect(applied.body.platformId).toBe(`PlatformConfig:${platformId}`)
  const [audited] = await listAudit(database, { subject: credited, platformId, limit: 1 })
  expect(audited).toMatchObject({ action: 'decide', details: { decision: 'apply' } })
  expect((await item(credited)).nothing).toBe('It is decided already.')
})

test.each(['BANK', 'FUNDED_BANK', 'PULLED_BANK', 'UMA_NEIGHBOUR'] as const)(
  'shows what happened to a payment of %s and what each decision would book, and books nothing',
  async (shape) => {
    const planned = await waiting(shape)
    const before = await fixture.count()
    const item = await itemOf(planned)
    expect(await fixture.count()).toEqual(before)
    expect(await itemOf(planned)).toEqual(item)
    expect(item.choices.map(({ decision }: { decision: string }) => decision)).toEqual([
      ...['paid', 'refund', 'retry'],
    ])
    expect(item.timeline.length).toBeGreaterThan(0)
    const [refund] = item.choices[1].outcomes
    // The same function, called for good, books what was shown.
    expect(
      await fixture.ask(
        'fail_payment',
        ...[planned.id, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED'],
      ),
    ).toBe(refund.result)
    const steps = (transfers: { step: string }[]): string[] => transfers.map(({ step }) => step)
    const booked = (await itemOf(planned)).transfers
    expect(steps(booked).slice(item.transfers.length)).toEqual(steps(refund.transfers))
  },
)

test('a decision is of the state that was seen, and the only one', async () => {
  const planned = await waiting('BANK')
  const { state } = await itemOf(planned)
  // It waits too long: nothing has happened to it.
  await database.query({ text: 'select flag_overdue_payments(10)' })
  expect((await itemOf(planned)).state).toBe(state)
  await fixture.ask('request_stop', planned.id, false)
  const moved = await decide(planned, state)
  expect([moved.status, moved.body.code]).toEqual([409, 'CONFLICT'])

  const fresh = (await itemOf(planned)).state
  const wrong = await decide(planned, fresh, { decision: 'burn', reason: ' ' })
  expect(wrong.body.details.errors).toMatchObject([{ field: 'reason' }])
  const unknown = await decide(planned, fresh, { decision: 'burn' })
  expect(unknown.body.details.errors).toMatchObject([{ field: 'decision' }])

  // At one instant, one of them counts.
  const answers = await Promise.all([1, 2, 3].map(() => decide(planned, fresh)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const made = answers.find(({ status }) => status === 201)
  expect(made?.body).toMatchObject({ status: 'ORDERED', decidedBy: 'Ada', confirmedBy: null })
  expect(await jobsOf(made?.body.id)).toBe(1)
  const [audited] = await listAudit(database, {
    subject: `Transaction:${planned.transactionId}`,
    limit: 1,
  })
  expect(audited).toMatchObject({
    operator: 'Ada',
    action: 'decide',
    details: { decision: 'refund', reason: 'the bank said so', status: 'ORDERED' },
  })
})

test('above the amount a second person confirms what has not changed meanwhile', async () => {
  const open = async (planned: PlannedPayment) => {
    const made = await decide(planned, (await itemOf(planned)).state)
    expect(made.body).toMatchObject({ status: 'PENDING_CONFIRMATION' })
    expect(await jobsOf(made.body.id)).toBe(0)
    return made.body.id
  }
  await fixture.fund(0, 9_000_000)
  const planned = await waiting('BANK', 2_000_000)
  const id = await open(planned)
  const confirm = (who: string, of: string) => listener.as(who, `/api/decisions/${of}/confirm`, {})
  expect((await confirm(ada, id)).status).toBe(403)
  const confirmed = await Promise.all([confirm(grace, id), confirm(grace, id)])
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await jobsOf(id)).toBe(1)
  expect((await listener.as(ada, '/api/decisions?limit=1')).body.data).toMatchObject([
    { id, status: 'ORDERED', decidedBy: 'Ada', confirmedBy: 'Grace' },
  ])

  const changed = await waiting('BANK', 2_000_000)
  const late = await open(changed)
  await fixture.ask('request_stop', changed.id, false)
  expect((await confirm(grace, late)).status).toBe(409)
  const withdrawn = await listener.as(grace, `/api/decisions/${late}/withdraw`, {})
  expect(withdrawn.body.status).toBe('WITHDRAWN')
  expect((await confirm(grace, 'none')).status).toBe(404)
  await open(changed)
})

test('what a revoked operator has decided is not confirmed any more, and may be withdrawn', async () => {
  await fixture.fund(0, 9_000_000)
  const linus = await anOperator(database, 'Linus')
  const planned = await waiting('BANK', 2_000_000)
  const { state } = await itemOf(planned)
  const made = await decide(planned, state, { decision: 'refund' }, linus)
  expect(made.body).toMatchObject({ status: 'PENDING_CONFIRMATION', decidedBy: 'Linus' })
  await database.transaction((tx) => revokeOperator(tx, 'Linus'))
  expect((await decide(planned, state, { decision: 'refund' }, linus)).status).toBe(401)
  const act = (what: string) => listener.as(grace, `/api/decisions/${made.body.id}/${what}`, {})
  const refused = await act('confirm')
  expect([refused.status, refused.body.reason]).toEqual([409, expect.stringContaining('revoked')])
  expect(await jobsOf(made.body.id)).toBe(0)
  expect((await act('withdraw')).body.status).toBe('WITHDRAWN')
  expect((await decide(planned, state, { decision: 'refund' }, grace)).status).toBe(201)
})

test('an account that is revoked while its request is under way decides nothing', async () => {
  const planned = await waiting('BANK')
  const { state } = await itemOf(planned)
  const name = 'Barbara'
  const token = await anOperator(database, name)
  // Its use is noted once a minute, which would wait too.
  expect((await listener.as(token, '/api/session')).status).toBe(200)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  // Not committed yet: the request passes its first step, and waits in its transaction.
  await client.query(`update operators set revoked_at = service_now() where name = $1`, [name])
  const answer = decide(planned, state, { decision: 'refund' }, token)
  await waitUntil('the request waits', async () => {
    const waiters = await database.query({
      text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%for share%'`,
    })
    return waiters.length > 0
  })
  await client.query('commit')
  await client.end()
  expect((await answer).status).toBe(401)
  expect((await itemOf(planned)).decisions).toEqual([])
})

test('money in suspense is refunded as it was shown; a finding is closed', async () => {
  const planned = await waiting('BANK')
  const setAside = ['QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'FAILED']
  await fixture.ask('fail_payment', planned.id, ...setAside)
  const item = await itemOf(planned)
  expect(item.items).toMatchObject([{ kind: 'SUSPENSE' }])
  const [{ decision, outcomes }] = item.choices
  expect([decision, outcomes]).toMatchObject([
    'refund',
    [{ when: 'at once', result: 'REFUNDED', transfers: [{ from: 'SUSPENSE' }] }],
  ])
  await database.query({
    text: `insert into runs_without_row (workflow_id, run_id, state, closed_at)
      values ('Quote:gone', 'run', 'MISSING', service_now())`,
  })
  const other = await waiting('BANK')
  const { state } = await itemOf(other)
  /** Of a decision that there is not: 400 where anything is decided. */
  const answered = async (): Promise<number> => {
    const subject = `Transaction:${other.transactionId}`
    const none = { subject, state, decision: 'none', reason: 'x' }
    return (await listener.as(ada, '/api/decisions', none)).status
  }
  // The store's state is remembered for a second.
  await waitUntil('nothing else is decided', async () => (await answered()) === 503)
  const pause = { environment: 'SANDBOX', reason: 'slow' }
  expect((await listener.as(ada, '/api/payouts/pause', pause)).status).toBe(503)
  const finding = (await listener.as(ada, '/api/inbox/Quote:gone')).body
  const closed = await listener.as(ada, '/api/decisions', {
    ...{ subject: 'Quote:gone', decision: 'close', reason: 'looked at', state: finding.state },
  })
  expect(closed.body).toMatchObject({ status: 'CARRIED_OUT', outcome: 'It is listed no more.' })
  expect((await listener.as(ada, '/api/inbox/Quote:gone')).status).toBe(404)
  await waitUntil('all is decided again', async () => (await answered()) === 400)
})

test('an import is ended by an operator, once', async () => {
  const { id } = await database.one<{ id: string }>({
    text: `insert into bulk_imports (id, platform_id, environment, status, size, total_rows, processed_rows,
        object_prefix, wrapped_key)
      values (gen_random_uuid(), $1, 'SANDBOX', 'PROCESSING', 1, 9, 4, 'imports/1', 'key') returning id`,
    values: [fixture.platformId],
  })
  const subject = `Job:${id}`
  const { state } = (await listener.as(ada, `/api/inbox/${subject}`)).body
  const end = { subject, decision: 'end', reason: 'it goes on and on', state }
  expect((await listener.as(ada, '/api/decisions', end)).body).toMatchObject({
    ...{ status: 'CARRIED_OUT', outcome: 'It has ended: FAILED.' },
  })
  expect(
    await database.one({
      text: `select status, total_rows as total, is_open as "isOpen" from bulk_imports where id = $1`,
      values: [id],
    }),
  ).toEqual({ status: 'FAILED', total: 9, isOpen: false })
  const reason = 'Nothing from this row on was created: The import was ended by an operator.'
  expect(
    await database.one({
      text: `select row_number as row, reason from bulk_import_errors where import_id = $1`,
      values: [id],
    }),
  ).toEqual({ row: 5, reason })
  expect((await listener.as(ada, '/api/decisions', end)).status).toBe(409)
})

test('anything is found by its id, a bare uuid, a workflow’s id, or a reference', async () => {
  const planned = await waiting('BANK')
  const transaction = `Transaction:${planned.transactionId}`
  const found = async (id: string): Promise<string[]> => {
    const { body } = await listener.as(ada, `/api/search?id=${encodeURIComponent(id)}`)
    return body.data.map(({ subject, how }: Record<string, string>) => `${subject} by ${how}`)
  }
  expect(await found(`Quote:${planned.id}/return`)).toEqual([`Quote:${planned.id} by id`])
  expect(await found(planned.transactionId)).toEqual([`${transaction} by id`])
  await fixture.ask('prepare_payout', planned.id)
  expect(await found(transaction)).toEqual([
    ...[`${transaction} by id`, `${transaction} by reference at the rail`],
  ])
  expect(await found(`PlatformConfig:${fixture.platformId}`)).toHaveLength(1)
  await fixture.ask('receive_deposit', 'SANDBOX', 'rail-77', 'A MISTYPED ONE', 500, 'USD')
  const { uuid, account, reference } = await database.one<Record<string, string>>({
    text: `select deposit_uuid('SANDBOX', 'rail-77') as uuid, id as account, funding_reference_of(id) as reference
      from internal_accounts where platform_id = $1 limit 1`,
    values: [fixture.platformId],
  })
  const deposit = `Deposit:${uuid}`
  expect(await found(deposit)).toEqual([`${deposit} by id`])
  expect(await found(`${deposit}/return/2`)).toEqual([`${deposit} by id`])
  expect(await found(String(uuid))).toEqual([`${deposit} by id`])
  expect(await found('rail-77')).toEqual([`${deposit} by id at the rail`])
  expect(await found('A MISTYPED ONE')).toEqual([`${deposit} by reference on the money`])
  expect(await found(String(reference))).toEqual([
    `InternalAccount:${account} by funding reference`,
  ])
  for (const nothing of [`Card:${planned.id}`, 'Nothing:x', "' or true --", '%%%']) {
    expect(await found(nothing)).toEqual([])
  }
  expect((await listener.as(ada, '/api/search')).status).toBe(400)
  // Any number of customers may have had one name.
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, region, currencies,
        kyc_status, is_deleted)
      select gen_random_uuid(), p.id, 'again', 'INDIVIDUAL', '$again' || i || '@' || p.uma_domain, 'US', array['USD'],
        'APPROVED', true from platforms p, generate_series(1, 110) i where p.id = $1`,
    values: [fixture.platformId],
  })
  const { body: again } = await listener.as(ada, '/api/search?id=again')
  expect([again.data.length, again.hasMore]).toEqual([100, true])
  expect((await listener.as(ada, '/api/search?id=rail-77')).body.hasMore).toBe(false)
  const unknown = await listener.as(ada, '/api/requests?requestID=7&sort=asc')
  expect(unknown.body.details.errors).toMatchObject([
    { field: 'requestID', message: 'is no parameter here: requestId is meant?' },
    { field: 'sort', constraint: 'additionalProperties' },
  ])
  expect((await listener.as(ada, '/api/ledger?all=1')).status).toBe(400)
  expect((await listener.as(ada, '/api/inbox/%00')).status).toBe(400)
})

test('a platform’s page has the bodies that were sent; ledger and health have sums alone', async () => {
  const planned = await waiting('BANK')
  const id = `PlatformConfig:${fixture.platformId}`
  const subject = `Transaction:${planned.transactionId}`
  const { body } = await listener.as(ada, `/api/platforms/${id}?subject=${subject}`)
  expect(body.events.length).toBeGreaterThan(0)
  expect(JSON.parse(body.events[0].body)).toMatchObject({ data: { id: subject } })
  expect((await listener.as(ada, '/api/platforms/PlatformConfig:none')).status).toBe(404)
  const [audited] = await listAudit(database, { platformId: fixture.platformId, limit: 1 })
  expect(audited).toMatchObject({ action: 'readPlatform', subject: id })
  // Many things may happen at one instant.
  await database.query({
    text: `update events set created_at = '2026-01-01T00:00:00.123456Z' where platform_id = $1`,
    values: [fixture.platformId],
  })
  type Sent = { readonly id: string }
  const idsOf = async (query: string): Promise<string[]> =>
    (await listener.as(ada, `/api/platforms/${id}?${query}`)).body.events.map((one: Sent) => one.id)
  const all = await idsOf('limit=200')
  expect(all.length).toBeGreaterThan(2)
  expect(await idsOf(`before=${all[0]}&limit=200`)).toEqual(all.slice(1))
  expect((await listener.as(ada, `/api/platforms/${id}?before=${id}`)).status).toBe(400)
  const listed = await listener.as(ada, '/api/platforms')
  expect(listed.body.data.map((row: { id: string }) => row.id)).toContain(id)

  const before = await listAudit(database, { limit: 1 })
  const ledger = await listener.as(ada, '/api/ledger')
  expect(ledger.body.accounts.length).toBeGreaterThan(0)
  const health = await listener.as(ada, '/api/health')
  expect(health.body).toMatchObject({ temporal: 'failed', store: 'OPEN', pauses: [] })
  expect(await listAudit(database, { limit: 1 })).toEqual(before)
})

test('payouts are paused and resumed by name, once each', async () => {
  const platform = `PlatformConfig:${fixture.platformId}`
  const given = { environment: 'SANDBOX', platform }
  const pause = () => listener.as(ada, '/api/payouts/pause', { ...given, reason: 'slow' })
  expect((await pause()).body.pauses).toMatchObject([{ pausedBy: 'Ada', reason: 'slow' }])
  expect((await pause()).status).toBe(409)
  const elsewhere = { environment: 'PRODUCTION', platform, reason: 'slow' }
  expect((await listener.as(ada, '/api/payouts/pause', elsewhere)).status).toBe(404)
  const resume = (pausedAt?: string) =>
    listener.as(grace, '/api/payouts/resume', { ...given, ...(pausedAt && { pausedAt }) })
  const [seen] = (await listener.as(grace, '/api/health')).body.pauses
  expect(seen.platformId).toBe(platform)
  expect((await resume()).body.pauses).toEqual([])
  expect((await resume()).status).toBe(409)
  // Paused anew: who has seen the former pause does not end this one.
  const [newer] = (await pause()).body.pauses
  expect((await resume(seen.pausedAt)).status).toBe(409)
  expect((await listener.as(ada, '/api/health')).body.pauses).toMatchObject([
    { pausedAt: newer.pausedAt },
  ])
  expect((await resume('yesterday')).status).toBe(400)
  expect((await resume(newer.pausedAt)).body.pauses).toEqual([])
})

test('a payment whose workflow is not started is shown so, and listed after a minute; one that needs none says so', async () => {
  const planned = await executed(fixture, fixture.planned('BANK', 500))
  const subject = `Transaction:${planned.transactionId}`
  const [start] = await database.query<{ created_at: Date }>({
    text: 'select created_at from pending_starts where subject_id = $1',
    values: [planned.id],
  })
  const { unstarted, items } = await itemOf(planned)
  expect(unstarted).toEqual({ since: start?.created_at.toISOString() })
  expect(items).toEqual([])
  await database.query({
    text: `update pending_starts set created_at = created_at - interval '61 seconds' where subject_id = $1`,
    values: [planned.id],
  })
  const listed = async () =>
    (await listener.as(ada, '/api/inbox?kind=PENDING_START')).body.data.filter(
      (item: { subject: string }) => item.subject === subject,
    )
  expect(await listed()).toMatchObject([
    { kind: 'PENDING_START', reason: 'START', environment: 'SANDBOX' },
  ])
  await database.query({
    text: 'delete from pending_starts where subject_id = $1',
    values: [planned.id],
  })
  expect(await listed()).toEqual([])
  expect((await itemOf(planned)).unstarted).toBeUndefined()
  const internal = await executed(fixture, fixture.planned('OWN', 500))
  expect((await itemOf(internal)).unstarted).toEqual({ needsNone: true })
})

test('a start that waits is listed whatever its subject is', async () => {
  const id = randomUUID()
  const kinds = ['CARD_CHANGE', 'STABLECOIN_OPERATION', 'REQUEST', 'OTP_ISSUANCE', 'BULK_IMPORT']
  await database.query({
    text: `insert into pending_starts (platform_id, kind, subject_id, due_at, created_at)
      select $1, kind, $1, now(), now() - interval '61 seconds' from unnest($2::text[]) kind`,
    values: [id, kinds],
  })
  const { body } = await listener.as(ada, '/api/inbox?kind=PENDING_START')
  const subjects = body.data.map((item: { subject: string }) => item.subject)
  for (const of of ['Card', 'StablecoinOperation', 'Request', 'AuthMethod', 'Job']) {
    expect(subjects).toContain(`${of}:${id}`)
  }
  await database.query({ text: 'delete from pending_starts where subject_id = $1', values: [id] })
})
