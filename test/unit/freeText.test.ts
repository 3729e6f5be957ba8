/** Texts that people write and read: nothing in them is invisible, or changes how the rest is read. */
import { expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'

type Schema = {
  readonly type?: unknown
  readonly enum?: unknown
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly readOnly?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

/** What programs make, and compare with what there is: ids, proofs, names of machines. */
const madeByPrograms =
  /(Id|Ids|Identifier|Bundle|Token|Address|Json|Data|Object|Handle|Domain)$|^(code|secret|signature|origin|origins|topOrigins|rpIds|transports|cursor|challenge|paymentRail|accountType|cryptoNetwork|umaAddress|templateSid|threeDSecurePassword|symbol|encryptedOtpBundle|asset|attestation)$/

/** Every text of a schema that no pattern, list or format judges, by the name of its member. */
function* freeTexts(schema: Schema, name: string, path: string): Generator<[string, string]> {
  if (schema.readOnly) return
  const { type, enum: some, format, pattern, properties = {}, items } = schema
  const isText = [type].flat().includes('string') && some === undefined && !('const' in schema)
  if (isText && format === undefined && pattern === undefined) yield [name, path]
  for (const [member, inner] of Object.entries(properties)) {
    yield* freeTexts(inner, member, `${path}.${member}`)
  }
  if (items !== undefined) yield* freeTexts(items, name, `${path}[]`)
  for (const inner of [schema.oneOf, schema.anyOf, schema.allOf].flatMap((each) => each ?? [])) {
    yield* freeTexts(inner, name, path)
  }
}

test('every free text of a body has a format that says so', () => {
  const found = operations.flatMap(({ id, body }) => [
    ...(body === undefined ? [] : freeTexts(body as Schema, '', id)),
  ])
  // Otherwise nothing was looked at.
  expect(found.length).toBeGreaterThan(20)
  const unjudged = found.filter(([name]) => !madeByPrograms.test(name)).map(([, path]) => path)
  expect([...new Set(unjudged)]).toEqual([])
})
