/**
 * `null` where a member is optional and takes none: as if it had not been sent. Serializers write it for what is not
 * there. Of a member that is required, or for which null means something, it is left for the schema to judge.
 */
import { type Members, membersOf, partsOf, type Schema } from './schemaParts.ts'

/** How many of the members that were taken out are named at most. */
const DROPPED_MAX = 20

/** A member that was taken out: the object that had it, in dot notation ('' for the body), and its name. */
export type Dropped = { readonly at: string; readonly name: string }

/**
 * Takes them out of a body, in place. Reads what the schema describes, however much more was sent.
 *
 * @returns the first of them
 */
export function dropNulls(schema: unknown, value: unknown): readonly Dropped[] {
  const dropped: Dropped[] = []
  dropIn([schema], value, '', dropped)
  return dropped
}

function dropIn(schemas: readonly unknown[], value: unknown, at: string, dropped: Dropped[]): void {
  if (typeof value !== 'object' || value === null) return
  const inside = (name: string | number): string => (at === '' ? `${name}` : `${at}.${name}`)
  const parts = schemas.flatMap((schema) => partsOf(schema, value as Members))
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]))
    if (items.length === 0) return
    for (const [index, each] of value.entries()) dropIn(items, each, inside(index), dropped)
    return
  }
  const members = value as Record<string, unknown>
  for (const [name, described] of membersOf(parts)) {
    if (!Object.hasOwn(members, name)) continue
    if (members[name] !== null) dropIn(described, members[name], inside(name), dropped)
    else if (!isRequired(parts, name) && !described.some(takesNull)) {
      delete members[name]
      if (dropped.length < DROPPED_MAX) dropped.push({ at, name })
    }
  }
}

function isRequired(parts: readonly Schema[], name: string): boolean {
  return parts.some(({ required }) => required?.includes(name))
}

function takesNull(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const { type, enum: some, anyOf = [], oneOf = [], allOf = [], ...rest } = schema as Schema
  if ([type].flat().includes('null') || some?.includes(null)) return true
  const inner = [...anyOf, ...oneOf, ...allOf]
  if (inner.some(takesNull)) return true
  return type === undefined && some === undefined && !('const' in rest) && inner.length === 0
}
