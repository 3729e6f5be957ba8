import { LRUCache } from 'lru-cache'
import { AgentDeviceCodeRedeemResponse } from '../../contract/components/agents.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { perfOf } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { hashSecret, newAgentToken } from '../../db/secrets.ts'
import type { RefusedDeviceCode } from '../../db/sqlFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { hashOfTyped } from './deviceCode.ts'

export const redeemAgentDeviceCode = operation({
  id: 'redeemAgentDeviceCode',
  group: 'Agent Management',
  method: 'post',
  path: '/agents/device-codes/:code/redeem',
  security: 'OPEN',
  answersSecret: true,
  summary: 'Redeem a device code for an access token',
  description:
    'For the program that becomes the agent. The code may be typed in lower case, with spaces or ' +
    'without hyphens. The access token is in this response alone and lives as long as the agent. ' +
    'Ten wrong codes from one address within a minute are its limit.',
  status: 200,
  responses: { 200: AgentDeviceCodeRedeemResponse },
  errors: ['INVALID_INPUT', 'REFERENCE_NOT_FOUND'],
  async handle({ params, address, trace, dependencies }) {
    const { database } = dependencies
    refuseBlocked(dependencies, address)
    const accessToken = newAgentToken()
    const redeemed = await database.call(
      'redeem_device_code',
      hashOfTyped(params.code),
      hashSecret(accessToken),
      address,
    )
    if (redeemed.outcome === 'REFUSED') {
      if (redeemed.code === 'RATE_LIMITED') block(dependencies, address, redeemed)
      throw refusalOfCode(redeemed)
    }
    const { agent } = redeemed
    trace.agentId = agent.id
    return {
      agentId: idOf('Agent', agent.id),
      agentName: agent.name,
      accessToken,
      policy: agent.policy,
    }
  },
})

const problems = {
  REDEEMED: 'has been redeemed already; its first caller has the access token',
  EXPIRED: 'has expired; ask the platform for a new one',
} as const

function refusalOfCode({ code, reason, retryAfterSeconds }: RefusedDeviceCode): Refusal {
  if (code === 'RATE_LIMITED') {
    return new Refusal(code, {
      ...(reason !== undefined && { reason }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    })
  }
  if (code === 'UNKNOWN') {
    return new Refusal('REFERENCE_NOT_FOUND', { reason: 'No such device code.' })
  }
  return invalidInput([{ field: 'code', constraint: 'not', message: problems[code] }])
}

type Stores = Pick<Dependencies, 'clock' | 'database'>

/** Addresses at their limit, so that a flood of one costs the database nothing. */
const blocked = new WeakMap<Database, LRUCache<string, RefusedDeviceCode>>()
const BLOCKED_MAX = 10_000

function refuseBlocked({ database }: Stores, address: string): void {
  const cache = blocked.get(database)
  const refused = cache?.get(address)
  if (cache === undefined || refused === undefined) return
  const retryAfterSeconds = Math.ceil(cache.getRemainingTTL(address) / 1_000)
  throw refusalOfCode({ ...refused, retryAfterSeconds })
}

function block({ database, clock }: Stores, address: string, refused: RefusedDeviceCode): void {
  // As long as the database's window, by its clock.
  const cache = blocked.get(database) ?? new LRUCache({ max: BLOCKED_MAX, perf: perfOf(clock) })
  blocked.set(database, cache)
  cache.set(address, refused, { ttl: (refused.retryAfterSeconds ?? 1) * 1_000 })
}
