/** A stamp, or a public key in one, whose form is wrong. Its message holds no input. */
export class StampError extends Error {
  readonly code = 'WALLET_SIGNATURE_MALFORMED'
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.name = 'StampError'
    this.reason = reason
  }
}
