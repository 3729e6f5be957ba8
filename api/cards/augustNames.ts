/**
 * The names that members of a card had in August. Requests may use either name of a member: what reads a request reads
 * the new ones.
 */
import type { FieldError } from '../../contract/errors.ts'

type Given = Readonly<Record<string, unknown>>

const augustNames = [
  ['cardholderId', 'customerId'],
  ['state', 'status'],
  ['fundingSources', 'fundingSource'],
] as const

/**
 * A body or query with new names alone; a list of several funding sources stays beside its first one. Both names with
 * different values stay, for `nameClashes`. Anything but an object is left as it is.
 */
export function inNewNames<Request>(request: Request): Request {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  const named = { ...request } as Record<string, unknown>
  for (const [august, name] of augustNames) {
    const given = named[august]
    const value = aliasOf(august, given)
    if (value === undefined || (named[name] !== undefined && named[name] !== value)) continue
    named[name] = value
    if (!Array.isArray(given) || given.length === 1) delete named[august]
  }
  return named as Request
}

/** What a member of August says of the new one: of the list, its first item. */
function aliasOf(august: string, given: unknown): unknown {
  if (august !== 'fundingSources') return given
  return Array.isArray(given) ? given[0] : undefined
}

/** The members of August whose new name came with another value, of what `inNewNames` has left. */
export function nameClashes(request: unknown): FieldError[] {
  const named = (request ?? {}) as Given
  return augustNames
    .filter(([august, name]) => {
      const [given, value] = [named[august], named[name]]
      return given !== undefined && value !== undefined && aliasOf(august, given) !== value
    })
    .map(([august, name]) => {
      const message = `must be what ${name} is: it is the same by its name before September 2026`
      return { field: august, constraint: 'const', message }
    })
}
