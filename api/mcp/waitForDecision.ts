import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Operation } from '../operation.ts'
import { type ApiAnswer, type Arguments, type CallApi, requestOf } from './request.ts'
import { actionGuidance, resultOf } from './result.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'
import type { OwnTool } from './tool.ts'

/** Below the 60 seconds after which clients give a call up. */
const WAIT_MAX_SECONDS = 50
const LOOK_MS = 1_000

/** Waits until a person has decided an action, or some seconds; then answers it as it is. */
export function waitForDecision(operation: Operation): OwnTool {
  return {
    name: 'wait_for_decision',
    title: 'Wait for a person',
    description:
      'Waits until a person has approved or rejected an action, at most `timeoutSeconds`, and ' +
      'answers it as it is then. Still PENDING_APPROVAL: call it again, or come back later.',
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: inputSchemaOf(operation, {
      timeoutSeconds: {
        type: 'integer',
        minimum: 1,
        maximum: WAIT_MAX_SECONDS,
        default: WAIT_MAX_SECONDS / 2,
      },
    }),
    outputSchema: outputSchemaOf(operation),
    async run(given, call, context) {
      return resultOf(await decided(operation, given, call, context), actionGuidance)
    },
  }
}

async function decided(
  operation: Operation,
  given: Arguments,
  call: CallApi,
  context: ServerContext,
): Promise<ApiAnswer> {
  const seconds = Number(given.timeoutSeconds)
  const start = performance.now()
  for (;;) {
    const answer = await call(requestOf(operation, given))
    const { status } = (answer.body ?? {}) as { status?: string }
    const waited = (performance.now() - start) / 1_000
    const isOver = waited >= seconds || context.mcpReq.signal.aborted
    if (answer.status >= 400 || status !== 'PENDING_APPROVAL' || isOver) return answer
    await sayProgress(context, waited, seconds)
    await sleep(LOOK_MS, undefined, { signal: context.mcpReq.signal }).catch(() => undefined)
  }
}

async function sayProgress(context: ServerContext, waited: number, total: number): Promise<void> {
  const { mcpReq } = context
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, progress: waited, total, message: 'A person has to decide.' }
  await mcpReq.notify({ method: 'notifications/progress', params })
}
