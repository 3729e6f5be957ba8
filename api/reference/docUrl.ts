/** Where the codes of errors are explained. */
import type { ErrorCode } from '../../contract/errors.ts'

/** Path of the page; each code is an anchor of it. */
export const ERRORS_PATH = '/docs/errors'

/** Absolute where the request says to which host it came. */
export function docUrlOf(code: ErrorCode, origin: string): string {
  const path = `${ERRORS_PATH}#${code}`
  return URL.canParse(path, origin) ? new URL(path, origin).href : path
}
