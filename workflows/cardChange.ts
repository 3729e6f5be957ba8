/**
 * Sends the changes of a card to the issuer, until the issuer has the last version. One run at a time sends
 * them, so that no older state arrives after a newer one.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CardChangeInput } from './definitions/cards.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function cardChange(input: CardChangeInput): Promise<void> {
  // Who waits for it reads the card's row.
  const result = registerResultUpdate<'SENT'>()
  const { cardChangeToSend, recordCardSent } = proxyLocalActivities<DatabaseActivities>(quick)
  const { sendCardChange } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'CARD_ISSUER'), "Card issuer: the card's change"),
  )
  const { cardId } = input
  for (;;) {
    const change = await cardChangeToSend({ cardId })
    if (change === null) break
    const state = await sendCardChange({ change })
    await recordCardSent({ cardId, version: change.version, state })
  }
  result.resolve('SENT')
  await closeWithStatus('COMPLETED')
}
