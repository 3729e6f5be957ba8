/** Which error codes the APIs of a run have answered, and to what. Those that this release reserves say so in their cause. */
import { cures } from '../../../api/reference/cures/index.ts'
import { type ErrorCode, errors, isErrorCode } from '../../../contract/errors.ts'

type Seen = { readonly first: string; readonly count: number }

export type AnsweredCodes = {
  /** @param name of the answer: `GET /quotes/{quoteId} 404` */
  add(name: string, status: number, body: unknown): void
  found(): {
    readonly answered: readonly ErrorCode[]
    /** Neither answered nor reserved. */
    readonly never: readonly ErrorCode[]
    /** Reserved, and answered all the same. */
    readonly wrongly: readonly ErrorCode[]
  }
  /** A line for each code of the service: how often it was answered, and first to what; or why it is reserved. */
  table(): readonly string[]
}

const all = Object.keys(errors) as ErrorCode[]

/** Why this release does not answer a code, in the words of the page of errors; undefined for those that it answers. */
export function whyReserved(code: ErrorCode): string | undefined {
  return cures[code].cause.match(/\bReserved\b.*$/)?.[0]
}

export function createAnsweredCodes(): AnsweredCodes {
  const seen = new Map<ErrorCode, Seen>()
  return {
    add(name, status, body) {
      const code = String((body as { code?: unknown } | null)?.code)
      // Another status: it is no error envelope, or not the code's.
      if (!isErrorCode(code) || errors[code].status !== status) return
      const { first = name, count = 0 } = seen.get(code) ?? {}
      seen.set(code, { first, count: count + 1 })
    },
    found: () => ({
      answered: all.filter((code) => seen.has(code)),
      never: all.filter((code) => !seen.has(code) && whyReserved(code) === undefined),
      wrongly: all.filter((code) => seen.has(code) && whyReserved(code) !== undefined),
    }),
    table: () =>
      all.map((code) => {
        const one = seen.get(code)
        const where = one === undefined ? undefined : `${one.count} times, first ${one.first}`
        return `${code} ${where ?? whyReserved(code) ?? 'was not answered'}`
      }),
  }
}
