/**
 * Has the issuers' lists of card transactions and disputes read again from the start: what changed after the
 * point about a purchase from before it is in no list of new ones, and an event that was taken is not sent again.
 */
import type { Queryable } from '../../../db/database.ts'

export async function readCardListsAgain(database: Queryable): Promise<void> {
  await database.query({
    text: `update card_list_cursors set
        began_at = case when kind = 'AGAIN' then 'epoch' else began_at end,
        read_until = case when kind = 'DISPUTES' then service_now() - interval '90 days' else read_until end
      where kind in ('AGAIN', 'DISPUTES')`,
  })
}
