/** The rows of decisions. */
import type { Tx } from '../../../db/database.ts'
import { type Given, givenOf } from './decidable.ts'

export type DecisionRow = {
  readonly id: string
  readonly subject: string
  readonly platformId: string | null
  readonly decision: string
  readonly reason: string
  readonly status: string
  readonly outcome: string | null
  readonly decidedBy: string
  readonly decidedAt: Date
  readonly confirmedBy: string | null
  readonly confirmedAt: Date | null
  /** Where the money goes, say: who confirms must see it. */
  readonly plan: Given
}

const columns = `d.id, d.subject, d.platform_id as "platformId", d.decision, d.reason, d.status, d.outcome,
  o.name as "decidedBy", d.decided_at as "decidedAt", c.name as "confirmedBy", d.confirmed_at as "confirmedAt",
  d.plan`
const joins = `join operators o on o.id = d.decided_by left join operators c on c.id = d.confirmed_by`

/** The newest first. */
export function listDecisions(
  tx: Tx,
  { status, subject, id, limit }: { status?: string; subject?: string; id?: string; limit: number },
): Promise<DecisionRow[]> {
  return tx.query<DecisionRow>({
    name: 'list_operator_decisions',
    text: `select ${columns} from operator_decisions d ${joins}
      where ($1::text is null or d.status = $1) and ($2::text is null or d.subject = $2)
        and ($4::uuid is null or d.id = $4)
      order by d.decided_at desc, d.id limit $3`,
    values: [status ?? null, subject ?? null, limit, id ?? null],
  })
}

export function readDecision(tx: Tx, id: string): Promise<DecisionRow | undefined> {
  return tx.maybeOne<DecisionRow>({
    name: 'read_operator_decision',
    text: `select ${columns} from operator_decisions d ${joins} where d.id = $1`,
    values: [id],
  })
}

/** As the API shows it. */
export function presentDecision({ platformId, plan, ...row }: DecisionRow): object {
  return { ...row, ...givenOf(plan), platformId: platformId && `PlatformConfig:${platformId}` }
}
