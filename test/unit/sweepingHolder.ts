/** A customer with an account that sweeps, made in the database. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { LedgerFixture } from './ledgerFixture.ts'

export type Holder = {
  readonly customerId: string
  /** The own dollar account, and the account that sweeps. */
  readonly own: string
  readonly account: string
  readonly reference: string
}

/** A customer whose deposits go on to its account in another currency, or to a bank. */
export async function aSweepingHolder(
  { database, fixture }: { readonly database: Database; readonly fixture: LedgerFixture },
  { to = 'USDC', region = 'US' } = {},
): Promise<Holder> {
  const [customerId, own, other, bank, account] = Array.from({ length: 5 }, randomUUID)
  const { platformId } = fixture
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status, region)
      select $1::uuid, id, $1::text, 'INDIVIDUAL', '$' || $1::text || '@' || uma_domain, 'APPROVED', $3
      from platforms where id = $2`,
    values: [customerId, platformId, region],
  })
  const open = `select open_internal_account($1, $2, $3, $4, $5, 'ACTIVE')`
  await database.query({
    text: open,
    values: [own, platformId, customerId, 'INTERNAL_FIAT', 'USD'],
  })
  await database.query({
    text: open,
    values: [other, platformId, customerId, 'INTERNAL_CRYPTO', 'USDC'],
  })
  if (to === 'bank') {
    await database.query({
      text: `insert into external_accounts (id, platform_id, customer_id, currency, account_type, account_info, identity, status)
        values ($1, $2, $3, 'USD', 'USD_ACCOUNT', '{"accountType": "USD_ACCOUNT"}', $4, 'ACTIVE')`,
      values: [bank, platformId, customerId, `${randomUUID()}/021000021`],
    })
  }
  const destination = to === 'bank' ? `ExternalAccount:${bank}` : `InternalAccount:${other}`
  const currency = to === 'bank' ? 'USD' : 'USDC'
  const made = await fixture.ask('create_rule_account', {
    ...{ id: account, platformId, customerId, currency: 'USD', holderAccountId: own },
    rule: { destination: { accountId: destination }, currency },
    ...{ operation: 'createInternalAccount', requestHash: '00' },
  })
  expect(made).toMatchObject({ account: { type: 'RULE_BASED' } })
  const reference = String(await fixture.ask('funding_reference_of', account))
  return { customerId: customerId ?? '', own: own ?? '', account: account ?? '', reference }
}
