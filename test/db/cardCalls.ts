/** Every function about cards, called once, on one connection whose statements are explained. */
import { randomUUID } from 'node:crypto'
import type { CardReport } from '../../db/cardTransactionFunctions.ts'
import type { Queryable } from '../../db/database.ts'

export async function callCards(database: Queryable, platformId: string): Promise<void> {
  const { id: customerId } = await database.one<{ id: string }>({
    text: `select c.id from customers c where c.platform_id = $1 and exists (select 1 from internal_accounts a
      where a.customer_id = c.id and a.type = 'EMBEDDED_WALLET' and a.status = 'ACTIVE') limit 1`,
    values: [platformId],
  })
  const { id: source } = await database.one<{ id: string }>({
    text: "select id from internal_accounts where customer_id = $1 and type = 'EMBEDDED_WALLET'",
    values: [customerId],
  })
  await database.query({
    text: "update customers set kyc_status = 'APPROVED' where id = $1",
    values: [customerId],
  })
  const card = {
    ...{ platformId, customerId, brand: 'VISA' as const, fundingSources: [source] },
    ...{ currency: 'USDB', unitsPerCent: 10_000 },
  }
  const cardId = randomUUID()
  await database.call('create_card', { ...card, cardId })
  await database.call('find_card_creation', { cardId })
  await database.call('record_card_issue', {
    ...{ cardId, outcome: 'ISSUED', token: randomUUID(), accountToken: 'x', last4: '4242' },
    ...{ expMonth: 1, expYear: 2031 },
  })
  await callDelegatedKeys(database, platformId, cardId, source)
  const change = { cardId, platformId }
  await database.call('update_card', { ...change, state: 'FROZEN', fundingSources: [source] })
  await database.call('update_card', {
    ...change,
    state: 'ACTIVE',
    maxSpendCents: 10_000,
    maxDayCents: 10_000,
  })
  await database.call('record_card_reveal', cardId, crypto.randomUUID(), '2030-01-01T00:00:00Z')
  await database.call('record_card_tokenization', cardId, crypto.randomUUID(), 'GOOGLE_PAY')
  await database.call('card_change_to_send', cardId)
  await database.call('record_card_sent', cardId, 3, 'OPEN')
  const { token: cardToken } = await database.one<{ token: string }>({
    text: 'select card_token as token from cards where id = $1',
    values: [cardId],
  })
  const code = { environment: 'SANDBOX' as const, eventToken: randomUUID() }
  await database.call('begin_card_code', { ...code, cardToken })
  await database.call('begin_card_code', { ...code, cardToken })
  await database.call('end_card_code', code.environment, code.eventToken, true)
  const asked = { environment: 'SANDBOX' as const, cardToken, acceptorId: 'x' }
  const merchant = { descriptor: 'X' }
  await database.query({
    text: `insert into delegated_keys (id, platform_id, environment, customer_id, card_id, account_id, nickname, public_key,
        private_key, status)
      values (gen_random_uuid(), $1, 'SANDBOX', $2, $3, $4, 'x', 'x', 'x', 'ACTIVE') on conflict do nothing`,
    values: [platformId, customerId, cardId, source],
  })
  await database.query({
    text: `select ledger_transfer('card/' || $1::text, 'POSTED', service_account('SANDBOX', 'FUNDING', 'USDB'), $2, 'USDB',
      1000000::bigint, null, 'x')`,
    values: [source, source],
  })
  for (const kind of ['DEBIT', 'INQUIRY'] as const) {
    await database.call('decide_card', { ...asked, merchant, token: randomUUID(), kind, cents: 1 })
  }
  await callCardTransactions(database, { ...asked, merchant })
  await database.call('record_card_sent', cardId, 3, 'CLOSED')
}

/** A key of the card's first source: made, activated and revoked by the steps of its requests. */
async function callDelegatedKeys(
  database: Queryable,
  platformId: string,
  cardId: string,
  accountId: string,
): Promise<void> {
  const keyId = randomUUID()
  const key = { keyId, platformId, cardId, accountId, nickname: 'x', publicKey: 'x' }
  await database.call('delegated_key_refusal', cardId, accountId)
  await database.call('create_delegated_key', { ...key, privateKey: 'x' })
  for (const operation of ['CREATE_DELEGATED_KEY', 'ACTIVATE_DELEGATED_KEY']) {
    const requestId = randomUUID()
    const shown = { method: 'POST', path: '/', bodyHash: 'ab', payloadToSign: 'x' }
    await database.call('open_request', {
      ...{ id: requestId, platformId, accountId, operation, ...shown },
      ...{ stampRule: 'NO_STAMP', intent: { delegatedKeyId: keyId }, lifetimeSeconds: 300 },
    })
    await database.call('claim_request', { requestId, platformId, publicKey: 'key' })
    await database.query({
      text: 'select record_operation($1::jsonb)',
      values: [JSON.stringify({ requestId, reference: 'user' })],
    })
  }
  const active = await database.call('active_delegated_key', cardId, accountId)
  if (active !== keyId) throw new Error('the key was not activated')
  await database.call('begin_card_pull', { pullId: randomUUID(), cardId, accountId, body: '{}' })
  await database.call('end_delegated_keys', cardId)
  await database.call('revoke_delegated_key', keyId, platformId)
}

type Asked = Omit<CardReport, 'token' | 'events'>

async function callCardTransactions(database: Queryable, card: Asked): Promise<void> {
  const event = (type: string, cents: number) => ({
    ...{ token: randomUUID(), type, isApproved: true, cents },
    at: new Date().toISOString(),
  })
  const report = async (token: string, ...events: CardReport['events'][number][]) =>
    (await database.call('apply_card_report', { ...card, token, events }))?.transactionId ?? ''
  const token = randomUUID()
  await database.call('decide_card', { ...card, token, kind: 'DEBIT', cents: 5 })
  const id = await report(token, event('AUTHORIZATION', 5), event('CLEARING', 6))
  for (const outcome of ['SIGNED', 'REFUSED'] as const) {
    const pull = await database.call('card_pull_to_make', id)
    const { pullId = '', number = 0 } = pull ?? {}
    await database.call('record_card_pull', { pullId, number, outcome, code: 'NO_KEY' })
  }
  await database.call('hold_for_card_exception', id)
  await database.call('retry_card_pulls_by', id, 'x', 'x')
  await database.query({
    text: `select retry_card_pulls_of(card_id, account_id) from card_transactions where id = $1`,
    values: [id],
  })
  await database.query({
    text: `insert into card_return_intents (id, transaction_id, cents) values (gen_random_uuid(), $1, 2)`,
    values: [id],
  })
  const intentId = randomUUID()
  await database.call('begin_card_return', { intentId, transactionId: id, cents: 1 })
  await database.call('end_card_return', intentId, 'x')
  for (const type of ['OPENED', 'CREDITED', 'CLOSED']) {
    const opened = { token: randomUUID(), type, cents: 2, at: new Date().toISOString() }
    const { environment, cardToken } = card
    await database.call('apply_card_dispute', {
      ...{ environment, cardToken, token: 'x', transactionToken: token, events: [opened] },
    })
  }
  // We were not asked about it.
  await report(randomUUID(), event('AUTHORIZATION', 3), event('CLEARING', 3))
  await report(randomUUID(), event('RETURN', 2))
  await report(randomUUID(), event('RETURN', 1))
  await database.call('release_unreported_card_hold', id)
  const increment = { ...card, token, kind: 'DEBIT' as const, cents: 1, eventToken: 'x' }
  await database.call('decide_card', increment)
  for (const decision of ['contest', 'charge'] as const) {
    const claim = await report(token, event('CLEARING', 1_000_000))
    await database.call('decide_card_claim', claim, decision, 'x', 'x')
  }
}
