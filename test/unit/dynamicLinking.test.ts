/**
 * A proof is for one payment as it was shown: whatever of it changes between challenge and proof, the
 * proof is not accepted, and the challenge stays void when the change is undone.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { type Chance, chanceOf, countOf } from '../support/seed.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'
import { aPayer, orderOf, type Payer, withOrder } from './payerFixture.ts'

const MUTATIONS = countOf(60, 1_000)

let database: Database
let fixture: LedgerFixture
let payer: Payer
/** Of another customer and another account of the same payer. */
let stranger: string
let otherBank: string

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})
beforeAll(async () => {
  payer = await aPayer(database, fixture)
  const { platformId } = fixture
  stranger = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status, region)
      select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, 'APPROVED', 'DE' from platforms where id = $3`,
    values: [stranger, stranger, platformId],
  })
  otherBank = await aBank()
})
afterAll(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

async function aBank(): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status, account_info, identity)
      values ($1, $2, $3, 'EUR_ACCOUNT', 'EUR', 'ACTIVE', '{"iban": "DE00", "beneficiary": {"fullName": "Ada"}}', $4)`,
    values: [id, fixture.platformId, payer.customerId, id],
  })
  return id
}

type Mutation = { readonly table: 'payments' | 'external_accounts'; readonly set: string }

const more = (chance: Chance): number => 1 + chance.integer(chance.pick([2, 1_000, 1_000_000]))

const mutations: Readonly<Record<string, (chance: Chance) => Mutation>> = {
  'a higher amount': (chance) => payment(`sending_amount = sending_amount + ${more(chance)}`),
  'a lower amount': () => payment('sending_amount = sending_amount - 1'),
  'another amount received': (chance) =>
    payment(`receiving_amount = receiving_amount + ${more(chance)}`),
  'another service fee': (chance) => payment(`service_fee = service_fee + ${more(chance)}`),
  'another platform fee': (chance) => payment(`platform_fee = platform_fee + ${more(chance)}`),
  'another rate': (chance) => payment(`exchange_rate = exchange_rate || '${chance.integer(10)}'`),
  'another sending currency': () => payment(`sending_currency = 'GBP'`),
  'another receiving currency': () => payment(`receiving_currency = 'GBP'`),
  'another payee': () => payment(`destination_account_id = '${otherBank}'`),
  'another payee as it is shown': (chance) =>
    payment(`destination = destination || '{"accountId": "${chance.integer(1_000)}"}'`),
  'an address as the payee': (chance) =>
    payment(`destination_uma = '$${chance.integer(1_000)}@example.com'`),
  'another payer': () => payment(`customer_id = '${stranger}'`),
  'another number of the payee': (chance) =>
    account(`account_info = account_info || '{"iban": "DE${chance.integer(1_000_000)}"}'`),
  'another name of the payee': () =>
    account(`account_info = account_info || '{"beneficiary": {"fullName": "Eve"}}'`),
  'another identity of the payee': (chance) =>
    account(`identity = 'i${chance.integer(1_000_000)}'`),
}

function payment(set: string): Mutation {
  return { table: 'payments', set }
}
function account(set: string): Mutation {
  return { table: 'external_accounts', set }
}

async function statusOf({ id }: PlannedPayment): Promise<string> {
  const rows = await database.query<{ status: string }>({
    text: 'select status from payments where id = $1',
    values: [id],
  })
  return String(rows[0]?.status)
}

/** Waits for its payer: of one proof, or for the second of two. */
async function waiting(chance: Chance): Promise<PlannedPayment> {
  // As if each were in an hour of its own: the codes that a person is sent within one are limited.
  await database.query({ text: 'delete from person_counts' })
  const isConverted = chance.integer(2) === 0
  const planned = withOrder(fixture.planned('BANK', 500 + chance.integer(50) * 2), {
    destinationAccountId: await aBank(),
    ...(isConverted && { receivingCurrency: 'EUR' }),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await fixture.create(planned)
  expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
  if (isConverted && chance.integer(2) === 0) expect(await payer.prove(planned)).toBe('OK')
  return planned
}

/** Makes the change; the answer undoes it. */
async function mutate(planned: PlannedPayment, { table, set }: Mutation) {
  const id = table === 'payments' ? planned.id : orderOf(planned).destinationAccountId
  const [column = ''] = set.split(' ')
  const [before] = await database.query<{ value: string | null }>({
    text: `select ${column}::text as value from ${table} where id = $1`,
    values: [id],
  })
  await database.query({ text: `update ${table} set ${set} where id = $1`, values: [id] })
  return async (): Promise<void> => {
    const [type] = await database.query<{ name: string }>({
      text: `select format_type(atttypid, atttypmod) as name from pg_attribute
        where attrelid = $1::regclass and attname = $2`,
      values: [table, column],
    })
    await database.query({
      text: `update ${table} set ${column} = $2::text::${type?.name} where id = $1`,
      values: [id, before?.value ?? null],
    })
  }
}

test(`none of ${MUTATIONS} changes between challenge and proof is accepted`, async () => {
  const chance = chanceOf('dynamic linking')
  const names = Object.keys(mutations)
  const tried = new Set<string>()
  for (let turn = 0; turn < MUTATIONS; turn += 1) {
    const name = names[turn % names.length] ?? ''
    const planned = await waiting(chance)
    const undo = await mutate(planned, mutations[name]?.(chance) ?? payment(''))
    expect(await payer.prove(planned), name).toBe('NONE')
    expect(await statusOf(planned), name).toBe('PENDING_AUTHORIZATION')
    await undo()
    expect(await payer.prove(planned), `${name}, undone`).toMatch(/^(EXPIRED|NONE)$/)
    expect(await fixture.ask('follow_authorization', planned.id), name).toEqual({ state: 'FAILED' })
    tried.add(name)
  }
  expect(tried.size).toBe(names.length)
})

test('what is not changed is accepted, by a proof of its own challenge alone', async () => {
  const chance = chanceOf('dynamic linking, unchanged')
  for (let turn = 0; turn < countOf(5, 50); turn += 1) {
    const [one, other] = [await waiting(chance), await waiting(chance)]
    const [challenge] = (await payer.challengesOf(other.id)).slice(-1)
    const { platformId } = fixture
    const foreign = await database.call('authorize_payment', {
      ...{ platformId, customerId: payer.customerId, paymentId: one.id, isRight: true },
      ...{ challengeId: String(challenge?.id), factor: 'SMS_OTP', proof: { kind: 'CODE' } },
      ...{ codeKey: 'key', proofHash: 'ab' },
    })
    expect(foreign.outcome).toBe('NONE')
    for (const planned of [one, other]) {
      while ((await statusOf(planned)) === 'PENDING_AUTHORIZATION') {
        expect(await payer.prove(planned)).toBe('OK')
      }
      expect(await statusOf(planned)).toBe('PROCESSING')
    }
  }
})
