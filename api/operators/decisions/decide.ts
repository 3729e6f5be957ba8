import { randomUUID } from 'node:crypto'
import { invalidInput, Refusal } from '../../../contract/errors.ts'
import { currencyOf } from '../../../contract/money.ts'
import type { Tx } from '../../../db/database.ts'
import { violates } from '../../../db/database.ts'
import type { Operator } from '../../../db/operators.ts'
import type { Dependencies } from '../../dependencies.ts'
import { storeIsBehind } from '../../middleware/maintenance.ts'
import { type OperatorAnswer, operatorRoute } from '../route.ts'
import {
  type Choice,
  type Decidable,
  type Done,
  type Given,
  givenNames,
  givenOf,
  keptOf,
} from './decidable.ts'
import { findDecidable } from './find.ts'
import { presentDecision, readDecision } from './record.ts'

const REASON_MAX = 1_000
/** Of US dollars: below one. */
const cents = { type: 'string', maxLength: 4, pattern: '^0\\.(0[1-9]|[1-9][0-9])$' } as const

export const decide = operatorRoute({
  id: 'decide',
  method: 'post',
  path: '/decisions',
  role: 'DECIDE',
  summary: 'Decide about an item; `409` when it has changed since `state` was read',
  status: 201,
  judgesStoreItself: true,
  body: {
    type: 'object',
    required: ['subject', 'decision', 'reason', 'state'],
    properties: {
      subject: { type: 'string', minLength: 1, maxLength: 300 },
      decision: { type: 'string', minLength: 1, maxLength: 20 },
      reason: { type: 'string', minLength: 1, maxLength: REASON_MAX, pattern: '\\S' },
      state: { type: 'string', minLength: 1, maxLength: 100 },
      transferId: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
      accountId: { type: 'string', minLength: 1, maxLength: 200 },
      quoteId: { type: 'string', minLength: 1, maxLength: 200 },
      rate: { type: 'string', minLength: 1, maxLength: 40 },
      until: { type: 'string', format: 'date-time' },
      observationId: { type: 'string', minLength: 1, maxLength: 18 },
      basisPoints: { type: 'string', minLength: 1, maxLength: 4 },
      platform: { type: 'string', minLength: 1, maxLength: 64 },
      maximum: { type: 'string', minLength: 1, maxLength: 40 },
      currency: { type: 'string', minLength: 3, maxLength: 5 },
      fixed: { type: 'string', minLength: 1, maxLength: 40 },
      from: { type: 'string', format: 'date-time' },
      firstAmount: cents,
      secondAmount: cents,
    },
  },
  async handle({ body, tx, operator, dependencies, isBehind }) {
    const { subject, decision, reason, state } = body
    const given = givenOf(body)
    const decidable = await findDecidable(tx, subject, dependencies, true)
    // A finding that is wrong is taken off the list here: it would stop all writes for ever.
    if (isBehind && !decidable.isFinding) throw storeIsBehind()
    requireState(decidable, state)
    const choice = choiceOf(decidable, decision)
    requireGiven(choice, given)
    const needsSecond =
      (await choice.needsSecond?.(given)) ?? (await needsSecondPerson(tx, decidable, dependencies))
    const id = randomUUID()
    await insert(tx, {
      ...{ id, decidable, decision, reason, operator, needsSecond },
      plan: { ...choice.plan, ...keptOf(given) },
    })
    const by = { by: operator.name, reason, ...given }
    return carryOut(tx, id, decidable, choice, needsSecond ? undefined : by)
  },
})

/** @throws Refusal INVALID_INPUT for what the decision needs and lacks, or does not take */
function requireGiven({ needs = [], takes = [] }: Choice, given: Given): void {
  const needed: readonly string[] = typeof needs === 'string' ? [needs] : needs
  const wrong = givenNames.filter((name) =>
    given[name] === undefined
      ? needed.includes(name)
      : !needed.includes(name) && !takes.includes(name),
  )
  if (wrong.length === 0) return
  throw invalidInput(
    wrong.map((field) => ({
      field,
      constraint: needed.includes(field) ? 'required' : 'additionalProperties',
      message: needed.includes(field) ? 'is required' : 'belongs to another decision',
    })),
  )
}

/** @throws Refusal CONFLICT */
export function requireState(decidable: Decidable, state: string): void {
  if (decidable.state === state) return
  throw new Refusal('CONFLICT', {
    reason: 'It has changed since it was shown: read it again.',
    details: { state: decidable.state },
  })
}

/** @throws Refusal CONFLICT where there is nothing to decide, INVALID_INPUT for another decision */
export function choiceOf({ choices, nothing }: Decidable, decision: string): Choice {
  if (nothing !== undefined) throw new Refusal('CONFLICT', { reason: nothing })
  const found = choices.find((choice) => choice.decision === decision)
  if (found !== undefined) return found
  const message = `is one of ${choices.map((choice) => choice.decision).join(', ')}`
  throw invalidInput([{ field: 'decision', constraint: 'enum', message }])
}

/** Whether the amount is above what one person decides alone. */
export async function needsSecondPerson(
  tx: Tx,
  { amount, platformId }: Decidable,
  { config }: Dependencies,
): Promise<boolean> {
  if (amount === undefined) return false
  const { decimals } = currencyOf(amount.currency)
  return tx.call(
    'is_worth_more',
    platformId ?? null,
    String(amount.amount),
    amount.currency,
    decimals,
    config.OPERATOR_SECOND_PERSON_ABOVE_USD,
  )
}

type Made = {
  readonly id: string
  readonly decidable: Decidable
  readonly decision: string
  readonly reason: string
  readonly plan: object
  readonly operator: Operator
  readonly needsSecond: boolean
}

async function insert(tx: Tx, made: Made): Promise<void> {
  const { id, decidable, decision, reason, plan, operator, needsSecond } = made
  const status = needsSecond ? 'PENDING_CONFIRMATION' : 'ORDERED'
  try {
    await tx.query({
      name: 'insert_operator_decision',
      text: `insert into operator_decisions
          (id, subject, platform_id, decision, reason, plan, seen_state, decided_by, status)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      values: [
        ...[id, decidable.subject, decidable.platformId ?? null, decision, reason],
        ...[JSON.stringify(plan), decidable.state, operator.id, status],
      ],
    })
  } catch (error) {
    if (!violates(error, 'operator_decisions_open')) throw error
    throw new Refusal('CONFLICT', { reason: 'A decision about it is open already.' })
  }
}

/**
 * Orders a decision, or carries it out where it is one function.
 *
 * @param by undefined if a second person must confirm first
 */
export async function carryOut(
  tx: Tx,
  id: string,
  { subject, platformId }: Decidable,
  choice: Choice,
  by: Parameters<NonNullable<Choice['carryOut']>>[1] | undefined,
): Promise<OperatorAnswer> {
  if (by !== undefined && choice.carryOut === undefined) await tx.call('order_decision', id)
  let concerned = platformId
  if (by !== undefined && choice.carryOut !== undefined) {
    const carriedOut = await choice.carryOut(tx, by)
    const done: Done = typeof carriedOut === 'string' ? { sentence: carriedOut } : carriedOut
    concerned = done.platformId ?? platformId
    await tx.query({
      name: 'end_operator_decision',
      text: `update operator_decisions set status = $4, outcome = $2, platform_id = $3,
          updated_at = service_now() where id = $1`,
      values: [
        ...[id, done.sentence, concerned ?? null],
        done.isRefused === true ? 'REFUSED' : 'CARRIED_OUT',
      ],
    })
  }
  const row = await readDecision(tx, id)
  if (row === undefined) throw new Error('the decision is gone')
  const { decision, reason, status, plan } = row
  return {
    body: presentDecision(row),
    subject,
    platformId: concerned,
    details: { decisionId: id, decision, reason, status, ...givenOf(plan) },
  }
}
