/** `null` of an optional member is its absence; of any other it is judged. */
import { expect, test } from 'vitest'
import { dropNulls } from '../../api/dropNulls.ts'
import { operations } from '../../api/operations.ts'
import { bodyCheckOf } from '../../api/validate.ts'

const person = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, nick: { type: 'string' } },
}
const schema = {
  type: 'object',
  required: ['id', 'party'],
  properties: {
    id: { type: 'string' },
    note: { type: 'string' },
    limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    end: { type: ['string', 'null'] },
    state: { enum: ['A', null] },
    anything: {},
    people: { type: 'array', items: person },
    party: {
      type: 'object',
      discriminator: { propertyName: 'kind' },
      oneOf: [
        {
          type: 'object',
          required: ['kind', 'iban'],
          properties: {
            kind: { const: 'BANK' },
            iban: { type: 'string' },
            bic: { type: 'string' },
          },
        },
        {
          type: 'object',
          required: ['kind'],
          properties: {
            kind: { enum: ['CHAIN'] },
            iban: { type: 'string' },
            memo: { type: ['string', 'null'] },
          },
        },
      ],
    },
  },
}

const dropped = (value: object): object => {
  dropNulls(schema, value)
  return value
}

test('an optional member goes; a required one, and one that takes null, stay', () => {
  const kept = { id: null, limit: null, end: null, state: null, anything: null, unknown: null }
  expect(dropped({ ...kept, note: null })).toEqual(kept)
})

test('inside of lists and of the variant that the discriminator names', () => {
  expect(
    dropped({
      people: [{ name: null, nick: null }, null],
      party: { kind: 'BANK', iban: null, bic: null },
    }),
  ).toEqual({ people: [{ name: null }, null], party: { kind: 'BANK', iban: null } })
  expect(dropped({ party: { kind: 'CHAIN', iban: null, memo: null } })).toEqual({
    party: { kind: 'CHAIN', memo: null },
  })
  // Of no variant: the schema says what is wrong.
  expect(dropped({ party: { kind: 'X', iban: null } })).toEqual({
    party: { kind: 'X', iban: null },
  })
})

test('is found in every body of the service', () => {
  let taken = 0
  for (const { id, body } of operations) {
    const { properties = {}, required = [] } = (body ?? {}) as {
      properties?: Record<string, unknown>
      required?: readonly string[]
    }
    for (const name of Object.keys(properties)) {
      const value = { [name]: null }
      dropNulls(body, value)
      if (required.includes(name)) expect(value, `${id} ${name}`).toEqual({ [name]: null })
      else taken += name in value ? 0 : 1
    }
  }
  expect(taken).toBeGreaterThan(50)
})

test('where nothing is left to change, the member that was null is named', () => {
  const changes = operations.filter(({ method, body }) => method === 'patch' && body !== undefined)
  expect(changes.length).toBeGreaterThanOrEqual(7)
  const named = changes.flatMap(({ id, body = {}, prepare = (sent) => sent }) =>
    Object.keys((body as { properties?: object }).properties ?? {}).map((name) => {
      const problems = bodyCheckOf(body)(prepare({ [name]: null }))
      return [id, name, problems.map(({ field }) => field)] as const
    }),
  )
  expect(named.filter(([, , fields]) => fields.includes(''))).toEqual([])
  expect(named).toContainEqual(['updatePlatformConfig', 'umaDomain', ['umaDomain']])
  expect(named).toContainEqual(['updateAgent', 'isPaused', ['isPaused']])
  expect(named).toContainEqual(['updateCardById', 'fundingSource', ['fundingSource']])
  expect(named).toContainEqual(['updateAgentPolicy', 'spendingLimits', ['spendingLimits']])
})

test('a member inside is named with its way, and an object that was empty by itself', () => {
  const named = { type: 'object', minProperties: 1, properties: { name: { type: 'string' } } }
  const body = {
    type: 'object',
    properties: { owner: named, people: { type: 'array', items: named } },
  }
  const sent = { owner: { name: null }, people: [{ name: 'Ada' }, { name: null }, {}] }
  expect(bodyCheckOf(body)(sent)).toMatchObject([
    { field: 'owner.name', constraint: 'type', message: 'must not be null' },
    { field: 'people.1.name', constraint: 'type' },
    { field: 'people.2', constraint: 'minProperties' },
  ])
})
