/** The deletion of a customer beside all that moves its money, by the SQL functions alone. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { anAgent, openPolicy } from './agentFixture.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'
import { logIn } from './payerFixture.ts'

let database: Database
let fixture: LedgerFixture
let domain: string
let url: string
let client: Client

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  client = new Client({ connectionString: url })
  await client.connect()
  const [platform] = await database.query<{ uma_domain: string }>({
    text: 'select uma_domain from platforms where id = $1',
    values: [fixture.platformId],
  })
  domain = platform?.uma_domain ?? ''
})

afterAll(() => client.end())

type Holder = { readonly id: string; readonly account: string; readonly bank: string }

/** A customer with an account in USD and a bank account. */
async function aHolder(): Promise<Holder> {
  const [id, account, bank] = [randomUUID(), randomUUID(), randomUUID()]
  await fixture.ask('create_customer', {
    ...{ id, platformId: fixture.platformId, platformCustomerId: id, customerType: 'INDIVIDUAL' },
    ...{ umaAddress: `$${id}@${domain}`, currencies: [], profile: {}, requestHash: 'ab' },
    accounts: [
      { id: account, currency: 'USD', type: 'INTERNAL_FIAT' },
      { id: randomUUID(), currency: 'USDC', type: 'INTERNAL_CRYPTO' },
    ],
  })
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
        account_info, identity) values ($1, $2, $3, 'USD_ACCOUNT', 'USD', 'ACTIVE', '{}', $4)`,
    values: [bank, fixture.platformId, id, bank],
  })
  return { id, account, bank }
}

const fund = ({ account }: Holder, amount: number): Promise<unknown> =>
  fixture.ask('fund_account', {
    ...{ platformId: fixture.platformId, accountId: account, transactionId: randomUUID() },
    amount: String(amount),
  })

/** The holder pays with strong authentication from now on, and has logged in. */
async function inRegion({ id }: Holder): Promise<void> {
  const phone = `update customers set region = 'DE', phone_number = '+491701234567' where id = $1`
  await rows(phone, id)
  await rows('update customers set phone_verified_at = service_now() where id = $1', id)
  await logIn(database, fixture.platformId, id)
}

/** A payment of this holder: to its bank, or to the account of another one. */
function planned(holder: Holder, amount: number, other?: Holder): PlannedPayment {
  const plan = fixture.planned(other ? 'NEIGHBOUR' : 'BANK', amount)
  const order = {
    ...plan.order,
    customerId: holder.id,
    sourceAccountId: holder.account,
    ...(other ? { destinationInternalId: other.account } : { destinationAccountId: holder.bank }),
    expiresAt: '2999-01-01T00:00:00Z',
  }
  return { ...plan, order }
}

type Deleted = { readonly outcome: string; readonly code?: string; readonly reason?: string }

const erase = ({ id }: Holder): Promise<Deleted> =>
  fixture.ask('delete_customer', {
    ...{ platformId: fixture.platformId, customerId: id, by: 'test' },
  }) as Promise<Deleted>

const rows = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.query({ text, values })

const statusOf = async ({ account }: Holder): Promise<unknown> =>
  (
    await rows(
      'select status, posted from internal_account_views v join ledger_balances b on b.account_id = v.id where v.id = $1',
      account,
    )
  )[0]

test('money, a payment on its way and a second time are refused', async () => {
  const holder = await aHolder()
  await fund(holder, 1_000)
  expect(await erase(holder)).toMatchObject({
    code: 'CONFLICT',
    reason: 'The customer has a balance.',
  })
  const payment = planned(holder, 1_000)
  await fixture.create(payment)
  await fixture.execute(payment)
  expect(await erase(holder)).toMatchObject({ code: 'CONFLICT' })
  await fixture.ask('prepare_rail_call', payment.id, 'PAYOUT', 1)
  await fixture.ask('settle_payment', payment.id)
  expect(await erase(holder)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await erase(holder)).toMatchObject({ code: 'CUSTOMER_DELETED' })
  expect(await statusOf(holder)).toEqual({ status: 'CLOSED', posted: 0n })
  const events = await rows(
    `select type from events where subject = 'InternalAccount:' || $1 and snapshot ->> 'status' = 'CLOSED'`,
    holder.account,
  )
  expect(events).toEqual([{ type: 'INTERNAL_ACCOUNT.STATUS_UPDATED' }])
  expect(
    await rows(
      'select 1 from external_accounts where customer_id = $1 and deleted_at is null',
      holder.id,
    ),
  ).toEqual([])
  expect(await fixture.ask('change_customer', holder.id, { email: 'a@example.com' })).toMatchObject(
    { code: 'USER_NOT_FOUND' },
  )
})

test('a payment towards the customer that is on its way is refused, too', async () => {
  const [payer, payee] = [await aHolder(), await aHolder()]
  await fund(payer, 1_000)
  const payment = planned(payer, 1_000, payee)
  // An outside party has to act first: it stays open.
  const order = { ...payment.order, steps: ['APPROVE'] }
  await fixture.create({ ...payment, order })
  await fixture.execute(payment)
  expect(await erase(payee)).toMatchObject({ reason: 'A payment of the customer is in progress.' })
})

test('one that still waits for its payer’s authorization is refused, too', async () => {
  const [payer, payee] = [await aHolder(), await aHolder()]
  await fund(payer, 1_000)
  await inRegion(payer)
  const payment = planned(payer, 1_000, payee)
  await fixture.create(payment)
  expect(await fixture.execute(payment)).toMatchObject({
    payment: { status: 'PENDING_AUTHORIZATION' },
  })
  for (const one of [payer, payee]) expect(await erase(one)).toMatchObject({ code: 'CONFLICT' })
  const end = ['SCA_NOT_COMPLETED', 'TRANSACTION_FAILED', 'COMPLETED'] as const
  await fixture.ask('fail_payment', payment.id, ...end)
  expect(await erase(payee)).toMatchObject({ outcome: 'COMMITTED' })
})

test('what a bank returns later waits in suspense, and the account stays empty and closed', async () => {
  const holder = await aHolder()
  await fund(holder, 2_000)
  const payment = planned(holder, 2_000)
  await fixture.create(payment)
  await fixture.execute(payment)
  await fixture.ask('prepare_rail_call', payment.id, 'PAYOUT', 1)
  await fixture.ask('settle_payment', payment.id)
  await erase(holder)
  expect(await fixture.ask('return_payment', payment.id, 'PAYOUT_RETURNED')).toBe('FAILED')
  expect(await statusOf(holder)).toEqual({ status: 'CLOSED', posted: 0n })
  const [refunded] = await rows(
    `select refund ->> 'status' as status from transactions where id = $1`,
    payment.transactionId,
  )
  expect(refunded).toEqual({ status: 'FAILED' })
  const [waits] = await rows(
    'select is_in_suspense(p) as waits from payments p where id = $1',
    payment.id,
  )
  expect(waits).toEqual({ waits: true })
  // Paid by hand, it leaves over the rail.
  expect(await fixture.ask('refund_from_suspense', payment.id)).toBe('REFUNDED')
  expect(await statusOf(holder)).toEqual({ status: 'CLOSED', posted: 0n })
  expect((await checkLedger(database)).findings).toEqual([])
})

/** Payments that came to an end, and whose payout comes back after their payer was deleted. */
const returnable: Readonly<Record<string, (holder: Holder) => PlannedPayment>> = {
  'of a UMA payment': (holder) => {
    const plan = fixture.planned('UMA_BANK', 2_000)
    const { id: customerId, account: sourceAccountId } = holder
    return { ...plan, order: { ...plan.order, customerId, sourceAccountId, expiresAt: LATE } }
  },
  // Its money would go to the account of the asset.
  'of crypto that was sent in': (holder) => {
    const plan = fixture.planned('FUNDED_CRYPTO', 2_000)
    const order = {
      ...{ ...plan.order, customerId: holder.id, steps: ['PAY_OUT'], transactionRail: 'ACH' },
      ...{ destinationAccountId: holder.bank, destinationInternalId: undefined, expiresAt: LATE },
    }
    return { ...plan, order }
  },
}
const LATE = '2999-01-01T00:00:00Z'

test.each(Object.entries(returnable))(
  'the returned payout %s waits in suspense, too: every account stays closed and empty',
  async (_, plan) => {
    const holder = await aHolder()
    const payment = plan(holder)
    if (!payment.isFunded) await fund(holder, 2_000)
    await fixture.create(payment)
    const executed = await fixture.execute(payment, payment.isFunded ? '2000' : undefined)
    expect(executed).toMatchObject({ outcome: 'COMMITTED' })
    if (payment.shape === 'UMA_BANK') {
      await fixture.ask('record_approval_decision', payment.id, {
        decision: 'APPROVED',
        by: 'call',
      })
    }
    await fixture.ask('prepare_rail_call', payment.id, 'PAYOUT', 1)
    await fixture.ask('settle_payment', payment.id)
    expect(await erase(holder)).toMatchObject({ outcome: 'COMMITTED' })
    expect(await fixture.ask('return_payment', payment.id, 'PAYOUT_RETURNED')).toBe('FAILED')
    const accounts = await rows(
      `select distinct a.status, b.posted, b.pending_in from internal_accounts a
        join ledger_balances b on b.account_id = a.id where a.customer_id = $1`,
      holder.id,
    )
    expect(accounts).toEqual([{ status: 'CLOSED', posted: 0n, pending_in: 0n }])
    const [waits] = await rows(
      'select is_in_suspense(p) as waits from payments p where id = $1',
      payment.id,
    )
    expect(waits).toEqual({ waits: true })
    expect((await checkLedger(database)).findings).toEqual([])
  },
)

test('neither a deposit nor sandbox money reaches a closed account; a quote cannot be executed', async () => {
  const holder = await aHolder()
  const payment = planned(holder, 1_000)
  await fixture.create(payment)
  const funded = fixture.planned('FUNDED_OWN', 1_000)
  const order = { ...funded.order, customerId: holder.id, destinationInternalId: holder.account }
  await fixture.create({ ...funded, order: { ...order, expiresAt: '2999-01-01T00:00:00Z' } })
  expect(await erase(holder)).toMatchObject({ outcome: 'COMMITTED' })
  const [{ funding_reference: reference } = {}] = await rows(
    'select funding_reference from payments where id = $1',
    funded.id,
  )
  const deposit = ['SANDBOX', randomUUID(), reference, '1000', 'USD']
  expect(await fixture.ask('receive_deposit', ...deposit)).toBe('UNAPPLIED')
  expect(await fixture.execute(funded, '1000')).toMatchObject({ outcome: 'REFUSED' })
  expect(await fund(holder, 1_000)).toEqual({ refused: 'CONFLICT' })
  expect(await fixture.execute(payment)).toMatchObject({ code: 'CONFLICT' })
})

test('its agents are deleted; what waits for approval is rejected and released', async () => {
  const agent = await anAgent(database, fixture, {
    ...openPolicy,
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const payment = await agent.aPayment('BANK', 1_000)
  await agent.submit(payment)
  const [{ customer_id: customerId } = {}] = await rows(
    'select customer_id from agents where id = $1',
    agent.id,
  )
  const holder = { id: String(customerId), account: '', bank: '' }
  // The fixture's customer has money: nothing happens to the agent then.
  expect(await erase(holder)).toMatchObject({ code: 'CONFLICT' })
  expect(await rows('select status from agent_actions where agent_id = $1', agent.id)).toEqual([
    { status: 'PENDING_APPROVAL' },
  ])
  await rows(
    `with a as (select id from internal_accounts where customer_id = $1)
    select ledger_transfer('out/' || b.account_id, 'POSTED', b.account_id, service_account('SANDBOX', 'FUNDING', l.currency),
      l.currency, b.posted, null, 'test') from ledger_balances b join a on a.id = b.account_id
      join ledger_accounts l on l.id = b.account_id where b.posted > 0`,
    customerId,
  )
  expect(await erase(holder)).toMatchObject({ outcome: 'COMMITTED' })
  expect(
    await rows('select status, count_state from agent_actions where agent_id = $1', agent.id),
  ).toEqual([{ status: 'REJECTED', count_state: 'RELEASED' }])
  expect(
    await rows(
      'select deleted_at is not null as gone, token_hash from agents where id = $1',
      agent.id,
    ),
  ).toEqual([{ gone: true, token_hash: null }])
})

/** A second session has called a function, and commits once what is begun meanwhile waits for it. */
function whileOpen<Result>(
  name: string,
  input: object,
  begin: () => Promise<Result>,
): Promise<Result> {
  const call = (): Promise<unknown> => client.query(`select ${name}($1)`, [JSON.stringify(input)])
  return whileWaiting(call, begin, async () => undefined)
}

/** A second session holds locks, goes on once what is begun meanwhile waits for one of them, and commits. */
async function whileWaiting<Result>(
  hold: () => Promise<unknown>,
  begin: () => Promise<Result>,
  goOn: () => Promise<unknown>,
): Promise<Result> {
  await client.query('begin')
  await hold()
  let isDone = false
  const begun = begin().finally(() => {
    isDone = true
  })
  const waits = async (): Promise<boolean> =>
    (
      await rows(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).length > 0
  while (!isDone && !(await waits())) await sleep(5)
  await goOn().finally(() => client.query('commit'))
  return begun
}

test('an execution that begins while its payee is deleted sees the deletion', async () => {
  const [payer, payee] = [await aHolder(), await aHolder()]
  await fund(payer, 1_000)
  const payment = planned(payer, 1_000, payee)
  await fixture.create(payment)
  const deletion = { platformId: fixture.platformId, customerId: payee.id, by: 'test' }
  const executed = await whileOpen('delete_customer', deletion, () => fixture.execute(payment))
  expect(executed).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  expect(await statusOf(payee)).toEqual({ status: 'CLOSED', posted: 0n })
  expect(await statusOf(payer)).toEqual({ status: 'ACTIVE', posted: 1_000n })
})

test('a deletion that begins while its customer is paid sees the payment', async () => {
  const [payer, payee] = [await aHolder(), await aHolder()]
  await fund(payer, 1_000)
  const payment = planned(payer, 1_000, payee)
  // An outside party has to act first: no balance of the payee says that it comes.
  const order = { ...payment.order, steps: ['APPROVE'] }
  await fixture.create({ ...payment, order })
  const execution = {
    ...{ paymentId: payment.id, platformId: fixture.platformId },
    ...{ key: payment.id, requestHash: 'ab' },
  }
  const deleted = await whileOpen('decide_payment', execution, () => erase(payee))
  expect(deleted).toMatchObject({ reason: 'A payment of the customer is in progress.' })
})

test('a payee that is deleted with its customer, for which a payment of an agent waits: no deadlock', async () => {
  const holder = await aHolder()
  const agent = await anAgent(database, fixture, {
    ...openPolicy,
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  await rows('update agents set customer_id = $1 where id = $2', holder.id, agent.id)
  const planning = agent.planning('BANK', 1_000)
  const order = { ...planning.order, ...planned(holder, 1_000).order, key: undefined }
  const payment = {
    ...planning,
    isMade: true,
    order: { ...order, id: planning.id, transactionId: planning.transactionId, agentId: agent.id },
  }
  await fixture.create(payment)
  expect(await agent.submit(payment)).toMatchObject({ status: 'PENDING_APPROVAL' })
  // The first lock that the deletion of the payee takes, then all of it.
  const deleted = await whileWaiting(
    () => client.query('select 1 from external_accounts where id = $1 for update', [holder.bank]),
    () => erase(holder),
    () =>
      client.query('select remove_external_account($1, $2, false)', [
        fixture.platformId,
        holder.bank,
      ]),
  )
  expect(deleted).toMatchObject({ outcome: 'COMMITTED' })
  expect(await agent.statusOf(payment)).toMatch('EXPIRED')
})

test('deletions beside payments, funding and executes: no deadlock, no money on a closed account', async () => {
  const count = countOf(12, 50)
  const chance = chanceOf('deletions')
  const holders = await Promise.all(Array.from({ length: count }, aHolder))
  await Promise.all(
    holders.map((holder) => (chance.fraction() < 0.5 ? fund(holder, 1_000) : undefined)),
  )
  const plans = holders.flatMap((holder, index) => {
    const other = holders[(index + 1) % count]
    return [planned(holder, 1_000, other), planned(holder, 400, other), planned(holder, 1_000)]
  })
  for (const plan of plans) await fixture.create(plan)
  const calls: (() => Promise<unknown>)[] = [
    ...holders.flatMap((holder) => [
      () => erase(holder),
      () => erase(holder),
      () => fund(holder, 500),
    ]),
    ...plans.map((plan) => () => fixture.execute(plan)),
  ]
  const shuffled = calls
    .map((call) => ({ call, at: chance.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call)
  // A deadlock would be an error here.
  const answers = (await Promise.all(shuffled.map((call) => call()))) as Deleted[]
  const deleted = await rows(
    'select count(*)::integer as n from customers where is_deleted and id = any ($1)',
    holders.map(({ id }) => id),
  )
  const committed = answers.filter((answer) => 'customer' in answer)
  expect(deleted).toEqual([{ n: committed.length }])
  // Executed payments end, whoever was deleted.
  for (const { id } of plans) {
    await rows(
      `select prepare_rail_call(id, 'PAYOUT'), settle_payment(id) from payments where id = $1 and status = 'PROCESSING'`,
      id,
    )
  }
  const stranded = await rows(
    `select a.id from internal_accounts a join ledger_balances b on b.account_id = a.id
      where a.status = 'CLOSED' and (b.posted <> 0 or b.pending_in <> 0 or b.pending_out <> 0)`,
  )
  expect(stranded).toEqual([])
  const open = await rows(
    `select a.id from internal_accounts a join customers c on c.id = a.customer_id
      where c.is_deleted <> (a.status = 'CLOSED') and c.id = any ($1)`,
    holders.map(({ id }) => id),
  )
  expect(open).toEqual([])
  expect((await checkLedger(database)).findings).toEqual([])
})
