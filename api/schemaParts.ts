/** Which of a schema's parts are about a value: what describes its members, and what limits it. */

export type Schema = {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
  readonly patternProperties?: unknown
  readonly items?: unknown
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly maxLength?: number
  readonly allOf?: readonly unknown[]
  readonly anyOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
  readonly then?: unknown
  readonly else?: unknown
}
export type Members = Readonly<Record<string, unknown>>

/** A schema and those that it is composed of, as far as they are about this value. */
export function partsOf(schema: unknown, value: Members): Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const part = schema as Schema
  const ways = [...(part.anyOf ?? []), ...(part.oneOf ?? [])]
  const taken = ways.filter((way) => hasTagOf(way, value))
  const all = [...(part.allOf ?? []), part.then, part.else, ...(taken.length > 0 ? taken : ways)]
  return [part, ...all.flatMap((each) => partsOf(each, value))]
}

/** What the parts say of each member that they describe. */
export function membersOf(parts: readonly Schema[]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>()
  for (const { properties = {} } of parts) {
    for (const [name, schema] of Object.entries(properties)) {
      const known = found.get(name)
      if (known === undefined) found.set(name, [schema])
      else known.push(schema)
    }
  }
  return found
}

/** Whether the value has the tag of a variant. */
function hasTagOf(way: unknown, value: Members): boolean {
  const { properties = {} } = (way ?? {}) as Schema
  return Object.entries(properties).every(([name, schema]) => {
    const { const: only, enum: some } = (schema ?? {}) as { const?: unknown; enum?: unknown[] }
    if (only === undefined && some === undefined) return true
    const given = value[name]
    if (given === undefined || typeof given === 'object') return true
    if (only !== undefined) return given === only
    return some === undefined || some.includes(given)
  })
}
