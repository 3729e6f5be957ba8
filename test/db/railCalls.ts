/** Calls of the functions about providers of rails, in a database that has payments. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'

/** Each once; the arguments are of the right kinds, and but for one of nothing that is there. */
export async function callRails(
  database: Pick<Queryable, 'query'>,
  call: (name: string, ...args: unknown[]) => Promise<unknown>,
): Promise<void> {
  const [reference, holder] = [`Transaction:${randomUUID()}`, randomUUID()]
  const request = { network: 'ACH', path: '/ach_transfers', body: '{}' }
  await call('keep_rail_request', reference, request)
  await call('note_rail_handle', reference, 'handle', 'R03')
  await call('note_on_chain', reference, { transactionHash: '0xab', network: 'BASE' })
  await call('known_at_rail', 'SANDBOX', reference)
  await call('claim_rail_feed', 'SANDBOX', 'BANK', holder, 10)
  await call('advance_rail_feed', 'SANDBOX', 'BANK', '', '')
  await call('release_rail_feed', 'SANDBOX', 'BANK', holder)
  const [order] = await database.query<{ environment: string; reference: string }>({
    text: `select q.environment, o.reference from rail_orders o join payments q on q.id = o.payment_id limit 1`,
  })
  if (order === undefined) throw new Error('no order')
  const reported = { amountMinor: '1', currency: 'XXX' }
  await call('book_notice', order.environment, order.reference, 'PENDING', reported).catch(
    () => undefined,
  )
  await call('act_on_rail_notice', { environment: 'SANDBOX', provider: 'BANK', reference })
  await call('book_taken_back', 'SANDBOX', randomUUID(), '1', 'BANK').catch(() => undefined)
  await call('recover_taken_back_deposits', 10)
}
