import type { Pause } from '../health.ts'

export type Listed = {
  readonly id: string
  readonly name: string
  readonly environment: string
  readonly webhookEndpoint: string | null
  readonly processing: number
  readonly undelivered: number
}

export type Delivery = {
  readonly endpoint: string
  readonly status: string
  readonly isRedelivery: boolean
  readonly lastResponseBody: string | null
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly durationMs: number | null
    readonly responseStatus: number | null
    readonly error: string | null
  }[]
}

export type Sent = {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly status: string
  readonly timestamp: string
  readonly body: string
  readonly deliveries: readonly Delivery[]
}

export type Platform = Pick<Listed, 'id' | 'name' | 'environment' | 'webhookEndpoint'> & {
  readonly pauses: readonly Pause[]
  readonly events: readonly Sent[]
}
