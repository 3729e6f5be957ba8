/** Whose payouts a pause holds back, and what it leaves alone: by the SQL functions. */
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { listPauses } from '../../db/payoutPauses.ts'
import { executed, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const underWay = () => executed(fixture, fixture.planned('BANK', 1_000))
const prepared = async ({ id }: { id: string }): Promise<unknown> =>
  ((await fixture.ask('prepare_payout', id)) as { action: string }).action

test('a pause of a rail or a platform holds back what has not left, and nothing else', async () => {
  const left = await underWay()
  expect(await prepared(left)).toBe('SUBMIT')
  expect(await database.call('pause_payouts', 'PRODUCTION', null, 'Ada', 'slow')).toBe(true)
  expect(await database.call('pause_payouts', 'PRODUCTION', null, 'Ada', 'slow')).toBe(false)
  const elsewhere = await underWay()
  expect(await prepared(elsewhere)).toBe('SUBMIT')

  for (const platform of [null, fixture.platformId]) {
    expect(await database.call('pause_payouts', 'SANDBOX', platform, 'Ada', 'slow')).toBe(true)
    const planned = await underWay()
    for (let turn = 0; turn < 3; turn += 1) expect(await prepared(planned)).toBe('WAIT')
    // What has left is followed.
    expect(await prepared(left)).toBe('SUBMIT')
    const held = await database.query({
      text: `select 1 from timeline where subject = $1 and code = 'PAYOUT_PAUSED'`,
      values: [`Transaction:${planned.transactionId}`],
    })
    expect(held).toHaveLength(1)
    expect(
      (await listPauses(database)).find(({ environment }) => environment === 'SANDBOX'),
    ).toMatchObject({ platformId: platform, waiting: 1, pausedBy: 'Ada' })
    // One that is to be stopped does not wait for the end of the pause.
    const stopped = await underWay()
    await fixture.ask('request_stop', stopped.id, false)
    expect(await prepared(stopped)).toBe('NONE')
    expect(await database.call('resume_payouts', 'SANDBOX', platform, 'Ada')).toBe(true)
    expect(await prepared(planned)).toBe('SUBMIT')
    expect(await database.call('resume_payouts', 'SANDBOX', platform, 'Ada')).toBe(false)
  }
})
