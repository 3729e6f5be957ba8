/** Text that no column can hold is refused with the names of the fields that have it. */
import { expect, test } from 'vitest'
import { objectIn } from '../../api/middleware/body.ts'
import { operations } from '../../api/operations.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { Refusal } from '../../contract/errors.ts'

/** Fields that the refusal of a body names. */
function fieldsOf(body: unknown): readonly string[] {
  try {
    objectIn(JSON.stringify(body))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('INVALID_REQUEST_FORMAT')
    return (error.details as { errors: { field: string }[] }).errors.map(({ field }) => field)
  }
  return []
}

/** The ways to each text of a body. */
function textsOf(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, [...way, name]))
}

function spoiled(body: unknown, way: readonly string[], text: string): object {
  const copy = structuredClone(body) as object
  const holder = way
    .slice(0, -1)
    .reduce((at, name) => (at as Record<string, object>)[name] as object, copy)
  Object.assign(holder, { [way.at(-1) ?? '']: text })
  return copy
}

const bodies = operations.flatMap(({ id }) =>
  (useCases[id] ?? []).flatMap(({ name, body }) => (body ? [{ id, name, body }] : [])),
)

test('each text of each example', () => {
  let count = 0
  for (const { id, name, body } of bodies) {
    expect(fieldsOf(body), `${id} ${name}`).toEqual([])
    for (const way of textsOf(body)) {
      for (const text of ['a\u0000', '\ud800']) {
        expect(fieldsOf(spoiled(body, way, text)), `${id} ${name}`).toEqual([way.join('.')])
      }
      count += 1
    }
  }
  expect(count).toBeGreaterThan(300)
})

test('all at once, twenty at most, and names of members so that they can be answered', () => {
  expect(fieldsOf({ a: ['x', '\0'], b: { c: '\udfff', d: 1 } })).toEqual(['a.1', 'b.c'])
  expect(fieldsOf({ 'x\0': 1, y: { [`${'n'.repeat(200)}\0`]: '' } })).toEqual([
    'x\ufffd',
    `y.${'n'.repeat(100)}`,
  ])
  expect(fieldsOf({ list: Array.from({ length: 500 }, () => '\0') })).toHaveLength(20)
})
