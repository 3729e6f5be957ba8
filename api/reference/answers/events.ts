/** Events as a platform lists them, and how they were delivered. */
import { aDayLater, at, others } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import { webhookExamples } from '../useCases/webhooks.ts'
import type { Answers } from './answer.ts'

const type = 'OUTGOING_PAYMENT.COMPLETED'
const endpoint = 'https://platform.example.com/webhooks'
const about = { type, subject: given.transaction } as const
const tried = '2026-01-15T09:30:01.000Z'

const event = { id: given.event, ...about, status: 'DELIVERED', timestamp: at } as const

const delivery = {
  id: others.delivery,
  eventId: given.event,
  ...about,
  endpoint,
  status: 'DELIVERED',
  isRedelivery: false,
  attempts: 1,
  lastResponseStatus: 200,
  createdAt: at,
  updatedAt: tried,
} as const

export const events: Answers = {
  listWebhookEvents: { 200: { data: [event], hasMore: false } },
  getWebhookEvent: {
    200: {
      ...event,
      request: {
        headers: {
          'content-type': 'application/json',
          'user-agent': 'embedded-wallet-payments-webhooks/1',
          'X-Service-Signature':
            '{"v":"1","s":"MEUCIC/J6OTUDVmZuw5MaINt+4eXWrz5vhZrnmyILRCDD2t/AiEA9XkohPTzl9ECW0g+3nedyLqe9I3E/0FbmmLZbIns2VY="}',
        },
        body: JSON.stringify(webhookExamples[type]),
      },
      deliveries: [
        {
          ...delivery,
          attemptLog: [{ number: 1, at, durationMs: 42, responseStatus: 200 }],
        },
      ],
    },
  },
  listWebhookDeliveries: { 200: { data: [delivery], hasMore: false } },
  redeliverWebhookEvent: {
    202: {
      id: others.redelivery,
      eventId: given.event,
      ...about,
      endpoint,
      status: 'PENDING',
      isRedelivery: true,
      attempts: 0,
      nextAttemptAt: aDayLater,
      createdAt: aDayLater,
      updatedAt: aDayLater,
    },
  },
  redeliverWebhooks: { 202: { accepted: 3, hasMore: false } },
  sendTestWebhook: { 200: { url: endpoint, response_status: 200, response_body: 'accepted' } },
}
