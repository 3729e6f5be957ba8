/** A request of an agent to do something: which one it is, and what it answers. */

import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import type { AgentAction } from '../../contract/components/agents.ts'
import type { Refusal } from '../../contract/errors.ts'
import type { Judgement } from '../../contract/judgement.ts'
import { type AgentActionRow, presentAgentAction } from '../../contract/present/agentActions.ts'
import type { Shown } from '../../contract/shown.ts'
import type { AgentRequest, JudgedRefusal } from '../../db/agentFunctions.ts'
import { denialOf } from '../../domain/agents/denial.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Agent, type Reply, replayHeaders, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import type { AgentCall } from './agentCall.ts'

/** The operation as keys are stored: an agent's keys are its own. */
export function operationOf(operation: string, { id }: Agent): string {
  return `${operation}/${id}`
}

export type Intent = { readonly operation: string; readonly body: object }

/** SHA-256, hexadecimal, of what the request asks for. */
export function intentHash({ operation, body }: Intent): string {
  return hashOf(operation, canonicalJson(body))
}

/** Turns of a request between the two ways, while its policy changes under it. */
export const TURNS_MAX = 3

/** The key of a request: its Idempotency-Key, or that of the same request of the last minutes. */
export async function keyOf(
  { database }: Dependencies,
  agent: Agent,
  intent: Intent,
  given: string | undefined,
): Promise<string> {
  if (given !== undefined) return given
  const { key } = await database.one<{ key: string }>({
    name: 'claim_agent_intent',
    text: `select claim_agent_intent($1, decode($2, 'hex'), gen_random_uuid()) as key`,
    values: [agent.id, intentHash(intent)],
  })
  return key
}

/** Undefined if the intent has to be asked for it. */
export function knownKey(given: {
  readonly key: string | undefined
  readonly allowDuplicate: boolean | undefined
}): string | undefined {
  return given.key ?? (given.allowDuplicate ? randomUUID() : undefined)
}

/** The action of a request: a quote can be submitted again, by another one, after an approval that failed. */
export function actionIdOf(
  agentId: string,
  { operation, key, requestHash }: Pick<AgentRequest, 'operation' | 'key' | 'requestHash'>,
): string {
  return deriveUuid('agentAction', agentId, operation, key, requestHash)
}

/** @throws Refusal the denial of the policy */
export function refuseDenied(judgement: Judgement, { trace }: Pick<AgentCall, 'trace'>): void {
  if (judgement.decision === 'DENY') throw deniedBy(judgement, trace)
}

/** What a refusal of the decision is answered with. */
export function refusedBy(no: JudgedRefusal, { trace }: Pick<AgentCall, 'trace'>): Refusal {
  const { judgement } = no
  return judgement?.decision === 'DENY' ? deniedBy(judgement, trace) : refusalOf(no)
}

/** The denial, whose rules the request's metrics count. */
function deniedBy(judgement: Judgement, trace: AgentCall['trace']): Refusal {
  trace.deniedBy = judgement.rules
    .filter(({ decision }) => decision === 'DENY')
    .map(({ rule }) => rule)
  return denialOf(judgement)
}

export function shownAction(
  status: number,
  row: AgentActionRow,
  isReplay: boolean,
): Reply<Shown<typeof AgentAction>> {
  return reply(status, presentAgentAction(row), replayHeaders(isReplay))
}
