/** A plus in a query arrives as a blank: what is refused for it says so. */
import { expect, test } from 'vitest'
import { queryCheckOf } from '../../api/validate.ts'

const check = queryCheckOf({
  properties: {
    from: { type: 'string', format: 'date-time' },
    limit: { type: 'integer' },
  },
  type: 'object',
} as object)

test('where a blank stands in what is refused', () => {
  const [problem] = check({ from: '2026-01-31T12:00:00 02:00' })
  expect(problem).toMatchObject({ field: 'from', constraint: 'format' })
  expect(problem?.message).toContain('%2B')
})

test('and nowhere else', () => {
  expect(check({ from: '2026-01-31T12:00:00+02:00' })).toEqual([])
  for (const problem of check({ from: 'yesterday', limit: 'x' })) {
    expect(problem.message).not.toContain('%2B')
  }
})
