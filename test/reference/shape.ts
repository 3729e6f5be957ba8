/** Which members values have, and of which types: of examples and of real answers alike. */
import { originalOf } from '../../contract/components/described.ts'
import { components } from '../../contract/components/index.ts'

type Json = Readonly<Record<string, unknown>>

/** The types that were seen at a place: a component's name, or what is asked for, and a path within. */
export type Shape = Map<string, Set<string>>

const names = new Map<unknown, string>(
  Object.entries(components).map(([name, schema]) => [schema, name]),
)

/**
 * Adds what a value has. Below a component places begin with its name, so that all answers with it are
 * one.
 *
 * @param at place of the value itself, where its schema has no name
 */
export function addShape(shape: Shape, schema: unknown, value: unknown, at: string): Shape {
  const found = variantOf(schema, value)
  const place = names.get(originalOf(found)) ?? at
  shape.set(place, (shape.get(place) ?? new Set()).add(typeOf(value)))
  if (Array.isArray(value)) {
    for (const item of value) addShape(shape, found.items ?? {}, item, `${place}[]`)
  } else if (typeof value === 'object' && value !== null) {
    const properties = (found.properties ?? {}) as Json
    for (const [name, part] of Object.entries(value)) {
      addShape(shape, properties[name] ?? {}, part, `${place}.${name}`)
    }
  }
  return shape
}

/** Places of both at which a real answer has a type that no example has. */
export function otherTypes(examples: Shape, real: Shape): string[] {
  return [...real].flatMap(([place, types]) => {
    const known = examples.get(place)
    if (known === undefined) return []
    // What may be absent may be null.
    const isOther = (type: string): boolean => !known.has(type) && type !== 'null'
    const others = known.has('null') ? [] : [...types].filter(isOther)
    return others.map((type) => `${place} is ${type}, in examples ${[...known].join(' or ')}`)
  })
}

/** Places of the examples that no real answer had with all their types. */
export function unseen(examples: Shape, real: Shape): string[] {
  return [...examples]
    .filter(([place, types]) => ![...types].every((type) => real.get(place)?.has(type)))
    .map(([place]) => place)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Of a union the one that the value is of: by its tag, or by the members that it requires. */
function variantOf(schema: unknown, value: unknown): Json {
  const { oneOf, anyOf, discriminator } = schema as Json
  const ways = [oneOf, anyOf].find(Array.isArray) as readonly Json[] | undefined
  if (ways === undefined || typeof value !== 'object' || value === null) return schema as Json
  const given = value as Json
  const tag = (discriminator as { readonly propertyName: string } | undefined)?.propertyName
  const found = ways.find((way) => {
    const { properties = {}, required = [] } = way as { properties?: Json; required?: string[] }
    if (tag === undefined) return required.every((name) => name in given)
    const { const: constant, enum: values = [constant] } = (properties[tag] ?? {}) as Json
    return (values as readonly unknown[]).includes(given[tag])
  })
  return found === undefined ? (schema as Json) : variantOf(found, value)
}
