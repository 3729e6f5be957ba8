/**
 * Has the issuers' lists of card transactions read again from the start, as once a day: what changed after the
 * point about a purchase from before it is in no list of new ones.
 */
import type { Queryable } from '../../../db/database.ts'

export async function readCardListsAgain(database: Queryable): Promise<void> {
  await database.query({
    text: `update card_list_cursors set began_at = 'epoch' where kind = 'AGAIN'`,
  })
}
