/**
 * A stack with outside parties for both environments: two processes with a database each. The same
 * platform does the same in both at the same time, under the same names wherever names are chosen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, environments } from '../../contract/outsideParties.ts'
import { createPlatform } from '../../db/platforms.ts'
import { anInTestWorker, holdWorkers } from '../durability/inTestWorker.ts'
import { aPayment, execute, rowsOf } from '../durability/payments.ts'
import { untilEnded } from '../payments/customers.ts'
import { ledgerHolds, type Resource, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import {
  aSide,
  collect,
  deposit,
  lookUp,
  payUma,
  type Side,
  untilReturned,
  withdraw,
} from './side.ts'

let stack: TestStack
let sides: readonly Side[]
const side = (environment: Environment): Side => {
  const found = sides.find((each) => each.environment === environment)
  if (found === undefined) throw new Error(`no side ${environment}`)
  return found
}

beforeAll(async () => {
  stack = await aRunningStack({ production: true })
  const name = 'Both sides'
  sides = await Promise.all(
    environments.map(async (environment) =>
      aSide(stack, environment, await createPlatform(stack.databaseUrl, { name, environment })),
    ),
  )
})
afterAll(async () => {
  await stack?.stop()
})

/** The same in both environments at the same time. */
async function inBoth(act: (side: Side) => Promise<Resource>): Promise<readonly Resource[]> {
  return Promise.all(sides.map(act))
}

test('deposits with the same ids at both rails fund a payment each, and a wrong amount is refunded', async () => {
  for (const { status } of await inBoth((each) => deposit(each, 'deposit-1'))) {
    expect(status).toBe('COMPLETED')
  }
  for (const transaction of await inBoth((each) => deposit(each, 'deposit-2', 29_999))) {
    expect(transaction).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
  }
})

test('withdrawals are signed and paid out, and a returned one is given back', async () => {
  for (const { status } of await inBoth((each) => withdraw(each))) {
    expect(status).toBe('COMPLETED')
  }
  const returned = await inBoth(async (each) => untilReturned(each, await withdraw(each, '005')))
  for (const { failureReason } of returned) expect(failureReason).toBe('PAYOUT_RETURNED')
})

test('collections fund an account, and UMA payments leave it', async () => {
  for (const { status } of await inBoth(collect)) expect(status).toBe('COMPLETED')
  const addresses = ({ wallet }: Side): unknown => wallet.customer.umaAddress
  for (const { status } of await inBoth((each) => payUma(each, addresses(each)))) {
    expect(status).toBe('COMPLETED')
  }
  const outside = '$success.usd@sandbox.uma.money'
  for (const { status } of await inBoth((each) => payUma(each, outside))) {
    expect(status).toBe('COMPLETED')
  }
})

test('an address of one environment is not found from the other', async () => {
  const [sandbox, production] = [side('SANDBOX'), side('PRODUCTION')]
  for (const [from, to] of [
    [sandbox, production],
    [production, sandbox],
  ] as const) {
    const answer = await lookUp(from, to.wallet.customer.umaAddress)
    expect([answer.status, answer.body.code]).toEqual([404, 'UMA_NOT_FOUND'])
  }
})

test('money under a reference of the other environment is unapplied in the environment where it is', async () => {
  const [{ reference } = { reference: '' }] = await rowsOf<{ reference: string }>(
    stack,
    `select funding_reference as reference from payments
      where environment = 'PRODUCTION' and funding_reference is not null limit 1`,
  )
  const control = aSandboxControl(stack, 'SANDBOX')
  await control.arrive({ reference, amountMinor: '30000', currency: 'EUR', id: 'deposit-3' })
  await aSandboxControl(stack, 'PRODUCTION').arrive({
    reference: 'P-nobody',
    amountMinor: '700',
    currency: 'EUR',
    id: 'deposit-3',
  })
  const rows = await waitUntil('both are unapplied', async () => {
    const found = await rowsOf<object>(
      stack,
      `select d.environment, d.amount::integer as amount, d.outcome, a.environment as suspense
        from deposits d join ledger_transfers t
          on t.reference = deposit_reference(d.environment, d.id)
        join ledger_accounts a on a.id = t.credit_account_id and a.kind = 'SUSPENSE'
        where d.id = 'deposit-3' order by d.environment`,
    )
    return found.length === 2 ? found : undefined
  })
  expect(rows).toEqual([
    { environment: 'PRODUCTION', amount: 700, outcome: 'UNAPPLIED', suspense: 'PRODUCTION' },
    { environment: 'SANDBOX', amount: 30_000, outcome: 'UNAPPLIED', suspense: 'SANDBOX' },
  ])
})

test('accepted work whose party is gone waits, flagged, and ends when it is back', async () => {
  const { wallet, api } = side('PRODUCTION')
  await holdWorkers(stack)
  const worker = await anInTestWorker(stack, { without: 'PRODUCTION' })
  const payment = await aPayment(wallet, { minor: 1_000_000n })
  try {
    expect((await execute(api, payment)).status).toBe(200)
    // The sandbox goes on meanwhile, with the same worker.
    expect((await withdraw(side('SANDBOX'), '788')).status).toBe('COMPLETED')
    await rowsOf(stack, 'select flag_overdue_payments(0)')
  } finally {
    await worker.stop()
  }
  const path = `/transactions/${payment.transactionId}`
  expect((await api.call('GET', path)).body.status).toBe('PROCESSING')
  const timeline = (await api.call('GET', `${path}/timeline`)).body.data as { what: string }[]
  expect(timeline.map(({ what }) => what).join('\n')).toContain('too long')
  stack.release('worker')
  await stack.waitReady('worker')
  const ended = await untilEnded(api, payment.transactionId)
  expect(ended.status).toBe('COMPLETED')
  expect((await withdraw(side('SANDBOX'), '787')).status).toBe('COMPLETED')
})

/** Every act of an environment's rail and every wallet at its provider, as those parties have them. */
async function atParties(environment: Environment): Promise<{ rail: string[]; wallets: string[] }> {
  const databaseUrl =
    environment === 'SANDBOX' ? stack.sandboxDatabaseUrl : stack.productionSandboxUrl
  const acts = await rowsOf<{ reference: string }>(
    { databaseUrl },
    `select reference from sandbox.acts where party = 'rail' and operation in ('submit', 'collect')`,
  )
  const wallets = await rowsOf<{ name: string }>(
    { databaseUrl },
    'select name from sandbox.sub_organizations',
  )
  return {
    rail: acts.map(({ reference }) => reference),
    wallets: wallets.map(({ name }) => name.replace('InternalAccount:', '')),
  }
}

test('no instruction of one environment has reached a party of the other', async () => {
  const counts: Record<string, object> = {}
  for (const environment of environments) {
    const { rail, wallets } = await atParties(environment)
    const [row] = await rowsOf<{ instructions: bigint; foreign: bigint; wallets: bigint }>(
      stack,
      `select count(*) filter (where q.environment = $1)::integer as instructions,
        count(*) filter (where q.environment is distinct from $1)::integer as foreign,
        (select count(*)::integer from internal_accounts where id::text = any ($3) and environment = $1) as wallets
      from unnest($2::text[]) r left join rail_orders o on o.reference = r left join payments q on q.id = o.payment_id`,
      [environment, rail, wallets],
    )
    expect(row).toMatchObject({ foreign: 0, wallets: wallets.length })
    counts[environment] = { instructions: row?.instructions, wallets: row?.wallets }
    // Nobody is missing either: every wallet and every instruction of ours is there.
    const [ours] = await rowsOf<object>(
      stack,
      `select (select count(*)::integer from wallets w join internal_accounts a on a.id = w.account_id
          where a.environment = $1) as wallets,
        (select count(*)::integer from rail_orders o join payments q on q.id = o.payment_id
          where q.environment = $1) as instructions`,
      [environment],
    )
    expect(ours).toEqual(counts[environment])
    // The mails with the codes went to the people of that environment alone.
    const mails = await aSandboxControl(stack, environment).mails('ada@example.com')
    expect(mails).toHaveLength(1)
  }
  console.log(`at the parties: ${JSON.stringify(counts)}`)
  // A refund, two payouts, a collection and a UMA payment in each; then three more payouts.
  expect(counts).toEqual({
    SANDBOX: { instructions: 7, wallets: 2 },
    PRODUCTION: { instructions: 6, wallets: 2 },
  })
})

test('the ledger holds in each environment, and no account has entries of both', async () => {
  const report = await ledgerHolds(stack)
  for (const environment of environments) {
    const sums = report.sums.filter((sum) => sum.environment === environment)
    expect(sums.map(({ currency }) => currency)).toEqual(
      expect.arrayContaining(['EUR', 'USD', 'USDB']),
    )
    expect(sums.every(({ total }) => total === '0')).toBe(true)
  }
  const shared = await rowsOf(
    stack,
    `select a.id from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
      join transactions x on t.reference = 'Transaction:' || x.id join platforms p on p.id = x.platform_id
      group by a.id having count(distinct p.environment) > 1`,
  )
  expect(shared).toEqual([])
})
