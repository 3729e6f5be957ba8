/**
 * `null` where a member is optional and takes none: as if it had not been sent. Serializers write it for what is not
 * there. Of a member that is required, or for which null means something, it is left for the schema to judge.
 */
import { type Members, membersOf, partsOf, type Schema } from './schemaParts.ts'

/** Takes them out of a body, in place. Reads what the schema describes, however much more was sent. */
export function dropNulls(schema: unknown, value: unknown): void {
  dropIn([schema], value)
}

function dropIn(schemas: readonly unknown[], value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const parts = schemas.flatMap((schema) => partsOf(schema, value as Members))
  if (Array.isArray(value)) {
    const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items]))
    if (items.length > 0) for (const each of value) dropIn(items, each)
    return
  }
  const members = value as Record<string, unknown>
  for (const [name, described] of membersOf(parts)) {
    if (!Object.hasOwn(members, name)) continue
    if (members[name] !== null) dropIn(described, members[name])
    else if (!isRequired(parts, name) && !described.some(takesNull)) delete members[name]
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
