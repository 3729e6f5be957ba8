/** Where the codes of errors are explained. */
import type { ErrorCode } from '../../contract/errors.ts'

/** Path of the page; each code is an anchor of it. */
export const ERRORS_PATH = '/docs/errors'

/** @param origin undefined: the link is relative to the API's */
export function docUrlOf(code: ErrorCode, origin: string | undefined): string {
  return `${origin ?? ''}${ERRORS_PATH}#${code}`
}
