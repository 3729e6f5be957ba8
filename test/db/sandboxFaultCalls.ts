/** Calls the SQL functions about ordered faults, so that the plan of each statement in them is read. */
import { randomUUID } from 'node:crypto'
import { type Work, workKeys } from '../../contract/sandboxFaults.ts'
import type { Queryable } from '../../db/database.ts'

export async function callSandboxFaults(database: Queryable, platformId: string): Promise<void> {
  const id = randomUUID()
  const about = `Customer:${randomUUID()}`
  const faults = [{ call: 'PAYOUT', kind: 'STUCK', times: 2 }] as const
  await database.call('order_sandbox_faults', { platformId, id: randomUUID(), about, faults })
  await database.call('order_sandbox_faults', { platformId, id, about: undefined, faults })
  const meet = (work: Work) =>
    database.call('meet_party_fault', { work, calls: ['PAYOUT'], kinds: ['STUCK'] })
  for (const by of workKeys) await meet([{ by, value: about }])
  await meet([{ by: 'PLATFORM', value: platformId }])
  await database.query({
    text: 'select sandbox_fault_row(f) from sandbox_faults f where platform_id = $1',
    values: [platformId],
  })
  await database.query({ text: 'select has_slow_calls($1)', values: [platformId] })
  await database.call('end_sandbox_fault', platformId, id)
}
