/**
 * A card. Synchronous step: the row, within the platform's limits. Then the issuer makes the card, once
 * however often it is asked, and the card is active; or it is refused, and the card is closed.
 */
import { proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { CreatedCard } from '../activities/cards/cards.ts'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CardInput } from './definitions/cards.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { LATE_CARD_SECONDS, patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'

/** The card's row says what has become of it. */
export type CardResult = CreatedCard

const ISSUE = 'Card issuer: the card'

export async function card(input: CardInput): Promise<void> {
  const result = registerResultUpdate<CardResult>(input)
  const { createCard, recordCardIssue } = proxyLocalActivities<DatabaseActivities>(quick)
  const { issueCard } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'CARD_ISSUER'), ISSUE),
  )
  const { cardId } = input

  const initial = await createCard(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  if (initial.fate === 'NEVER') {
    result.resolve(initial)
    return closeWithStatus('COMPLETED')
  }
  if (initial.fate === 'LATE') {
    result.resolve(initial)
    await awaiting('CARD_ISSUER', ISSUE, sleep(`${LATE_CARD_SECONDS} seconds`))
  }
  const issue =
    initial.fate === 'REJECTED' ? ({ outcome: 'REJECTED' } as const) : await issueCard({ cardId })
  await recordCardIssue({ cardId, issue })
  result.resolve(initial)
  await closeWithStatus(issue.outcome === 'ISSUED' ? 'COMPLETED' : 'FAILED')
}
