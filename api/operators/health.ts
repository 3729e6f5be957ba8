/** Health of processes and backlogs: counts only, no customer data. */
import { partyNames } from '../../contract/outsideParties.ts'
import { countInbox } from '../../db/inbox.ts'
import { isStoreOpen, type StoreState, storeStateOf } from '../../db/storeState.ts'
import { passes } from '../probes.ts'
import { presentPauses } from './pauses.ts'
import { operatorRoute } from './route.ts'

type Backlog = {
  readonly name: string
  readonly count: bigint
  readonly oldest: Date | null
}

export const getHealth = operatorRoute({
  id: 'readHealth',
  method: 'get',
  path: '/health',
  role: 'VIEW',
  summary:
    'Processes, outside parties, what the inbox counts, backlogs, and payouts that are paused',
  isUnaudited: true,
  async handle({ tx, dependencies: { temporal, outside, config } }) {
    const backlogs = await tx.query<Backlog>({
      name: 'operator_backlogs',
      text: `select 'payments in progress' as name, count(*) as count, min(executed_at) as oldest
          from payments where status = 'PROCESSING'
        union all select 'webhook deliveries', count(*), min(created_at) from webhook_deliveries where status = 'PENDING'
        union all select 'jobs', count(*), min(run_at) from graphile_worker.jobs where attempts < max_attempts
          and run_at <= clock_timestamp()
        union all select 'jobs given up', count(*), min(run_at) from graphile_worker.jobs where attempts >= max_attempts
        union all select 'codes not sent', count(*), min(ordered_at) from sca_challenges
          where code_key is not null and satisfied_at is null and (sent_at is null or sent_at < ordered_at)
            and voided_at is null and expires_at > service_now()
        union all select 'imports', count(*), min(updated_at) from bulk_imports where is_open
        union all select 'verifications at the vendor', count(*), min(updated_at) from verifications where is_with_vendor
        union all select 'actions of agents to approve', count(*), min(updated_at) from agent_actions
          where status = 'PENDING_APPROVAL'
        union all select 'open rows without a workflow', open_rows_without_workflow(), null`,
    })
    const workers = await tx.query<{ pool: string; beatAt: Date; isAlive: boolean }>({
      name: 'operator_workers',
      text: `select pool_id as pool, beat_at as "beatAt", beat_at > clock_timestamp() - interval '1 minute' as "isAlive"
        from job_pools order by beat_at desc limit 100`,
    })
    return {
      body: {
        temporal: await passes(() => temporal.ready()),
        store: storeStatus(await storeStateOf(tx)),
        maintenance: config.MAINTENANCE,
        workers,
        parties: outside.configured.map(
          ({ party, environment }) => `${environment} ${partyNames[party]}`,
        ),
        inbox: Object.fromEntries(await countInbox(tx)),
        backlogs: backlogs.map((each) => ({ ...each, count: Number(each.count) })),
        pauses: await presentPauses(tx),
      },
    }
  },
})

/** BEHIND: the database lacks external effects, and no restore has begun. */
function storeStatus(found: StoreState): string {
  return found.state === 'OPEN' && !isStoreOpen(found) ? 'BEHIND' : found.state
}
