/** Members of a body that its schema does not describe: they are ignored, and named in a response header. */
import { type Members, membersOf, partsOf, type Schema } from './schemaParts.ts'

export const IGNORED_FIELDS = 'Ignored-Fields'

const NAMED_MAX = 20
const NAME_MAX = 100
const DEPTH_MAX = 8
/** Clients and proxies refuse an answer with long headers. */
const LENGTH_MAX = 2_000

/** The value of the header for a body, undefined if all of it is described. */
export function ignoredFields(schema: object | undefined, body: unknown): string | undefined {
  const names = unknownMembers(schema ?? { properties: {} }, body)
  if (names.length === 0) return undefined
  const shown: string[] = []
  let length = 0
  for (const name of names.slice(0, NAMED_MAX)) {
    const next = encoded(Array.from(name).slice(0, NAME_MAX).join(''))
    length += next.length + ', '.length
    if (length > LENGTH_MAX) break
    shown.push(next)
  }
  return [...shown, ...(names.length > shown.length ? ['...'] : [])].join(', ')
}

/** The paths of the members that no schema describes, in dot notation. */
export function unknownMembers(schema: unknown, body: unknown): readonly string[] {
  const found: string[] = []
  collect([schema], body, { path: '', depth: 0 }, found)
  return found
}

function collect(
  schemas: readonly unknown[],
  value: unknown,
  { path, depth }: { readonly path: string; readonly depth: number },
  found: string[],
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
    if (schemasOfIt === undefined) found.push(`${path}${name}`)
    else collect(schemasOfIt, (value as Members)[name], within(name), found)
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
function encoded(name: string): string {
  return name.replaceAll(/[^\w.$-]/gu, (sign) => encodeURIComponent(sign))
}
