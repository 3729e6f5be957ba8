/** The recorded answers, without a service: there for each example, and as the schemas say. */
import { expect, test } from 'vitest'
import { exampleOf } from '../../api/examples.ts'
import { operations } from '../../api/operations.ts'
import { answers } from '../../api/reference/answers.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { checkOf } from '../../api/validate.ts'

const recorded = Object.entries(answers()).flatMap(([id, byStatus]) =>
  Object.entries(byStatus).map(([status, example]) => [`${id} ${status}`, example] as const),
)
const byName = new Map<string, unknown>(recorded)

/** Each answer with a body: its name and its schema. */
const answered = operations.flatMap(({ id, responses }) =>
  Object.entries(responses).flatMap(([status, schema]) =>
    schema === null ? [] : [{ name: `${id} ${status}`, schema }],
  ),
)

test('every answer has an example that is a valid whole', () => {
  for (const { name, schema } of answered) {
    const example = byName.get(name) ?? exampleOf(schema)
    expect(checkOf(schema)(structuredClone(example)), name).toEqual([])
  }
})

test('what examples are answered is recorded, and nothing that there is not', () => {
  const names = new Set(answered.map(({ name }) => name))
  const asked = operations.flatMap(({ id, status }) =>
    (useCases[id] ?? []).map((useCase) => `${id} ${useCase.status ?? status}`),
  )
  expect(asked.filter((name) => names.has(name) && !byName.has(name))).toEqual([])
  expect([...byName.keys()].filter((name) => !names.has(name))).toEqual([])
})

test('no list that is recorded is empty', () => {
  const isEmpty = (example: unknown): boolean =>
    (example as { data?: readonly unknown[] }).data?.length === 0
  expect(recorded.filter(([, example]) => isEmpty(example)).map(([name]) => name)).toEqual([])
})
