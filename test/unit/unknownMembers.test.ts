import { expect, test } from 'vitest'
import { ignoredFields } from '../../api/unknownMembers.ts'

const schema = { properties: { known: {} } }

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
