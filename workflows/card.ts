/**
 * A card, whose row its platform's request has made. The issuer makes the card, once however often it is asked, and the
 * card is active; or it is refused, and the card is closed.
 */
import { proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CardInput } from './definitions/cards.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { LATE_CARD_SECONDS, patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'

const ISSUE = 'Card issuer: the card'

export async function card(input: CardInput): Promise<void> {
  // Who waits for it reads the card's row.
  const result = registerResultUpdate<object>()
  const { recordCardIssue } = proxyLocalActivities<DatabaseActivities>(quick)
  const { issueCard } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'CARD_ISSUER'), ISSUE),
  )
  const { cardId, fate } = input
  if (fate === 'LATE') {
    result.resolve({})
    await awaiting('CARD_ISSUER', ISSUE, sleep(`${LATE_CARD_SECONDS} seconds`))
  }
  const issue =
    fate === 'REJECTED' ? ({ outcome: 'REJECTED' } as const) : await issueCard({ cardId })
  await recordCardIssue({ cardId, issue })
  result.resolve({})
  await closeWithStatus(issue.outcome === 'ISSUED' ? 'COMPLETED' : 'FAILED')
}
