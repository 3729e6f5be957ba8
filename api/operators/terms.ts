/** Limits and fees as operators have set them: what is in force, what is to come, and what was. */
import { idOf } from '../../contract/ids.ts'
import { shownMoney } from '../../contract/money.ts'
import { operatorRoute } from './route.ts'

type Row = {
  readonly subject: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly state: 'IN_FORCE' | 'TO_COME' | 'PAST'
  readonly from: Date
  readonly setBy: string
  readonly setAt: Date
  readonly reason: string
}
type LimitRow = Row & {
  readonly currency: string | null
  readonly maximum: bigint | null
  readonly isEnded: boolean
}
type FeeRow = Row & {
  readonly currency: string
  readonly fixed: bigint | null
  readonly basisPoints: number | null
}

const SHOWN_MAX = 500

/** The SQL columns that all kinds of terms `x` show; a record is in force if it is the latest one of its `of` and platform. */
const shared = (of: string): string => `x.platform_id as "platformId", p.name as platform,
  case when x.effective_from > service_now() then 'TO_COME'
    when x.id = first_value(x.id) over (partition by x.environment, ${of}, x.platform_id, x.effective_from > service_now()
      order by x.effective_from desc, x.id desc) then 'IN_FORCE' else 'PAST' end as state,
  nullif(x.effective_from, '-infinity') as "from", x.set_by as "setBy", x.set_at as "setAt", x.reason`

export const listLimits = operatorRoute({
  id: 'listLimits',
  method: 'get',
  path: '/limits',
  role: 'VIEW',
  summary: 'Limits as operators have set them: in force, to come and past; the newest first',
  isUnaudited: true,
  async handle({ tx }) {
    const rows = await tx.query<LimitRow>({
      name: 'operator_limits',
      text: `select subject, "platformId", platform, state, "from", "setBy", "setAt", reason, currency, maximum, "isEnded"
        from (select 'Limit:' || x.environment || '/' || x.name as subject, x.currency, x.maximum,
          x.is_ended as "isEnded", x.id, ${shared('x.name')}
        from payment_limits x left join platforms p on p.id = x.platform_id) l
        where "setBy" <> 'migration' or subject like '%/UNPROVEN_WALLET' order by id desc limit ${SHOWN_MAX}`,
    })
    return { body: { data: rows.map(presentLimit) } }
  },
})

export const listFees = operatorRoute({
  id: 'listFees',
  method: 'get',
  path: '/fees',
  role: 'VIEW',
  summary: 'Fees as operators have set them: in force, to come and past; the newest first',
  isUnaudited: true,
  async handle({ tx }) {
    const rows = await tx.query<FeeRow>({
      name: 'operator_fees',
      text: `select subject, "platformId", platform, state, "from", "setBy", "setAt", reason, currency, fixed, "basisPoints"
        from (select 'Fee:' || x.environment || '/' || x.sending_currency || '-' || x.receiving as subject,
          x.sending_currency as currency, x.fixed_amount as fixed, x.variable_basis_points as "basisPoints", x.id,
          ${shared('x.sending_currency, x.receiving')}
        from service_fees x left join platforms p on p.id = x.platform_id) f
        where "setBy" <> 'migration' order by id desc limit ${SHOWN_MAX}`,
    })
    return { body: { data: rows.map(presentFee) } }
  },
})

const sharedOf = ({ subject, platformId, platform, state, from, setBy, setAt, reason }: Row) => ({
  ...{ id: subject, platform, state, from, setBy, setAt, reason },
  platformId: platformId && idOf('PlatformConfig', platformId),
})

function presentLimit(row: LimitRow): object {
  const { maximum, currency, isEnded } = row
  const none = isEnded ? 'as for everybody' : 'unlimited'
  const amount = maximum !== null && currency !== null ? shownMoney(maximum, currency) : maximum
  return { ...sharedOf(row), maximum: amount === null ? none : String(amount) }
}

function presentFee(row: FeeRow): object {
  const { fixed, currency, basisPoints } = row
  return {
    ...sharedOf(row),
    fixed: fixed === null ? 'as for everybody' : shownMoney(fixed, currency),
    basisPoints,
  }
}
