/** Sends a synchronous webhook: one whose response decides, for example an approval request. */
import type { SynchronousWebhook, WebhookReply } from '../../activities/index.ts'
import { unstorableIn } from '../../contract/storable.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import type { WebhookKeyring } from '../../runtime/webhookKeys.ts'
import { webhookHeaders } from '../../runtime/webhookSignature.ts'
import { createPoster } from './post.ts'

/** Below the start-to-close timeout of the activity that sends it. */
const ANSWER_TIMEOUT_MS = 5_000

export type SynchronousWebhookSender = {
  /** Never throws: without a response the status is undefined. */
  send(webhook: SynchronousWebhook): Promise<WebhookReply>
  close(): Promise<void>
}

export function createSynchronousWebhookSender(options: {
  readonly serviceEnvironment: 'development' | 'production'
  readonly keyring: WebhookKeyring
}): SynchronousWebhookSender {
  const { serviceEnvironment, keyring } = options
  const poster = createPoster({ serviceEnvironment, timeoutMs: ANSWER_TIMEOUT_MS })
  return {
    async send({ endpoint, platformId, environment, event }) {
      const body = Buffer.from(webhookBody(event))
      const headers = webhookHeaders(body, keyring.of({ platformId, environment }).signing)
      const { status, error, response } = await poster.post({
        endpoint,
        environment,
        body,
        headers,
      })
      return { status, error: status === undefined ? error : undefined, body: objectIn(response) }
    },
    close: () => poster.close(),
  }
}

/** A JSON object, or undefined for anything else: then the status alone decides. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    // A body that the database cannot store is ignored.
    return isObject && unstorableIn(parsed) === undefined
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
