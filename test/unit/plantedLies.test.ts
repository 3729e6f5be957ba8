/** Lies written into the ledger past its constraints and triggers: the check finds each, and says where. */
import { expect, test } from 'vitest'
import type { Database, Tx } from '../../db/database.ts'
import { checkLedger, type LedgerFinding } from '../../db/ledger/check.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database

useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})

/** A payment to a bank with both fees, out of an account, that has been paid. */
async function aPaid(sourceAccountId?: string): Promise<PlannedPayment> {
  const payment = await anExecuted(sourceAccountId)
  await fixture.ask('prepare_rail_call', payment.id, 'PAYOUT', 1)
  await fixture.ask('record_rail_settlement', payment.id)
  await fixture.ask('settle_payment', payment.id)
  return payment
}

/** A payment between accounts of one customer that has settled. */
async function aConverted(): Promise<PlannedPayment> {
  const payment = fixture.planned('OWN', 1_003)
  await fixture.create(payment)
  await fixture.execute(payment)
  await fixture.ask('settle_payment', payment.id)
  return payment
}

/** The same one, held and in progress; out of the customer's account where none is named. */
async function anExecuted(sourceAccountId?: string): Promise<PlannedPayment> {
  const planned = fixture.planned('BANK_WITH_FEES', 1_002)
  const order = { ...planned.order, ...(sourceAccountId && { sourceAccountId }) }
  const payment = { ...planned, order }
  await fixture.create(payment)
  await fixture.execute(payment)
  return payment
}

/** The payer is the platform itself, whose account receives the platform's fee of the same payment. */
async function aPaidByThePlatform(): Promise<PlannedPayment> {
  await fixture.fund(1, 10_000)
  const { id } = await database.one<{ id: string }>({
    text: `select id from internal_accounts
      where platform_id = $1 and customer_id is null and currency = 'USD'`,
    values: [fixture.platformId],
  })
  return aPaid(id)
}

async function aFailed(): Promise<PlannedPayment> {
  const payment = await anExecuted()
  const failure = ['ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'COMPLETED']
  await fixture.ask('fail_payment', payment.id, ...failure)
  return payment
}

/** What the check finds once these statements have run; nothing of them is kept. */
async function findingsAfter(...lies: readonly string[]): Promise<readonly LedgerFinding[]> {
  let findings: readonly LedgerFinding[] = []
  const undone = new Error('rolled back')
  const work = async (tx: Tx): Promise<never> => {
    await tx.query({ text: 'set local session_replication_role = replica' })
    for (const text of lies) await tx.query({ text })
    findings = (await checkLedger(tx)).findings
    throw undone
  }
  await expect(database.transaction(work)).rejects.toBe(undone)
  return findings
}

const step = ({ id }: PlannedPayment, name: string): string => `'Quote:${id}/${name}'`
/** A transfer like another one, under its own id. */
const copyOf = (of: string, id: string, changed: Readonly<Record<string, string>> = {}): string => {
  const columns = ['kind', 'debit_account_id', 'credit_account_id', 'currency', 'amount']
  const all = [...columns, 'pending_id', 'reference', 'environment']
  const values = all.map((column) => changed[column] ?? column)
  return `insert into ledger_transfers (id, ${all.join(', ')})
    select ${id}, ${values.join(', ')} from ledger_transfers where id = ${of}`
}
const holder = (payment: PlannedPayment): string =>
  `(select source_account_id from payments where id = '${payment.id}')`

const balances = 'a balance equals its entries'
const posted = 'a completed payment has posted exactly its amounts'

type Lie = {
  readonly of: () => Promise<PlannedPayment>
  readonly sql: (payment: PlannedPayment) => readonly string[]
  readonly check: string
  /** Part of the subject. */
  readonly where: (payment: PlannedPayment) => string | Promise<string>
}

const quoteOf = ({ id }: PlannedPayment): string => `Quote:${id}`
const holderOf = async (payment: PlannedPayment): Promise<string> =>
  (await database.one<{ id: string }>({ text: `select ${holder(payment)}::text as id` })).id
const offByOne = (payment: PlannedPayment): readonly string[] => [
  `update ledger_balances set posted = posted + 1 where account_id = ${holder(payment)}`,
]
/** For sums of an environment and a currency. */
const usd = (): string => 'SANDBOX USD'

const lies: Readonly<Record<string, Lie>> = {
  'an entry altered': {
    of: aPaid,
    sql: (p) => [`update ledger_transfers set amount = amount + 1 where id = ${step(p, 'post')}`],
    check: balances,
    where: holderOf,
  },
  'an entry missing': {
    of: aPaid,
    sql: (p) => [`delete from ledger_transfers where id = ${step(p, 'payout')}`],
    check: posted,
    where: quoteOf,
  },
  'a fee missing': {
    of: aPaid,
    sql: (p) => [`delete from ledger_transfers where id = ${step(p, 'service-fee')}`],
    check: posted,
    where: quoteOf,
  },
  'a balance off by one': {
    of: aPaid,
    sql: offByOne,
    check: balances,
    where: holderOf,
  },
  'a balance off by one, and the sum of all': {
    of: aPaid,
    sql: offByOne,
    check: 'all accounts of an environment and a currency sum to zero',
    where: usd,
  },
  'a balance removed': {
    of: aPaid,
    sql: (p) => [`delete from ledger_balances where account_id = ${holder(p)}`],
    check: 'an account with a floor has a balance',
    where: holderOf,
  },
  'a hold ended twice, and its balance with it': {
    of: aPaid,
    sql: (p) => [
      'alter table ledger_transfers drop constraint ledger_transfers_pending_id_key',
      copyOf(step(p, 'post'), `'again'`),
      `update ledger_balances set posted = posted - ${p.sending}, pending_out = pending_out - ${p.sending}
        where account_id = ${holder(p)} and pending_out >= ${p.sending}`,
    ],
    check: 'a hold is ended once, as it was made',
    where: (p) => `Quote:${p.id}/hold`,
  },
  'a hold posted with another amount': {
    of: aPaid,
    sql: (p) => [`update ledger_transfers set amount = amount - 1 where id = ${step(p, 'hold')}`],
    check: 'a hold is ended once, as it was made',
    where: (p) => `Quote:${p.id}/hold`,
  },
  'a hold without a payment': {
    of: anExecuted,
    sql: (p) => [copyOf(step(p, 'hold'), `'Quote:none/hold'`, { reference: `'Transaction:none'` })],
    check: 'a hold has a payment in progress, or is posted or voided',
    where: () => 'Quote:none/hold',
  },
  'a payment in progress without its hold': {
    of: anExecuted,
    sql: (p) => [`delete from ledger_transfers where id = ${step(p, 'hold')}`],
    check: 'a payment in progress has its hold, and no other transfer',
    where: quoteOf,
  },
  'a credited side that is lost': {
    of: aConverted,
    sql: (p) => [`update payments set incoming_transaction_id = null where id = '${p.id}'`],
    check: 'a payment that has credited an account has one incoming transaction',
    where: quoteOf,
  },
  'a credit shown twice': {
    of: aConverted,
    sql: (p) => [`update transactions set type = 'INCOMING' where id = '${p.transactionId}'`],
    check: 'a payment that has credited an account has one incoming transaction',
    where: quoteOf,
  },
  'paid out twice, with every balance as its entries': {
    of: aPaid,
    sql: (p) => [copyOf(step(p, 'payout'), `'Quote:${p.id}/payout-again'`)],
    check: 'a completed payment has taken and paid out its amounts once',
    where: quoteOf,
  },
  'taken twice, with every balance as its entries': {
    of: aPaid,
    sql: (p) => [
      copyOf(step(p, 'post'), `'Quote:${p.id}/post-again'`, {
        kind: `'POSTED'`,
        pending_id: 'null',
      }),
      `update ledger_balances set posted = posted - ${p.sending} where account_id = ${holder(p)}`,
    ],
    check: 'a completed payment has taken and paid out its amounts once',
    where: quoteOf,
  },
  'environments crossed': {
    of: aPaid,
    sql: (p) => [
      `update ledger_transfers set environment = 'PRODUCTION' where id = ${step(p, 'payout')}`,
    ],
    check: 'a transfer has one environment and one currency',
    where: (p) => `Quote:${p.id}/payout`,
  },
  'currencies crossed': {
    of: aPaid,
    sql: (p) => [`update ledger_transfers set currency = 'EUR' where id = ${step(p, 'payout')}`],
    check: 'a transfer has one environment and one currency',
    where: (p) => `Quote:${p.id}/payout`,
  },
  'an account in the other environment': {
    of: aPaid,
    sql: (p) => [`update internal_accounts set environment = 'PRODUCTION' where id = ${holder(p)}`],
    check: 'an account is in the environment of its platform',
    where: holderOf,
  },
  'a failed payment that kept the money': {
    of: aFailed,
    sql: (p) => [
      `update ledger_transfers set kind = 'POST_PENDING' where id = ${step(p, 'void')}`,
      `update ledger_transfers set id = 'Quote:${p.id}/post' where id = ${step(p, 'void')}`,
      `update ledger_balances set posted = posted - ${p.sending} where account_id = ${holder(p)}`,
    ],
    check: 'a failed payment is refunded, or its funds are in suspense',
    where: quoteOf,
  },
  'a payment that says it was never executed': {
    of: aPaid,
    sql: (p) => [`update payments set status = 'EXPIRED' where id = '${p.id}'`],
    check: 'a payment that was not executed has no transfer',
    where: quoteOf,
  },
  'a transaction that says something else': {
    of: aPaid,
    sql: (p) => [`update transactions set status = 'FAILED' where id = '${p.transactionId}'`],
    check: 'payment and transaction have the same status',
    where: quoteOf,
  },
  'a credit that never was': {
    of: aPaid,
    sql: () => [
      `insert into transactions select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
        'received_amount', 12345))).* from transactions t where type = 'INCOMING' and status = 'COMPLETED' limit 1`,
    ],
    check: 'a credited transaction has its entry',
    where: () => 'Transaction:',
  },
  'a roll-up off by one': {
    of: aPaid,
    sql: () => [
      `insert into ledger_rollups (account_id, up_to, posted) select id, service_now(), 1 from ledger_accounts
        where kind = 'FUNDING' limit 1`,
    ],
    check: 'a roll-up equals its entries',
    where: () => '',
  },
}

test('nothing is found before the ledger is falsified', async () => {
  for (const payment of [aPaid, aPaidByThePlatform, anExecuted, aFailed]) await payment()
  expect((await checkLedger(database)).findings).toEqual([])
})

test.each(Object.entries(lies))('%s', async (_, { of, sql, check, where }) => {
  const payment = await of()
  const findings = await findingsAfter(...sql(payment))
  const subjects = findings.filter((finding) => finding.check === check).map((each) => each.subject)
  const place = await where(payment)
  expect(
    subjects.some((subject) => subject.includes(place)),
    JSON.stringify(findings),
  ).toBe(true)
  expect((await checkLedger(database)).findings).toEqual([])
})
