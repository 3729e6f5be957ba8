/** The `webhooks` of the OpenAPI document: the same table that shapes what is sent. */

import { webhookSummaries } from '../contract/webhooks.ts'
import { SIGNATURE_HEADER } from '../runtime/webhookSignature.ts'

type Json = { readonly [key: string]: unknown }

export const webhookSecurityScheme = {
  type: 'apiKey',
  in: 'header',
  name: SIGNATURE_HEADER,
  description:
    'ECDSA P-256 with SHA-256 over the raw body, DER, base64, in `{"v":"1","s":"..."}`. Each ' +
    'environment of a platform has keys of its own, at the `webhookKeysPath` of its configuration; ' +
    'any of them may have signed.',
} as const

/** @param hoist replaces components by references */
export function webhookPaths(hoist: (schema: unknown) => unknown): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    webhookSummaries().map(({ name, summary, types, body }) => [
      name,
      {
        post: {
          operationId: `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Webhook`,
          tags: ['Webhooks'],
          summary,
          description: `Types: ${types.map((type) => `\`${type}\``).join(', ')}.`,
          security: [{ WebhookSignature: [] }],
          requestBody: { required: true, content: { 'application/json': { schema: hoist(body) } } },
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
