/** Events as a platform lists them, their deliveries, and sending them again. */
import { idSchema } from '../ids.ts'
import { dateTime, listOf } from './shared.ts'

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
} as const

/** The exact request that a receiver gets. */
export const WebhookRequest = {
  type: 'object',
  required: ['headers', 'body'],
  properties: {
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: { type: 'string', description: 'The bytes that are signed, as text.' },
  },
} as const

const eventFacts = {
  id: idSchema('Webhook'),
  type: { type: 'string', example: 'OUTGOING_PAYMENT.COMPLETED' },
  subject: {
    type: 'string',
    description: 'Id of the resource that the event is about.',
    example: 'Transaction:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
  },
  status: WebhookEventStatus,
  timestamp: dateTime,
} as const

export const WebhookEvent = {
  type: 'object',
  required: ['id', 'type', 'subject', 'status', 'timestamp'],
  properties: { ...eventFacts, request: WebhookRequest },
} as const
export const WebhookEventList = listOf(WebhookEvent)

const deliveryFacts = {
  id: idSchema('WebhookDelivery'),
  eventId: idSchema('Webhook'),
  type: eventFacts.type,
  subject: eventFacts.subject,
  endpoint: { type: 'string' },
  status: WebhookDeliveryStatus,
  isRedelivery: {
    type: 'boolean',
    description: 'A requested redelivery or test: attempted once, without retries.',
  },
  attempts: { type: 'integer', minimum: 0 },
  lastResponseStatus: { type: 'integer' },
  lastError: { type: 'string' },
  nextAttemptAt: { ...dateTime, description: 'While it waits; absent while it waits for a slot.' },
  createdAt: dateTime,
  updatedAt: dateTime,
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
    number: { type: 'integer', minimum: 1 },
    at: dateTime,
    durationMs: { type: 'integer', minimum: 0 },
    responseStatus: { type: 'integer' },
    error: { type: 'string', description: 'Why the attempt failed; absent on success.' },
  },
} as const

export const WebhookEventDetails = {
  type: 'object',
  required: ['id', 'type', 'subject', 'status', 'timestamp', 'request', 'deliveries'],
  properties: {
    ...eventFacts,
    request: WebhookRequest,
    deliveries: {
      type: 'array',
      items: {
        type: 'object',
        required: [...deliveryRequired, 'attemptLog'],
        properties: {
          ...deliveryFacts,
          lastResponseBody: {
            type: 'string',
            description: "The beginning of the endpoint's last response body.",
          },
          attemptLog: { type: 'array', items: WebhookAttempt },
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
    nextCursor: { type: 'string' },
  },
} as const

/** Names of the interface: the only ones with underscores. */
export const TestWebhookResponse = {
  type: 'object',
  required: ['response_status'],
  properties: {
    url: { type: 'string' },
    response_status: { type: 'integer' },
    response_body: { type: 'string' },
  },
} as const
