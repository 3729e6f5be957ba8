import { WaitingWebhooksEnded } from '../../contract/components/webhooks.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { createOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'

/** How many one call moves or drops; more take several calls. */
const CHANGED_MAX = 1_000

export const endWaitingWebhooks = operation({
  id: 'endWaitingWebhooks',
  group: 'Webhooks',
  method: 'post',
  path: '/webhooks/endpoints/waiting',
  permission: 'MANAGE',
  summary: 'Move or drop what waits for an address',
  description:
    'For an address that was wrong or is gone. MOVE sends its deliveries to the present `webhookEndpoint`, each with its ' +
    'retries; DROP stops them, and `redeliver` can still send their events. ' +
    `One call changes ${CHANGED_MAX} at most, oldest first; repeat it while \`hasMore\`. ` +
    'What is being sent at the moment is left out.',
  headers: { idempotencyKey: 'kept' },
  body: {
    type: 'object',
    required: ['from', 'action'],
    properties: {
      from: {
        type: 'string',
        format: 'text',
        minLength: 1,
        maxLength: 2048,
        description: 'The address that they wait for, as `GET /webhooks/endpoints` shows it.',
      },
      action: {
        type: 'string',
        enum: ['MOVE', 'DROP'],
        description: 'What becomes of them.',
      },
    },
  },
  status: 200,
  responses: { 200: WaitingWebhooksEnded },
  errors: ['DUPLICATE_PAY_REQUEST', 'WEBHOOK_ENDPOINT_NOT_SET'],
  async handle(call) {
    const { body, platform } = call
    return createOnce(call, async (tx) => {
      const order = { platformId: platform.id, ...body, limit: CHANGED_MAX }
      const ended = await tx.call('end_waiting_webhooks', order)
      if (ended === null) throw new Refusal('WEBHOOK_ENDPOINT_NOT_SET')
      const { changed, hasMore } = ended
      if (changed === undefined || hasMore === undefined) {
        const message = 'is the present endpoint: what waits for it is sent there'
        throw invalidInput([{ field: 'from', constraint: 'not', message }])
      }
      return { changed, hasMore }
    })
  },
})
