export type Entry = {
  readonly id: string
  readonly at: string
  readonly operator: string
  readonly action: string
  readonly subject: string | null
  readonly platformId: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}
