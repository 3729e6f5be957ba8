/** Bearer authentication of agents. A token that is cached costs no statement. */
import { Refusal } from '../../contract/errors.ts'
import { hashSecret } from '../../db/secrets.ts'
import { PAUSED } from '../../domain/agents/denial.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Agent, Operation, Platform } from '../operation.ts'
import { credentialCache } from './credentialCache.ts'
import { failureCounter } from './failures.ts'
import { addressOf } from './sender.ts'
import type { Context } from './state.ts'

type Stores = Pick<Dependencies, 'config' | 'clock' | 'database' | 'log'>
export type AgentCaller = { readonly platform: Platform; readonly agent: Agent }

export type AgentAuthentication = {
  /** @throws Refusal UNAUTHORIZED, or RATE_LIMITED after too many unknown tokens within a minute */
  authenticate(context: Context): Promise<AgentCaller>
  /**
   * Reads the policy in force and the pause, so that a change is effective for the very next request.
   *
   * @throws Refusal FORBIDDEN where the policy lacks what the operation needs, or where the agent is
   *   paused and the operation writes; UNAUTHORIZED where the agent has been deleted
   */
  requirePermission(agent: Agent, operation: Operation): Promise<void>
}

const HOW =
  "send Authorization: Bearer with an agent's access token, agt_ and 64 hexadecimal digits"
const OTHER = 'The Authorization header holds no access token of an agent'
const NOT_ACCEPTED =
  'The access token is not accepted: the agent is deleted, or its device code was redeemed again.'

type AgentRow = {
  readonly id: string
  readonly customer_id: string
  readonly platform_id: string
  readonly name: string
  readonly environment: Platform['environment']
  readonly counterparty_requirements: boolean
  readonly strict_handling: boolean
}

export function agentAuthentication(stores: Stores): AgentAuthentication {
  const { database } = stores
  const tokens = credentialCache<AgentCaller>(stores, 'agent_token_revoked')
  const failures = failureCounter(stores)
  const refused = (key: string, context: Context): Promise<never> =>
    failures.refuse(`agent ${key}`, addressOf(context, stores.config), NOT_ACCEPTED)
  return {
    async authenticate(context) {
      const token = bearerToken(context.get('Authorization'))
      if (token === undefined) {
        const given = context.get('Authorization') === '' ? 'There are no credentials' : OTHER
        throw new Refusal('UNAUTHORIZED', { reason: `${given}: ${HOW}.` })
      }
      const hash = hashSecret(token)
      const key = hash.toString('hex')
      const caller = await tokens.find(key, () => load(database, hash))
      if (caller === undefined) return refused(key, context)
      context.state.platform = caller.platform
      context.state.trace.agentId = caller.agent.id
      return caller
    },
    async requirePermission(agent, operation) {
      const { agentPermission } = operation
      const isWrite = operation.method !== 'get' && !operation.answersPaused
      if (agentPermission === undefined && !isWrite) return
      const found = await database.maybeOne<{ permits: boolean; is_paused: boolean }>({
        name: 'agent-permits',
        text: `select coalesce(p.policy -> 'permissions' ? $2, true) as permits, a.is_paused from agents a
          join agent_policies p on p.agent_id = a.id and p.version = a.policy_version
          where a.id = $1 and a.deleted_at is null`,
        values: [agent.id, agentPermission ?? null],
      })
      if (found === undefined) throw new Refusal('UNAUTHORIZED')
      if (isWrite && found.is_paused) throw new Refusal('FORBIDDEN', { reason: PAUSED })
      if (found.permits) return
      throw new Refusal('FORBIDDEN', {
        reason: `The agent's policy lacks the permission ${agentPermission}; only the platform can grant it.`,
      })
    },
  }
}

async function load(database: Stores['database'], hash: Buffer): Promise<AgentCaller | undefined> {
  const row = await database.maybeOne<AgentRow>({
    name: 'agent-by-token',
    text: `select a.id, a.customer_id, p.id as platform_id, p.name, p.environment, p.counterparty_requirements,
        p.strict_handling
      from agents a join platforms p on p.id = a.platform_id where a.token_hash = $1`,
    values: [hash],
  })
  return (
    row && {
      agent: { id: row.id, customerId: row.customer_id },
      platform: {
        id: row.platform_id,
        name: row.name,
        environment: row.environment,
        hasCounterpartyRequirements: row.counterparty_requirements,
        hasStrictHandling: row.strict_handling,
        tokenId: row.id,
        permissions: [],
      },
    }
  )
}

/** The token of a Bearer header; undefined for what is no agent's token by its form. */
function bearerToken(header: string): string | undefined {
  return /^bearer +(agt_[0-9a-f]{64}) *$/i.exec(header)?.[1]
}
