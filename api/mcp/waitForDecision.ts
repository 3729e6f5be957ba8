import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Operation } from '../operation.ts'
import { pauseMs, type Waits, waitsOf } from '../waits.ts'
import { type ApiAnswer, requestOf } from './request.ts'
import { actionGuidance, resultOf } from './result.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'
import type { OwnTool } from './tool.ts'

/** Below the 60 seconds after which clients give a call up. */
const WAIT_MAX_SECONDS = 50

/** Waits until a person has decided an action, or some seconds; then answers it as it is. */
export function waitForDecision(operation: Operation): OwnTool {
  const waits = waitsOf()
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
      const look = (): Promise<ApiAnswer> => call(requestOf(operation, given))
      const answer = await decided(waits, look, Number(given.timeoutSeconds), context)
      return resultOf(answer, actionGuidance)
    },
  }
}

async function decided(
  waits: Waits,
  look: () => Promise<ApiAnswer>,
  seconds: number,
  context: ServerContext,
): Promise<ApiAnswer> {
  const first = await look()
  const { agentId } = (first.body ?? {}) as { readonly agentId?: string }
  if (!isPending(first) || agentId === undefined) return first
  const leave = waits.enter(agentId)
  // One wait too many is no error: the action as it is now, and the advice to come back.
  if (leave === undefined) return first
  try {
    return await lookUntil(first, look, seconds, context)
  } finally {
    leave()
  }
}

async function lookUntil(
  first: ApiAnswer,
  look: () => Promise<ApiAnswer>,
  seconds: number,
  context: ServerContext,
): Promise<ApiAnswer> {
  const { signal } = context.mcpReq
  const start = performance.now()
  let answer = first
  // A service that is busy for one look is no answer: the wait goes on.
  for (let looks = 1; isPending(answer) || answer.status === 503; looks += 1) {
    const waited = (performance.now() - start) / 1_000
    if (waited >= seconds || signal.aborted) return answer
    await sayProgress(context, waited, seconds)
    const rest = (seconds - waited) * 1_000
    await sleep(Math.min(pauseMs(looks), rest), undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) answer = await look()
  }
  return answer
}

function isPending({ status, body }: ApiAnswer): boolean {
  return status < 400 && (body as { readonly status?: string }).status === 'PENDING_APPROVAL'
}

async function sayProgress(context: ServerContext, waited: number, total: number): Promise<void> {
  const { mcpReq } = context
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, progress: waited, total, message: 'A person has to decide.' }
  await mcpReq.notify({ method: 'notifications/progress', params })
}
