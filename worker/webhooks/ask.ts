/** A question to a platform's endpoint: a webhook whose answer counts. */
import { request } from 'undici'
import type { PlatformQuestion, PlatformWord } from '../../activities/index.ts'
import { reachOf } from '../../contract/webhookEndpoint.ts'
import type { WebhookKeys } from '../../contract/webhookKeys.ts'
import { webhookBody } from '../../contract/webhooks.ts'
import { guardedAgent, guardedUrl } from './address.ts'
import { webhookHeaders } from './deliver.ts'

/** Below the time-out of the activity that asks. */
const ANSWER_TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 64 * 1024

export type PlatformAsker = {
  /** Never throws: no answer is an answer without status. */
  ask(question: PlatformQuestion): Promise<PlatformWord>
  close(): Promise<void>
}

export function createPlatformAsker(options: {
  readonly serviceEnvironment: 'development' | 'production'
  readonly keys: WebhookKeys
}): PlatformAsker {
  const agents = {
    PUBLIC: guardedAgent('PUBLIC', ANSWER_TIMEOUT_MS),
    LOCAL: guardedAgent('LOCAL', ANSWER_TIMEOUT_MS),
  }
  return {
    async ask({ endpoint, environment, event }) {
      const reach = reachOf(environment, options.serviceEnvironment)
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      try {
        const body = Buffer.from(webhookBody(event))
        const response = await request(guardedUrl(endpoint, reach), {
          method: 'POST',
          dispatcher: agents[reach],
          headers: webhookHeaders(body, options.keys),
          body,
          signal,
        })
        return {
          status: response.statusCode,
          error: undefined,
          body: await readObject(response.body),
        }
      } catch (error) {
        const { name } = error as Error
        return { status: undefined, error: `no answer (${name})`, body: undefined }
      }
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

/** A JSON object, or undefined for anything else: the status alone has then said it. */
async function readObject(
  body: AsyncIterable<Uint8Array>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > ANSWER_BYTES_MAX) return undefined
      chunks.push(chunk)
    }
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
