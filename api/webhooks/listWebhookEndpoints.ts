import { WebhookEndpoints } from '../../contract/components/webhooks.ts'
import { shownInstant } from '../../contract/present/rows.ts'
import { operation } from '../operation.ts'

const { maximum: countedMax } = WebhookEndpoints.properties.endpoints.items.properties.waiting

export const listWebhookEndpoints = operation({
  id: 'listWebhookEndpoints',
  group: 'Webhooks',
  method: 'get',
  path: '/webhooks/endpoints',
  permission: 'VIEW',
  summary: 'List the addresses that webhooks wait for',
  description:
    'The present `webhookEndpoint` and former ones that deliveries still wait for, those of the oldest first, a hundred ' +
    'at most. A delivery keeps the address that was set when its event became true: `POST /webhooks/endpoints/waiting` ' +
    'moves or drops what waits.',
  status: 200,
  responses: { 200: WebhookEndpoints },
  errors: [],
  async handle({ platform, dependencies: { database } }) {
    const found = await database.call('waiting_webhooks', platform.id, countedMax)
    return {
      endpoints: found.map(({ waitingSince, ...endpoint }) => ({
        ...endpoint,
        ...(waitingSince !== undefined && { waitingSince: shownInstant(waitingSince) }),
      })),
    }
  },
})
