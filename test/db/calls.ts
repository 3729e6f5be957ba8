/** Calls the SQL functions, so that the plan of each statement in them is read. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../../db/database.ts'
import { anAgent, openPolicy } from '../unit/agentFixture.ts'
import { aLedgerFixture, type Shape, shapes } from '../unit/ledgerFixture.ts'
import type { ExplainingDatabase } from './explained.ts'
import { callRails } from './railCalls.ts'

type Fixture = Awaited<ReturnType<typeof aLedgerFixture>>

/** Payments of every shape, to each of their ends. */
export async function callPayments(
  { database, plans }: Pick<ExplainingDatabase, 'database' | 'plans'>,
  url: string,
): Promise<Fixture> {
  const fixture = await aLedgerFixture(database as never, url)
  // The fixture's own statements are no concern of ours.
  plans.length = 0
  await database.query({
    text: `update platforms set webhook_endpoint = 'http://127.0.0.1:1/' where id = $1`,
    values: [fixture.platformId],
  })
  await fixture.fund(0, 1_000_000, randomUUID())
  for (const shape of shapes) {
    for (const end of ends) await callPayment(fixture, shape, end)
  }
  // The sandbox plays the payer of a collection.
  const pulled = fixture.planned('PULLED_OWN', 1_000)
  await fixture.create(pulled)
  await fixture.ask('execute_payment', {
    ...{ paymentId: pulled.id, platformId: fixture.platformId },
    ...{ requestHash: 'ab', settlesCollection: true },
  })
  // The same transfer twice, and looked for.
  const placed = fixture.planned('BANK', 1_000)
  for (let time = 0; time < 2; time += 1) await fixture.place(placed)
  const { platformId } = fixture
  await fixture.ask('find_payment_decision', { paymentId: placed.id, platformId })
  const funded = fixture.planned('FUNDED_BANK', 1_000)
  await fixture.create(funded)
  await database.query({
    text: `select receive_deposit(environment, 'deposit of ' || id, funding_reference, sending_amount, sending_currency)
      from payments where id = $1`,
    values: [funded.id],
  })
  await fixture.ask('claim_pending_starts', 10, 60)
  await fixture.ask('not_after', new Date(Date.now() + 60_000).toISOString())
  await callTerms(database, fixture)
  return fixture
}

type End = (fixture: Fixture, id: string, transactionId: string) => Promise<unknown>

const ends: readonly End[] = [
  (fixture, id) =>
    fixture.ask('fail_payment', id, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', 'FAILED'),
  async (fixture, id) => {
    await fixture.ask('prepare_rail_call', id, 'PAYOUT', 1)
    await fixture.ask('record_rail_settlement', id)
    await fixture.ask('settle_payment', id)
    await fixture.ask('return_payment', id, 'PAYOUT_RETURNED')
    await fixture.ask('refund_from_suspense', id)
  },
  async (fixture, id, transactionId) => {
    await fixture.ask('request_cancel', fixture.platformId, transactionId, 'test')
    await fixture.ask(
      'fail_payment',
      id,
      'ACCOUNT_CANNOT_RECEIVE',
      'TRANSACTION_FAILED',
      'COMPLETED',
    )
    await fixture.ask('settle_late_collection', id)
    await fixture.ask('prepare_rail_call', id, 'REFUND', 1)
    await fixture.ask('request_stop', id, true)
    await fixture.ask('settle_unconfirmed', id, true)
    await fixture.ask('fail_refund', id, 1)
    await fixture.ask('settle_refund', id, false)
    await fixture.ask('reopen_refund', id, 2)
    await fixture.ask('settle_refund', id, true)
    await fixture.ask('return_refund', id, 2)
    await fixture.ask('settle_late_refund', id, 1)
  },
  async (fixture, id) => {
    await fixture.ask('prepare_rail_call', id, 'COLLECTION', 1)
    await fixture.ask('request_stop', id, false)
    await fixture.ask('book_collection', id)
    await fixture.ask('return_collection', id)
    await fixture.ask('resolve_collection', id, 'paid')
    await fixture.ask('expire_payment', id)
  },
  async (fixture, id) => {
    await fixture.ask('prepare_rail_call', id, 'PAYOUT', 1)
    await fixture.ask('settle_unconfirmed', id, false)
    await fixture.ask('confirm_rail_order', id, 'PAYOUT', 1)
    await fixture.ask('reverse_payout', id, 'PAYOUT_RETURNED')
    await fixture.ask('settle_reversed_payout', id)
    await fixture.ask('record_decision', id, 'DECIDED', { by: 'test' })
  },
  async (fixture, id) => {
    await fixture.ask(
      'fail_payment',
      id,
      'ACCOUNT_CANNOT_RECEIVE',
      'TRANSACTION_FAILED',
      'COMPLETED',
    )
    await fixture.ask('record_rail_settlement', id)
    await fixture.ask('return_payment', id, 'PAYOUT_RETURNED')
  },
  async (fixture, id) => {
    await fixture.ask('start_approval_request', id)
    await fixture.ask('record_approval_decision', id, { decision: 'APPROVED', by: 'call' })
    await fixture.ask('book_notice', 'SANDBOX', `rail reference of ${id}`, 'SETTLED')
  },
]

/** Readings of feeds, to each of their ends, and what operators decide about them. */
async function callRates(
  database: Queryable,
  call: (name: string, ...args: unknown[]) => Promise<unknown>,
): Promise<void> {
  const reading = (text: string, at: string) => ({
    rates: [{ currency: 'GBP', numerator: text, denominator: '1000', sourceTime: at }],
    missing: ['XAF'],
    validators: {},
  })
  const claim = `select * from claim_rate_sources('SANDBOX', array['OPEN_EXCHANGE_RATES', 'ECB'], 30)`
  await database.query({ text: claim })
  const at = (day: number) => `2026-01-0${day}T00:00:00Z`
  await call('record_rate_reading', 'SANDBOX', 'ECB', reading('744', at(1)), 1)
  for (const [day, rate] of [744, 900, 901, 744].entries()) {
    const said = reading(String(rate), at(day + 1))
    await call('record_rate_reading', 'SANDBOX', 'OPEN_EXCHANGE_RATES', said, 1)
  }
  await call('record_rate_reading', 'SANDBOX', 'OPEN_EXCHANGE_RATES', null, 1)
  await call('note_rate_failure', 'SANDBOX', 'ECB', 'UNAVAILABLE', 1)
  const waiting = await database.one<{ id: bigint }>({
    text: `select waiting_id as id from exchange_rates where currency = 'GBP' and environment = 'SANDBOX'`,
  })
  await call('accept_rate', 'SANDBOX', 'GBP', String(waiting.id), 'test')
  const until = new Date(Date.now() + 60_000).toISOString()
  await call('override_rate', 'SANDBOX', 'GBP', '744', '1000', until, 'test', 'test')
  await call('end_rate_override', 'SANDBOX', 'GBP', 'test')
  await call('set_rate_spread', 'SANDBOX', 'USD', 'GBP', null, 20, 'test', 'test')
  await call('rate_spread', 'SANDBOX', 'USD', 'GBP', null)
  await call('are_rates_usable', 'SANDBOX', {
    sending: { currency: 'USD' },
    receiving: { currency: 'GBP' },
  })
  await call('oldest_rate_age_ratio')
  await call('minor_rate', 'SANDBOX', 'USD', 'EUR')
}

/** Limits and fees, and payments that they count. */
async function callTerms(database: Queryable, fixture: Fixture): Promise<void> {
  const { platformId } = fixture
  const call = (name: string, ...args: unknown[]) => fixture.ask(name, ...args)
  await call('lock_terms', 'Limit:SANDBOX/DAILY_VOLUME')
  const set = (name: string, currency: string | null, maximum: string) =>
    database.query({
      text: `select set_payment_limit('SANDBOX', $1, $2, $3, $4, false, null, 'test', 'test')`,
      values: [platformId, name, currency, maximum],
    })
  await set('DAILY_VOLUME', 'EUR', '100000000')
  await set('PAYEE_DAILY_PAYMENTS', null, '1000')
  await database.query({
    text: `select set_service_fee('SANDBOX', $1, 'USD', 'FIAT', 10, 50, null, 'test', 'test')`,
    values: [platformId],
  })
  await database.query({
    text: `select own_terms('SANDBOX', 'USD', 'EUR'), next_terms_at('SANDBOX', 'USD', 'EUR'),
      largest_payment('SANDBOX', $1, 'USD', 'EUR')`,
    values: [platformId],
  })
  const counted = fixture.planned('BANK', 1_001)
  await fixture.create(counted)
  await fixture.execute(counted)
  await call('fail_payment', counted.id, 'PAYOUT_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
  const next = fixture.planned('BANK', 1_002)
  await fixture.create(next)
  await fixture.execute(next)
}

/** Actions of an agent, to each of their ends. */
export async function callAgents(database: Queryable, fixture: Fixture): Promise<void> {
  const agent = await anAgent(database as Database, fixture, openPolicy)
  const pending = { ...openPolicy, defaultExecutionMode: 'APPROVAL_REQUIRED' }
  for (const kind of ['QUOTE', 'TRANSFER_OUT']) {
    await agent.setPolicy(openPolicy)
    await agent.execute(await agent.aPayment('BANK', 1_000, kind))
    // Nobody has to approve it.
    await agent.submit(await agent.aPayment('BANK', 1_000, kind))
    await agent.setPolicy(pending)
    await agent.execute(await agent.aPayment('BANK', 1_000, kind))
    for (const decision of ['APPROVE', 'REJECT'] as const) {
      const payment = await agent.aPayment('BANK', 1_000, kind)
      await agent.submit(payment)
      const { actionId } = payment
      await fixture.ask('find_submitted_action', { agentId: agent.id, actionId })
      await fixture.ask('find_action_decision', { actionId, decision })
      await agent.decide(payment, decision)
    }
    const failing = await agent.aPayment('BANK', 1_000, kind)
    await agent.submit(failing)
    await agent.submit(await agent.aPayment('BANK', 1_000, kind))
    await agent.setPolicy({ ...pending, permissions: [] })
    await agent.decide(failing, 'APPROVE')
  }
  await agent.setPolicy(pending)
  const expiring = await agent.aPayment('BANK', 1_000)
  await agent.submit(expiring)
  await database.query({
    text: 'update payments set expires_at = service_now() where id = $1',
    values: [expiring.id],
  })
  await fixture.ask('expire_payment', expiring.id)
  for (const text of [
    `select claim_agent_intent($1, '\\xab', gen_random_uuid())`,
    'select judge_last_actions($1, null, 10)',
    `select restate_agent_usage($1, 'EUR')`,
    'select reject_pending_actions($1)',
    'select agent_usage_of($1)',
  ]) {
    await database.query({ text, values: [agent.id] })
  }
}

/** Created and executed, and both at once. */
async function callPayment(fixture: Fixture, shape: Shape, end: End): Promise<void> {
  // A call that is not for this shape may be an error: what it has read until then is explained too.
  const willing: Fixture = {
    ...fixture,
    ask: (name, ...values) => fixture.ask(name, ...values).catch(() => undefined),
  }
  for (const isPlaced of [false, true]) {
    const planned = fixture.planned(shape, 1_000)
    if (isPlaced) await fixture.place(planned)
    else {
      await fixture.create(planned)
      await fixture.execute(planned, planned.isFunded ? '1000' : undefined)
    }
    await end(willing, planned.id, planned.transactionId)
  }
}

/** A wallet's life: codes, logins, credentials, contacts. @returns the customer's id */
export async function callWallet(database: Queryable, platformId: string): Promise<string> {
  const call = (name: string, ...values: readonly unknown[]): Promise<unknown[]> =>
    database.query({
      text: `select ${name}(${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: values.map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    })
  const [customerId, accountId, credentialId] = [randomUUID(), randomUUID(), randomUUID()]
  const [platform] = await database.query<{ uma_domain: string }>({
    text: 'select uma_domain from platforms where id = $1',
    values: [platformId],
  })
  const domain = platform?.uma_domain
  const email = `${customerId}@example.com`
  const customer = {
    id: customerId,
    platformId,
    platformCustomerId: customerId,
    customerType: 'INDIVIDUAL',
    umaAddress: `$${customerId}@${domain}`,
    email,
    currencies: ['USDB'],
    profile: {},
    accounts: [{ id: accountId, currency: 'USDB', type: 'EMBEDDED_WALLET' }],
    credentialId,
    key: customerId,
    requestHash: 'ab',
  }
  await call('create_customer', customer)
  await call('find_customer_creation', customer)
  await call('create_customer', { ...customer, id: randomUUID(), key: randomUUID() })
  const waiting = randomUUID()
  await call('create_customer', {
    ...customer,
    ...{ id: waiting, platformCustomerId: waiting, key: waiting, email: undefined },
    umaAddress: `$${waiting}@${domain}`,
    accounts: [{ id: randomUUID(), currency: 'USDB', type: 'EMBEDDED_WALLET' }],
  })
  await call('change_customer', waiting, { email: `first-${email}`, profile: {} })
  await call('activate_wallet', accountId, 'sub', 'user', 'wallet', 'address')
  await call('next_timestamp_ms', accountId)

  const base = { credentialId, platformId }
  const rate = { burst: 100, secondsPerCode: 1 }
  const expiresAt = new Date(Date.now() + 900_000).toISOString()
  const code = async (number: number): Promise<string> => {
    await call('issue_otp', { ...base, ...rate, number })
    await call('running_start', 'OTP_ISSUANCE', credentialId, number)
    await call('settle_otp_issuance', credentialId, number, 'otp', 'bundle', 300, null)
    const verificationId = randomUUID()
    const attempt = { path: '/', requestHash: 'ab', encryptedBundle: 'x', attemptsMax: 5 }
    await call('reserve_otp_attempt', { ...base, ...attempt, number, verificationId })
    return verificationId
  }
  await call('refuse_otp', await code(1), 'UNAUTHORIZED', 'wrong', true)
  await call('start_otp_issuance', credentialId, 1)
  await call('give_up_otp_issuance', credentialId, 1)
  const login = async (number: number): Promise<string> => {
    const [verificationId, requestId] = [await code(number), randomUUID()]
    const accepted = { payloadToSign: 'x', publicKey: 'key', verificationToken: 'token' }
    await call('accept_otp', { verificationId, requestId, ...accepted, lifetimeSeconds: 300 })
    return requestId
  }
  const claim = (requestId: string, more: object = {}): Promise<unknown> =>
    call('claim_request', { requestId, platformId, publicKey: 'key', ...more })
  const requestId = await login(2)
  await claim(requestId)
  const sessionId = randomUUID()
  const session = { sessionId, apiKeyId: 'key', publicKey: 'key', expiresAt }
  await call('record_operation', { requestId, ...session })

  const operate = async (
    operation: string,
    stampRule: string,
    more: object,
    end: 'record' | 'fail' | 'local' = 'record',
  ): Promise<void> => {
    const id = randomUUID()
    const shown = { method: 'POST', path: '/', bodyHash: 'ab', payloadToSign: 'x' }
    const opened = {
      id,
      platformId,
      accountId,
      operation,
      stampRule,
      ...shown,
      lifetimeSeconds: 300,
    }
    await call('open_request', { ...opened, ...more })
    const input = { requestId: id, platformId, publicKey: 'key' }
    if (end === 'local') await call('apply_local_request', input)
    else await claim(id)
    if (end === 'record') {
      await call('record_operation', {
        requestId: id,
        ...session,
        sessionId: randomUUID(),
        ...rate,
      })
    }
    if (end === 'fail') await call('fail_request', id, 'CONFLICT', 'no')
  }
  const added = randomUUID()
  const passkey = {
    type: 'PASSKEY',
    nickname: 'key',
    webauthnId: added,
    registrationChallenge: 'x',
  }
  await operate('ADD_CREDENTIAL', 'ANY_SESSION', { intent: { ...passkey, credentialId: added } })
  const phone = { type: 'SMS_OTP', nickname: '+1', contact: '+1' }
  await operate('ADD_CREDENTIAL', 'ANY_SESSION', {
    intent: { ...phone, credentialId: randomUUID() },
  })
  const identity = { type: 'OAUTH', nickname: 'x', issuer: 'i', audience: 'a', subject: added }
  await operate(
    'ADD_CREDENTIAL',
    'ANY_SESSION',
    {
      intent: { ...identity, credentialId: randomUUID() },
    },
    'fail',
  )
  await operate('REVOKE_CREDENTIAL', 'SESSION_OF_ANOTHER_CREDENTIAL', { credentialId: added })
  await operate('REFRESH_SESSION', 'THAT_SESSION', { sessionId })
  await login(3)
  await operate('CONTACT_CHANGE', 'ANY_SESSION', {
    customerId,
    intent: {
      credentialType: 'EMAIL_OTP',
      contact: `new-${email}`,
      credentials: credentialId,
      fields: { email: `new-${email}`, umaAddress: `$new-${customerId}@${domain}`, profile: {} },
    },
  })
  await operate('PRIVACY', 'NO_STAMP', { intent: { privateEnabled: true } }, 'local')
  await call('contact_taken', customerId, 'EMAIL_OTP', email)
  await call('unlock_credentials', accountId, null, 'test')
  await call('update_customer', customerId, { email, profile: {} })
  await operate('REVOKE_SESSION', 'THAT_SESSION', { sessionId })
  await call('purge_expired_secrets')
  await call('purge_agent_intents')
  return customerId
}

/** An invitation that is claimed by another customer of the platform, and one that is cancelled. */
async function callInvitations(
  database: Queryable,
  call: (name: string, ...values: readonly unknown[]) => Promise<unknown>,
  platformId: string,
  customerId: string,
): Promise<void> {
  await database.query({
    text: `update platforms set invitation_url = 'https://x.example' where id = $1`,
    values: [platformId],
  })
  const [inviterUma, inviteeUma] = await Promise.all(
    ['=', '<>'].map(async (is) => {
      const { uma } = await database.one<{ uma: string }>({
        text: `select uma_address as uma from customers where platform_id = $1 and id ${is} $2
          and not is_deleted order by platform_customer_id limit 1`,
        values: [platformId, customerId],
      })
      return uma
    }),
  )
  for (const end of ['claim', 'cancel']) {
    const code = randomUUID()
    await call('create_invitation', { platformId, code, inviterUma, amountToSend: 1 })
    await call('find_invitation', platformId, code)
    if (end === 'claim') await call('claim_invitation', platformId, code, inviteeUma)
    await call('cancel_invitation', platformId, code)
  }
}

/** External accounts, deposits, webhooks and upkeep. */
export async function callOthers(
  database: Queryable,
  platformId: string,
  customerId: string,
): Promise<void> {
  const call = async (name: string, ...values: readonly unknown[]): Promise<unknown> => {
    const [row] = await database.query<{ answer: unknown }>({
      text: `select ${name}(${values.map((_, index) => `$${index + 1}`).join(', ')}) as answer`,
      values: values.map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    })
    return row?.answer
  }
  for (const isProven of [true, false]) {
    const [id, challenge] = [randomUUID(), randomUUID()]
    await call('create_external_account', {
      id,
      platformId,
      customerId,
      accountType: 'SPARK_WALLET',
      currency: 'USDB',
      status: 'UNVERIFIED',
      isDefault: true,
      accountInfo: {},
      identity: id,
    })
    const opened = { id: challenge, accountId: id, method: 'LIVENESS', message: 'x' }
    await call('open_ownership_challenge', { ...opened, lifetimeSeconds: 300, succeeds: true })
    await call('finish_ownership_challenge', challenge, isProven)
    await callValidations(call, platformId, customerId)
    if (isProven) await call('remove_external_account', platformId, id, false)
    else await call('delete_external_account_by_agent', platformId, customerId, id)
  }
  await call('is_pull_disputed', randomUUID())
  await call('receive_deposit', 'SANDBOX', randomUUID(), 'nobody waits', '5', 'USD')
  await callRuleAccounts(call, platformId, customerId)
  await callAddedCurrencies(database, call, platformId)
  await call('emit_event', platformId, 'TEST', `PlatformConfig:${platformId}`, {})
  await callWebhooks(database, call, platformId)
  await callAgentManagement(call, platformId, customerId)
  await callInvitations(database, call, platformId, customerId)
  await call('delete_token', platformId, randomUUID(), platformId)
  for (const kind of (await call('open_row_cursors')) as readonly string[]) {
    const page = (await call('claim_sweep_page', kind, 0, 100)) as { pass: number } | null
    if (page !== null) await call('report_sweep_page', kind, page.pass, 0)
  }
  await database.query({
    text: `insert into rail_notice_dead_letters (environment, event_id, notice, error)
      values ('SANDBOX', '1', '{}', '') on conflict do nothing`,
  })
  await call('claim_dead_letters', 'SANDBOX', 'RAIL', 10)
  await call('defer_dead_letter', 'SANDBOX', 'RAIL', '1')
  await callRails(database, call)
  await callDeposits(call, platformId)
  await callTakeOvers(database, call, platformId)
  await call('open_rows_without_workflow')
  await call('flag_overdue_payments', 0)
  await database.query({ text: 'select * from waits_to_show(0, 10)' })
  await call('note_shown_wait', 'WAITING', 'Transaction:none')
  await database.query({ text: 'select * from inbox_items(0)' })
  await database.query({
    text: 'select payment_state(q) from payments q where q.id = $1',
    values: [randomUUID()],
  })
  await call('is_worth_more', null, '100', 'USD', 2, 1)
  await callRates(database, call)
  await call('order_decision', randomUUID())
  await call('order_open_decisions')
  await call('pause_payouts', 'PRODUCTION', null, 'test', 'test')
  await call('resume_payouts', 'PRODUCTION', null, 'test')
  await call('freeze_subject', `Customer:${customerId}`, 'test', 'test')
  await call('release_subject', `Customer:${customerId}`, 'test', 'test')
  const [payment] = await database.query<{ id: string }>({
    text: 'select id from payments limit 1',
  })
  await call('prepare_payout', payment?.id)
  await database.query({
    text: 'select * from resumed_payouts($1, 10)',
    values: ['00000000-0000-0000-0000-000000000000'],
  })
  await call('heartbeat_pools', '{pool}', '20 seconds')
  await call('release_job_pool', 'pool')
  await call('due_jobs', 50)
}

/** Accounts in currencies that are added later. */
async function callAddedCurrencies(
  database: Queryable,
  call: Call,
  platformId: string,
): Promise<void> {
  for (const [currency, type] of [
    ['CHF', 'INTERNAL_FIAT'],
    ['USDT', 'INTERNAL_CRYPTO'],
  ]) {
    await database.query({
      text: 'insert into added_currencies (platform_id, currency, account_type) values ($1, $2, $3)',
      values: [platformId, currency, type],
    })
    for (const max of [2, 100]) await call('open_added_accounts', platformId, currency, max)
  }
}

/** An account that sweeps, with deposits that wait, are swept and are not. */
async function callRuleAccounts(call: Call, platformId: string, customerId: string): Promise<void> {
  const [id, holderAccountId] = [randomUUID(), randomUUID()]
  await call(
    'open_internal_account',
    holderAccountId,
    platformId,
    customerId,
    'INTERNAL_FIAT',
    'USD',
    'ACTIVE',
  )
  const rule = {
    destination: { accountId: `InternalAccount:${holderAccountId}` },
    ...{ currency: 'USD', description: 'test' },
  }
  const account = { id, platformId, customerId, currency: 'USD', holderAccountId, rule }
  const name = { operation: 'createInternalAccount', key: randomUUID(), requestHash: '00' }
  await call('create_rule_account', { ...account, ...name })
  await call('create_rule_account', { ...account, ...name })
  const reference = await call('funding_reference_of', id)
  const receive = async (): Promise<unknown> => {
    const deposit = randomUUID()
    await call('receive_deposit', 'SANDBOX', deposit, reference, '100', 'USD')
    return call('deposit_uuid', 'SANDBOX', deposit)
  }
  const depositId = await receive()
  await call('queue_waiting_sweeps', '-1 minute', 10)
  await call('sweep_facts', depositId)
  await call('sweep_deposit', { depositId, payout: 'x', failure: 'SWEEP_QUOTE_FAILED' })
  const row = {
    ...{ id: randomUUID(), transaction_id: randomUUID(), platform_id: platformId, kind: 'QUOTE' },
    ...{ steps: [], source: {}, destination: {}, customer_id: customerId, expires_at: 'infinity' },
    ...{
      source_type: 'RULE_BASED',
      source_account_id: id,
      incoming_transaction_id: await receive(),
    },
    ...{ destination_internal_id: holderAccountId, locked_side: 'SENDING', exchange_rate: '1' },
    ...{ sending_currency: 'USD', receiving_currency: 'USD', sending_amount: 100 },
    ...{
      receiving_amount: 100,
      service_fee: 0,
      platform_fee: 0,
      created_at: '2026-01-15T09:30:00Z',
    },
  }
  const executedAt = '2026-01-15T09:30:00Z'
  await call('take_over_payment', { paymentId: row.id, platformId, row, executedAt })
}

/** Deposits of accounts, and an operator's decisions about those that nothing has taken. */
async function callDeposits(call: Call, platformId: string): Promise<void> {
  const accountId = randomUUID()
  await call('open_internal_account', accountId, platformId, null, 'INTERNAL_FIAT', 'USD', 'ACTIVE')
  for (const provider of [undefined, 'RAIL'] as const) {
    await call('keep_funding_instructions', {
      accounts: [{ id: accountId, instructions: provider ? [{}] : [], provider }],
    })
  }
  const reference = await call('funding_reference_of', accountId)
  const receive = async (of: unknown): Promise<unknown> => {
    const id = randomUUID()
    await call('receive_deposit', 'SANDBOX', id, of, '100', 'USD')
    return call('deposit_uuid', 'SANDBOX', id)
  }
  await receive(reference)
  const [one, two, three] = [await receive('x'), await receive('x'), await receive('x')]
  await call('apply_deposit_to_account', one, accountId, 'test', 'test')
  await call('apply_deposit_to_payment', two, randomUUID(), 'test', 'test')
  for (const [attempt, state] of [
    [1, 'FAILED'],
    [2, 'SETTLED'],
    [3, 'PENDING'],
  ] as const) {
    const deposit = attempt === 3 ? three : two
    await call('return_deposit', deposit, 'test', 'test')
    await call('prepare_deposit_return', deposit, attempt === 3 ? 1 : attempt)
    const of = `Deposit:${deposit}/return${attempt === 2 ? '/2' : ''}`
    await call('book_deposit_return', 'SANDBOX', of, state)
  }
  await call('book_deposit_return', 'SANDBOX', `Deposit:${two}/return/2`, 'FAILED')
  for (const _ of [1, 2]) await call('decide_contradicted_return', two, false, 'test', 'test')
  const lost = `Deposit:${String(one)}/return`
  await call('take_over_deposit_return', {
    environment: 'SANDBOX',
    reference: lost,
    state: 'PENDING',
  })
}

/** After a restore of the database: a payment whose row is lost, and what is found without rows. */
async function callTakeOvers(database: Queryable, call: Call, platformId: string): Promise<void> {
  const [row] = await database.query<{ row: object; id: string; transaction_id: string }>({
    text: `select to_jsonb(q) || jsonb_build_object('id', x, 'transaction_id', y, 'funding_reference', null,
        'incoming_transaction_id', null) as row, x::text as id, 'Transaction:' || y as transaction_id
      from payments q, gen_random_uuid() x, gen_random_uuid() y
      where platform_id = $1 and 'PAY_OUT' = any (steps) and source_account_id is not null limit 1`,
    values: [platformId],
  })
  if (row === undefined) throw new Error('no payment to take over')
  const taken = {
    ...{ paymentId: row.id, platformId, row: row.row },
    executedAt: new Date().toISOString(),
  }
  await call('keep_unknown_notice', 'SANDBOX', 'RAIL', '1', row.transaction_id, '{}', false)
  await database.query({ text: 'select * from unknown_rail_references()' })
  await call('take_over_payment', { ...taken, isTrial: true })
  await call('take_over_payment', taken)
  await database.query({ text: `select * from unsent_rail_orders('SANDBOX')` })
  await call('take_over_authorization', taken.paymentId)
  await call('take_over_rail_order', taken.paymentId, 'PAYOUT', 1)
  await call(
    'take_over_failure',
    ...[taken.paymentId, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', 'COMPLETED'],
  )
  await call('known_rail_notices', 'SANDBOX', 'RAIL', 10)
  await call('take_over_deposit', 'SANDBOX', randomUUID(), 'unknown', '100', 'USD')
  const lost = {
    ...{ environment: 'SANDBOX', reference: `Transaction:${randomUUID()}`, accountId: null },
    ...{ sendingCurrency: 'USD', sendingAmount: '100' },
    ...{ receivingCurrency: 'USD', receivingAmount: '100' },
  }
  await call('book_lost_payout', lost)
  await call('is_lost_payout_booked', lost.reference)
  await call('undo_lost_payout', lost.reference)
  await call('claim_run_window', 0, 600, 6)
  const runs = ['Quote', 'Request', 'Customer', 'Card', 'Document', 'Verification'].map((kind) => ({
    ...{ workflowId: `${kind}:${randomUUID()}`, runId: randomUUID(), state: 'MISSING' },
    closedAt: new Date().toISOString(),
  }))
  await call('report_run_window', new Date().toISOString(), { runs })
  await call('decide_finding', lost.reference, 'test', 'test')
  await call('stop_import', randomUUID(), 'test')
  await call('drop_found_rows')
  await database.query({ text: 'select is_store_behind()' })
  await database.query({ text: 'select * from listed_findings()' })
  await call('end_run_comparison', new Date().toISOString())
}

type Call = (name: string, ...values: readonly unknown[]) => Promise<unknown>

/** Accounts that the bank knows, does not know, and that are deleted before it has answered. */
async function callValidations(call: Call, platformId: string, customerId: string): Promise<void> {
  for (const word of ['SENT', 'KNOWN', 'INVALID', 'REVIEW'] as const) {
    const id = randomUUID()
    await call('create_external_account', {
      ...{ id, platformId, customerId, accountType: 'USD_ACCOUNT', currency: 'USD' },
      ...{ status: 'PENDING', isDefault: false, accountInfo: {}, identity: id },
      validation: { method: word === 'KNOWN' ? 'NAME' : 'BANK', provider: 'SANDBOX' },
    })
    await call('account_to_validate', id)
    const correction = { routingNumber: '101050001' }
    await call('record_account_validation', id, { word, code: 'R03', correction })
    await call('decide_account_review', id, true, 'Ada')
    await call('remove_external_account', platformId, id, false)
  }
  await call('silence_of_validation', 'PRODUCTION')
  for (const amounts of ['{1,1}', '{11,22}']) await callMicroEntries(call, platformId, amounts)
}

/** Wrong amounts, and right ones, after one of which an entry comes back. */
async function callMicroEntries(call: Call, platformId: string, amounts: string): Promise<void> {
  const id = randomUUID()
  await call('create_external_account', {
    ...{ id, platformId, accountType: 'USD_ACCOUNT', currency: 'USD', status: 'PENDING' },
    ...{ isDefault: false, accountInfo: {}, identity: id },
    validation: { method: 'MICRO_ENTRIES', provider: 'SANDBOX' },
  })
  const reference = `ExternalAccount:${id}/micro-entry/`
  for (const number of [1, 2]) {
    await call('prepare_micro_entry', id, number)
    const request = { network: 'ACH', path: '/ach_transfers', body: '{}' }
    await call('keep_rail_request', `${reference}${number}`, request)
    await call('known_at_rail', 'SANDBOX', `${reference}${number}`)
    await call('book_micro_entry', 'SANDBOX', `${reference}${number}`, 'SETTLED')
  }
  await call('record_account_validation', id, { word: 'ENTRIES' })
  await call('confirm_micro_entries', id, amounts, '{11,22}', 'Ada')
  const code = { provider: 'RAIL', code: 'R03' }
  await call('book_micro_entry', 'SANDBOX', `${reference}1`, 'RETURNED', code)
}

async function callAgentManagement(
  call: Call,
  platformId: string,
  customerId: string,
): Promise<void> {
  const id = randomUUID()
  const [code, wrong, late, token] = Array.from(
    { length: 4 },
    () => `\\x${randomBytes(32).toString('hex')}`,
  )
  await call('create_agent', {
    ...{ id, platformId, customerId, name: 'x', policy: {}, changedBy: 'x' },
    ...{ codeId: randomUUID(), codeHash: randomBytes(32).toString('hex') },
  })
  await call('update_agent', platformId, id, 'y', true)
  await call('change_agent_policy', id, '{}', 'x')
  await call('replace_device_code', platformId, id, randomUUID(), code)
  for (const guess of [wrong, code, code]) {
    await call('redeem_device_code', guess, token, '192.0.2.1')
  }
  await call('replace_device_code', platformId, id, randomUUID(), late)
  await call('delete_agent', platformId, id, 'x')
}

async function callWebhooks(database: Queryable, call: Call, platformId: string): Promise<void> {
  const deliveries = await database.query<{ id: string; event_id: string; endpoint: string }>({
    text: `select id, event_id, endpoint from webhook_deliveries where platform_id = $1 limit 6`,
    values: [platformId],
  })
  for (const [index, { id }] of deliveries.entries()) {
    await call('begin_webhook_attempt', id, 'pool')
    await call('end_webhook_attempt', {
      deliveryId: id,
      pool: 'pool',
      attempt: 1,
      outcome: index % 2 === 0 ? 'DELIVERED' : 'FAILED',
      durationMs: 1,
      isTimeout: index % 2 === 1,
      retryAfterMs: 5_000,
      giveUpAfterMs: 60_000,
      mayContinue: index === 0,
    })
  }
  const [first] = deliveries
  await call('resume_platform_deliveries', platformId, first?.endpoint)
  await call('redeliver_webhook', platformId, first?.event_id)
  await call('stop_redundant_retries', first?.event_id, first?.endpoint)
  await call('redeliver_webhooks', { platformId, failedOnly: true, limit: 10 })
  await call('waiting_webhooks', platformId, 100)
  await call('end_waiting_webhooks', {
    platformId,
    from: 'https://former.example',
    action: 'DROP',
    limit: 10,
  })
  await call('send_test_webhook', platformId)
}
