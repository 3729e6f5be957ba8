/** The handler of each job, by its name in `add_job`. */
import type { TaskList } from 'graphile-worker'
import type { Database } from '../../db/database.ts'
import type { ConnectionCheck } from '../../db/epochCheck.ts'
import type { OutsideParties } from '../../providers/outsideParties.ts'
import { finishLiveness } from '../liveness.ts'
import { type DeliveryDependencies, deliverWebhook } from '../webhooks/deliver.ts'
import { retain } from './retention.ts'

export type TaskDependencies = {
  /** The pool of payments, for jobs that are not webhooks. */
  readonly payments: Pick<Database, 'call' | 'maybeOne'>
  readonly outside: OutsideParties
  /** For connections with a longer statement timeout. */
  readonly databaseUrl: string
  /** Of such a connection when it is opened. */
  readonly check?: ConnectionCheck | undefined
  /** After the deletion of a customer. */
  readonly customerErasureDays: number
  readonly delivery: DeliveryDependencies
  /** Sends the code of a challenge, by its UUID, as its message of that number. */
  readonly sendCode: (challengeId: string, number: number) => Promise<void>
  /** Carries out an operator's decision, by its UUID. */
  readonly carryOutDecision: (decisionId: string) => Promise<void>
  /** Sweeps a deposit, by its UUID. */
  readonly sweepDeposit: (depositId: string) => Promise<void>
  /** Has payouts that waited for a pause go on. */
  readonly resumePayouts: () => Promise<void>
}

export function createTasks({
  payments,
  outside,
  databaseUrl,
  check,
  customerErasureDays,
  delivery,
  sendCode,
  carryOutDecision,
  sweepDeposit,
  resumePayouts,
}: TaskDependencies) {
  return {
    async deliver_webhook(payload, { job }) {
      // The queue locks jobs under its pool's id; slots are held under the same id.
      await deliverWebhook(delivery, textOf(payload, 'deliveryId'), job.locked_by ?? '')
    },
    async expire_payment(payload) {
      await payments.call('expire_payment', textOf(payload, 'paymentId'))
    },
    async finish_liveness(payload) {
      await finishLiveness(payments, outside, textOf(payload, 'challengeId'))
    },
    async send_code(payload) {
      const { number } = payload as { number?: unknown }
      await sendCode(textOf(payload, 'challengeId'), Number(number))
    },
    async carry_out_decision(payload) {
      await carryOutDecision(textOf(payload, 'decisionId'))
    },
    async sweep_deposit(payload) {
      await sweepDeposit(textOf(payload, 'depositId'))
    },
    async resume_payouts() {
      await resumePayouts()
    },
    async end_authorization(payload) {
      await payments.call('follow_authorization', textOf(payload, 'paymentId'))
    },
    async retention() {
      await retain(databaseUrl, customerErasureDays, delivery.log, check)
    },
  } satisfies TaskList
}

function textOf(payload: unknown, member: string): string {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[member]
  if (typeof value !== 'string') throw new Error(`the job carries no ${member}`)
  return value
}
