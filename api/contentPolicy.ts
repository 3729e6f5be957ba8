/** The headers of every page of ours. */
import type { Context } from './middleware/state.ts'

/**
 * A content security policy: what `sources` do not name is refused, forms are sent nowhere unless they say where, and
 * nothing frames the page.
 *
 * @param sources by directive: `{ 'script-src': "'self'" }`
 */
export function contentPolicy(sources: Readonly<Record<string, string>>): string {
  return Object.entries({
    'default-src': "'none'",
    ...sources,
    'base-uri': "'none'",
    'form-action': sources['form-action'] ?? "'none'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join('; ')
}

/** Sets the policy of a page; where its links lead, its address is not sent. */
export function protectPage(context: Context, policy: string): void {
  context.set('Content-Security-Policy', policy)
  context.set('Referrer-Policy', 'no-referrer')
}
