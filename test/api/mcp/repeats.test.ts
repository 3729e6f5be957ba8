/** Calls that a model makes again: what is sent to the operations, and what it is answered. */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { ApiAnswer, ApiRequest, CallApi } from '../../../api/mcp/request.ts'
import { toolsOf } from '../../../api/mcp/tools.ts'
import { operations } from '../../../api/operations.ts'
import type { ToolAnswer } from '../../../scripts/serviceDriver/toolClient.ts'

type Given = Readonly<Record<string, unknown>>

const tools = toolsOf(operations)
const context = { mcpReq: { signal: new AbortController().signal } } as ServerContext

const answered = (status: number, body: object, isReplay = false): ApiAnswer => ({
  ...{ status, body, isReplay },
})
const busy = answered(503, { code: 'SERVICE_UNAVAILABLE', reason: 'Not now.' })

/** An API that gives these answers in turn, the last one for ever, and keeps what it was asked. */
function anApi(...answers: readonly ApiAnswer[]): { asked: ApiRequest[]; call: CallApi } {
  const asked: ApiRequest[] = []
  const call: CallApi = async (request) => {
    asked.push(request)
    return answers[Math.min(asked.length, answers.length) - 1] as ApiAnswer
  }
  return { asked, call }
}

function run(name: string, given: Given, call: CallApi): Promise<CallToolResult> {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool.run(given, call, context)
}

async function shown(name: string, given: Given, call: CallApi): Promise<ToolAnswer> {
  return (await run(name, given, call)).structuredContent as ToolAnswer
}

const keyOf = ({ headers }: ApiRequest): string | undefined => headers['Idempotency-Key']

const id = (kind: string, digit: number): string =>
  `${kind}:${String(digit).padStart(8, '0')}-0000-4000-8000-000000000000`
const transfer = {
  source: { accountId: id('InternalAccount', 1) },
  destination: { accountId: id('ExternalAccount', 1) },
  amount: 700,
}
const price = {
  source: { sourceType: 'ACCOUNT', accountId: id('InternalAccount', 1) },
  destination: { destinationType: 'ACCOUNT', accountId: id('ExternalAccount', 1) },
  ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 700 },
}

test.each([
  ['transfer_out', transfer],
  ['transfer_in', transfer],
  ['create_quote', price],
])(
  '%s that is meant once more is the same request however often it is sent',
  async (name, given) => {
    const api = anApi(busy)
    for (const repeat of [2, 2, 3]) await run(name, { ...given, repeat }, api.call)
    await run(name, { ...given, amount: 701, repeat: 2 }, api.call)
    const [first, again, third, other] = api.asked.map(keyOf)
    expect(first).toEqual(expect.any(String))
    expect(again).toBe(first)
    expect(new Set([first, third, other]).size).toBe(3)
    expect(api.asked.map(({ body }) => body)).not.toContainEqual(
      expect.objectContaining({ repeat: expect.anything() }),
    )
  },
)

test('no tool takes a flag under which each call is another payment', async () => {
  const input = tools.map((tool) =>
    tool.input['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
  )
  expect(JSON.stringify(input)).not.toContain('allowDuplicate')
  for (const repeat of [1, 2.5, '2', true]) {
    const tool = tools.find(({ name }) => name === 'transfer_out')
    const verdict = await tool?.input['~standard'].validate({ ...transfer, repeat })
    expect(verdict?.issues?.[0]?.message).toContain('repeat')
  }
})

const pending = { id: id('AgentAction', 1), status: 'PENDING_APPROVAL' }
const approved = { ...pending, status: 'APPROVED', transaction: { status: 'PROCESSING' } }

test.each([
  ['transfer_out', transfer],
  ['transfer_in', transfer],
  ['execute_quote', { quoteId: id('Quote', 1) }],
])('%s that is answered as before shows the action as it is now', async (name, given) => {
  const api = anApi(answered(201, pending, true), answered(200, approved))
  const answer = await shown(name, given, api.call)
  expect(answer).toMatchObject({ result: approved, replayed: true })
  expect(answer.guidance).toContain('was accepted and is PROCESSING')
  expect(api.asked[1]).toMatchObject({
    method: 'GET',
    path: expect.stringMatching(/actions\/Agent/),
  })
})

test('what cannot be read as it is now is not shown as it was', async () => {
  const api = anApi(answered(201, pending, true), busy)
  expect((await run('transfer_out', transfer, api.call)).isError).toBe(true)
})

const quote = (digit: number, status: string): object => ({ id: id('Quote', digit), status })

test('an equal quote that was paid since is followed by another, and the model is informed', async () => {
  const answers = [
    answered(201, quote(1, 'PENDING'), true),
    answered(200, quote(1, 'PROCESSING')),
    answered(201, quote(2, 'PENDING')),
  ]
  const [api, same] = [anApi(...answers), anApi(...answers)]
  const answer = await shown('create_quote', price, api.call)
  expect(answer).toMatchObject({ result: quote(2, 'PENDING') })
  expect(answer).not.toHaveProperty('replayed')
  expect(answer.guidance).toMatch(/Quote:00000001.* is PROCESSING.*only if/)
  await run('create_quote', price, same.call)
  const [first, , second] = api.asked.map(keyOf)
  expect(second).not.toBe(first)
  expect(same.asked.map(keyOf)[2]).toBe(second)
})

test('an equal quote that is still open is the same one', async () => {
  const api = anApi(answered(201, quote(1, 'PENDING'), true), answered(200, quote(1, 'PENDING')))
  const answer = await shown('create_quote', price, api.call)
  expect(answer).toMatchObject({ result: quote(1, 'PENDING'), replayed: true })
  expect(answer.guidance).toContain('Nothing is paid yet')
})
