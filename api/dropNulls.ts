/**
 * `null` where a member is optional and takes none: as if it had not been sent. Serializers write it for what is not
 * there. Of a member that is required, or for which null means something, it is left for the schema to judge.
 */

type Schema = {
  readonly type?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly items?: unknown
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
}

/** Takes them out of a body, in place. Visits each value once for each shape that its object may have. */
export function dropNulls(schema: unknown, value: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const each of value) dropNulls((schema as Schema).items, each)
    return
  }
  const object = value as Record<string, unknown>
  const shapes = shapesOf(schema as Schema, object)
  for (const [name, member] of Object.entries(object)) {
    const schemas = [...new Set(shapes.flatMap((shape) => memberOf(shape, name)))]
    if (schemas.length === 0) continue
    if (member !== null) {
      for (const one of schemas) dropNulls(one, member)
      continue
    }
    const isRequired = shapes.some(({ required }) => required?.includes(name))
    if (!isRequired && !schemas.some(takesNull)) delete object[name]
  }
}

function memberOf({ properties }: Schema, name: string): unknown[] {
  return properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : []
}

/** The schema, and those of its variants that the object can be. */
function shapesOf(schema: Schema, object: Readonly<Record<string, unknown>>): Schema[] {
  const { allOf = [], anyOf = [], oneOf = [], discriminator } = schema
  const named = discriminator?.propertyName
  const variants = [...anyOf, ...oneOf].filter(
    (variant) => named === undefined || isNamed(variant.properties?.[named], object[named]),
  )
  return [schema, ...[...allOf, ...variants].flatMap((inner) => shapesOf(inner, object))]
}

function isNamed(schema: unknown, name: unknown): boolean {
  const { const: only, enum: some = [] } = (schema ?? {}) as Schema
  return name !== undefined && (only === name || some.includes(name))
}

function takesNull(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const { type, enum: some, anyOf = [], oneOf = [], allOf = [] } = schema as Schema
  if ([type].flat().includes('null') || some?.includes(null)) return true
  const inner = [...anyOf, ...oneOf, ...allOf]
  if (inner.some(takesNull)) return true
  return type === undefined && some === undefined && !('const' in schema) && inner.length === 0
}
