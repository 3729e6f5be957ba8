/** How a platform is asked by a webhook: the port that the worker gives to activities. */

/** A question to a platform's webhook endpoint. */
export type SynchronousWebhook = {
  readonly endpoint: string
  readonly environment: 'SANDBOX' | 'PRODUCTION'
  readonly event: {
    readonly id: string
    readonly type: string
    readonly snapshot: object
    readonly createdAt: string
  }
}

/** The answer; without a status when none came, or when it could not be asked. */
export type WebhookReply = {
  readonly status: number | undefined
  readonly error: string | undefined
  /** Parsed JSON object; undefined for anything else. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}
