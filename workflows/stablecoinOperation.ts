/**
 * A mint or a burn, which its row began: one call to the provider after the other, until the operation has
 * ended by the provider's word, or by its expiry.
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
import type { StablecoinOperationInput } from './definitions/cards.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patientWithSeveral, quick } from './policy.ts'
import { awaiting } from './progress.ts'

const OPERATION = 'Stablecoin provider: the operation'

export async function stablecoinOperation(input: StablecoinOperationInput): Promise<void> {
  // Who waits for it reads the operation's row.
  const result = registerResultUpdate<'TAKEN'>()
  const { recordStablecoinReport } = proxyLocalActivities<DatabaseActivities>(quick)
  const { advanceStablecoin } = proxyActivities<OutsideActivities>(
    patientWithSeveral(queueOf(input, 'STABLECOIN_PROVIDER'), OPERATION),
  )
  const { operationId } = input
  for (;;) {
    const isMoved = clockMoves()
    const report = await advanceStablecoin({ operationId })
    const turn = await recordStablecoinReport({ operationId, report })
    if (turn.status !== 'CREATED') result.resolve('TAKEN')
    if (!turn.isOpen) return closeWithStatus(turn.status === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished)
      await continueAsNew<typeof stablecoinOperation>(input)
    }
    if (turn.waitSeconds > 0) {
      const pause = condition(isMoved, `${turn.waitSeconds} seconds`)
      await awaiting('STABLECOIN_PROVIDER', OPERATION, pause)
    }
  }
}
