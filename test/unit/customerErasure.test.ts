/** What is left of a customer whose personal data has been erased: nothing that names it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { checkOf } from '../../api/validate.ts'
import { CustomerOneOf } from '../../contract/components/customers.ts'
import { type CustomerRow, presentCustomer } from '../../contract/present/index.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
let domain: string

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
beforeAll(async () => {
  const [platform] = await rows(
    'select uma_domain from platforms where id = $1',
    fixture.platformId,
  )
  domain = String(platform?.uma_domain)
})

const rows = (text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  database.query({ text, values })

/** Tables with this text in any of their columns. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const hit = await rows(
      `select 1 from ${name} t where t::text ilike '%' || $1 || '%' limit 1`,
      text,
    )
    if (hit.length > 0) found.push(String(name))
  }
  return found
}

const id = randomUUID()
const [wallet, usd, bank, agent] = Array.from({ length: 4 }, () => randomUUID())
/** Stands for every name, address and number of this person. */
const MARK = `persona${randomUUID().slice(0, 8)}`

async function aPerson(): Promise<void> {
  await fixture.ask('create_customer', {
    ...{ id, platformId: fixture.platformId, platformCustomerId: MARK, customerType: 'INDIVIDUAL' },
    ...{ umaAddress: `$${MARK}@${domain}`, email: `${MARK}@example.com`, currencies: [] },
    ...{ profile: { fullName: MARK, address: { line1: MARK } }, identityNumber: `sealed ${MARK}` },
    ...{ credentialId: randomUUID(), requestHash: 'ab' },
    agreementConsents: { SERVICE_END_USER_TERMS: { ipAddress: MARK } },
    accounts: [
      { id: wallet, currency: 'USDB', type: 'EMBEDDED_WALLET' },
      { id: usd, currency: 'USD', type: 'INTERNAL_FIAT' },
    ],
  })
  await rows('update wallets set create_body = $2 where account_id = $1', wallet, MARK)
  await fixture.ask('create_external_account', {
    ...{ id: bank, platformId: fixture.platformId, customerId: id, accountType: 'USD_ACCOUNT' },
    ...{ currency: 'USD', status: 'ACTIVE', platformAccountId: MARK, verifiedName: MARK },
    ...{ accountInfo: { accountType: 'USD_ACCOUNT', accountNumber: MARK }, identity: MARK },
  })
  await rows(
    `insert into external_account_challenges (id, account_id, method, state, message, expires_at)
      values ($1, $2, 'WALLET_SIGNATURE', 'OPEN', $3, service_now())`,
    ...[randomUUID(), bank, MARK],
  )
  await fixture.ask('create_agent', {
    ...{ id: agent, platformId: fixture.platformId, customerId: id, name: MARK, policy: {} },
    ...{ changedBy: 'x', codeId: randomUUID(), codeHash: 'ab'.repeat(32) },
  })
}

/** One that somebody has claimed, with its event, and one of somebody else that this person has. */
async function itsInvitations(): Promise<void> {
  await rows(
    `update platforms set invitation_url = 'https://example.com' where id = $1`,
    fixture.platformId,
  )
  const other = randomUUID()
  await fixture.ask('create_customer', {
    ...{ id: other, platformId: fixture.platformId, platformCustomerId: other, accounts: [] },
    ...{ customerType: 'INDIVIDUAL', umaAddress: `$${other}@${domain}`, currencies: [] },
    ...{ profile: {}, requestHash: 'ab' },
  })
  const invite = async (from: string, to: string): Promise<void> => {
    const code = randomUUID()
    await fixture.ask('create_invitation', {
      ...{
        platformId: fixture.platformId,
        code,
        firstName: MARK,
        inviterUma: `$${from}@${domain}`,
      },
    })
    expect(
      await fixture.ask('claim_invitation', fixture.platformId, code, `$${to}@${domain}`),
    ).toMatchObject({ outcome: 'COMMITTED' })
  }
  await invite(MARK, other)
  await invite(other, MARK)
}

/** As of a business, and of a customer of whom strong authentication is demanded. */
async function itsProofs(): Promise<void> {
  const { platformId } = fixture
  await rows(
    `insert into beneficial_owners (id, platform_id, customer_id, roles, ownership_percentage, personal_info, identity_number)
      values ($1, $2, $3, '{UBO}', 60, jsonb_build_object('firstName', $4::text), $4)`,
    ...[randomUUID(), platformId, id, MARK],
  )
  await rows(
    `insert into verifications (id, platform_id, customer_id, status, errors)
      values ($1, $2, $3, 'RESOLVE_ERRORS', jsonb_build_array(jsonb_build_object('reason', $4::text)))`,
    ...[randomUUID(), platformId, id, MARK],
  )
  await rows(
    `insert into verification_links (id, platform_id, customer_id, token_hash, redirect_uri, expires_at)
      values ($1, $2, $3, 'x', $4, service_now())`,
    ...[randomUUID(), platformId, id, `https://example.com/${MARK}`],
  )
  await rows(
    `insert into sca_challenges (id, platform_id, customer_id, purpose, factor, recipient, message, expires_at)
      values ($1, $2, $3, 'PAYOUT', 'SMS_OTP', $4, jsonb_build_object('payee', $4::text), service_now())`,
    ...[randomUUID(), platformId, id, MARK],
  )
  await rows(
    `insert into sca_factors (id, platform_id, customer_id, type, status, name)
      values ($1, $2, $3, 'PASSKEY', 'ACTIVE', $4)`,
    ...[randomUUID(), platformId, id, MARK],
  )
  await rows(
    'insert into sca_recovery_codes (customer_id, code_hash) values ($1, $2)',
    ...[id, Buffer.from(MARK)],
  )
  await rows(
    `insert into sca_sessions (id, platform_id, customer_id, factor, end_user_ip_address, expires_at)
      values ($1, $2, $3, 'TOTP', $4, service_now())`,
    ...[randomUUID(), platformId, id, MARK],
  )
}

/** Money that somebody has sent it, with what the bank says of the payer. */
async function itsDeposit(): Promise<void> {
  const [reference] = await rows('select funding_reference_of($1) as of', usd)
  const payer = { name: MARK, accountTail: '6789', remittanceText: MARK }
  const named = [randomUUID(), reference?.of, 700, 'USD', 'BANK'] as const
  expect(await fixture.ask('receive_deposit', 'SANDBOX', ...named, payer)).toBe('APPLIED')
}

/** What comes for a quote a second time belongs to no payment. */
async function itsLateDeposit(): Promise<void> {
  const payer = { name: MARK, remittanceText: MARK }
  const late = randomUUID()
  const [quote] = await rows(
    `update payments set funding_reference = $2 where id = (select id from payments where customer_id = $1
      and executed_at is not null limit 1) returning id`,
    ...[id, late],
  )
  expect(quote).toBeDefined()
  const again = [randomUUID(), late, 700, 'USD', 'BANK'] as const
  expect(await fixture.ask('receive_deposit', 'SANDBOX', ...again, payer)).toBe('UNAPPLIED')
}

/** A document, and an import with a row of this person's that was refused. */
async function itsFiles(): Promise<void> {
  const objectKey = `documents/${randomUUID()}`
  await fixture.ask('begin_object', objectKey, false, 60)
  const added = await fixture.ask('add_document', {
    ...{ id: randomUUID(), platformId: fixture.platformId, objectKey, holderKind: 'CUSTOMER' },
    ...{ holderId: id, type: 'PASSPORT', country: 'GB', contentType: 'image/png', size: 1 },
    ...{ number: `sealed ${MARK}`, issuingAuthority: MARK, fileName: MARK, wrappedKey: MARK },
  })
  expect(added).toHaveProperty('document')
  const [importId, objectPrefix] = [randomUUID(), `imports/${randomUUID()}/`]
  await fixture.ask('begin_object', objectPrefix, true, 60)
  const begun = { id: importId, platformId: fixture.platformId, objectPrefix, wrappedKey: 'x' }
  await fixture.ask('begin_import', { ...begun, size: 1 })
  await rows(`select start_import($1, '{umaAddress}', 1, 1)`, importId)
  const row = { ...{ row: 1, id: randomUUID(), platformCustomerId: MARK, profile: {} } }
  await fixture.ask('import_customers', {
    ...{ importId, fromRow: 0, nextByte: 2, accounts: [], refused: [] },
    rows: [{ ...row, customerType: 'INDIVIDUAL', umaAddress: `$other@${domain}` }],
  })
}

/** A payment out, one in from another platform's customer, and one to it, all ended. */
async function itsPayments(): Promise<void> {
  const funding = { platformId: fixture.platformId, accountId: usd, transactionId: randomUUID() }
  await fixture.ask('fund_account', { ...funding, amount: '2300' })
  const named = {
    ...{ customerId: id, platformCustomerId: MARK, sourceAccountId: usd, description: MARK },
    ...{ counterparty: { FULL_NAME: MARK }, expiresAt: '2999-01-01T00:00:00Z' },
    senderCustomerInfo: { umaAddress: `$${MARK}@${domain}`, FULL_NAME: MARK },
  }
  const out = fixture.planned('BANK', 1_000)
  await fixture.create({ ...out, order: { ...out.order, ...named, destinationAccountId: bank } })
  await fixture.execute(out)
  await rows(`select prepare_rail_call($1, 'PAYOUT'), settle_payment($1)`, out.id)
  const uma = fixture.planned('UMA_NEIGHBOUR', 2_000)
  const source = { sourceType: 'ACCOUNT', umaAddress: `$${MARK}@${domain}` }
  await fixture.create({ ...uma, order: { ...uma.order, ...named, source } })
  await fixture.execute(uma)
  await fixture.ask('record_approval_decision', uma.id, {
    ...{
      decision: 'APPROVED',
      by: 'call',
      reason: MARK,
      receiverCustomerInfo: { FULL_NAME: MARK },
    },
  })
  await rows('select settle_payment($1)', uma.id)
}

const holding = [
  ...[
    'agents',
    'beneficial_owners',
    'bulk_import_errors',
    'credentials',
    'customers',
    'deposits',
    'documents',
    'events',
    'external_account_challenges',
  ],
  ...[
    'external_accounts',
    'incoming_approvals',
    'invitations',
    'payments',
    'pending_starts',
    'sca_challenges',
    'sca_factors',
    'sca_sessions',
    'timeline',
    'transactions',
    'verification_links',
    'verifications',
    'wallets',
  ],
]

test('nothing is left that names an erased customer; ids, payments and the ledger stand', async () => {
  await aPerson()
  await itsDeposit()
  await itsPayments()
  await itsLateDeposit()
  await itsInvitations()
  await itsProofs()
  await itsFiles()
  // Kept for a day.
  await rows('delete from idempotency_keys')
  // A control: the search finds what there is.
  expect(await tablesWith(MARK)).toEqual(holding)
  const deleted = await fixture.ask('delete_customer', {
    ...{ platformId: fixture.platformId, customerId: id, by: 'test' },
  })
  expect(deleted).toMatchObject({ outcome: 'COMMITTED' })
  expect(await fixture.ask('erase_customers', 31, 10)).toBe(0)
  expect(await tablesWith(MARK)).toEqual(holding)

  await rows(
    `update customers set deleted_at = service_now() - interval '32 days' where id = $1`,
    id,
  )
  const before = await rows('select count(*) from payments')
  expect(await fixture.ask('erase_customers', 31, 10)).toBe(1)
  expect(await tablesWith(MARK)).toEqual([])
  expect(await fixture.ask('erase_customers', 31, 10)).toBe(0)
  expect(await rows('select count(*) from payments')).toEqual(before)
  // The content follows: nothing refers to it any more.
  const [{ due } = {}] = await rows(
    `select count(*)::integer as due from unreferenced_objects
      where not is_prefix and delete_after <= service_now()`,
  )
  expect(due).toBe(1)
  expect((await checkLedger(database)).findings).toEqual([])
  const [row] = await rows('select customer_row(c) as row from customers c where id = $1', id)
  const shown = presentCustomer(row?.row as CustomerRow)
  expect(checkOf(CustomerOneOf)(shown)).toEqual([])
  expect(shown).toMatchObject({ id: `Customer:${id}`, isDeleted: true })
})

test('the address of an erased customer is nobody else’s', async () => {
  const other = randomUUID()
  const created = await fixture.ask('create_customer', {
    ...{ id: other, platformId: fixture.platformId, platformCustomerId: other, accounts: [] },
    ...{ customerType: 'INDIVIDUAL', umaAddress: `$${MARK.toUpperCase()}@${domain}` },
    ...{ currencies: [], profile: {}, requestHash: 'ab' },
  })
  expect(created).toEqual({ outcome: 'REFUSED', code: 'UMA_ADDRESS_EXISTS' })
})
