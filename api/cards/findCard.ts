import { Refusal } from '../../contract/errors.ts'
import type { CardRow } from '../../contract/present/cards.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/**
 * A card of this platform.
 *
 * @throws Refusal REFERENCE_NOT_FOUND, for an id of another shape too
 */
export async function findCard(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  cardId: string,
): Promise<CardRow> {
  const uuid = requireId('Card', cardId)
  const found = await database.maybeOne<{ readonly card: CardRow }>({
    name: 'card',
    text: 'select card_row(c) as card from cards c where c.id = $1 and c.platform_id = $2',
    values: [uuid, platformId],
  })
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found.card
}
