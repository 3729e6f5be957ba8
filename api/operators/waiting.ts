/**
 * What waits for a decision of a platform or an operator and is in no inbox: agents' actions, stablecoins, links, what is
 * frozen.
 */
import { idOf } from '../../contract/ids.ts'
import { shownMoney } from '../../contract/money.ts'
import { operatorRoute } from './route.ts'

const SHOWN_MAX = 500

export const listAgentActions = operatorRoute({
  id: 'listAgentActions',
  method: 'get',
  path: '/agent-actions',
  role: 'VIEW',
  summary:
    'What agents have submitted and their platforms have not decided, the oldest first; `hasMore` where there are more',
  async handle({ tx }) {
    const rows = await tx.query<{
      readonly id: string
      readonly customerId: string
      readonly amount: bigint
      readonly currency: string
    }>({
      name: 'operator_agent_actions',
      text: `select a.id, a.type, a.created_at as since, a.amount, a.currency, g.name as agent,
          a.customer_id as "customerId", p.name as platform, p.environment
        from agent_actions a join agents g on g.id = a.agent_id join platforms p on p.id = a.platform_id
        where a.status = 'PENDING_APPROVAL' order by a.updated_at, a.id limit ${SHOWN_MAX + 1}`,
    })
    const data = rows.slice(0, SHOWN_MAX).map(({ id, customerId, amount, currency, ...row }) => ({
      ...{ id: idOf('AgentAction', id), ...row, amount: shownMoney(amount, currency) },
      customerId: idOf('Customer', customerId),
    }))
    return { body: { data, hasMore: rows.length > SHOWN_MAX } }
  },
})

export const listStablecoins = operatorRoute({
  id: 'listStablecoins',
  method: 'get',
  path: '/stablecoins',
  role: 'VIEW',
  summary: 'Stablecoins that wait for an operator, the oldest first',
  async handle({ tx }) {
    const rows = await tx.query<{ readonly id: string }>({
      name: 'operator_stablecoins',
      text: `select s.id, s.symbol, s.issuance_status as "issuanceStatus", s.service_status as "serviceStatus",
          s.environment, p.name as platform
        from stablecoins s join platforms p on p.id = s.platform_id
        where s.service_status = 'PENDING_APPROVAL' or s.issuance_status in ('PENDING_REVIEW', 'PROVISIONING', 'FAILED')
        order by s.created_at, s.id limit ${SHOWN_MAX}`,
    })
    return { body: { data: rows.map((row) => ({ ...row, id: idOf('Stablecoin', row.id) })) } }
  },
})

export const listStablecoinLinks = operatorRoute({
  id: 'listStablecoinLinks',
  method: 'get',
  path: '/stablecoin-links',
  role: 'VIEW',
  summary: 'Accounts that platforms have linked at the stablecoin provider, the newest first',
  async handle({ tx }) {
    const rows = await tx.query<{ readonly id: string }>({
      name: 'operator_stablecoin_links',
      text: `select l.id, l.status, l.provider_account_id as "providerAccountId",
          l.last_verified_at as "lastVerifiedAt", l.environment, p.name as platform
        from stablecoin_provider_accounts l join platforms p on p.id = l.platform_id
        order by l.created_at desc, l.id limit ${SHOWN_MAX}`,
    })
    const data = rows.map((row) => ({ ...row, id: idOf('StablecoinProviderAccount', row.id) }))
    return { body: { data } }
  },
})

export const listFreezes = operatorRoute({
  id: 'listFreezes',
  method: 'get',
  path: '/freezes',
  role: 'VIEW',
  summary:
    'Customers, accounts and payees that are frozen, the newest first: since when, by whom and why; `hasMore` where there are more',
  async handle({ tx }) {
    const rows = await tx.query({
      name: 'operator_freezes',
      text: `select f.subject, f.frozen_at as since, f.frozen_by as "by", f.reason, p.name as platform, p.environment
        from freezes f join platforms p on p.id = f.platform_id
        where f.released_at is null order by f.frozen_at desc, f.id limit ${SHOWN_MAX + 1}`,
    })
    return { body: { data: rows.slice(0, SHOWN_MAX), hasMore: rows.length > SHOWN_MAX } }
  },
})
