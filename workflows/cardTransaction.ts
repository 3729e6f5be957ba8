/**
 * What a card has spent is taken from the wallet, pull by pull: the wallet's delegated key signs, and the
 * ledger moves the money. A pull that cannot be signed for good is recorded as that, and its money stays held.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { CardPullResult, CardPullToMake } from '../activities/cards/pulls.ts'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { CardTransactionInput } from './definitions/cards.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function cardTransaction(input: CardTransactionInput): Promise<void> {
  const { cardPullToMake, recordCardPull } = proxyLocalActivities<DatabaseActivities>(quick)
  const { signCardPull } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: signature of a card pull'),
  )

  const made = async (pull: CardPullToMake): Promise<CardPullResult> => {
    const { pullId, cardId, accountId, amount, isCovered, isRefused } = pull
    if (isRefused) return { outcome: 'REFUSED', code: 'REFUSED_BY_SUFFIX' }
    if (!isCovered) return { outcome: 'REFUSED', code: 'INSUFFICIENT_FUNDS' }
    const signed = await signCardPull({ pullId, cardId, accountId, amount })
    return signed.outcome === 'SIGNED'
      ? { outcome: 'SIGNED' }
      : { outcome: 'REFUSED', code: signed.code }
  }

  for (;;) {
    const pull = await cardPullToMake({ transactionId: input.transactionId })
    if (pull === null) break
    await recordCardPull({ pullId: pull.pullId, number: pull.number, result: await made(pull) })
  }
  await closeWithStatus('COMPLETED')
}
