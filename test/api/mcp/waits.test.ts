/** Waiting for a person costs the service little, however often a program asks for it. */
import { setImmediate } from 'node:timers/promises'
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import type { ApiAnswer } from '../../../api/mcp/request.ts'
import { toolsOf } from '../../../api/mcp/tools.ts'
import { operations } from '../../../api/operations.ts'

const action = (status: string, agent = 1): ApiAnswer => ({
  status: 200,
  body: { id: 'AgentAction:1', agentId: `Agent:${agent}`, status },
  isReplay: false,
})
const busy: ApiAnswer = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' }, isReplay: false }

type Wait = { readonly result: Promise<CallToolResult>; readonly stop: () => void }

function waiting(look: () => ApiAnswer, timeoutSeconds = 50): Wait {
  const tool = tools.find(({ name }) => name === 'wait_for_decision')
  const stopping = new AbortController()
  const context = { mcpReq: { signal: stopping.signal } } as ServerContext
  const given = { actionId: 'AgentAction:1', timeoutSeconds }
  const result = tool?.run(given, async () => look(), context)
  if (result === undefined) throw new Error('no such tool')
  return { result, stop: () => stopping.abort() }
}

const tools = toolsOf(operations)

/** After what an answer at once would have taken. */
async function isWaiting({ result }: Wait): Promise<boolean> {
  await setImmediate()
  await setImmediate()
  return (await Promise.race([result, 'waits'])) === 'waits'
}

test('an agent waits five times at once; one more is answered as the action is now', async () => {
  let looks = 0
  const look = (): ApiAnswer => {
    looks += 1
    return action('PENDING_APPROVAL')
  }
  const held = Array.from({ length: 5 }, () => waiting(look))
  const beyond = await Promise.all(Array.from({ length: 45 }, () => waiting(look).result))
  expect(looks).toBe(50)
  for (const { isError, structuredContent } of beyond) {
    expect(isError).toBeUndefined()
    expect(structuredContent).toMatchObject({
      result: { status: 'PENDING_APPROVAL' },
      guidance: expect.stringContaining('A person must approve'),
    })
  }
  // Another agent has places of its own.
  const other = waiting(() => action('PENDING_APPROVAL', 2))
  expect(await isWaiting(other)).toBe(true)
  for (const { stop } of [...held, other]) stop()
  await Promise.all([...held, other].map(({ result }) => result))
  const again = waiting(look)
  expect(await isWaiting(again)).toBe(true)
  again.stop()
  await again.result
})

test('a look that meets a busy service does not end the wait', async () => {
  const answers = [action('PENDING_APPROVAL'), busy, action('APPROVED')]
  const { result } = waiting(() => answers.shift() ?? busy)
  expect((await result).structuredContent).toMatchObject({ result: { status: 'APPROVED' } })
})
