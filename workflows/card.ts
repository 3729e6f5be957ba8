/**
 * A card, whose row its platform's request has made. The issuer makes the card, once however often it is asked, and the
 * card is active; or it is refused, and the card is closed. A card that the issuer has made and not opened is read
 * again, for as long as that takes.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { clockMoves } from './clockMoves.ts'
import type { CardInput } from './definitions/cards.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { cardOpeningSeconds, patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'

const ISSUE = 'Card issuer: the card'
const OPENING = 'Card issuer: the card is to be opened'

export async function card(input: CardInput): Promise<void> {
  // Who waits for it reads the card's row.
  const result = registerResultUpdate<object>()
  const { recordCardIssue } = proxyLocalActivities<DatabaseActivities>(quick)
  const { issueCard } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'CARD_ISSUER'), ISSUE),
  )
  const { cardId } = input
  let { readings = 0 } = input
  // Earlier runs have released who waited, and a repeat does not wait either.
  if (readings > 0) result.resolve({})
  for (;;) {
    const isMoved = clockMoves()
    const issue = await issueCard({ cardId })
    if (issue.outcome !== 'PENDING') {
      await recordCardIssue({ cardId, issue })
      result.resolve({})
      return closeWithStatus(issue.outcome === 'ISSUED' ? 'COMPLETED' : 'FAILED')
    }
    readings += 1
    result.resolve({})
    const pause = condition(isMoved, cardOpeningSeconds(readings) * 1_000, { summary: OPENING })
    await awaiting('CARD_ISSUER', OPENING, pause)
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished)
      await continueAsNew<typeof card>({ ...input, readings })
    }
  }
}
