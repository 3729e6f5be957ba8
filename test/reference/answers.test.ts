/** The examples of answers and events in the document: there for each, valid, real, and of one story. */
import { describe, expect, test } from 'vitest'
import { openapiDocument } from '../../api/openapi.ts'
import { operations } from '../../api/operations.ts'
import { answers } from '../../api/reference/answers/index.ts'
import { webhookExamples } from '../../api/reference/useCases/webhooks.ts'
import { checkOf } from '../../api/validate.ts'
import { contradictionsIn } from './contradictions.ts'

type Content = { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }

const document = openapiDocument(operations, '/2025-10-13')

function exampleIn(path: string, method: string, status: string): unknown {
  const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method]
  const responses = described?.responses as Readonly<Record<string, Content>> | undefined
  return responses?.[status]?.content?.['application/json']?.example
}

/** Each answer with a body: its name, its schema and its example in the document. */
const shown = operations.flatMap(({ id, path, method, responses }) =>
  Object.entries(responses).flatMap(([status, schema]) =>
    schema === null
      ? []
      : [{ name: `${id} ${status}`, schema, example: exampleIn(path, method, status) }],
  ),
)

const events = Object.entries(webhookExamples).map(([name, example]) => ({ name, example }))

test('every answer has an example that is a valid whole', () => {
  expect(shown.length).toBeGreaterThan(170)
  for (const { name, schema, example } of shown) {
    expect(example, name).toBeDefined()
    expect(checkOf(schema)(structuredClone(example)), name).toEqual([])
  }
})

test('no example is of an answer that there is not', () => {
  const given = Object.entries(answers).flatMap(([id, byStatus]) =>
    Object.keys(byStatus).map((status) => `${id} ${status}`),
  )
  const names = new Set(shown.map(({ name }) => name))
  expect(given.filter((name) => !names.has(name))).toEqual([])
})

/** Lists and objects that are empty for real, by the end of their path. */
const empty: readonly (readonly [string, string])[] = [
  ['.providerRequiredCounterpartyCustomerFields', 'the service asks for nothing of the other side'],
  ['.accountRestrictions.accountRules', 'an agent without rules for single accounts'],
  ['.data.errors', 'a verification after which nothing is to be resolved'],
  ['TEST.data', 'a test is about no resource'],
]

/** What a text is where nothing is known of it, cut to its length; or an address of this machine. */
function isPlaceholder(text: string): boolean {
  return 'text'.startsWith(text) ? text !== '' : /^https?:\/\/(127\.0\.0\.1|localhost)/.test(text)
}

function* placeholders(value: unknown, at: string): Generator<string> {
  if (typeof value === 'string' && isPlaceholder(value)) yield `${at}: ${value}`
  if (typeof value !== 'object' || value === null) return
  const parts = Object.entries(value)
  if (parts.length === 0 && !empty.some(([end]) => at.endsWith(end))) yield `${at} is empty`
  for (const [name, part] of parts) {
    yield* placeholders(part, Array.isArray(value) ? at : `${at}.${name}`)
  }
}

test('no example of an answer or event has a placeholder in it', () => {
  const all = [...shown, ...events]
  expect(all.flatMap(({ name, example }) => [...placeholders(example, name)])).toEqual([])
})

describe('a placeholder is', () => {
  test.each([
    [
      'the word text, whole or cut',
      { data: [{ name: 'text' }, { name: 'te' }] },
      ['x.data.name: text', 'x.data.name: te'],
    ],
    [
      'an empty list',
      { fundingPaymentInstructions: [] },
      ['x.fundingPaymentInstructions is empty'],
    ],
    ['an empty object', { source: {} }, ['x.source is empty']],
    ['an address of this machine', { url: 'http://127.0.0.1:1' }, ['x.url: http://127.0.0.1:1']],
  ])('%s', (_what, example, found) => {
    expect([...placeholders(example, 'x')]).toEqual(found)
  })
})

test('what an example says agrees with itself, and with the others about the same thing', () => {
  expect(contradictionsIn([...shown, ...events])).toEqual([])
})

describe('a contradiction is', () => {
  const completed = answers.getTransactionById?.[200] as object
  const quote = answers.getQuoteById?.[200] as object
  const action = answers.getAgentAction?.[200] as object
  const purchase = webhookExamples['CARD_TRANSACTION.SETTLED']?.data as object

  test.each([
    ['a completed payment that has not settled', { ...completed, settledAt: undefined }],
    ['a payment that has failed without a reason', { ...completed, status: 'FAILED' }],
    ['an outgoing credit', { ...completed, direction: 'CREDIT' }],
    ['fees that are not in the amount', { ...completed, fees: 0 }],
    ['a rail that the request did not name', { ...completed, railSelectionMode: 'MANUAL' }],
    ['an end before the beginning', { ...completed, updatedAt: '2026-01-15T09:00:00.000Z' }],
    ['an id of another kind', { ...completed, customerId: 'Agent:1' }],
    ['a receiving amount of another rate', { ...quote, totalReceivingAmount: 1_000 }],
    ['a challenge that is not shown', { ...quote, status: 'PENDING_AUTHORIZATION' }],
    ['an approval of what waits', { ...action, status: 'APPROVED' }],
    ['a refund of more than was settled', { ...purchase, settledAmount: { amount: 0 } }],
    ['a page that is not the last, without a cursor', { data: [], hasMore: true }],
    ['an import that does not add up', answers.getBulkCustomerImportJob?.[200], 'progress'],
    ['a number in the place of its last digits', { last4: '4242424242424242' }],
    ['a currency of another name', { code: 'USD', name: 'Dollar', decimals: 2 }],
  ])('%s', (_what, example, part?) => {
    const wrong =
      part === undefined ? example : { ...(example as object), [part]: { processed: 9 } }
    expect(contradictionsIn([{ name: 'x', example: wrong }])).not.toEqual([])
  })

  test('a resource that was made at two instants', () => {
    const again = { ...completed, createdAt: '2026-01-15T09:29:00.000Z' }
    const examples = [completed, again].map((example, index) => ({ name: `x${index}`, example }))
    expect(contradictionsIn(examples)).toEqual([expect.stringContaining('x1.createdAt is')])
  })
})
