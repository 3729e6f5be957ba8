import { AgentListResponse } from '../../contract/components/agents.ts'
import { createdRange, pageQuery, updatedRange } from '../../contract/components/shared.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentAgent } from '../../contract/present/agents.ts'
import { type Bind, between, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

type Filters = {
  readonly customerId?: string | undefined
  readonly isPaused?: boolean | undefined
  readonly isConnected?: boolean | undefined
  readonly updatedAfter?: string | undefined
  readonly updatedBefore?: string | undefined
}

export const listAgents = operation({
  id: 'listAgents',
  group: 'Agent Management',
  method: 'get',
  path: '/agents',
  permission: 'VIEW',
  summary: 'List agents, newest first',
  description: 'Deleted ones are left out. Dates are inclusive at both ends.',
  query: {
    type: 'object',
    properties: {
      customerId: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description: 'Agents of this customer only.',
      },
      isPaused: {
        type: 'boolean',
        description: 'true: those that are paused only; false: those that are not.',
      },
      isConnected: {
        type: 'boolean',
        description: 'true: those whose device code has been redeemed only; false: the others.',
      },
      ...createdRange,
      ...updatedRange,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: AgentListResponse },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    return pageFrom(database, {
      name: 'agents',
      query,
      table: 'agents',
      direction: 'desc',
      created: { from: query.createdAfter, to: query.createdBefore },
      branches: (bind) => branches(bind, platform.id, query),
      select: 'agent_row(a)',
      join: 'join agents a on a.id = t.id',
      present: presentAgent,
    })
  },
})

/** An index gives the agents of one customer in the list's order, or those of one state. */
function branches(bind: Bind, platformId: string, filters: Filters): string[] {
  const { customerId, isPaused, isConnected, updatedAfter, updatedBefore } = filters
  const updated = between(bind, 't.updated_at', { from: updatedAfter, to: updatedBefore })
  const undeleted = (): string[] => [
    `t.platform_id = ${bind(platformId)}`,
    't.deleted_at is null',
    ...updated,
  ]
  if (customerId !== undefined) {
    const uuid = uuidOf('Customer', customerId)
    if (uuid === undefined) return []
    const states = [
      ...(isPaused === undefined ? [] : [`t.is_paused = ${isPaused}`]),
      ...(isConnected === undefined ? [] : [`(t.connected_at is not null) = ${isConnected}`]),
    ]
    return [[...undeleted(), `t.customer_id = ${bind(uuid)}`, ...states].join(' and ')]
  }
  if (isPaused === undefined && isConnected === undefined) return [undeleted().join(' and ')]
  return either(isPaused).flatMap((paused) =>
    either(isConnected).map((connected) =>
      [inState(bind, platformId, `${paused}/${connected}`), ...updated].join(' and '),
    ),
  )
}

const either = (wanted: boolean | undefined): readonly boolean[] =>
  wanted === undefined ? [false, true] : [wanted]

/** The platform is in the key alone: named again, the rows would be thought fewer than they are. */
function inState(bind: Bind, platformId: string, state: string): string {
  return `list_key(t.platform_id, t.is_paused::text || '/' || (t.connected_at is not null)::text
      || '/' || (t.deleted_at is not null)::text)
    = list_key(${bind(platformId)}::uuid, ${bind(`${state}/false`)}::text)`
}
