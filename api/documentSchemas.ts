/**
 * Schemas as the document has them: by reference, for readers that know neither our formats nor how
 * AJV selects a variant, and in words where generators of clients cannot read a rule.
 */
import { components } from '../contract/components/index.ts'
import { hoist, hoistInside } from './hoist.ts'

type Json = { readonly [key: string]: unknown }

const REFERENCE = '#/components/schemas/'

/** Every component by its name, the components in it as references. */
export function documentComponents(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => [
      name,
      written(hoistInside(schema, REFERENCE)),
    ]),
  )
}

/** A copy of a schema in which every component, wherever it is, is a reference. */
export function referring(schema: unknown): unknown {
  return written(hoist(schema, REFERENCE))
}

/** What readers that do not know our formats should know of them. */
export const formatPatterns: Readonly<Record<string, string>> = {
  country: '^[A-Z]{2}$',
  currency: '^[A-Z]{3,4}$',
  accountCurrency: '^[A-Z]{3,5}$',
  cursor: '^[A-Za-z0-9_-]+$',
}

/**
 * What a list of values offers. One that is `reserved` is read as the interface has it, and refused by a code of its own
 * or found nowhere: no document offers it.
 */
export function offered({ reserved, ...schema }: Json): Json {
  if (!Array.isArray(reserved) || !Array.isArray(schema.enum)) return schema
  return { ...schema, enum: schema.enum.filter((value) => !reserved.includes(value)) }
}

function written(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(written)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(inWords(offered(schema as Json))).map(([key, part]) => [key, written(part)]),
  )
  const shape = formatPatterns[String(copy.format)]
  if (shape !== undefined && copy.pattern === undefined) copy.pattern = shape
  // Not every language reads properties of Unicode; the description says it.
  if (typeof copy.pattern === 'string' && copy.pattern.includes('\\p{')) delete copy.pattern
  const isUnion = copy.discriminator !== undefined && Array.isArray(copy.oneOf)
  return isUnion ? union(copy) : copy
}

type Choice = {
  readonly keyword: 'anyOf' | 'oneOf'
  readonly ways: readonly (readonly string[])[]
}

/**
 * Which fields must be given together stays a rule of the validator. Generators read the keywords for
 * it as a choice of types, and make types of nothing; the document says it in a sentence.
 */
function inWords(schema: Json): Json {
  const choices: Choice[] = []
  const rest: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    const choice = choiceOf(key, value)
    if (choice !== undefined) {
      choices.push(choice)
    } else if (key === 'allOf' && Array.isArray(value)) {
      const found = value.map((part) => soleChoice(part as Json))
      choices.push(...found.filter((one) => one !== undefined))
      const others = value.filter((_, index) => found[index] === undefined)
      if (others.length > 0) rest[key] = others
    } else {
      rest[key] = value
    }
  }
  if (choices.length === 0) return schema
  return {
    ...rest,
    description: [rest.description, ...choices.map(sentence)].filter(Boolean).join(' '),
  }
}

/** `anyOf` or `oneOf` of nothing but lists of required fields. */
function choiceOf(keyword: string, value: unknown): Choice | undefined {
  if ((keyword !== 'anyOf' && keyword !== 'oneOf') || !Array.isArray(value)) return undefined
  const isChoice = value.every((way: Json) => Object.keys(way).join() === 'required')
  return isChoice ? { keyword, ways: value.map(({ required }) => required as string[]) } : undefined
}

function soleChoice(part: Json): Choice | undefined {
  const [first, ...more] = Object.entries(part)
  return first === undefined || more.length > 0 ? undefined : choiceOf(...first)
}

function sentence({ keyword, ways }: Choice): string {
  const listed = ways.map((fields) => fields.map((field) => `\`${field}\``).join(' with '))
  return `${keyword === 'oneOf' ? 'Exactly one' : 'At least one'} is given: ${listed.join(', or ')}.`
}

type Variant = {
  readonly properties?: Readonly<Record<string, { const?: string; enum?: readonly string[] }>>
}

/**
 * AJV finds a variant by its tag's values; other readers of the document want them listed. Each variant
 * has all members: repeated beside them they would be a type of their own.
 */
function union({ properties, required, additionalProperties, ...copy }: Json): Json {
  const { propertyName } = copy.discriminator as { propertyName: string }
  const mapping: Record<string, string> = {}
  for (const { $ref } of Array.isArray(copy.oneOf) ? copy.oneOf : []) {
    if ($ref === undefined) continue
    const variant = components[$ref.slice(REFERENCE.length)] as Variant | undefined
    const { const: constant, enum: values } = variant?.properties?.[propertyName] ?? {}
    for (const value of values ?? (constant === undefined ? [] : [constant])) mapping[value] = $ref
  }
  const isMapped = Object.keys(mapping).length > 0
  return { ...copy, discriminator: { propertyName, ...(isMapped && { mapping }) } }
}
