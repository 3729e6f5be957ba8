/**
 * Paths as logs may show them. A device code, the token of a link or any other secret may stand in a path, a
 * wrong one too, in whatever spelling: so only what is known to be none is shown.
 */
import { isId } from '../../contract/ids.ts'
import type { ApiRouter } from '../router.ts'

/** Stands for what is not shown. */
const MASK = '...'
/** Paths are truncated, so that a request cannot flood the log. */
const SHOWN_MAX = 200

export type ShowPath = (path: string) => string

/**
 * Makes the function that shows of a path the names of routes, and ids.
 *
 * @param routers are read at the first path: until then all routes may not have been added
 */
export function shownPaths(routers: readonly ApiRouter[]): ShowPath {
  let names: ReadonlySet<string> | undefined
  return (path) => {
    names ??= new Set(routers.flatMap(namesOf))
    const known = names
    return path
      .split('/')
      .map((segment) => shown(decoded(segment), known))
      .join('/')
      .slice(0, SHOWN_MAX)
  }
}

/** What a caller can have sent that is in our sources: `/quotes/:quoteId/execute` has two names. */
function namesOf({ stack }: ApiRouter): string[] {
  return stack
    .flatMap(({ path }) => String(path).split('/'))
    .filter((segment) => !segment.startsWith(':'))
    .map((segment) => segment.toLowerCase())
}

function shown(segment: string, names: ReadonlySet<string>): string {
  return names.has(segment.toLowerCase()) || isId(segment) ? segment : MASK
}

/** An id with `%3A` is an id. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
