/** Schemas of the document as tables of text. */
type Json = { readonly [key: string]: unknown }

const REFERENCE = '#/components/schemas/'

/** A schema as a table of its members, or a line where it has none. */
export function schemaLines(schema: Json): string[] {
  const rows = rowsOf(schema, '')
  const about = aboutOf(schema)
  const lines = typeof schema.description === 'string' ? [oneLine(schema.description), ''] : []
  if (rows.length === 0) return [...lines, `Type: ${typeOf(schema)}${about && `. ${about}`}`, '']
  const variants = variantsOf(schema)
  return [
    ...(schema.deprecated === true ? ['**Deprecated.**', ''] : []),
    ...lines,
    ...(variants.length > 0 ? [choiceOf(schema, variants), ''] : []),
    '| Member | Type | Required | Description |',
    '|---|---|---|---|',
    ...rows,
    '',
  ]
}

/** Names of the schemas that a part of the document refers to, and those that they refer to. */
export function reachableFrom(part: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (found.has(name)) continue
      found.add(name)
      look(schemas[name])
    }
  }
  look(part)
  return [...found].sort()
}

/** A type in a few words: `string (date-time)`, `array of Quote`, one of the enumerated values. */
export function typeOf(schema: unknown): string {
  const {
    $ref,
    type,
    items,
    format,
    enum: values,
    const: constant,
    oneOf,
    anyOf,
    allOf,
  } = (schema ?? {}) as Json
  if (typeof $ref === 'string') return `[${nameOf($ref)}](#${anchorOf(nameOf($ref))})`
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(', ')
  for (const [ways, word] of [
    [oneOf, 'one of'],
    [anyOf, 'any of'],
    [allOf, 'all of'],
  ] as const) {
    if (Array.isArray(ways))
      return ways.length === 1 ? typeOf(ways[0]) : `${word} ${ways.map(typeOf).join(', ')}`
  }
  const named = Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything')
  if (type === 'array') return `array of ${typeOf(items)}`
  return format === undefined ? named : `${named} (${format})`
}

export function anchorOf(name: string): string {
  return `schema-${name.toLowerCase()}`
}

function nameOf(reference: string): string {
  return reference.slice(REFERENCE.length)
}

function variantsOf({ oneOf, anyOf }: Json): readonly unknown[] {
  return ([oneOf, anyOf].find(Array.isArray) as readonly unknown[] | undefined) ?? []
}

function choiceOf({ discriminator }: Json, variants: readonly unknown[]): string {
  const { propertyName } = (discriminator ?? {}) as { propertyName?: string }
  return `One of ${variants.map(typeOf).join(', ')}${propertyName === undefined ? '' : `, by \`${propertyName}\``}.`
}

/** Members, those of members that have no name of their own too. */
function rowsOf(schema: Json, prefix: string): string[] {
  const { properties, required, allOf } = schema
  const names = new Set((required ?? []) as readonly string[])
  const own = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).flatMap(
    ([name, member]) => {
      const path = `${prefix}${name}`
      const inner = (member.type === 'array' ? member.items : member) as Json | undefined
      const about = [member.description, aboutOf(member)].filter(Boolean).join(' ')
      const row = `| \`${path}\` | ${cell(typeOf(member))} | ${names.has(name) ? 'yes' : ''} | ${cell(about)} |`
      const nested =
        inner?.properties === undefined
          ? []
          : rowsOf(inner, `${path}${member.type === 'array' ? '[]' : ''}.`)
      return [row, ...nested]
    },
  )
  const parts = Array.isArray(allOf) ? allOf.flatMap((part: Json) => rowsOf(part, prefix)) : []
  return [...parts, ...own]
}

const facts: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `From ${value}.`,
  exclusiveMinimum: (value) => `Above ${value}.`,
  maximum: (value) => `Up to ${value}.`,
  minLength: (value) => (Number(value) > 1 ? `${value} characters at least.` : ''),
  maxLength: (value) => `${value} characters at most.`,
  maxItems: (value) => `${value} items at most.`,
  minItems: (value) => `${value} items at least.`,
  pattern: (value) => `Pattern \`${value}\`.`,
  default: (value) => `Default \`${JSON.stringify(value)}\`.`,
  deprecated: (value) => (value === true ? '**Deprecated.**' : ''),
  readOnly: () => 'Read only.',
  writeOnly: () => 'Written, never shown.',
}

/** What a schema says of its values beside their type. */
export function aboutOf(schema: Json): string {
  const parts = Object.entries(facts).map(([keyword, sentence]) =>
    schema[keyword] === undefined ? '' : sentence(schema[keyword]),
  )
  const example =
    schema.example === undefined ? '' : `Example: \`${JSON.stringify(schema.example)}\`.`
  return [...parts, example].filter(Boolean).join(' ')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}
