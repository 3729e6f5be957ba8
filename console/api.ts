/** The errors of the service, as the operators' pages show them. */

/** An error response of the service. */
export class ApiProblem extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, reason: string, retryAfterSeconds?: number) {
    super(reason)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
