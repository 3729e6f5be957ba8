/** The port for synchronous webhooks, which the worker implements. */
import type { Environment } from '../contract/outsideParties.ts'

/** A webhook whose response is needed, for example an approval request. */
export type SynchronousWebhook = {
  readonly endpoint: string
  readonly platformId: string
  readonly environment: Environment
  readonly event: {
    readonly id: string
    readonly type: string
    readonly snapshot: object
    readonly createdAt: string
  }
}

/** The response; without a status when none came or the request could not be sent. */
export type WebhookReply = {
  readonly status: number | undefined
  readonly error: string | undefined
  /** Parsed JSON object; undefined for anything else. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}
