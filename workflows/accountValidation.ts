/**
 * Validates an external account that has been created: asks the bank, and again when the time is over in which a
 * prenotification may be returned. Without a return the account is valid then. With micro-entries it is the time in which their
 * amounts can be confirmed: without a confirmation the account is invalid then. The outcome is in the account's row.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { clockMoves } from './clockMoves.ts'
import type { AccountValidationInput } from './definitions/customers.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patientWithSeveral, quick } from './policy.ts'
import { awaiting } from './progress.ts'

const ASK = 'Bank: the account is validated'
const SILENCE = 'Bank: whether the prenotification comes back'
const AMOUNTS = 'Holder: the amounts of the micro-entries, which an operator confirms'
/** A person or a report of the bank has ended the validation; the outcome is in the row. */
const validationEnded = defineSignal('validationEnded')
/** A return, or a deletion of the account, is seen after a day at most. */
const LOOK_SECONDS_MAX = 86_400

export async function accountValidation(input: AccountValidationInput): Promise<void> {
  const { accountId } = input
  const { recordValidation } = proxyLocalActivities<DatabaseActivities>(quick)
  const { validateAccount } = proxyActivities<OutsideActivities>(
    patientWithSeveral(queueOf(input, 'PAYOUT_RAIL'), ASK),
  )
  let isEnded = false
  setHandler(validationEnded, () => {
    isEnded = true
  })
  for (;;) {
    isEnded = false
    const isMoved = clockMoves()
    const answer = await validateAccount({ accountId })
    if (answer === null) return closeWithStatus('COMPLETED')
    const { state, secondsLeft } = await recordValidation({ accountId, answer })
    if (state !== 'OPEN') return closeWithStatus(state === 'FAILED' ? 'FAILED' : 'COMPLETED')
    const pause = Math.min(Math.max(1, secondsLeft), LOOK_SECONDS_MAX)
    const pending = condition(() => isEnded || isMoved(), `${pause} seconds`)
    await (answer.word === 'ENTRIES'
      ? awaiting('CUSTOMER', AMOUNTS, pending)
      : awaiting('PAYOUT_RAIL', SILENCE, pending))
  }
}
