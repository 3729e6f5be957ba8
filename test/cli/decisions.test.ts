/** What operators decide by `payments` about things that are in no inbox, and deposits that pay a quote. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { listAudit } from '../../db/operators.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn, payments, type Typed, withoutAsking } from '../support/paymentsCommand.ts'
import { type LedgerFixture, useLedgerFixture } from '../unit/ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
let url: string
let listener: OperatorListener
let token: string

useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
  url = given.url
})
beforeAll(async () => {
  listener = await anOperatorListener(url)
  token = await anOperator(database, 'Grace Hopper')
})
afterAll(() => listener?.stop())

const run = (...given: string[]): Promise<Typed> => payments(operatorOn(listener, token), ...given)

test('a deposit pays a quote that waits for its amount, and no other', async () => {
  const id = randomUUID()
  await fixture.ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '1000', 'USD')
  const deposit = `Deposit:${await fixture.ask('deposit_uuid', 'SANDBOX', id)}`
  const give = (to: string): Promise<Typed> =>
    run('deposit', 'apply', deposit, '--to', to, ...withoutAsking)
  const [other, planned] = [
    fixture.planned('FUNDED_OWN', 2_000),
    fixture.planned('FUNDED_OWN', 1_000),
  ]
  await fixture.create(other)
  await fixture.create(planned)
  for (const [to, code, said] of [
    [`Quote:${other.id}`, exitCodes.REFUSED, /the quote is of another amount/],
    [`Quote:${randomUUID()}`, exitCodes.REFUSED, /there is no such quote/],
    [`InternalAccount:${randomUUID()}`, exitCodes.REFUSED, /there is no such account/],
    ['Quote:1', exitCodes.USAGE, /quoteId is no id/],
  ] as const) {
    const { code: got, stderr } = await give(to)
    expect([got, stderr]).toEqual([code, expect.stringMatching(said)])
  }
  // What was refused has decided nothing: it may be decided still, and no decision is open.
  expect((await run('decision', 'list')).stdout).toBe('Nothing was decided.\n')
  const done = await give(`Quote:${planned.id}`)
  expect([done.code, done.stdout]).toEqual([0, `It has paid Quote:${planned.id}.\n`])
  const again = await give(`Quote:${planned.id}`)
  expect([again.code, again.stderr]).toEqual([exitCodes.REFUSED, 'It is decided already.\n'])
  const { executed } = await database.one<{ executed: boolean }>({
    text: 'select executed_at is not null as executed from payments where id = $1',
    values: [planned.id],
  })
  expect(executed).toBe(true)
  await fixture.ask('settle_payment', planned.id)
  expect((await checkLedger(database)).findings).toEqual([])
})

test('two operators at once give a deposit to two quotes: one of them has it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = randomUUID()
    await fixture.ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '1000', 'USD')
    const deposit = `Deposit:${await fixture.ask('deposit_uuid', 'SANDBOX', id)}`
    const quotes = [fixture.planned('FUNDED_OWN', 1_000), fixture.planned('FUNDED_OWN', 1_000)]
    for (const quote of quotes) await fixture.create(quote)
    const read = await listener.as(token, `/api/inbox/${deposit}`)
    const answers = await Promise.all(
      quotes.map((quote) =>
        listener.as(token, '/api/decisions', {
          ...{ subject: deposit, decision: 'fund', reason: 'x', state: read.body.state },
          quoteId: `Quote:${quote.id}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const { count } = await database.one<{ count: bigint }>({
      text: 'select count(*) from payments where id = any ($1) and executed_at is not null',
      values: [quotes.map((quote) => quote.id)],
    })
    expect(Number(count)).toBe(1)
  }
  expect((await checkLedger(database)).findings).toEqual([])
})

test('an event is sent once more, to the endpoint that the platform has now', async () => {
  const event = randomUUID()
  const { platformId } = fixture
  await database.query({
    text: `insert into events (id, platform_id, type, subject, snapshot) values ($1, $2, 'TEST', '', '{}')`,
    values: [event, platformId],
  })
  const resend = (): Promise<Typed> =>
    run('webhook', 'resend', `Webhook:${event}`, ...withoutAsking)
  const without = await resend()
  expect([without.code, without.stderr]).toEqual([
    ...[exitCodes.REFUSED, 'Its platform has no webhook endpoint.\n'],
  ])
  const endpoint = `https://platform.example/${'long/'.repeat(40)}`
  await database.query({
    text: 'update platforms set webhook_endpoint = $2 where id = $1',
    values: [platformId, endpoint],
  })
  expect((await run('webhook', 'show', `Webhook:${event}`)).stdout).toContain(endpoint)
  expect((await resend()).stdout).toBe('It is sent once more.\n')
  expect((await resend()).stderr).toBe('It is being sent again.\n')
  const deliveries = await database.query({
    text: 'select endpoint, is_manual from webhook_deliveries where event_id = $1',
    values: [event],
  })
  expect(deliveries).toEqual([{ endpoint, is_manual: true }])
})

test('an account under review is accepted or rejected once, with who, when and why; not by VIEW', async () => {
  const viewer = operatorOn(listener, await anOperator(database, 'Vera', 'VIEW'))
  for (const [verb, status] of [
    ['accept', 'ACTIVE'],
    ['reject', 'INACTIVE'],
  ] as const) {
    const id = randomUUID()
    await fixture.ask('create_external_account', {
      ...{ id, platformId: fixture.platformId, accountType: 'USD_ACCOUNT', currency: 'USD' },
      ...{ status: 'PENDING', isDefault: false, accountInfo: {}, identity: id },
      validation: { method: 'BANK', provider: 'SANDBOX' },
    })
    const account = `ExternalAccount:${id}`
    const early = await run('payee', verb, account, ...withoutAsking)
    expect(early.code).not.toBe(0)
    await fixture.ask('record_account_validation', id, { word: 'REVIEW', code: 'R16' })
    expect((await run('payee', 'list')).stdout).toMatch(new RegExp(`ACCOUNT_REVIEW.*${account}`))
    const refused = await payments(viewer, 'payee', verb, account, ...withoutAsking)
    expect([refused.code, refused.stderr]).toEqual([
      exitCodes.NO_PERMISSION,
      expect.stringContaining('DECIDE'),
    ])
    const done = await run('payee', verb, account, ...withoutAsking)
    expect([done.code, done.stdout]).toEqual([0, `It is ${status}.\n`])
    expect((await run('payee', verb, account, ...withoutAsking)).code).not.toBe(0)
    const row = await database.one({
      text: 'select status from external_accounts where id = $1',
      values: [id],
    })
    expect(row).toEqual({ status })
    const decisions = await run('decision', 'list', '--subject', account, '--json')
    expect(JSON.parse(decisions.stdout).data).toMatchObject([
      {
        decision: verb,
        reason: withoutAsking[2],
        decidedBy: 'Grace Hopper',
        status: 'CARRIED_OUT',
      },
    ])
    const [audited] = await listAudit(database, { subject: account, limit: 10 }).then((all) =>
      all.filter(({ action }) => action === 'decide'),
    )
    expect(audited).toMatchObject({ details: { decision: verb, reason: withoutAsking[2] } })
  }
})

test('amounts of micro-entries are confirmed: three wrong pairs, who has said them, and no amount anywhere', async () => {
  const viewer = operatorOn(listener, await anOperator(database, 'Victor', 'VIEW'))
  const anAccount = async (): Promise<{ id: string; account: string }> => {
    const id = randomUUID()
    await fixture.ask('create_external_account', {
      ...{ id, platformId: fixture.platformId, accountType: 'USD_ACCOUNT', currency: 'USD' },
      ...{ status: 'PENDING', isDefault: false, accountInfo: {}, identity: id },
      validation: { method: 'MICRO_ENTRIES', provider: 'SANDBOX' },
    })
    return { id, account: `ExternalAccount:${id}` }
  }
  const settle = async (id: string): Promise<string[]> => {
    for (const number of [1, 2]) {
      const { reference } = await database.call('prepare_micro_entry', id, number)
      await database.call('book_micro_entry', 'SANDBOX', reference, 'SETTLED')
    }
    const rows = await database.query<{ amount: bigint }>({
      text: 'select amount from micro_entries where account_id = $1 order by number',
      values: [id],
    })
    return rows.map(({ amount }) => `0.${String(amount).padStart(2, '0')}`)
  }
  const statusOf = async (id: string): Promise<unknown> =>
    (
      await database.one<{ status: string }>({
        text: 'select status from external_accounts where id = $1',
        values: [id],
      })
    ).status
  const confirm = (account: string, ...amounts: readonly string[]): Promise<Typed> =>
    run('payee', 'confirm', account, ...amounts, ...withoutAsking)

  const good = await anAccount()
  const early = await confirm(good.account, '0.11', '0.22')
  expect([early.code, early.stderr]).toEqual([
    ...[exitCodes.REFUSED, 'The credits are not at the account yet.\n'],
  ])
  const [one = '', two = ''] = await settle(good.id)
  const denied = await payments(
    viewer,
    'payee',
    'confirm',
    good.account,
    one,
    two,
    ...withoutAsking,
  )
  expect([denied.code, denied.stderr]).toEqual([
    ...[exitCodes.NO_PERMISSION, expect.stringContaining('DECIDE')],
  ])
  const unread = await confirm(good.account, '7', '1.00')
  expect(unread.code).toBe(exitCodes.USAGE)
  for (const name of ['firstAmount', 'secondAmount']) expect(unread.stderr).toContain(name)
  const wrong = await confirm(good.account, one, one)
  expect([wrong.code, wrong.stderr]).toEqual([
    ...[exitCodes.REFUSED, 'The amounts are wrong. 2 more are judged.\n'],
  ])
  const right = await confirm(good.account, two, one)
  expect([right.code, right.stdout]).toEqual([0, 'It is ACTIVE.\n'])
  expect(await statusOf(good.id)).toBe('ACTIVE')
  expect((await confirm(good.account, two, one)).code).toBe(exitCodes.REFUSED)

  const bad = await anAccount()
  const [mine = ''] = await settle(bad.id)
  const said = await Promise.all(Array.from({ length: 10 }, () => confirm(bad.account, mine, mine)))
  expect(said.filter(({ stderr }) => stderr.startsWith('The amounts are wrong.'))).toHaveLength(3)
  expect(said.filter(({ code }) => code === 0)).toEqual([])
  expect(await statusOf(bad.id)).toBe('INACTIVE')

  const kept = await database.one<{ text: string; decisions: number }>({
    text: `select string_agg(x, ' ') as text, (select count(*)::integer from operator_decisions where subject = any ($1)) as decisions from (
        select to_jsonb(d)::text as x from operator_decisions d where subject = any ($1)
        union all select to_jsonb(a)::text from operator_audit a where subject = any ($1)
        union all select to_jsonb(l)::text from timeline l where subject = any ($1)) all_of_it`,
    values: [[good.account, bad.account]],
  })
  expect(kept.decisions).toBe(5)
  expect(kept.text).not.toMatch(/firstAmount|secondAmount|"0\.\d\d"/)
  const timeline = await database.query({
    text: `select code, parameters from timeline where subject = $1 and code like 'MICRO_ENTRIES_%' order by id`,
    values: [bad.account],
  })
  expect(timeline).toMatchObject([
    { code: 'MICRO_ENTRIES_VALIDATION_BEGUN' },
    { code: 'MICRO_ENTRIES_SETTLED' },
    ...[2, 1, 0].map((left) => ({
      code: 'MICRO_ENTRIES_WRONG',
      parameters: { by: 'Grace Hopper', left },
    })),
    { code: 'MICRO_ENTRIES_VALIDATION_FAILED', parameters: { code: 'WRONG_AMOUNTS' } },
  ])
})

test('a reading waits for no decision, and leaves the platforms their connections', async () => {
  const id = randomUUID()
  await fixture.ask('receive_deposit', 'SANDBOX', id, 'NOBODYS', '1000', 'USD')
  const deposit = `Deposit:${await fixture.ask('deposit_uuid', 'SANDBOX', id)}`
  await database.transaction(async (tx) => {
    await tx.query({ text: 'select 1 from deposits where id = $1 for update', values: [id] })
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => listener.as(token, `/api/inbox/${deposit}`)),
    )
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
    const [first] = reads
    const back = first?.body.choices.find(
      (choice: { decision: string }) => choice.decision === 'return',
    )
    expect(back.outcomes[0].result).toBe('it is being decided: read it again')
  })
})

test('a platform that there is not has no rows, and no 500', async () => {
  const nobody = `PlatformConfig:${randomUUID()}`
  for (const path of ['audit', 'inbox', 'requests']) {
    const { status } = await listener.as(token, `/api/${path}?platform=${nobody}`)
    expect([path, status]).toEqual([path, 200])
  }
})

test('an operator who never stops deciding can be revoked', async () => {
  const name = 'Busy'
  const busy = await anOperator(database, name)
  let isOver = false
  const streams = Array.from({ length: 30 }, async () => {
    let status = 0
    while (!isOver || status !== 401) {
      const body = { subject: 'none', decision: 'x', reason: 'x', state: 'x' }
      status = (await listener.as(busy, '/api/decisions', body)).status
      if (status === 401) return
    }
  })
  const admin = await anOperator(database, 'Root', 'ADMIN')
  const revoked = await listener.as(admin, `/api/operators/${name}/revoke`, {})
  isOver = true
  expect(revoked.status).toBe(200)
  await Promise.all(streams)
})

test('the second person is asked by the amount that a decision moves', async () => {
  const planned = fixture.planned('FUNDED_BANK', 1_000)
  await fixture.create(planned)
  const { reference } = await database.one<{ reference: string }>({
    text: 'select funding_reference as reference from payments where id = $1',
    values: [planned.id],
  })
  // Far more than was asked for: it is refunded, and an operator decides about that.
  await fixture.ask('receive_deposit', 'SANDBOX', randomUUID(), reference, '9000000', 'USD')
  const { body } = await listener.as(token, `/api/inbox/Quote:${planned.id}`)
  expect(body.amount).toBe('90000.00 USD')
})
