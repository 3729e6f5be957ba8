/** A card with money and a delegated key, written into the database as the service would have. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'

/** Bare uuids. */
export type CardInTheDatabase = {
  readonly platformId: string
  readonly customerId: string
  readonly cardId: string
  readonly accountId: string
  readonly cardToken: string
}

const UNITS_PER_CENT = 10_000

export async function aCardInTheDatabase(
  database: Database,
  url: string,
  fundedCents: number,
): Promise<CardInTheDatabase> {
  const name = `cards ${randomUUID()}`
  await createPlatform(url, { name, environment: 'SANDBOX' })
  const { id: platformId } = await database.one<{ id: string }>({
    text: 'select id from platforms where name = $1',
    values: [name],
  })
  const [customerId, accountId, cardId] = [randomUUID(), randomUUID(), randomUUID()]
  const cardToken = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, email, kyc_status)
      select $1, id, $3, 'INDIVIDUAL', '$' || $3 || '@' || uma_domain, $3 || '@example.com', 'APPROVED'
      from platforms where id = $2`,
    values: [customerId, platformId, `c${customerId.slice(0, 12)}`],
  })
  await database.query({
    text: `insert into ledger_accounts (id, environment, kind, currency, has_floor) values ($1, 'SANDBOX', 'HOLDER', 'USDB', true)`,
    values: [accountId],
  })
  await database.query({
    text: 'insert into ledger_balances (account_id) values ($1)',
    values: [accountId],
  })
  await database.query({
    text: `insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
      values ($1, $2, 'SANDBOX', $3, 'EMBEDDED_WALLET', 'USDB', 'ACTIVE')`,
    values: [accountId, platformId, customerId],
  })
  await fund(database, accountId, fundedCents)
  await database.query({
    text: `insert into cards (id, platform_id, environment, customer_id, platform_card_id, state, brand, funding_sources, currency, units_per_cent,
        card_token, sent_version)
      values ($1, $2, 'SANDBOX', $3, $1::uuid::text, 'ACTIVE', 'VISA', array[$4::uuid], 'USDB', $5, $6, 1)`,
    values: [cardId, platformId, customerId, accountId, UNITS_PER_CENT, cardToken],
  })
  await database.query({ text: 'insert into card_days (card_id) values ($1)', values: [cardId] })
  await database.query({
    text: `insert into delegated_keys (id, platform_id, environment, customer_id, card_id, account_id, nickname, public_key,
        private_key, status)
      values (gen_random_uuid(), $1, 'SANDBOX', $2, $3, $4, 'x', 'x', 'x', 'ACTIVE')`,
    values: [platformId, customerId, cardId, accountId],
  })
  return { platformId, customerId, cardId, accountId, cardToken }
}

/** Pays into a wallet from outside. */
export async function fund(database: Database, accountId: string, cents: number): Promise<void> {
  await database.query({
    text: `select ledger_transfer($1::text, 'POSTED', service_account('SANDBOX', 'FUNDING', 'USDB'), $2, 'USDB', $3, null, $1::text)`,
    values: [`fund/${randomUUID()}`, accountId, cents * UNITS_PER_CENT],
  })
}

/** Makes the pulls that wait; those without money are refused. */
export async function pullAll(database: Database, transactionId: string): Promise<void> {
  for (;;) {
    const next = await database.call('card_pull_to_make', transactionId)
    if (next === null) return
    const { pullId, number, isCovered } = next
    const result = isCovered
      ? { outcome: 'SIGNED' as const }
      : { outcome: 'REFUSED' as const, code: 'INSUFFICIENT_FUNDS' as const }
    await database.call('record_card_pull', { pullId, number, ...result })
  }
}
