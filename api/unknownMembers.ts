/**
 * Members of a body that its schema does not describe: they are ignored and named in a response header, or refused
 * where the caller or its platform asks for that.
 */
import type { FieldError } from '../contract/errors.ts'
import { nearestName } from '../contract/nearest.ts'
import { shownName } from '../contract/storable.ts'
import { type Members, membersOf, partsOf, type Schema } from './schemaParts.ts'

export const IGNORED_FIELDS = 'Ignored-Fields'

const NAMED_MAX = 20
const NAME_MAX = 100
const DEPTH_MAX = 8
/** Clients and proxies refuse an answer with long headers. */
const LENGTH_MAX = 2_000

export type UnknownMember = {
  /** In dot notation. */
  readonly path: string
  /** Path of the member beside it that it may have been meant as. */
  readonly meant: string | undefined
}

/**
 * The value of the header: `fullname;meant=fullName, color`.
 *
 * @param unknown undefined for none
 */
export function ignoredFields(unknown: readonly UnknownMember[]): string | undefined {
  if (unknown.length === 0) return undefined
  const shown: string[] = []
  let length = 0
  for (const { path, meant } of unknown.slice(0, NAMED_MAX)) {
    const next = shortened(path) + (meant === undefined ? '' : `;meant=${shortened(meant)}`)
    length += next.length + ', '.length
    if (length > LENGTH_MAX) break
    shown.push(next)
  }
  return [...shown, ...(unknown.length > shown.length ? ['...'] : [])].join(', ')
}

/** The same members where they are refused. */
export function refusedFields(unknown: readonly UnknownMember[]): readonly FieldError[] {
  return unknown.slice(0, NAMED_MAX).map(({ path, meant }) => ({
    field: shownName(path),
    constraint: 'additionalProperties',
    message: `is no member here${meant === undefined ? '' : `: ${meant} is meant?`}`,
  }))
}

/** The members that no schema describes, one more at most than are shown. */
export function unknownMembers(
  schema: object | undefined,
  body: unknown,
): readonly UnknownMember[] {
  const found: UnknownMember[] = []
  collect([schema ?? { properties: {} }], body, { path: '', depth: 0 }, found)
  return found
}

function collect(
  schemas: readonly unknown[],
  value: unknown,
  { path, depth }: { readonly path: string; readonly depth: number },
  found: UnknownMember[],
): void {
  if (!isNested(value) || depth === DEPTH_MAX) return
  const within = (name: string | number) => ({ path: `${path}${name}.`, depth: depth + 1 })
  const parts = schemas.flatMap((schema) => partsOf(schema, value as Members))
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]))
    if (items.length === 0) return
    for (const [at, item] of value.entries()) {
      if (found.length > NAMED_MAX) return
      if (isNested(item)) collect(items, item, within(at), found)
    }
    return
  }
  // One that describes no member takes any: it is a map of the caller's own.
  if (parts.some(isMap) || !parts.some(({ properties }) => properties !== undefined)) return
  const described = membersOf(parts)
  for (const name in value as Members) {
    // One more than are shown says that there are more.
    if (found.length > NAMED_MAX) return
    const schemasOfIt = described.get(name)
    if (schemasOfIt === undefined) {
      const meant = nearestName(name, described.keys())
      found.push({ path: `${path}${name}`, meant: meant && `${path}${meant}` })
    } else collect(schemasOfIt, (value as Members)[name], within(name), found)
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What a union takes beside its own members is what its variants describe. */
function isMap({ additionalProperties, patternProperties, oneOf, anyOf }: Schema): boolean {
  if (patternProperties !== undefined) return true
  return Boolean(additionalProperties) && oneOf === undefined && anyOf === undefined
}

/** A header takes visible ASCII alone, and a comma parts names. */
function shortened(name: string): string {
  const short = Array.from(name).slice(0, NAME_MAX).join('')
  return short.replaceAll(/[^\w.$-]/gu, (sign) => encodeURIComponent(sign))
}
