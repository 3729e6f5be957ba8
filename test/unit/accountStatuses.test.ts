/** What an external account's status permits, judged by the SQL functions where payments are made and executed. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { type LedgerFixture, type Shape, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})

beforeEach(async () => {
  await moveAll('ACTIVE')
})

async function moveAll(status: string, reason: string | null = null): Promise<void> {
  await database.query({
    text: 'update external_accounts set status = $1, status_reason = $2',
    values: [status, reason],
  })
}

/** By status, and whether the account is invalid for good. */
const refused = [
  ['PENDING', null, 'BANK_ACCOUNT_VALIDATION_PENDING'],
  ['UNDER_REVIEW', null, 'CONFLICT'],
  ['INACTIVE', null, 'CONFLICT'],
  ['INACTIVE', 'R03', 'INVALID_BANK_ACCOUNT'],
  ['UNVERIFIED', null, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'],
] as const

/** Every way to or from an external account. */
const shapes: readonly Shape[] = [
  ...(['BANK', 'BANK_WITH_FEES', 'UMA_BANK', 'FUNDED_BANK', 'PULLED_OWN', 'PULLED_BANK'] as const),
]

describe.each(shapes)('a payment %s', (shape) => {
  test.each(refused)('with an account that is %s (%s) is %s', async (status, reason, code) => {
    const planned = fixture.planned(shape, 1_000)
    expect(await fixture.create(planned)).not.toHaveProperty('refused')
    await moveAll(status, reason)
    const deposited = planned.isFunded ? String(planned.sending) : undefined
    expect(await fixture.execute(planned, deposited)).toMatchObject({ outcome: 'REFUSED', code })
    expect(await fixture.create(fixture.planned(shape, 1_000))).toMatchObject({ refused: code })
    await moveAll('ACTIVE')
    expect(await fixture.execute(planned, deposited)).toMatchObject({ outcome: 'COMMITTED' })
  })
})

test('what pays between accounts of this service is not asked', async () => {
  await moveAll('INACTIVE', 'R03')
  const planned = fixture.planned('NEIGHBOUR', 1_000)
  await fixture.create(planned)
  expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
})
