/** Events as a platform lists them, their deliveries, and sending them again. */

import { idSchema } from '../ids.ts'
import { faultyCalls } from '../sandboxFaults.ts'
import { described } from './described.ts'
import { createdAt, dateTime, listOf, updatedAt } from './shared.ts'

export const WebhookEventStatus = {
  type: 'string',
  enum: ['PENDING', 'DELIVERED', 'FAILED', 'UNSENT'],
  description:
    'PENDING: in progress, or waiting for a retry. DELIVERED: the endpoint has accepted it. ' +
    'FAILED: not retried any more. UNSENT: there was no endpoint when it happened.',
} as const

export const WebhookDeliveryStatus = {
  type: 'string',
  enum: ['PENDING', 'DELIVERED', 'STOPPED'],
  description:
    'PENDING: in progress, or waiting for a retry. DELIVERED: the endpoint has accepted it, with ' +
    '2xx or 409. STOPPED: not tried any more.',
} as const

/** The exact request that a receiver gets. */
export const WebhookRequest = {
  type: 'object',
  required: ['headers', 'body'],
  properties: {
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'As they are sent, the signature among them.',
    },
    body: { type: 'string', description: 'The bytes that are signed, as text.' },
  },
} as const

const eventFacts = {
  id: idSchema('Webhook', 'The same in every delivery and attempt: process an event once by it.'),
  type: {
    type: 'string',
    example: 'OUTGOING_PAYMENT.COMPLETED',
    description: "`OBJECT.EVENT`, of those that the document's webhooks list.",
  },
  subject: {
    type: 'string',
    description: 'Id of the resource that the event is about.',
    example: 'Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
  },
  status: WebhookEventStatus,
  timestamp: {
    ...dateTime,
    description:
      'When it became true, in UTC. Deliveries keep no order: compare it where that matters.',
  },
} as const

export const WebhookEvent = {
  type: 'object',
  required: ['id', 'type', 'subject', 'status', 'timestamp'],
  properties: {
    ...eventFacts,
    request: described(
      WebhookRequest,
      'What a receiver gets of it; only where `withRequest` was asked for.',
    ),
  },
} as const
export const WebhookEventList = listOf(WebhookEvent)

const deliveryFacts = {
  id: idSchema('WebhookDelivery', 'Names this delivery; the receiver sees the `eventId`.'),
  eventId: idSchema(
    'Webhook',
    'The event that is delivered: the `id` in the body. One event may have several deliveries.',
  ),
  type: { ...eventFacts.type, description: 'Of the event: `OBJECT.EVENT`.' },
  subject: eventFacts.subject,
  endpoint: {
    type: 'string',
    description: 'Where it goes: the `webhookEndpoint` that was set when it was made.',
  },
  status: WebhookDeliveryStatus,
  isRedelivery: {
    type: 'boolean',
    description: 'A requested redelivery or test: attempted once, without retries.',
  },
  attempts: { type: 'integer', minimum: 0, description: 'How often it was tried so far.' },
  lastResponseStatus: {
    type: 'integer',
    description: "HTTP status of the endpoint's last answer. Absent where it has not answered.",
  },
  lastError: {
    type: 'string',
    description:
      'Why the last attempt failed, or why there are no more. Absent where the endpoint has ' +
      'accepted it.',
  },
  nextAttemptAt: { ...dateTime, description: 'While it waits; absent while it waits for a slot.' },
  createdAt,
  updatedAt,
} as const
const deliveryRequired = [
  'id',
  'eventId',
  'type',
  'subject',
  'endpoint',
  'status',
  'isRedelivery',
  'attempts',
  'createdAt',
  'updatedAt',
] as const

export const WebhookDelivery = {
  type: 'object',
  required: deliveryRequired,
  properties: deliveryFacts,
} as const
export const WebhookDeliveryList = listOf(WebhookDelivery)

export const WebhookAttempt = {
  type: 'object',
  required: ['number', 'at'],
  properties: {
    number: { type: 'integer', minimum: 1, description: 'Counted from 1 within the delivery.' },
    at: { ...dateTime, description: 'When it was begun, in UTC.' },
    durationMs: {
      type: 'integer',
      minimum: 0,
      description: 'How long it took until the answer or the failure, in milliseconds.',
    },
    responseStatus: {
      type: 'integer',
      description: 'HTTP status of the answer; absent where there was none.',
    },
    error: { type: 'string', description: 'Why the attempt failed; absent on success.' },
    orderedFault: {
      type: 'string',
      enum: faultyCalls.WEBHOOK.faults,
      description:
        'The fault that this attempt met because your platform has ordered it (`POST /sandbox/faults`); absent otherwise.',
    },
  },
} as const

export const WebhookEventDetails = {
  type: 'object',
  required: ['id', 'type', 'subject', 'status', 'timestamp', 'request', 'deliveries'],
  properties: {
    ...eventFacts,
    request: described(WebhookRequest, 'The exact request that a receiver gets.'),
    deliveries: {
      type: 'array',
      description: 'Every delivery of the event, redeliveries among them.',
      items: {
        type: 'object',
        required: [...deliveryRequired, 'attemptLog'],
        properties: {
          ...deliveryFacts,
          lastResponseBody: {
            type: 'string',
            description: "The beginning of the endpoint's last response body.",
          },
          attemptLog: {
            type: 'array',
            description: 'Each attempt of the delivery, in order.',
            items: WebhookAttempt,
          },
        },
      },
    },
  },
} as const

export const WebhookRedelivery = {
  type: 'object',
  required: ['accepted', 'hasMore'],
  properties: {
    accepted: { type: 'integer', minimum: 0, description: 'Events that are sent again.' },
    hasMore: {
      type: 'boolean',
      description: 'More events remain: repeat the call with `cursor` set to `nextCursor`.',
    },
    nextCursor: {
      type: 'string',
      description: 'Send it as `cursor`, with the same range, to go on. Absent at the end.',
    },
  },
} as const

export const WebhookEndpoints = {
  type: 'object',
  required: ['endpoints'],
  properties: {
    endpoints: {
      type: 'array',
      description: 'The present endpoint, and each former one that something still waits for.',
      items: {
        type: 'object',
        required: ['endpoint', 'isPresent', 'waiting'],
        properties: {
          endpoint: { type: 'string', description: 'The address, as it is requested.' },
          isPresent: { type: 'boolean', description: 'Whether new events go there.' },
          waiting: {
            type: 'integer',
            minimum: 0,
            maximum: 10_000,
            description:
              'Deliveries that are in progress or wait for a retry or a free slot; the maximum stands for as many or more.',
          },
          waitingSince: {
            ...dateTime,
            description: 'When the oldest of them was made; absent where none waits.',
          },
          lastError: {
            type: 'string',
            description:
              'Why the last attempt of the oldest failed; absent where it has not failed.',
          },
        },
      },
    },
  },
} as const

export const WaitingWebhooksEnded = {
  type: 'object',
  required: ['changed', 'hasMore'],
  properties: {
    changed: { type: 'integer', minimum: 0, description: 'Deliveries that were moved or dropped.' },
    hasMore: {
      type: 'boolean',
      description:
        'Others still wait for that address, those among them that are being sent just now: repeat the call.',
    },
  },
} as const

/** Names of the interface: the only ones with underscores. */
export const TestWebhookResponse = {
  type: 'object',
  required: ['response_status'],
  properties: {
    url: { type: 'string', description: 'The endpoint that was called.' },
    response_status: { type: 'integer', description: 'HTTP status that it answered.' },
    response_body: {
      type: 'string',
      description: 'The beginning of what it answered; empty where it answered no body.',
    },
  },
} as const
