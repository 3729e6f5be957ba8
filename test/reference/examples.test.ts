/**
 * Every example of the reference is sent to a running service, which answers it as the document says, and shows
 * nothing that the recorded answers have not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { answers } from '../../api/reference/answers.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { shown } from '../support/builders.ts'
import { sampleOf } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { allowInvitations } from './otherMakers.ts'
import { isPlain, run, runCurl } from './runUseCase.ts'
import { aStageFor } from './stage.ts'

const SAMPLE = 20

let stack: SharedStack
const kept = new Map<string, Promise<unknown>>()

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(async () => {
  await stack?.stop()
})

const byId = new Map(operations.map((operation) => [operation.id, operation]))
// The clock of all files: `test/testClock` moves one of its own.
const all = Object.entries(useCases)
  .filter(([id]) => id !== 'moveSandboxClock')
  .flatMap(([id, cases]) => cases.map((useCase) => [id, useCase.name, useCase] as const))

/** Names of all members of a value. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : Object.keys(value)
  return [...own, ...Object.values(value).flatMap(namesIn)]
}

// How a burn is funded is in its answer only where the issuer has answered by then.
const recorded = new Set([...namesIn(answers()), 'valueType'])

describe('an example', () => {
  test.each(sampleOf('examples', all, SAMPLE))(
    '%s: %s',
    { timeout: 300_000 },
    async (id, _name, useCase) => {
      const operation = byId.get(id)
      if (operation === undefined) throw new Error(`there is no ${id}`)
      const stage = await aStageFor(id, stack, kept)
      if (id === 'createInvitation') await allowInvitations(stage)
      const { status = operation.status } = useCase
      // Every second one by its curl sample, where that is one call of the platform.
      const isByCurl = all.findIndex((one) => one[2] === useCase) % 2 === 0
      const byCurl = isByCurl && isPlain(operation, useCase)
      const answer = await (byCurl ? runCurl : run)(operation, useCase, stage)
      const body = shown(`${id}: ${useCase.title}`, answer, status)
      // The first one of a status is recorded; lists here have what other examples have made, too.
      const first = useCases[id]?.find((one) => (one.status ?? operation.status) === status)
      if (useCase === first && body.data === undefined) {
        const unknown = namesIn(body).filter((name) => !recorded.has(name))
        expect(unknown, 'record it: npm run tool -- answers').toEqual([])
      }
      await stage.stop()
    },
  )
})
