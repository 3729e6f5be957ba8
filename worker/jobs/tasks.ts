/** The handler of each job, by its name in `add_job`. */
import type { TaskList } from 'graphile-worker'
import type { Database } from '../../db/database.ts'
import { type DeliveryDependencies, deliverWebhook } from '../webhooks/deliver.ts'
import { retain } from './retention.ts'

export type TaskDependencies = {
  /** The pool of payments, for jobs that are not webhooks. */
  readonly payments: Pick<Database, 'call'>
  /** For connections with a longer statement timeout. */
  readonly databaseUrl: string
  readonly delivery: DeliveryDependencies
  /** Tells the workflow of an action, by its bare uuid, that it was decided without it. */
  readonly tellAgentAction: (actionId: string) => Promise<void>
}

export function createTasks({
  payments,
  databaseUrl,
  delivery,
  tellAgentAction,
}: TaskDependencies): TaskList {
  return {
    async deliver_webhook(payload, { job }) {
      // The queue locks jobs under its pool's id; slots are held under the same id.
      await deliverWebhook(delivery, textOf(payload, 'deliveryId'), job.locked_by ?? '')
    },
    async expire_payment(payload) {
      await payments.call('expire_payment', textOf(payload, 'paymentId'))
    },
    async finish_liveness(payload) {
      const { succeeds } = payload as { succeeds?: unknown }
      const challengeId = textOf(payload, 'challengeId')
      await payments.call('finish_ownership_challenge', challengeId, succeeds === true)
    },
    async tell_agent_action(payload) {
      await tellAgentAction(textOf(payload, 'actionId'))
    },
    async retention() {
      await retain(databaseUrl, delivery.log)
    },
  }
}

function textOf(payload: unknown, member: string): string {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[member]
  if (typeof value !== 'string') throw new Error(`the job carries no ${member}`)
  return value
}
