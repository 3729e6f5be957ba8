/** Why a command has not done its work, as its exit code says it. */

/** Exit codes of `payments`: scripts decide by them what is next. */
export const exitCodes = {
  /** It could not be done: the service cannot be reached, or failed. Whether a decision was made may be unknown. */
  FAILED: 1,
  /** What was typed is not taken. */
  USAGE: 2,
  /** There is nothing to decide, or it may not be decided so. */
  REFUSED: 3,
  /** It is not as it was when it was shown: nothing was decided. */
  CHANGED: 4,
  /** It is decided, and waits for a second person's confirmation. */
  NEEDS_SECOND_PERSON: 5,
  /** No login, a revoked account, or a role that may not. */
  NO_PERMISSION: 6,
  /** There is no such thing. */
  NOT_FOUND: 7,
  /** It was asked on the terminal, and not confirmed. */
  NOT_CONFIRMED: 8,
  /** It is decided, and what has come of it is not known yet. */
  ORDERED: 9,
} as const
export type ExitCode = keyof typeof exitCodes

/** Its message is printed as one line; the process ends with its exit code. */
export class Failure extends Error {
  readonly exitCode: number

  constructor(code: ExitCode, message: string) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCodes[code]
  }
}

/** @throws Failure USAGE for none: it is in the audit */
export function requireReason(given: string | undefined): string {
  if (given?.trim()) return given
  throw new Failure('USAGE', '--reason TEXT says why: it is in the audit.')
}
