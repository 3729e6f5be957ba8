/** What it costs to refuse a body: it grows with the body's bytes, whatever the body holds and whoever gets it. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBody } from '../../api/middleware/body.ts'
import type { Context } from '../../api/middleware/state.ts'
import { operations } from '../../api/operations.ts'
import { operatorRoutes } from '../../api/operators/routes.ts'
import { ignoredFields, unknownMembers } from '../../api/unknownMembers.ts'
import { bodyCheckOf } from '../../api/validate.ts'
import type { FieldError } from '../../contract/errors.ts'
import { VALUES_MAX } from '../../contract/jsonText.ts'
import { sampleOf } from '../support/seed.ts'

type Schema = {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: unknown
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: unknown
  readonly const?: unknown
  readonly discriminator?: { readonly propertyName: string }
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** Operations, and what operators send to the listener of their own. */
const bodies = [...operations, ...operatorRoutes].flatMap(({ id, body, ...rest }) =>
  body === undefined || 'multipart' in rest ? [] : [{ id, schema: body as Schema }],
)

/** A place of a body, with the texts before and after the value that stands there. */
type Place = { readonly path: string; readonly schema: Schema; readonly around: [string, string] }

function* placesIn(schema: Schema, path: string, around: [string, string]): Generator<Place> {
  yield { path, schema, around }
  const [before, after] = around
  for (const way of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) {
    yield* placesIn(way, path, around)
  }
  const tags = Object.entries(schema.properties ?? {}).flatMap(([name, { const: only }]) =>
    only === undefined ? [] : [`${JSON.stringify(name)}:${JSON.stringify(only)},`],
  )
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const key = `{${tags.filter((tag) => !tag.startsWith(`"${name}"`)).join('')}"${name}":`
    yield* placesIn(inner, `${path}.${name}`, [before + key, `}${after}`])
  }
  if (schema.items) yield* placesIn(schema.items, `${path}.0`, [`${before}[`, `]${after}`])
}

const places = bodies.flatMap(({ id, schema }) =>
  [...placesIn(schema, id, ['', ''])].map((place) => ({ ...place, body: schema })),
)
const isList = ({ items, type }: Schema): boolean =>
  items !== undefined || [type].flat().includes('array')
const isMap = ({ additionalProperties: more }: Schema): boolean => Boolean(more)

function contextOf(text: string): Context {
  const req = Object.assign(Readable.from([Buffer.from(text)]), {
    headers: { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` },
  })
  const context = {
    ...{ req, request: {}, method: 'POST', is: () => 'json' },
    get: (name: string) => (req.headers as Record<string, string>)[name.toLowerCase()] ?? '',
  }
  return context as unknown as Context
}

/** Counts what is read of a value and of all that is inside it. */
function counted<Value>(value: Value, count: { reads: number }): Value {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, name, receiver) {
      count.reads += 1
      const inner = Reflect.get(target, name, receiver)
      return typeof name === 'symbol' ? inner : counted(inner, count)
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target)
      count.reads += keys.length
      return keys
    },
    getOwnPropertyDescriptor(target, name) {
      count.reads += 1
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
}

/** All errors that `concat` copies, as AJV adds those of a part. */
function withCopies<Result>(work: () => Result): {
  readonly result: Result
  readonly copies: number
} {
  const { concat } = Array.prototype
  let copies = 0
  Array.prototype.concat = function (this: unknown[], ...more: unknown[]) {
    const made = concat.apply(this, more as never[])
    copies += made.length
    return made
  }
  try {
    return { result: work(), copies }
  } finally {
    Array.prototype.concat = concat
  }
}

type Cost = {
  readonly reads: number
  readonly copies: number
  readonly errors: readonly FieldError[]
}

/** Of a body's refusal, after it was parsed; undefined where it was refused unparsed. */
async function costOf(schema: Schema, text: string): Promise<Cost | undefined> {
  const { parsed } = await readBody(contextOf(text)).catch((error: { code?: string }) => {
    expect(error.code).toBe('INVALID_REQUEST_FORMAT')
    return { parsed: undefined }
  })
  if (parsed === undefined) return undefined
  const count = { reads: 0 }
  const body = counted(parsed, count)
  const check = bodyCheckOf(schema)
  const { result: errors, copies } = withCopies(() => check(body))
  ignoredFields(unknownMembers(schema, body))
  return { reads: count.reads, copies, errors }
}

const fillings = ['0', '{}', '[]', '""', 'null'] as const

function list(length: number, filling: string): string {
  return `[${Array(length).fill(filling).join()}]`
}

function map(length: number): string {
  return `{${Array.from({ length }, (_, at) => `"k${at.toString(36)}":0`).join()}}`
}

test('every list and every map of the document refuses 400,000 members unparsed', async () => {
  const found = places.filter(({ schema }) => isList(schema) || isMap(schema))
  expect(found.length).toBeGreaterThan(40)
  const [items, members] = [list(400_000, '0'), map(400_000)]
  for (const { path, schema, around, body } of found) {
    const text = around.join(isList(schema) ? items : members)
    expect(await costOf(body, text.slice(0, 1_000_000)), path).toBeUndefined()
  }
})

test('every list and map has a length, and a body of the longest ones is still parsed', () => {
  for (const { path, schema } of places) {
    if (isList(schema)) expect(schema.maxItems, path).toBeGreaterThan(0)
    // A map whose members are described by variants is not one of the caller's own.
    if (isMap(schema) && !schema.oneOf) expect(schema.maxProperties, path).toBeGreaterThan(0)
  }
  for (const { id, schema } of bodies) expect(mostValues(schema), id).toBeLessThan(VALUES_MAX)
})

function mostValues(schema: Schema): number {
  const ways = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map(mostValues)
  const inner = Object.values(schema.properties ?? {}).map(mostValues)
  const items = schema.items ? (schema.maxItems ?? Infinity) * mostValues(schema.items) : 0
  const own = inner.reduce((sum, one) => sum + one, 1) + items
  const all = (schema.allOf ?? []).reduce((sum, one) => sum + mostValues(one), 0)
  return own + all + Math.max(0, ...ways) + (isMap(schema) ? (schema.maxProperties ?? 0) : 0)
}

test('every place with as many members as are parsed costs in proportion to its bytes', async () => {
  for (const { path, schema, around, body } of places) {
    if (!isList(schema) && !isMap(schema) && schema !== body) continue
    const most = VALUES_MAX - 100
    const texts = isList(schema)
      ? fillings.map((filling) => list(filling === '0' ? most : most / 2, filling))
      : [map(most)]
    for (const value of texts) {
      const text = around.join(value)
      const cost = await costOf(body, text)
      expect(cost, path).toBeDefined()
      expect(cost?.errors.length, path).toBeLessThanOrEqual(100)
      // 2 for each byte, and what a schema with fifty variants looks at of an empty body.
      expect(cost?.reads, path).toBeLessThan(2 * text.length + 20_000)
      expect(cost?.copies, path).toBeLessThan(text.length + 20_000)
    }
  }
})

test('a text without a length is checked by a pattern or format that reads it once', () => {
  // Each of them looks a code up, or begins and ends with a count of digits.
  const formats = ['currency', 'accountCurrency', 'country', 'date', 'date-time', 'binary']
  for (const { path, schema } of places) {
    const { maxLength, pattern, format, type } = schema
    if (![type].flat().includes('string') || maxLength !== undefined) continue
    if (schema.enum !== undefined || schema.const !== undefined) continue
    if (format !== undefined) expect(formats, path).toContain(format)
    const endless = pattern?.match(/[*+]|\{\d+,\}/g) ?? []
    expect(
      endless.length - (pattern?.match(/\\\+|\[[^\]]*[*+][^\]]*\]/g)?.length ?? 0),
      path,
    ).toBeLessThan(2)
  }
})

test('a text that is too long is named, and neither its pattern nor its format is asked about all of it', () => {
  const texts = places.filter(
    ({ schema, around }) => schema.maxLength !== undefined && around[1].endsWith('}'),
  )
  for (const { path, schema, around, body } of sampleOf('long texts', texts, 100)) {
    const value = JSON.parse(around.join(JSON.stringify('a'.repeat(900_000))))
    const errors = bodyCheckOf(body)(value)
    expect(JSON.stringify(value).length, path).toBeLessThan(20_000 + (schema.maxLength ?? 0))
    const field = path.split('.').slice(1).join('.')
    expect(errors, path).toContainEqual(expect.objectContaining({ field, constraint: 'maxLength' }))
  }
  expect(texts.length).toBeGreaterThan(100)
})
