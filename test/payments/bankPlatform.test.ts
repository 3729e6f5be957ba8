/** A platform in the US whose dollars are carried by the bank, and everything else by the rail: what the bank's books say. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instant } from '../../contract/time.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import { asOperator, withoutAsking } from '../support/paymentsCommand.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { type TestBank, theBankOf } from './bank.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  eventsAbout,
  from,
  funding,
  type TestCustomer,
  timelineOf,
  to,
  untilEnded,
} from './customers.ts'
import { aHolder, aRuleAccount, depositsOf, followersOf, untilSwept } from './ruleAccounts.ts'

const AMOUNT = 10_000
/** Without the service's fee. */
const RECEIVED = 9_990
const at = { immediatelyExecute: true }

let stack: TestStack
let control: SandboxControl
let bank: TestBank
let ada: TestCustomer

beforeAll(async () => {
  const env = { TEST_CLOCK: 'true', CHECK_RESPONSES: 'true', SANDBOX_RAILS: 'USD:bank,*:rail' }
  stack = await aRunningStack({ env })
  control = aSandboxControl(stack)
  bank = theBankOf(stack)
  ada = await aFundedCustomer(stack, 'USD', 10_000_000n)
  await bank.controlled('/accounts/account_sandbox/funds', { cents: 100_000_000 })
})
afterAll(async () => {
  await stack?.stop()
})

/** What an order's row says. */
type OrderRow = Readonly<Record<string, unknown>> & { readonly handle: string }
async function orderOf(reference: unknown): Promise<OrderRow> {
  return waitUntil(`the order ${reference}`, async () => {
    const [row] = await rowsOf<OrderRow>(
      stack,
      `select provider, network, handle, code, state, deposit_id, instruction, request
        from rail_orders where reference = $1`,
      [reference],
    )
    return row
  })
}

const anAccount = (
  suffix: string,
  routingNumber = '101050001',
  holder = ada,
  accountNumber = `${Math.floor(Math.random() * 1e9)}${suffix}`,
): Promise<Resource> => bank.anAccount(holder, accountNumber, routingNumber)

/** A payout out of the customer's balance, under way. */
async function paid(target: Resource, paymentRail?: string): Promise<Resource> {
  const destination = to(target, paymentRail === undefined ? {} : { paymentRail })
  const source = from(accountOf(ada, 'USD'))
  const quote = await askQuote(ada.api, source, destination, AMOUNT, at)
  return shown('quote', quote, 201)
}

const statusOf = async (id: unknown): Promise<unknown> =>
  (await ada.api.call('GET', `/transactions/${id}`)).body.status

/** Sends dollars by ACH to an account's own number; the bank's object of it. */
async function sentTo(
  holder: TestCustomer,
  account: { readonly id: string },
  amount: number,
  more = {},
): Promise<Resource> {
  const number = await bank.numberOf(holder, account)
  return bank.simulated('/inbound_ach_transfers', { account_number_id: number, amount, ...more })
}

describe('money comes', () => {
  test('to an account’s own number: it is credited, with who has paid it', async () => {
    const usd = accountOf(ada, 'USD')
    const before = await amountsOf(ada.api, usd)
    await sentTo(ada, usd, 12_345, { company_name: 'ACME PAYROLL' })
    await waitUntil('it is credited', async () => {
      const { total } = await amountsOf(ada.api, usd)
      return total === before.total + 12_345
    })
    const [deposit] = await rowsOf(
      stack,
      `select provider, payer from deposits where amount = 12345`,
    )
    expect(deposit).toMatchObject({ provider: 'BANK', payer: { name: 'ACME PAYROLL' } })
    const list = `/transactions?customerId=${ada.customer.id}&type=INCOMING`
    const incoming = listed(await ada.api.call('GET', list))
    const credited = incoming.find(
      ({ receivedAmount }) => (receivedAmount as { amount: number }).amount === 12_345,
    )
    expect(credited?.counterpartyInformation).toEqual((deposit as { payer: unknown }).payer)
    expect(credited?.counterpartyInformation).toMatchObject({
      ...{ name: 'ACME PAYROLL', traceNumber: expect.any(String) },
    })
  })

  test('and the bank shows it in a way that cannot be read: it is credited once it can be', async () => {
    const usd = accountOf(ada, 'USD')
    const before = await amountsOf(ada.api, usd)
    await control.order({ party: 'bank', operation: 'read', kind: 'nonsense', count: 2 })
    await sentTo(ada, usd, 4_321)
    await waitUntil('it is credited', async () => {
      const { total } = await amountsOf(ada.api, usd)
      return total === before.total + 4_321
    })
    const letters = "select event_id from rail_notice_dead_letters where provider = 'BANK'"
    expect(await rowsOf(stack, letters)).toEqual([])
    await control.clear()
  })

  test('to a number of one payment: it is executed, and paid out', async () => {
    const target = await anAccount('000')
    const quote = shown(
      'quote',
      await askQuote(
        ada.api,
        funding('USD', { customerId: ada.customer.id }),
        to(target, { paymentRail: 'RTP' }),
        AMOUNT,
      ),
      201,
    )
    const number = await bank.numberIn(quote.paymentInstructions)
    await bank.simulated('/inbound_real_time_payments_transfers', {
      ...{ account_number_id: number, amount: AMOUNT },
      ...{ debtor_name: 'Grace Hopper', debtor_account_number: '987654321' },
      debtor_routing_number: '101050001',
    })
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    expect(await orderOf(quote.transactionId)).toMatchObject({ provider: 'BANK', network: 'RTP' })
  })

  test('of another amount by ACH: it goes back by the deposit’s own object', async () => {
    const quote = shown(
      'quote',
      await askQuote(
        ada.api,
        funding('USD', { customerId: ada.customer.id }),
        to(await anAccount('000')),
        AMOUNT,
      ),
      201,
    )
    const number = await bank.numberIn(quote.paymentInstructions)
    const inbound = await bank.simulated('/inbound_ach_transfers', {
      ...{ account_number_id: number, amount: AMOUNT + 1 },
    })
    const end = await untilEnded(ada.api, quote.transactionId)
    expect(end).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
    expect(await bank.read(`/inbound_ach_transfers/${inbound.id}`)).toMatchObject({
      status: 'returned',
    })
    expect(await orderOf(`${quote.transactionId}/refund`)).toMatchObject({
      ...{ provider: 'BANK', deposit_id: `inbound_ach_transfer:${inbound.id}`, state: 'SETTLED' },
    })
  })
})

describe('money leaves', () => {
  test('by RTP: the bank has one transfer under the transaction, with its payer', async () => {
    const quote = await paid(await anAccount('000'), 'RTP')
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    const order = await orderOf(quote.transactionId)
    expect(order).toMatchObject({ provider: 'BANK', network: 'RTP', state: 'SETTLED' })
    expect(order).toMatchObject({ request: null, instruction: null })
    const transfer = await bank.read(`/real_time_payments_transfers/${order.handle}`)
    expect(transfer).toMatchObject({
      ...{ status: 'complete', amount: RECEIVED, idempotency_key: quote.transactionId },
      ultimate_debtor_name: ada.customer.fullName,
    })
  })

  test('without a named rail, by one that the payee’s bank takes', async () => {
    const quote = await paid(await anAccount('000'))
    const end = await untilEnded(ada.api, quote.transactionId)
    expect(end).toMatchObject({
      status: 'COMPLETED',
      paymentRail: 'RTP',
      railSelectionMode: 'AUTO',
      settlementTimelineSeconds: 60,
    })
    const expected = instant(String(end.expectedSettlementAt)).getTime()
    expect(expected - instant(String(end.settledAt)).getTime()).toBeLessThanOrEqual(60_000)
    expect((await orderOf(quote.transactionId)).network).toBe('RTP')
  })

  test('under faults that its platform has ordered: paid once, and shown', async () => {
    const order = async (call: string, kind: string, fields = {}): Promise<Resource> =>
      shown(
        'fault',
        await ada.api.call('POST', '/sandbox/faults', { faults: [{ call, kind, ...fields }] }),
        201,
      )
    const read = async ({ id }: Resource): Promise<Resource> =>
      shown('plan', await ada.api.call('GET', `/sandbox/faults/${id}`), 200)
    const target = await anAccount('000')
    for (const kind of ['ANSWER_LOST', 'FAILED_AFTER_ACTING', 'TWICE'] as const) {
      const plan = await order('PAYOUT', kind)
      const { transactionId } = await paid(target, 'RTP')
      expect(await untilEnded(ada.api, transactionId)).toMatchObject({ status: 'COMPLETED' })
      expect((await read(plan)).met).toMatchObject([
        { call: 'PAYOUT', kind, objectId: transactionId },
      ])
      expect((await timelineOf(ada.api, transactionId)).join()).toContain('ordered fault: payout, ')
      const acts = await control.acts(String(transactionId))
      expect(acts).toEqual({ 'bank create': 1, 'bank approve': 1 })
    }
    const stuck = await order('PAYOUT', 'STUCK')
    const held = await paid(target, 'RTP')
    await waitUntil('it is stuck', async () =>
      (await read(stuck)).status === 'USED' ? true : undefined,
    )
    const state = await order('PAYOUT_STATE', 'REFUSED')
    await waitUntil('its state is refused', async () =>
      (await read(state)).status === 'USED' ? true : undefined,
    )
    expect(await statusOf(held.transactionId)).toBe('PROCESSING')
    expect((await ada.api.call('DELETE', `/sandbox/faults/${stuck.id}`)).status).toBe(204)
    expect(await untilEnded(ada.api, held.transactionId)).toMatchObject({ status: 'COMPLETED' })
  })

  test('other currencies by the rail', async () => {
    const holder = await aFundedCustomer(stack, 'USD', 1_000_000n)
    const target = shown(
      'account',
      await holder.api.call('POST', '/customers/external-accounts', {
        ...{ customerId: holder.customer.id, currency: 'GBP' },
        accountInfo: {
          ...{ accountType: 'GBP_ACCOUNT', sortCode: '123456', accountNumber: '12345678' },
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
        },
      }),
      201,
    )
    const source = from(accountOf(holder, 'USD'))
    const quote = shown('quote', await askQuote(holder.api, source, to(target), AMOUNT, at), 201)
    expect(await untilEnded(holder.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    expect(await orderOf(quote.transactionId)).toMatchObject({ provider: 'RAIL', network: null })
  })

  test('a return three days later: the payment is refunded, and the account not used any more', async () => {
    const target = await anAccount('000')
    const quote = await paid(target, 'ACH')
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
    shown('move', await ada.api.call('POST', '/sandbox/clock', { advanceBy: 'P3D' }), 200)
    const { handle } = await orderOf(quote.transactionId)
    await bank.controlled(`/transfers/${handle}/acts`, {
      ...{ act: 'return', with: { reason: 'no_account' } },
    })
    await waitUntil(
      'it is returned',
      async () => (await statusOf(quote.transactionId)) === 'FAILED',
    )
    const end = await untilEnded(ada.api, quote.transactionId)
    expect(end).toMatchObject({ failureReason: 'PAYOUT_RETURNED', refund: { status: 'COMPLETED' } })
    const after = await amountsOf(ada.api, accountOf(ada, 'USD'))
    expect(after.total - before.total).toBe(AMOUNT)
    expect(await orderOf(quote.transactionId)).toMatchObject({ state: 'RETURNED', code: 'R03' })
    const shownAccount = await ada.api.call('GET', `/customers/external-accounts/${target.id}`)
    expect(shownAccount.body.status).toBe('INACTIVE')
    const again = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(target), AMOUNT, at)
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_BANK_ACCOUNT'])
    expect(await timelineOf(ada.api, quote.transactionId)).toContain(
      'the payment network’s code is R03',
    )
  })

  test('a reversal of half a wire books nothing, and is for a person', async () => {
    const quote = await paid(await anAccount('201'), 'WIRE')
    const { handle } = await waitUntil('it is at the bank', async () => {
      const order = await orderOf(quote.transactionId)
      return order.handle === null ? undefined : order
    })
    await waitUntil('half of it is back', async () => {
      const { status } = await bank.read(`/wire_transfers/${handle}`)
      return status === 'reversed'
    })
    const letter = await waitUntil('a person is asked', async () => {
      const [row] = await rowsOf<{ error: string }>(
        stack,
        `select error from rail_notice_dead_letters where provider = 'BANK' and notice like '%' || $1 || '%'`,
        [quote.transactionId],
      )
      return row
    })
    expect(letter.error).toContain(`${RECEIVED / 2} USD of ${RECEIVED} came back`)
    expect(await statusOf(quote.transactionId)).not.toBe('FAILED')
  })

  test('a correction is used from the next payout on, and is not shown', async () => {
    const target = await anAccount('203', '110000000')
    const quote = await paid(target, 'ACH')
    await waitUntil('the correction is kept', async () => {
      const [row] = await rowsOf<{ corrected: unknown }>(
        stack,
        `select corrected_info as corrected from external_accounts where 'ExternalAccount:' || id = $1`,
        [target.id],
      )
      return row?.corrected
    })
    await untilEnded(ada.api, quote.transactionId)
    const shownAccount = await ada.api.call('GET', `/customers/external-accounts/${target.id}`)
    expect(shownAccount.body).toMatchObject({ accountInfo: { routingNumber: '110000000' } })
    const next = await paid(target, 'ACH')
    const { handle } = await waitUntil('the next one is at the bank', async () => {
      const order = await orderOf(next.transactionId)
      return order.handle === null ? undefined : order
    })
    expect(await bank.read(`/ach_transfers/${handle}`)).toMatchObject({
      routing_number: '101050001',
    })
  })

  test('one that has not been approved is stopped: nothing leaves', async () => {
    const target = await anAccount('000')
    const release = await control.order({
      ...{ party: 'bank', operation: 'approve', kind: 'errorBefore', count: 1_000 },
    })
    const quote = await paid(target, 'ACH')
    await waitUntil('it is made', async () => {
      const { request } = await orderOf(quote.transactionId)
      return request ?? undefined
    })
    const asked = await ada.api.call('POST', `/transactions/${quote.transactionId}/cancel`, {})
    expect(asked.status).toBe(200)
    const end = await untilEnded(ada.api, quote.transactionId)
    await release()
    expect(end).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
    const path = `/ach_transfers?idempotency_key=${encodeURIComponent(String(quote.transactionId))}`
    const { data } = (await bank.read(path)) as unknown as { data: { status: string }[] }
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
  })
})

describe('money is pulled', () => {
  test('and the pull is disputed: nothing is pulled from the account any more', async () => {
    const source = await anAccount('000')
    const usd = accountOf(ada, 'USD')
    const quote = shown('quote', await askQuote(ada.api, from(source), to(usd), AMOUNT, at), 201)
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    expect(await orderOf(`${quote.transactionId}/collect`)).toMatchObject({ provider: 'BANK' })
    const { handle } = await orderOf(`${quote.transactionId}/collect`)
    const reason = 'customer_advised_unauthorized_improper_ineligible_or_incomplete'
    await bank.controlled(`/transfers/${handle}/acts`, { act: 'return', with: { reason } })
    await waitUntil('it is disputed', async () => {
      const { code } = await orderOf(`${quote.transactionId}/collect`)
      return code === 'R10'
    })
    expect(await statusOf(quote.transactionId)).toBe('COMPLETED')
    await waitUntil('pulls are refused', async () => {
      const again = await askQuote(ada.api, from(source), to(usd), AMOUNT, at)
      return again.status === 409
    })
    // Nor from another registration of it.
    const { accountNumber } = source.accountInfo as { accountNumber: string }
    const again = await anAccount('', '101050001', ada, `00${accountNumber}`)
    expect((await askQuote(ada.api, from(again), to(usd), AMOUNT, at)).status).toBe(409)
  })
})

describe('a deposit that its bank takes back', () => {
  const bookings = `from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like '%book_taken_back%'`

  /** The worker is killed while PostgreSQL books it, which is broken off, or carried out without a reader of its answer. */
  async function takeBackAndKill(inbound: Resource, end: 'broken off' | 'carried out') {
    const path = `/inbound_ach_transfers/${inbound.id}/transfer_return`
    await withClient(stack.databaseUrl, async (client) => {
      await client.query('begin')
      await client.query('select from deposits where id = $1 for update', [idOf(inbound)])
      await bank.takenBack(path, { reason: 'insufficient_funds' })
      await waitUntil('its booking waits', async () => {
        return (await rowsOf(stack, `select pid ${bookings}`)).length > 0
      })
      await stack.kill('worker')
      if (end === 'carried out') return
      await rowsOf(stack, `select pg_terminate_backend(pid) ${bookings}`)
      await waitUntil('it is broken off', async () => {
        return (await rowsOf(stack, `select pid ${bookings}`)).length === 0
      })
      expect(await owedOf(inbound)).toBeUndefined()
    })
  }

  const idOf = ({ id }: Resource): string => `inbound_ach_transfer:${id}`

  /** What is owed for it; undefined: it has not been taken back. */
  async function owedOf(inbound: Resource): Promise<number | undefined> {
    const text = 'select owed from taken_back_deposits where deposit_id = $1'
    const [row] = await rowsOf<{ owed: string }>(stack, text, [idOf(inbound)])
    return row && Number(row.owed)
  }

  async function inInbox({ id }: Resource): Promise<unknown[]> {
    const { data } = JSON.parse(await asOperator(stack, 'inbox', 'list', '--json')) as {
      data: { kind: string; subject: string }[]
    }
    return data.filter(({ subject }) => subject === id).map(({ kind }) => kind)
  }

  test.each([
    { of: 'an account whose money is spent', isSwept: false, end: 'broken off' },
    { of: 'an account that has swept it', isSwept: true, end: 'carried out' },
  ] as const)('of $of: it is owed once, and paid by what comes', async ({ isSwept, end }) => {
    const holder = await aHolder(stack)
    const { api, dollars } = holder
    const target = await anAccount('000', '101050001', holder)
    const account = isSwept ? await aRuleAccount(holder, target) : dollars
    const inbound = await sentTo(holder, account, AMOUNT)
    const deposit = await waitUntil('it is there', async () => (await depositsOf(api, account))[0])
    if (isSwept) {
      expect((await untilSwept(api, deposit)).status).toBe('COMPLETED')
      const { sweep } = await followersOf(holder, stack, deposit)
      expect((await untilEnded(api, sweep?.id)).status).toBe('COMPLETED')
    } else {
      const asked = await askQuote(api, from(dollars), to(target), AMOUNT, at)
      const { transactionId } = shown('quote', asked, 201)
      expect((await untilEnded(api, transactionId)).status).toBe('COMPLETED')
    }
    expect(await amountsOf(api, dollars)).toEqual({ spendable: 0, total: 0 })

    await takeBackAndKill(inbound, end)
    await stack.waitReady()
    await waitUntil('it is owed', async () => (await owedOf(inbound)) === AMOUNT)
    const after = shown('deposit', await api.call('GET', `/transactions/${deposit.id}`), 200)
    expect(after).toMatchObject({ status: 'COMPLETED', refund: { status: 'COMPLETED' } })
    expect(await inInbox(deposit)).toEqual(['DEPOSIT_TAKEN_BACK'])
    expect(await amountsOf(api, dollars)).toEqual({ spendable: 0, total: 0 })
    expect((await ledgerHolds(stack)).findings).toEqual([])

    await sentTo(holder, dollars, AMOUNT + 700)
    await waitUntil('it is paid', async () => (await owedOf(inbound)) === 0)
    expect(await amountsOf(api, dollars)).toEqual({ spendable: 700, total: 700 })
    expect(await inInbox(deposit)).toEqual([])
    const history = (await timelineOf(api, deposit.id)).filter((what) => /taken/.test(what))
    expect(history).toEqual([
      'taken back by the payer’s bank',
      'taken from the holder’s own account',
    ])
    const events = await eventsAbout(stack, deposit.id)
    expect(events.filter((type) => type === 'INCOMING_PAYMENT.COMPLETED')).toHaveLength(2)
    expect((await ledgerHolds(stack)).findings).toEqual([])
  })
})

test('what comes under no number of ours is for a person', async () => {
  const { id: number } = await bank.read('/account_numbers/account_number_sandbox')
  const name = randomUUID().slice(0, 8)
  await bank.simulated('/inbound_ach_transfers', {
    ...{ account_number_id: number, amount: 777, company_name: name },
  })
  await waitUntil('a person is asked', async () => {
    const [row] = await rowsOf<{ error: string }>(
      stack,
      `select error from rail_notice_dead_letters where notice like '%no number of ours%'`,
    )
    return row
  })
})

test('in the end both books hold', async () => {
  expect((await ledgerHolds(stack)).findings).toEqual([])
})

describe('an account whose number asks for its validation', () => {
  const read = async (account: Resource): Promise<Resource> =>
    shown('account', await ada.api.call('GET', `/customers/external-accounts/${account.id}`), 200)
  const moved = (account: Resource, status: string): Promise<unknown> =>
    waitUntil(`the account is ${status}`, async () => (await read(account)).status === status)
  const codesOf = (account: Resource): Promise<unknown[]> =>
    Promise.all([
      askQuote(ada.api, from(accountOf(ada, 'USD')), to(account), AMOUNT),
      askQuote(ada.api, from(account), to(accountOf(ada, 'USD')), AMOUNT),
    ]).then((answers) => answers.map(({ status, body }) => [status, body.code]))
  /** Entries of nothing that the bank has for the account. */
  async function askedOf(account: Resource): Promise<string[]> {
    const key = encodeURIComponent(String(account.id))
    const { data } = await bank.read(`/ach_prenotifications?idempotency_key=${key}`)
    return (data as { status: string }[]).map(({ status }) => status)
  }

  test('is PENDING until the bank has said nothing for long enough, once also with a worker that dies', async () => {
    const account = await anAccount('301')
    expect(account.status).toBe('PENDING')
    expect(await codesOf(account)).toEqual(Array(2).fill([409, 'BANK_ACCOUNT_VALIDATION_PENDING']))
    await waitUntil('the bank is asked', async () => (await askedOf(account)).length > 0)
    await stack.kill('worker')
    await stack.waitReady()
    await moved(account, 'ACTIVE')
    expect(await askedOf(account)).toEqual(['submitted'])
    const executed = await paid(account)
    expect((await untilEnded(ada.api, executed.transactionId)).status).toBe('COMPLETED')
    const [told] = await rowsOf<{ count: string }>(
      stack,
      "select count(*) from events where subject = $1 and type = 'EXTERNAL_ACCOUNT.STATUS_UPDATED'",
      [account.id],
    )
    expect(Number(told?.count)).toBe(1)
  })

  test('is INACTIVE for good where its bank does not know it', async () => {
    const account = await anAccount('302')
    await moved(account, 'INACTIVE')
    expect(await askedOf(account)).toEqual(['returned'])
    expect(await codesOf(account)).toEqual(Array(2).fill([400, 'INVALID_BANK_ACCOUNT']))
  })

  test('is UNDER_REVIEW where the bank says that it is frozen, until an operator decides', async () => {
    const account = await anAccount('303')
    await moved(account, 'UNDER_REVIEW')
    expect(await codesOf(account)).toEqual(Array(2).fill([409, 'CONFLICT']))
    const listed = await asOperator(stack, 'payee', 'list')
    expect(listed).toContain(account.id)
    await asOperator(stack, 'payee', 'accept', account.id, ...withoutAsking)
    expect((await read(account)).status).toBe('ACTIVE')
    expect((await untilEnded(ada.api, (await paid(account)).transactionId)).status).toBe(
      'COMPLETED',
    )
  })

  test('is refused with a routing number that takes nothing', async () => {
    await expect(anAccount('301', '790000051')).rejects.toThrow('INVALID_BANK_ACCOUNT')
    expect((await anAccount('000', '790000051')).status).toBe('ACTIVE')
  })

  test('is not validated any more once it is deleted', async () => {
    const account = await anAccount('301')
    await ada.api.call('DELETE', `/customers/external-accounts/${account.id}`)
    const [row] = await rowsOf<{ state: string }>(
      stack,
      'select state from account_validations where account_id = $1',
      [String(account.id).split(':')[1]],
    )
    expect(row?.state).toBe('ABANDONED')
  })
})

test('the check of a name ends', async () => {
  const account = await anAccount('104')
  expect([account.status, account.beneficiaryVerificationStatus]).toEqual(['ACTIVE', 'PENDING'])
  await waitUntil('the name is checked', async () => {
    const { body } = await ada.api.call('GET', `/customers/external-accounts/${account.id}`)
    return body.beneficiaryVerificationStatus === 'MATCHED'
  })
})
