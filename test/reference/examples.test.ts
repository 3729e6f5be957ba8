/**
 * Every example of the reference is sent to a running service, which answers it as the document says; what it
 * answers is held against the examples of answers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { answers } from '../../api/reference/answers/index.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { shown } from '../support/builders.ts'
import { isLong, sampleOf } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { allowInvitations } from './otherMakers.ts'
import { isPlain, run, runCurl } from './runUseCase.ts'
import { addShape, otherTypes, type Shape, unseen } from './shape.ts'
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
const all = Object.entries(useCases).flatMap(([id, cases]) =>
  cases.map((useCase) => [id, useCase.name, useCase] as const),
)

/** What examples of answers show that no answer here has, by place, and why. */
const unseenHere: readonly (readonly [RegExp, string])[] = [
  [/^PlatformCurrencyConfig\.requiredCounterpartyFields/, 'the platforms here ask for nothing'],
  [/^PlatformCurrencyConfig\.providerRequiredCustomerFields/, 'operators set it'],
  [/^CounterpartyFieldDefinition/, 'the receivers here ask for nothing'],
  [/^BulkCustomerImport(Job|ErrorEntry)/, 'the import is read before its rows are judged'],
  [/^WalletOperationProcessing/, 'the wallet provider here answers in time'],
  [/^createDelegatedKey 201/, 'answered to the second of two signed retries'],
  [/^Card(Transaction|Merchant|\w+Summary)/, 'purchases are made after transactions are listed'],
  [
    /^WebhookEventDetails\.deliveries|^WebhookAttempt/,
    'an event is read of a platform without endpoint',
  ],
  [/^WebhookDelivery\.lastResponseStatus/, 'a redelivery is answered before its attempt'],
  [/^AgentActionRecord/, 'actions are listed before the first one'],
  [/^LoggedRequest/, 'no use case sends a quote that is refused'],
]

const exampleShape: Shape = new Map()
for (const { id, responses } of operations) {
  for (const [status, example] of Object.entries(answers[id] ?? {})) {
    addShape(exampleShape, responses[Number(status)], example, `${id} ${status}`)
  }
}
const realShape: Shape = new Map()

/** Holds an answer against the examples, and keeps what it has. */
function expectAsInExamples({ id, responses }: Operation, status: number, body: unknown): void {
  const schema = responses[status]
  if (schema === undefined || schema === null) return
  addShape(realShape, schema, body, `${id} ${status}`)
  const shape = addShape(new Map(), schema, body, `${id} ${status}`)
  expect(otherTypes(exampleShape, shape), id).toEqual([])
}

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
      expectAsInExamples(operation, status, body)
      await stage.stop()
    },
  )
})

test.runIf(isLong)('an example of an answer shows nothing that no real answer has', () => {
  const missing = unseen(exampleShape, realShape)
  expect(missing.filter((place) => !unseenHere.some(([at]) => at.test(place)))).toEqual([])
  const needless = unseenHere.filter(([at]) => !missing.some((place) => at.test(place)))
  expect(needless.map(([, reason]) => reason)).toEqual([])
})
