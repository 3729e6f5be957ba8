/** What the document says of each property and parameter. */
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'

type Json = { readonly [key: string]: unknown }

/** Anything shorter says no more than a name does. */
const LENGTH_MIN = 20

/** Words that add nothing to a name. */
const fillers = new Set(
  'a an and as at by for from has in is it its of on that the this to with id'.split(' '),
)

function wordsOf(text: string): string[] {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return (words.match(/[a-z0-9]+/g) ?? []).filter((word) => !fillers.has(word))
}

/** Why a description does not do; undefined for one that does. */
function problemOf(name: string, description: unknown): string | undefined {
  if (typeof description !== 'string') return 'is not described'
  if (description.length < LENGTH_MIN) return `says too little: ${description}`
  const known = new Set(wordsOf(name))
  const isRepeated = wordsOf(description).every(
    (word) => known.has(word.replace(/s$/, '')) || known.has(word),
  )
  return isRepeated ? `repeats the name: ${description}` : undefined
}

/**
 * A property by its own description. A reference to an enumeration or another value may leave it to the
 * component; one to an object says what the object is in this place.
 */
function descriptionOf(property: Json, schemas: Json): unknown {
  const { $ref, description } = property
  if (description !== undefined || typeof $ref !== 'string') return description
  const target = schemas[$ref.slice('#/components/schemas/'.length)] as Json
  return target.type === 'object' ? undefined : target.description
}

type Found = { readonly at: string; readonly name: string; readonly description: unknown }

/** Every property of every schema, and every parameter, each with where it stands. */
function* described(value: unknown, schemas: Json, at = ''): Generator<Found> {
  if (typeof value !== 'object' || value === null) return
  const { properties, in: place, name } = value as Json
  if (typeof place === 'string' && typeof name === 'string') {
    yield { at: `${at} (${place})`, name, description: (value as Json).description }
  }
  for (const [key, part] of Object.entries(value)) {
    // A condition is about members that are described where they are.
    if (key === 'example' || key === 'examples' || key === 'if') continue
    if (key === 'properties' && part === properties) {
      for (const [property, schema] of Object.entries(part as Json)) {
        const inside = `${at}.${property}`
        yield { at: inside, name: property, description: descriptionOf(schema as Json, schemas) }
        yield* described(schema, schemas, inside)
      }
    } else {
      yield* described(part, schemas, `${at}/${key}`)
    }
  }
}

function allOf(document: Json): Found[] {
  const { schemas } = document.components as { readonly schemas: Json }
  const { paths, components, webhooks } = document
  return [...described({ paths, components, webhooks }, schemas)].filter(
    // How requests are authenticated has a place and a name too.
    ({ at }) => !at.startsWith('/components/securitySchemes'),
  )
}

const problemsOf = (document: Json): string[] =>
  allOf(document).flatMap(({ at, name, description }) => {
    const problem = problemOf(name, description)
    return problem === undefined ? [] : [`${at}: ${problem}`]
  })

const document = JSON.parse(JSON.stringify(openapiDocument(operations, '/2025-10-13'))) as Json

test('every property and parameter is described, beyond its name', () => {
  const found = allOf(document)
  expect(found.filter(({ at }) => at.includes('/parameters/')).length).toBeGreaterThan(100)
  expect(found.length).toBeGreaterThan(900)
  expect(problemsOf(document)).toEqual([])
})

describe('a document is refused', () => {
  const withProperty = (name: string, schema: Json): Json => ({
    paths: {},
    webhooks: {},
    components: {
      schemas: {
        Thing: { type: 'object', properties: { [name]: schema } },
        Named: { type: 'object', description: 'An object that is described by itself.' },
        Status: { type: 'string', description: 'PENDING: not begun. DONE: nothing follows.' },
      },
    },
  })

  test.each([
    ['without a description', 'customerId', { type: 'string' }],
    ['with one that repeats the name', 'customerId', { description: 'The id of the customer.' }],
    ['with one of a few words', 'memo', { description: 'For a bank.' }],
    [
      'with an object that is described elsewhere',
      'balance',
      { $ref: '#/components/schemas/Named' },
    ],
  ])('%s', (_what, name, schema) => {
    expect(problemsOf(withProperty(name, schema))).toHaveLength(1)
  })

  test('but not with a status that its component describes', () => {
    expect(problemsOf(withProperty('status', { $ref: '#/components/schemas/Status' }))).toEqual([])
  })
})
