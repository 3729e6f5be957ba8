import { Agent, AgentPolicyUpdateRequest } from '../../contract/components/agents.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import { currencies } from '../../contract/money.ts'
import { type AgentRow, presentAgent } from '../../contract/present/agents.ts'
import type { Queryable, Tx } from '../../db/database.ts'
import { midRateOf } from '../../db/payments/corridors.ts'
import { type Loose, looseOf, mergedPolicy, type Policy } from '../../domain/agents/policy.ts'
import { accountIdsIn, policyProblems } from '../../domain/agents/policyProblems.ts'
import { operation, type Platform, type ValidationInput } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { accountsAmong, refuseProblems } from './policyFacts.ts'

export const updateAgentPolicy = operation({
  id: 'updateAgentPolicy',
  group: 'Agent Management',
  method: 'patch',
  path: '/agents/:agentId/policy',
  permission: 'MANAGE',
  summary: 'Change the policy of an agent',
  description:
    'Members that are left out stay, also inside `spendingLimits`; `permissions`, ' +
    '`allowedAccountIds` and `accountRules` replace their lists. A new limit `currency` restates ' +
    'every amount that is left out, and the usage, at the current rate. The change is effective for ' +
    'the very next decision; every version is kept. A policy that contradicts itself after the ' +
    'change is refused, every problem named.',
  body: AgentPolicyUpdateRequest,
  validate: validateChange,
  status: 200,
  responses: { 200: Agent },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, body, platform, dependencies: { database } }) {
    const uuid = requireId('Agent', params.agentId)
    return presentAgent(await database.transaction((tx) => change(tx, platform, uuid, body)))
  },
})

/** The lock is held from reading one version to writing the next: no change is lost. */
async function change(tx: Tx, platform: Platform, agentId: string, body: Loose): Promise<AgentRow> {
  await tx.query({
    name: 'lock-agent',
    text: 'select 1 from agents where id = $1 and platform_id = $2 for no key update',
    values: [agentId, platform.id],
  })
  const current = await findPolicy(tx, platform.id, agentId)
  if (current === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  const { policy, problems, currency, isRestated } = await changed(tx, platform, current, body)
  refuseProblems(problems)
  const by = idOf('Token', platform.tokenId)
  if (isRestated) await tx.call('restate_agent_usage', agentId, currency)
  return tx.call('change_agent_policy', agentId, policy, by)
}

type Current = { readonly customer_id: string; readonly policy: Policy }

function findPolicy(
  database: Queryable,
  platformId: string,
  agentId: string,
): Promise<Current | undefined> {
  return database.maybeOne({
    name: 'agent-policy',
    text: `select a.customer_id, p.policy from agents a
      join agent_policies p on p.agent_id = a.id and p.version = a.policy_version
      where a.id = $1 and a.platform_id = $2 and a.deleted_at is null`,
    values: [agentId, platformId],
  })
}

type Changed = {
  readonly policy: Loose
  readonly problems: FieldError[]
  readonly currency: string
  /** Whether the currency of the limits is another than before. */
  readonly isRestated: boolean
}

/** The policy after a change whose body may have any shape. */
async function changed(
  database: Queryable,
  { environment }: Pick<Platform, 'environment'>,
  current: Current,
  body: Loose,
): Promise<Changed> {
  const before = current.policy.spendingLimits.currency
  const named = looseOf(body.spendingLimits).currency
  const currency = typeof named === 'string' && currencies.has(named) ? named : before
  const rate =
    currency === before ? undefined : await midRateOf(database, environment, before, currency)
  const policy = mergedPolicy(current.policy, body, rate)
  // Accounts of lists that stay were checked when they were named, and may be gone since.
  const sent = accountIdsIn(body)
  const known = await accountsAmong(database, current.customer_id, sent)
  const problems = policyProblems(policy, (id) => !sent.includes(id) || known.has(id))
  const isRestated = currency !== before
  if (isRestated && rate === undefined) {
    const message = `has no exchange rate from ${before} now`
    problems.push({ field: 'spendingLimits.currency', constraint: 'exchangeRate', message })
  }
  return { policy, problems, currency, isRestated }
}

/** A change that names objects without any member would be a version like the one before. */
function nothingNamed(body: Loose): FieldError[] {
  if (!namesNothing(body, AgentPolicyUpdateRequest)) return []
  const empty = Object.keys(AgentPolicyUpdateRequest.properties).filter((name) => name in body)
  const message = 'must name a member to change'
  return empty.map((field) => {
    return { field, constraint: 'minProperties', message }
  })
}

function namesNothing(change: Loose, { properties }: Loose): boolean {
  return Object.entries(looseOf(properties)).every(([name, given]) => {
    const member = looseOf(given)
    if (!Object.hasOwn(change, name)) return true
    return member.properties !== undefined && namesNothing(looseOf(change[name]), member)
  })
}

/** Adds policy errors to schema errors. If the schema is satisfied, the policy is checked once, under the lock. */
async function validateChange(given: ValidationInput): Promise<FieldError[]> {
  if (!given.isSchemaInvalid) return nothingNamed(looseOf(given.body))
  const { dependencies, platform, params } = given
  const uuid = uuidOf('Agent', params.agentId ?? '')
  const current = uuid && (await findPolicy(dependencies.database, platform.id, uuid))
  if (!current) return []
  return (await changed(dependencies.database, platform, current, looseOf(given.body))).problems
}
