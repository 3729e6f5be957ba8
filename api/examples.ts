/** Examples for the document, put together from those that the schemas carry. */
type Json = { readonly [key: string]: unknown }

/** An example of a schema: its own, or put together from those of its parts. */
export function exampleOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { example, examples, const: constant, default: preset, enum: values } = schema as Json
  const listed = [examples, values].map((list) => (Array.isArray(list) ? list[0] : undefined))
  const given = [example, constant, preset, ...listed].find((value) => value !== undefined)
  return given ?? composed(schema as Json)
}

function composed(schema: Json): unknown {
  const { oneOf, anyOf, allOf, items, properties } = schema
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') {
    const item = exampleOf(items)
    return item === undefined ? [] : [item]
  }
  const variants = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []))
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...variants].map(exampleOf)
  const isObject = type === 'object' || properties !== undefined
  if (!isObject && parts.length === 0) return plain(type, schema)
  const single = parts.find((part) => typeof part !== 'object' || part === null)
  if (single !== undefined) return single
  const required = new Set((schema.required ?? []) as readonly string[])
  // A text that nothing is known of shows nothing: it is left out where it may be.
  const own = Object.entries(properties ?? {})
    .filter(([name, part]) => required.has(name) || !isAnyText(part))
    .map(([name, part]) => [name, exampleOf(part)])
  return Object.assign(
    {},
    ...parts,
    Object.fromEntries(own.filter(([, value]) => value !== undefined)),
  )
}

const descriptive = ['example', 'examples', 'const', 'default', 'enum', 'format', 'oneOf', 'anyOf']

function isAnyText(schema: unknown): boolean {
  const { type, ...rest } = (schema ?? {}) as Json
  return type === 'string' && !descriptive.some((keyword) => keyword in rest)
}

const formats: Readonly<Record<string, string>> = {
  country: 'US',
  currency: 'USD',
  date: '1990-01-31',
  'date-time': '2025-10-13T12:00:00Z',
  email: 'customer@example.com',
  uri: 'https://platform.example.com/webhooks',
}

function plain(type: unknown, { format, pattern, minimum, maxLength }: Json): unknown {
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type !== 'string' || pattern !== undefined) return undefined
  return formats[String(format)] ?? 'text'.slice(0, Number(maxLength ?? 4))
}
