/**
 * Tells the issuer what its platform has changed of a card, until the issuer has the last version. One
 * run at a time tells it, so that no older state arrives after a newer one.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CardChangeInput } from './definitions/cards.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function cardChange(input: CardChangeInput): Promise<void> {
  // Who waits for it reads the card's row.
  const result = registerResultUpdate<'TOLD'>()
  const { cardToTell, recordCardTold } = proxyLocalActivities<DatabaseActivities>(quick)
  const { tellIssuer } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'CARD_ISSUER'), "Card issuer: the card's change"),
  )
  const { cardId } = input
  for (;;) {
    const told = await cardToTell({ cardId })
    if (told === null) break
    const state = await tellIssuer({ told })
    await recordCardTold({ cardId, version: told.version, state })
  }
  result.resolve('TOLD')
  await closeWithStatus('COMPLETED')
}
