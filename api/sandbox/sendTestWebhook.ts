import { setTimeout as sleep } from 'node:timers/promises'
import { TestWebhookResponse } from '../../contract/components/webhooks.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'

/** The receiver's ten seconds, and a little for the queue before it. */
const PATIENCE_MS = 13_000
const LOOK_MS = 100

type Ended = {
  readonly endpoint: string
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

export const sendTestWebhook = operation({
  id: 'sendTestWebhook',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/webhooks/test',
  permission: 'TRANSACT',
  sandboxOnly: true,
  awaitsCaller: true,
  summary: "Send a TEST webhook, and see the endpoint's answer",
  description:
    'It is signed and sent like every other webhook, once. The response shows the status that the ' +
    'endpoint answered; no answer at all is `WEBHOOK_DELIVERY_ERROR`.',
  status: 200,
  responses: { 200: TestWebhookResponse },
  errors: ['WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR', 'RATE_LIMITED'],
  async handle({ platform, dependencies }) {
    const deliveryId = await dependencies.database.call('send_test_webhook', platform.id)
    if (deliveryId === null) throw new Refusal('WEBHOOK_ENDPOINT_NOT_SET')
    const { endpoint, status, error, response } = await ended(dependencies, deliveryId)
    if (status === null) {
      const reason = `The webhook could not be delivered: ${error ?? 'its attempt was lost'}.`
      throw new Refusal('WEBHOOK_DELIVERY_ERROR', { reason })
    }
    return { url: endpoint, response_status: status, response_body: response ?? '' }
  },
})

async function ended({ database }: Dependencies, delivery: string): Promise<Ended> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    const [found] = await database.query<Ended>({
      name: 'test_webhook',
      text: `select endpoint, last_status as status, last_error as error, last_response as response
        from webhook_deliveries where id = $1 and status <> 'PENDING'`,
      values: [delivery],
    })
    if (found !== undefined) return found
    await sleep(LOOK_MS)
  }
  throw new Refusal('SERVICE_UNAVAILABLE', {
    reason: 'The webhook is still waiting to be sent.',
    retryAfterSeconds: 5,
  })
}
