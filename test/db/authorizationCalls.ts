/** Calls of the SQL functions by which payers authorize payments and change what they trust. */
import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../../db/database.ts'
import type { LedgerFixture } from '../unit/ledgerFixture.ts'
import { aPayer, orderOf, withOrder } from '../unit/payerFixture.ts'

export async function callAuthorizations(
  queryable: Queryable,
  fixture: LedgerFixture,
): Promise<void> {
  const database = queryable as Database
  const payer = await aPayer(database, fixture)
  await fixture.fund(0, 1_000_000, randomUUID())
  const converted = withOrder(fixture.planned('BANK', 1_000), { receivingCurrency: 'EUR' })
  const waiting = [converted, fixture.planned('NEIGHBOUR', 1_000), fixture.planned('BANK', 1_000)]
  for (const planned of waiting) {
    await fixture.create(planned)
    await fixture.execute(planned)
    await fixture.ask('follow_authorization', planned.id)
  }
  await payer.prove(converted, { isRight: false })
  for (const planned of [converted, ...waiting]) await payer.prove(planned)
  const funded = fixture.planned('FUNDED_BANK', 1_000)
  await fixture.create(funded)
  await payer.prove(funded)
  await fixture.ask('spend_awaited_action', funded.id, {})
  await database.query({
    text: 'select announce_payment(p, $2) from payments p where id = $1',
    values: [funded.id, 'key'],
  })
  const unproven = fixture.planned('BANK', 1_000)
  await fixture.create(unproven)
  await fixture.execute(unproven)
  await fixture.ask('fail_payment', unproven.id, 'X', 'TRANSACTION_FAILED', 'COMPLETED')
  const accountId = String(orderOf(unproven).destinationAccountId)
  const { platformId } = fixture
  for (const purpose of ['TRUST', 'UNTRUST'] as const) {
    const input = { platformId, accountId, purpose }
    const opened = await database.call('open_trust_change', { ...input, codeKey: 'key' })
    const challengeId = opened.outcome === 'COMMITTED' ? (opened.challenge?.id ?? '') : ''
    const proof = { factor: 'SMS_OTP', isRight: true, proof: { kind: 'CODE' } } as const
    const whose = { customerId: payer.customerId, challengeId, proofHash: 'ab' }
    await database.call('confirm_trust_change', { ...input, ...whose, ...proof })
    if (purpose === 'UNTRUST') continue
    const trusted = fixture.planned('BANK', 1_000)
    await fixture.create(trusted)
    await fixture.execute(trusted)
    await database.call('remove_external_account', platformId, accountId, false)
  }
}
