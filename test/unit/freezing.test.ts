/** What operators freeze, by the SQL functions: what it holds back, what arrives, and what goes on after the release. */
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { executed, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const freeze = (subject: string) => database.call('freeze_subject', subject, 'Ada', 'a court order')
const release = (subject: string) => database.call('release_subject', subject, 'Grace', 'lifted')

test('a subject is frozen once, and released once; another id is not found', async () => {
  const { source_account_id: account } = await rowOf(
    await executed(fixture, fixture.planned('BANK', 100)),
  )
  const subject = `InternalAccount:${account}`
  expect(await freeze(subject)).toBe('FROZEN')
  expect(await freeze(subject)).toBe('FROZEN_BEFORE')
  expect(await release(subject)).toBe('RELEASED')
  expect(await release(subject)).toBe('NOT_FROZEN')
  for (const other of [`Customer:${account}`, `ExternalAccount:${account}`, 'Customer:x', 'x']) {
    expect(await freeze(other)).toBe('NOT_FOUND')
    expect(await release(other)).toBe('NOT_FOUND')
  }
})

type PaymentRow = { readonly source_account_id: string }

async function rowOf({ id }: { readonly id: string }): Promise<PaymentRow> {
  return database.one<PaymentRow>({
    text: 'select source_account_id from payments where id = $1',
    values: [id],
  })
}
