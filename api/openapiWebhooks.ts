/** The `webhooks` of the OpenAPI document: the same table that shapes what is sent. */

import { webhookSummaries } from '../contract/webhooks.ts'
import { SIGNATURE_HEADER } from '../runtime/webhookSignature.ts'
import { referring } from './documentSchemas.ts'
import { webhookExample } from './reference/useCases/webhooks.ts'

type Json = { readonly [key: string]: unknown }

/** Not that of the operations about webhooks: generators write one file a tag. */
export const WEBHOOK_TAG = 'Webhook Events'

export const webhookSecurityScheme = {
  type: 'apiKey',
  in: 'header',
  name: SIGNATURE_HEADER,
  description:
    'ECDSA P-256 with SHA-256 over the raw body, DER, base64, in `{"v":"1","s":"..."}`. Each ' +
    'environment of a platform has keys of its own, at the `webhookKeysPath` of its configuration; ' +
    'any of them may have signed.',
} as const

/** `OutgoingPaymentWebhook` of `outgoing-payment`. */
function bodyName(name: string): string {
  const stem = name.replace(/-webhook$/, '').split('-')
  return `${stem.map((part) => part.slice(0, 1).toUpperCase() + part.slice(1)).join('')}Webhook`
}

/** The bodies as components: generators of clients make types of what has a name. */
export function webhookBodies(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    webhookSummaries().map(({ name, body }) => [bodyName(name), referring(body)]),
  )
}

/** By reference: some generators of clients make calls of what stands here itself, and fail at it. */
export function webhookPaths(): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    webhookSummaries().map(({ name }) => [
      name,
      { $ref: `#/components/pathItems/${bodyName(name)}` },
    ]),
  )
}

export function webhookPathItems(): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    webhookSummaries().map(({ name, summary, types }) => [
      bodyName(name),
      {
        post: {
          operationId: `${bodyName(name).slice(0, 1).toLowerCase()}${bodyName(name).slice(1)}`,
          tags: [WEBHOOK_TAG],
          summary,
          description: `Types: ${types.map((type) => `\`${type}\``).join(', ')}.`,
          security: [{ WebhookSignature: [] }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: `#/components/schemas/${bodyName(name)}` },
                examples: examplesOf(types),
              },
            },
          },
          responses: {
            200: { description: 'Accepted, like any 2xx. The response body is not read.' },
            409: {
              description: 'A duplicate: the same `id` was accepted before. No more retries.',
            },
          },
        },
      },
    ]),
  )
}

function examplesOf(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => [type, { summary: type, value: webhookExample(type) }]),
  )
}
