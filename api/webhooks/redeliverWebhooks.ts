import { dateTime } from '../../contract/components/shared.ts'
import { WebhookRedelivery } from '../../contract/components/webhooks.ts'
import { Refusal } from '../../contract/errors.ts'
import { webhookTypes } from '../../contract/webhooks.ts'
import { createOnce } from '../createOnce.ts'
import { cursorOf, positionOf } from '../cursor.ts'
import { operation } from '../operation.ts'

/** How many one call sends again; more take several calls. */
const REDELIVERIES_MAX = 1_000

export const redeliverWebhooks = operation({
  id: 'redeliverWebhooks',
  group: 'Webhooks',
  method: 'post',
  path: '/webhooks/redeliver',
  permission: 'MANAGE',
  summary: 'Send a range of events again',
  description:
    'Oldest first, to the present endpoint, each under its own event `id`, once, after new ' +
    'events. `failedOnly` (the default) selects those without a successful delivery: stopped, ' +
    `waiting for a retry, or never sent. One call selects ${REDELIVERIES_MAX} at most and scans ` +
    '20,000; while `hasMore`, repeat it with the cursor and the same range.',
  headers: { idempotencyKey: 'kept' },
  body: {
    type: 'object',
    properties: {
      startDate: {
        ...dateTime,
        description:
          'Events that became true then or later; without it, from the oldest that is kept.',
      },
      endDate: {
        ...dateTime,
        description: 'Events that became true then or earlier; without it, up to the newest.',
      },
      types: {
        type: 'array',
        description: 'Events of these types only; without it, of all.',
        minItems: 1,
        maxItems: 50,
        items: { type: 'string', enum: webhookTypes },
      },
      failedOnly: {
        type: 'boolean',
        default: true,
        description: 'Only events without a successful delivery; false: delivered ones too.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: REDELIVERIES_MAX,
        default: REDELIVERIES_MAX,
        description: 'How many events one call sends again at most.',
      },
      cursor: {
        type: 'string',
        minLength: 1,
        maxLength: 512,
        description:
          '`nextCursor` of the call before, with the same range, where its `hasMore` was true.',
      },
    },
  },
  status: 202,
  responses: { 202: WebhookRedelivery },
  errors: ['DUPLICATE_PAY_REQUEST', 'WEBHOOK_ENDPOINT_NOT_SET'],
  async handle(call) {
    const { body, platform } = call
    const { limit, cursor, ...range } = body
    const filter = { list: 'webhookRedelivery', ...range }
    const after = positionOf(cursor, filter)
    const { startDate, endDate, types, failedOnly } = range
    return createOnce(call, async (tx) => {
      const redelivered = await tx.call('redeliver_webhooks', {
        platformId: platform.id,
        startDate,
        endDate,
        types,
        failedOnly,
        limit,
        afterCreatedAt: after?.createdAt,
        afterId: after?.id,
      })
      if (redelivered === null) throw new Refusal('WEBHOOK_ENDPOINT_NOT_SET')
      const { accepted, next } = redelivered
      const hasMore = next !== null
      return { accepted, hasMore, ...(next && { nextCursor: cursorOf(next, filter) }) }
    })
  },
})
