/** Notices whose workflow cannot be started: the others are not kept waiting. */
import { type Client, ServiceError } from '@temporalio/client'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { RailNotice } from '../../providers/payoutRail/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { pageOf } from '../support/railFeeds.ts'
import { type LedgerFixture, type PlannedPayment, useLedgerFixture } from './ledgerFixture.ts'

const INVALID_ARGUMENT = 3
const UNAVAILABLE = 14

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const log = pino({ level: 'silent' })

/** Every workflow starts, but those with these errors. */
function aTemporal(codes: ReadonlyMap<string, number> = new Map()) {
  const asked: string[] = []
  const client = {
    workflow: {
      async start(_: string, { workflowId }: { workflowId: string }) {
        asked.push(workflowId)
        const code = codes.get(workflowId)
        if (code === undefined) return
        throw new ServiceError('not started', {
          cause: Object.assign(new Error('grpc'), { code, details: '', metadata: {} }),
        })
      },
    },
  } as unknown as Client
  return { client, asked }
}

async function aCompletedPayout(): Promise<PlannedPayment> {
  const planned = fixture.planned('BANK', 1_000)
  await fixture.create(planned)
  await fixture.execute(planned)
  await fixture.ask('prepare_rail_call', planned.id, 'PAYOUT', 1)
  expect(await fixture.ask('settle_payment', planned.id)).toBe('COMPLETED')
  return planned
}

test('a notice whose correction cannot start becomes a dead letter; the feed goes on', async () => {
  const [first, second] = [await aCompletedPayout(), await aCompletedPayout()]
  const at = '2026-01-01T00:00:00.000Z'
  const notices: RailNotice[] = [first, second].map(({ transactionId }, index) => ({
    eventId: String(index + 1),
    reference: `Transaction:${transactionId}`,
    state: 'RETURNED',
    at,
  }))
  const rail = {
    notices: async (position: string) => pageOf(notices, position),
    find: async () => undefined,
  }
  const read = (temporal: { client: Client }): Promise<void> =>
    readRailNotices(
      database,
      { environment: 'SANDBOX', provider: 'RAIL', rail },
      temporal.client,
      parseConfig({}),
      log,
    )
  const [one, two] = [`Quote:${first.id}/return`, `Quote:${second.id}/return`]
  await expect(read(aTemporal(new Map([[one, UNAVAILABLE]])))).rejects.toThrow('not started')
  const refusing = aTemporal(new Map([[one, INVALID_ARGUMENT]]))
  await read(refusing)
  expect(refusing.asked).toEqual([one, two])
  const later = aTemporal()
  await read(later)
  expect(later.asked).toEqual([one])
})
