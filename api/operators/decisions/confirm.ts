import { Refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { operatorRoute } from '../route.ts'
import { type Given, givenOf } from './decidable.ts'
import { carryOut, choiceOf, requireState } from './decide.ts'
import { findDecidable } from './find.ts'
import { presentDecision, readDecision } from './record.ts'

type Open = {
  readonly subject: string
  readonly decision: string
  readonly reason: string
  readonly seen_state: string
  readonly plan: Given
  readonly decided_by: string
  readonly decided_at: Date
  readonly name: string
  readonly is_revoked: boolean
}

export const confirmDecision = operatorRoute({
  id: 'confirmDecision',
  method: 'post',
  path: '/decisions/:id/confirm',
  role: 'DECIDE',
  summary: 'Confirm a decision of another person, above the amount that one decides alone',
  async handle({ params, tx, operator, dependencies }) {
    const { id } = params
    // Lock order: what is decided about, then the decision.
    const before = await openDecision(tx, id)
    const decidable = await findDecidable(tx, before.subject, dependencies, true)
    const open = await openDecision(tx, id, true)
    if (open.decided_by === operator.id) {
      throw new Refusal('FORBIDDEN', { reason: 'Another person must confirm it.' })
    }
    if (await mayBeOnePerson(tx, open, operator.id)) {
      throw new Refusal('FORBIDDEN', { reason: ONE_PERSON })
    }
    if (open.is_revoked) {
      const reason = `The account of ${open.name} is revoked: withdraw the decision, and decide anew.`
      throw new Refusal('CONFLICT', { reason })
    }
    requireState(decidable, open.seen_state)
    const choice = choiceOf(decidable, open.decision)
    await tx.query({
      name: 'confirm_operator_decision',
      text: `update operator_decisions set status = 'ORDERED', confirmed_by = $2, confirmed_at = service_now(),
          updated_at = service_now() where id = $1`,
      values: [id, operator.id],
    })
    const by = {
      by: `${open.name}, confirmed by ${operator.name}`,
      reason: open.reason,
      ...givenOf(open.plan),
    }
    return carryOut(tx, id, decidable, choice, by)
  },
})

export const withdrawDecision = operatorRoute({
  id: 'withdrawDecision',
  method: 'post',
  path: '/decisions/:id/withdraw',
  role: 'DECIDE',
  summary: 'Withdraw a decision that has not been confirmed',
  async handle({ params, tx }) {
    const { subject } = await openDecision(tx, params.id, true)
    await tx.query({
      name: 'withdraw_operator_decision',
      text: `update operator_decisions set status = 'WITHDRAWN', updated_at = service_now() where id = $1`,
      values: [params.id],
    })
    const row = await readDecision(tx, params.id)
    if (row === undefined) throw new Error('the decision is gone')
    return {
      body: presentDecision(row),
      subject,
      platformId: row.platformId ?? undefined,
      details: { decisionId: params.id },
    }
  },
})

const ONE_PERSON =
  'Another person must confirm it, and these two accounts may be one person’s: one has created or invited the other, one person has both, yours is newer than the decision, or one signs in and the other has a token that was made at the database.'

/**
 * Who creates an account sees its token, and who invites an address has chosen it: they may act under that name, so two
 * accounts count as one person's if one person could act under both. Who has seen a token that was made at the database is
 * not known: it may be one who signs in as well. An account that somebody has made since the decision may have been made for it.
 */
async function mayBeOnePerson(
  tx: Tx,
  { decided_by, decided_at }: Open,
  confirmer: string,
): Promise<boolean> {
  const found = await tx.query({
    name: 'operator_may_be_one_person',
    text: `with recursive sees (account, person, is_sign_in, next) as (
        select id, id, token_hash is null, coalesce(created_by, invited_by) from operators where id in ($1, $2)
        union all
        select s.account, o.id, o.token_hash is null, coalesce(o.created_by, o.invited_by) from sees s join operators o on o.id = s.next)
      select from sees a join sees b on a.account = $1 and b.account = $2
        where a.person = b.person or a.next is null and b.next is null and a.is_sign_in <> b.is_sign_in
      union all
      select from operators where id = $2 and (token_hash is not null or invited_by is not null)
        and coalesce(joined_at, created_at) > $3`,
    values: [decided_by, confirmer, decided_at],
  })
  return found.length > 0
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws Refusal REFERENCE_NOT_FOUND, CONFLICT for one that does not wait for a confirmation */
async function openDecision(tx: Tx, id: string, isLocked = false): Promise<Open> {
  const row = uuid.test(id)
    ? await tx.maybeOne<Open & { readonly status: string }>({
        name: `open_operator_decision${isLocked ? '_locked' : ''}`,
        text: `select d.subject, d.decision, d.reason, d.seen_state, d.plan, d.decided_by, d.decided_at, d.status, o.name, o.revoked_at is not null as is_revoked
          from operator_decisions d join operators o on o.id = d.decided_by
          where d.id = $1${isLocked ? ' for update of d for share of o' : ''}`,
        values: [id],
      })
    : undefined
  if (row === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  if (row.status === 'PENDING_CONFIRMATION') return row
  throw new Refusal('CONFLICT', { reason: `The decision is ${row.status}.` })
}
