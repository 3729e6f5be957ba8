/** Accounts that sweep: how they are made, what becomes of deposits, and what is refused. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import {
  anExternalAccount,
  aPlatform,
  apiOf,
  createCustomer,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { amountsOf, askQuote, bookedSteps, from, timelineOf, to, untilEnded } from './customers.ts'
import {
  aHolder,
  aRuleAccount,
  arriveAt,
  askRuleAccount,
  depositsOf,
  followersOf,
  untilSwept,
} from './ruleAccounts.ts'

let stack: TestStack
let control: SandboxControl

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const AMOUNT = 10_000

const numberIn = (account: Resource): unknown =>
  (account.fundingPaymentInstructions as { accountOrWalletInfo: { accountNumber?: string } }[])[0]
    ?.accountOrWalletInfo.accountNumber

test('an account has a number of its own, its rule and its band, and is listed by its type', async () => {
  const holder = await aHolder(stack)
  const bank = await anExternalAccount(holder.api, holder.customer)
  const rule = {
    purposeOfPayment: 'GIFT',
    description: 'Rent',
    remittanceInformation: 'Rent of May',
  }
  const made = await aRuleAccount(
    holder,
    { id: bank.id, paymentRail: 'ACH' },
    {
      rule,
      fields: { label: 'Tenant 4' },
    },
  )
  const other = await aRuleAccount(holder, holder.wallet)
  expect(made).toMatchObject({
    ...{ type: 'RULE_BASED', status: 'ACTIVE', label: 'Tenant 4', customerId: holder.customer.id },
    balance: { amount: 0, currency: { code: 'USD' } },
    sweepRule: {
      ...rule,
      destination: { accountId: bank.id, paymentRail: 'ACH' },
      minimumAmount: { amount: 0, currency: { code: 'USD' } },
      maximumAmount: { currency: { code: 'USD' } },
      platformFeeOverride: null,
    },
  })
  const path = `/internal-accounts?customerId=${holder.customer.id}`
  const all = listed(await holder.api.call('GET', `${path}&type=RULE_BASED`))
  expect(all.map(({ id }) => id)).toEqual([made.id, other.id])
  const numbers = [made, other, holder.dollars].map(numberIn)
  expect(new Set(numbers).size).toBe(3)
  expect(all.map(numberIn)).toEqual(numbers.slice(0, 2))
  const page = listed(await holder.api.call('GET', `/internal-accounts?type=RULE_BASED&limit=100`))
  expect(page.map(({ id }) => id)).toContain(made.id)
  expect(listed(await holder.api.call('GET', path)).length).toBe(5)
})

test('a deposit is swept at the rate of the moment, and both transactions name it', async () => {
  const holder = await aHolder(stack)
  const account = await aRuleAccount(holder, holder.wallet, { rule: { description: 'savings' } })
  const arrived = await arriveAt(holder.api, account, AMOUNT)
  const deposit = await untilSwept(holder.api, arrived)
  const { sweep, given } = await followersOf(holder, stack, deposit)
  expect(given).toBeUndefined()
  expect(deposit).toMatchObject({
    ...{ type: 'INCOMING', direction: 'CREDIT', status: 'COMPLETED' },
    source: { sourceType: 'REALTIME_FUNDING' },
    destination: { accountId: account.id },
    receivedAmount: { amount: AMOUNT },
  })
  expect(sweep).toMatchObject({
    ...{ type: 'OUTGOING', direction: 'DEBIT', status: 'COMPLETED', description: 'savings' },
    originalTransactionId: deposit.id,
    source: { sourceType: 'ACCOUNT', accountId: account.id },
    destination: { accountId: holder.wallet.id },
    sentAmount: { amount: AMOUNT, currency: { code: 'USD' } },
  })
  const quote = shown('quote', await holder.api.call('GET', `/quotes/${sweep?.quoteId}`), 200)
  expect(quote).toMatchObject({ status: 'COMPLETED', totalSendingAmount: AMOUNT })
  const wallet = await amountsOf(holder.api, holder.wallet)
  expect(wallet.spendable).toBe(quote.totalReceivingAmount)
  const walletsOwn = `/transactions?accountIdentifier=${holder.wallet.id}`
  expect(listed(await holder.api.call('GET', walletsOwn))).toMatchObject([
    {
      ...{ type: 'INCOMING', direction: 'CREDIT', status: 'COMPLETED', quoteId: sweep?.quoteId },
      source: { accountId: account.id },
      destination: { accountId: holder.wallet.id },
      receivedAmount: { amount: quote.totalReceivingAmount },
    },
  ])
  expect(await amountsOf(holder.api, account)).toEqual({ spendable: 0, total: 0 })
  expect(await amountsOf(holder.api, holder.dollars)).toEqual({ spendable: 0, total: 0 })
  expect(await bookedSteps(stack, sweep?.id)).toContain('post')
  expect((await timelineOf(holder.api, deposit.id)).join()).toContain('arrived at an account')
})

test('over a rail: the payout carries the remittance, and the deposit ends with it', async () => {
  const holder = await aHolder(stack)
  const bank = await anExternalAccount(holder.api, holder.customer)
  const rule = { remittanceInformation: 'Invoice 7/2026' }
  const account = await aRuleAccount(holder, bank, { rule })
  const deposit = await untilSwept(holder.api, await arriveAt(holder.api, account, AMOUNT))
  const { sweep } = await followersOf(holder, stack, deposit)
  expect([deposit.status, sweep?.status]).toEqual(['COMPLETED', 'COMPLETED'])
  expect(await control.acts(String(sweep?.id))).toEqual({ 'rail submit': 1 })
  const [order] = await rowsOf<{ text: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select instruction ->> 'remittanceInformation' as text from sandbox.payouts where reference = $1`,
    [sweep?.id],
  )
  expect(order?.text).toBe('Invoice 7/2026')
})

test('the rail reports a deposit fifty times: it is swept once', async () => {
  const holder = await aHolder(stack)
  const account = await aRuleAccount(holder, holder.wallet)
  const [row] = await rowsOf<{ reference: string }>(
    stack,
    'select funding_reference_of($1) as reference',
    [account.id.split(':')[1]],
  )
  const notice = {
    ...{ reference: row?.reference ?? '', amountMinor: String(AMOUNT), currency: 'USD' },
    id: randomUUID(),
  }
  await Promise.all(Array.from({ length: 50 }, () => control.arrive(notice)))
  const [deposit] = await waitUntil('the deposit is there', async () => {
    const all = await depositsOf(holder.api, account)
    return all.length === 0 ? undefined : all
  })
  await untilSwept(holder.api, deposit as Resource)
  await control.arrive(notice)
  const sweeps = await rowsOf(stack, 'select 1 from payments where source_account_id = $1', [
    account.id.split(':')[1],
  ])
  expect(sweeps.length).toBe(1)
  expect((await depositsOf(holder.api, account)).length).toBe(1)
})

test('what cannot be swept is credited to the holder’s own account, with its reason', async () => {
  const holder = await aHolder(stack)
  const { api, customer, dollars } = holder
  const bank = async (suffix: string): Promise<Resource> => anExternalAccount(api, customer, suffix)
  const gone = await bank('111')
  const removed = await aRuleAccount(holder, gone)
  shown('delete', await api.call('DELETE', `/customers/external-accounts/${gone.id}`), 204)
  const cases = [
    { account: removed, amount: 2_000, reason: 'SWEEP_QUOTE_FAILED', isPriced: false },
    {
      account: await aRuleAccount(holder, holder.wallet),
      ...{ amount: 99_999_999_999, reason: 'SWEEP_AMOUNT_OUT_OF_RANGE', isPriced: false },
    },
    {
      account: await aRuleAccount(holder, await bank('002')),
      ...{ amount: 3_000, reason: 'QUOTE_EXECUTION_FAILED', isPriced: true },
    },
    {
      account: await aRuleAccount(holder, await bank('004')),
      ...{ amount: 4_000, reason: 'ACCOUNT_CANNOT_RECEIVE', isPriced: true },
    },
  ]
  let own = 0
  for (const { account, amount, reason, isPriced } of cases) {
    const deposit = await untilSwept(api, await arriveAt(api, account, amount))
    const { sweep, given } = await followersOf(holder, stack, deposit)
    own += amount
    expect(deposit).toMatchObject({ status: 'FAILED', failureReason: reason })
    if (isPriced) expect(sweep).toMatchObject({ status: 'FAILED', failureReason: reason })
    else expect(sweep).toBeUndefined()
    expect(given).toMatchObject({
      ...{ status: 'COMPLETED', originalTransactionId: deposit.id },
      source: { sourceType: 'ACCOUNT', accountId: account.id },
      destination: { accountId: dollars.id },
      receivedAmount: { amount },
    })
    expect(await amountsOf(api, account)).toEqual({ spendable: 0, total: 0 })
    expect((await amountsOf(api, dollars)).spendable).toBe(own)
    expect((await timelineOf(api, deposit.id)).join()).toContain(
      'credited to the holder’s own account',
    )
  }
})

test('a payout that its bank returns comes back to the holder, never to the account', async () => {
  const holder = await aHolder(stack)
  const account = await aRuleAccount(holder, await anExternalAccount(holder.api, holder.customer))
  const deposit = await untilSwept(holder.api, await arriveAt(holder.api, account, AMOUNT))
  const { sweep } = await followersOf(holder, stack, deposit)
  expect(sweep?.status).toBe('COMPLETED')
  await control.force(String(sweep?.id), 'return')
  await waitUntil('the return is booked', async () => {
    const { status } = await untilEnded(holder.api, sweep?.id)
    return status === 'FAILED' || undefined
  })
  const after = await untilSwept(holder.api, deposit)
  const { given } = await followersOf(holder, stack, deposit)
  expect(after).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
  expect(given).toMatchObject({
    status: 'COMPLETED',
    destination: { accountId: holder.dollars.id },
  })
  expect((await amountsOf(holder.api, holder.dollars)).spendable).toBe(AMOUNT)
  expect(await amountsOf(holder.api, account)).toEqual({ spendable: 0, total: 0 })
})

test('no call pays into an account that sweeps, or out of it', async () => {
  const holder = await aHolder(stack)
  const account = await aRuleAccount(holder, holder.wallet)
  const fields = (answer: { body: Readonly<Record<string, unknown>> }): unknown =>
    (answer.body.details as { errors: { field: string }[] }).errors.map(({ field }) => field)
  const out = await askQuote(holder.api, from(account), to(holder.wallet), 100)
  expect([out.status, fields(out)]).toEqual([400, ['source.accountId']])
  const into = await askQuote(holder.api, from(holder.dollars), to(account), 100)
  expect([into.status, fields(into)]).toEqual([400, ['destination.accountId']])
})

test('what a rule may not name is refused, with its field', async () => {
  const holder = await aHolder(stack)
  const bank = await anExternalAccount(holder.api, holder.customer)
  const other = await aHolder(stack)
  const foreign = await aHolder(stack, { platform: await aPlatform(stack) })
  const first = await aRuleAccount(holder, holder.wallet)
  const business = await createCustomer(holder.api, {
    ...{
      customerType: 'BUSINESS',
      fullName: undefined,
      birthDate: undefined,
      nationality: undefined,
    },
    businessInfo: { legalName: 'Acme', country: 'US' },
  }).catch(() => undefined)
  const place = 'sweepRule.destination.accountId'
  const own = { id: holder.wallet.id }
  const cases: readonly [
    string,
    Promise<{ status: number; body: Readonly<Record<string, unknown>> }>,
    readonly string[],
  ][] = [
    ['a cycle', askRuleAccount(holder, first), [place]],
    ['another customer’s account', askRuleAccount(holder, other.wallet), [place]],
    [
      'the rail of an internal account',
      askRuleAccount(holder, { ...own, paymentRail: 'ACH' }),
      ['sweepRule.destination.paymentRail'],
    ],
    [
      'a rail that it has not',
      askRuleAccount(holder, { id: bank.id, paymentRail: 'PIX' }),
      ['sweepRule.destination.paymentRail'],
    ],
    [
      'another currency',
      askRuleAccount(holder, own, { fields: { currency: 'EUR' } }),
      ['currency'],
    ],
    ['another type', askRuleAccount(holder, own, { fields: { type: 'INTERNAL_FIAT' } }), ['type']],
    ['no rule', askRuleAccount(holder, own, { fields: { sweepRule: undefined } }), ['sweepRule']],
    [
      'no customer',
      askRuleAccount(holder, own, { fields: { customerId: undefined } }),
      ['customerId'],
    ],
    [
      'a member that is not known',
      askRuleAccount(holder, own, { fields: { minimum: 1 } }),
      ['minimum'],
    ],
    [
      'a fee of its own',
      askRuleAccount(holder, own, { rule: { platformFeeOverride: null } }),
      ['sweepRule.platformFeeOverride'],
    ],
    [
      'a text that is not ASCII',
      askRuleAccount(holder, own, { rule: { remittanceInformation: 'Mietè' } }),
      ['sweepRule.remittanceInformation'],
    ],
    [
      'a label that is too long',
      askRuleAccount(holder, own, { fields: { label: 'x'.repeat(256) } }),
      ['label'],
    ],
    ...(business === undefined
      ? []
      : [
          [
            'a business',
            askRuleAccount({ ...holder, customer: business }, own),
            ['customerId'],
          ] as const,
        ].map((each) => each as never)),
  ]
  for (const [name, asked, fields] of cases) {
    const { status, body } = await asked
    const found = ((body.details as { errors?: { field: string }[] })?.errors ?? []).map(
      ({ field }) => field,
    )
    expect([name, status, body.code], JSON.stringify(body)).toEqual([name, 400, 'INVALID_INPUT'])
    expect(found, name).toEqual(expect.arrayContaining([...fields]))
  }
  const unknown = await askRuleAccount(holder, foreign.wallet)
  expect([unknown.status, unknown.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  const refused = await askRuleAccount({ ...holder, customer: foreign.customer }, own)
  expect([refused.status, refused.body.code]).toEqual([404, 'USER_NOT_FOUND'])
})

test('a key is one account, however often it is used; another body conflicts', async () => {
  const holder = await aHolder(stack)
  const key = `rule ${randomUUID()}`
  const ask = () => askRuleAccount(holder, holder.wallet, { key })
  const answers = await Promise.all(Array.from({ length: 50 }, ask))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const other = await askRuleAccount(holder, holder.dollars, { key })
  expect([other.status, other.body.code]).toEqual([409, 'CONFLICT'])
  const keyless = await Promise.all([1, 2].map(() => askRuleAccount(holder, holder.wallet)))
  expect(new Set(keyless.map(({ body }) => body.id)).size).toBe(2)
  const long = await askRuleAccount(holder, holder.wallet, { key: 'x'.repeat(256) })
  expect(long.status).toBe(400)
})

test('a key gets its account when what the request names has gone since', async () => {
  const holder = await aHolder(stack)
  const { api, customer } = holder
  const bank = await anExternalAccount(api, customer)
  const key = `rule ${randomUUID()}`
  const made = await aRuleAccount(holder, bank, { key })
  const repeated = async (): Promise<Resource> =>
    shown('repeat', await askRuleAccount(holder, bank, { key }), 200)
  shown('delete', await api.call('DELETE', `/customers/external-accounts/${bank.id}`), 204)
  expect(await repeated()).toMatchObject({ id: made.id, status: 'ACTIVE' })
  shown('delete', await api.call('DELETE', `/customers/${customer.id}`), 200)
  expect(await repeated()).toMatchObject({ id: made.id, status: 'CLOSED' })
})

test('a bank account with the number of one that sweeps is none to sweep to, however it is written', async () => {
  const holder = await aHolder(stack)
  const number = String(numberIn(await aRuleAccount(holder, holder.wallet)))
  for (const written of [number, `00${number}`]) {
    const accountInfo = {
      ...{ accountType: 'USD_ACCOUNT', accountNumber: written, routingNumber: '021000021' },
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    }
    const bank = shown(
      'bank',
      await holder.api.call('POST', '/customers/external-accounts', {
        ...{ customerId: holder.customer.id, currency: 'USD', accountInfo },
      }),
      201,
    )
    const { status, body } = await askRuleAccount(holder, bank)
    expect([written, status, body.code]).toEqual([written, 400, 'INVALID_INPUT'])
  }
})

test('a customer has a hundred of them, exactly, under fifty at once', async () => {
  const holder = await aHolder(stack)
  const statuses: number[] = []
  // The last fifty at once cross the limit.
  for (const many of [30, 50, 50]) {
    const answers = await Promise.all(
      Array.from({ length: many }, () => askRuleAccount(holder, holder.wallet)),
    )
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 201).length).toBe(100)
  expect(statuses.filter((status) => status === 400).length).toBe(30)
})

test('where the operator has not enabled them nothing is made', async () => {
  const platform = await aPlatform(stack)
  const holder = await aHolder(stack, { platform })
  await rowsOf(
    stack,
    `update platforms set has_rule_accounts = false
      where id = (select platform_id from tokens where client_id = $1)`,
    [platform.clientId],
  )
  const { status, body } = await askRuleAccount(
    { ...holder, api: apiOf(stack, platform) },
    holder.wallet,
  )
  expect([status, body.code]).toEqual([403, 'FORBIDDEN'])
})
