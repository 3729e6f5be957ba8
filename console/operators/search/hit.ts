export type Hit = {
  readonly subject: string
  readonly how: string
  readonly status: string | null
  readonly platformId: string | null
  readonly platform: string | null
  readonly createdAt: string | null
  /** The transaction that it belongs to, which the inbox shows. */
  readonly transaction: string | null
}
