import { expect, test } from 'vitest'
import {
  ignoredFields as headerOf,
  refusedFields,
  unknownMembers,
} from '../../api/unknownMembers.ts'

const schema = { properties: { known: {} } }
const ignoredFields = (of: object, body: unknown) => headerOf(unknownMembers(of, body))

test('the member that is meant is named: one that is near', () => {
  const person = {
    properties: { fullName: {}, email: {}, address: { properties: { postalCode: {} } } },
  }
  const body = { fullname: 'Ada', color: 1, address: { postal_code: '1' } }
  expect(ignoredFields(person, body)).toBe(
    'fullname;meant=fullName, color, address.postal_code;meant=address.postalCode',
  )
  expect(refusedFields(unknownMembers(person, body))).toEqual([
    expect.objectContaining({
      field: 'fullname',
      message: expect.stringMatching(/: fullName is meant\?$/),
    }),
    { field: 'color', constraint: 'additionalProperties', message: 'is no member here' },
    expect.objectContaining({ field: 'address.postal_code' }),
  ])
})

test('a name is cut between characters, and the header stays short', () => {
  const name = `${'a'.repeat(99)}😀`
  expect(ignoredFields(schema, { [`${name}b`]: 1 })).toBe(encodeURIComponent(name))
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`${at}${'你'.repeat(98)}`, 1]),
  )
  const shown = ignoredFields(schema, many) ?? ''
  expect(shown.length).toBeLessThan(2_100)
  expect(shown).toMatch(/^0%E4.*, \.\.\.$/)
})
