/** Decisions about customers, accounts and payees: freezing and releasing them, leaving a region, and what accounts are. */
import { Refusal } from '../../../contract/errors.ts'
import { idOf, uuidOf } from '../../../contract/ids.ts'
import { microEntryAmounts } from '../../../contract/sandboxOutcomes.ts'
import type { Tx } from '../../../db/database.ts'
import type { Choice, Decidable } from './decidable.ts'

type Kind = 'Customer' | 'InternalAccount' | 'ExternalAccount'

/** What stands behind each, and what of its row a decision is about. */
const tables = {
  Customer: 'customers',
  InternalAccount: 'internal_accounts',
  ExternalAccount: 'external_accounts',
} as const satisfies Record<Kind, string>

/** What a freeze of it does. */
const meanings: Readonly<Record<Kind, string>> = {
  Customer:
    'Nothing leaves it, what arrives is kept, its cards decline, and its agents are refused.',
  InternalAccount:
    'Nothing leaves the account, what arrives is kept, and cards that draw on it decline.',
  ExternalAccount: 'Nothing new is paid to it; what is accepted and has not left waits.',
}

type Row = {
  readonly platformId: string
  readonly state: string
  readonly frozenBy: string | null
  readonly frozenAt: Date | null
  readonly reason: string | null
  /** A customer of a region where it must log in to leave it. */
  readonly mayLeave: boolean
  /** An external account that its bank’s answer has put under review. */
  readonly isUnderReview: boolean
  /** An external account whose micro-entries can be confirmed. */
  readonly hasMicroEntries: boolean
}

/** A customer, an internal account or an external account, which is a payee. */
export async function decidableFreeze(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const kind = (Object.keys(tables) as Kind[]).find((each) => uuidOf(each, subject) !== undefined)
  const uuid = kind && uuidOf(kind, subject)
  if (kind === undefined || uuid === undefined) return undefined
  // With what a freeze waits for, in its order: the state is read once all that is locked.
  if (isLocked) {
    const text = 'select id from lock_freezable($1)'
    await tx.query({ name: 'lock_freezable', text, values: [subject] })
  }
  const row = await tx.maybeOne<Row>({
    name: `decidable_freeze_${tables[kind]}`,
    text: `select x.platform_id as "platformId", f.frozen_by as "frozenBy", f.frozen_at as "frozenAt", f.reason,
        ${mayLeave[kind]} as "mayLeave", ${isUnderReview[kind]} as "isUnderReview",
        ${hasMicroEntries[kind]} as "hasMicroEntries", md5(${state[kind]} || coalesce((select string_agg(z.id || coalesce(z.released_at::text, ''),
          ',' order by z.frozen_at, z.id) from freezes z where z.subject_id = x.id), '')) as state
      from ${tables[kind]} x left join freezes f on f.subject_id = x.id and f.released_at is null
      where x.id = $1`,
    values: [uuid],
  })
  if (row === undefined) return undefined
  const id = idOf(kind, uuid)
  const choices = [row.frozenAt === null ? freeze(id, kind) : release(id, row)]
  if (row.mayLeave) choices.push(leaveRegion(uuid))
  if (row.isUnderReview) choices.push(...reviewed(uuid))
  if (row.hasMicroEntries) choices.push(confirmed(uuid))
  return { subject: id, platformId: row.platformId, state: row.state, choices }
}

/** Of a customer its region too, and whether an operator lets it leave that. */
const state: Readonly<Record<Kind, string>> = {
  Customer: `x.is_deleted::text || coalesce(x.region, '') || coalesce((select r.created_at::text from sca_region_releases r
    where r.customer_id = x.id), '')`,
  InternalAccount: 'x.status',
  ExternalAccount: `x.status || coalesce(x.deleted_at::text, '')`,
}

const mayLeave: Readonly<Record<Kind, string>> = {
  Customer: 'not x.is_deleted and is_in_sca_region(x.region)',
  InternalAccount: 'false',
  ExternalAccount: 'false',
}

const isUnderReview: Readonly<Record<Kind, string>> = {
  Customer: 'false',
  InternalAccount: 'false',
  ExternalAccount: `x.status = 'UNDER_REVIEW' and x.deleted_at is null`,
}

const hasMicroEntries: Readonly<Record<Kind, string>> = {
  Customer: 'false',
  InternalAccount: 'false',
  ExternalAccount: `x.deleted_at is null and exists (select 1 from account_validations v where v.account_id = x.id
    and v.method = 'MICRO_ENTRIES' and v.state = 'OPEN')`,
}

const atOnce = (result: string) => async () => [{ when: 'at once', result, transfers: [] }]

function freeze(subject: string, kind: Kind): Choice {
  return {
    decision: 'freeze',
    meaning: meanings[kind],
    outcomes: atOnce('FROZEN'),
    async carryOut(within, { by, reason }) {
      const frozen = await within.call('freeze_subject', subject, by, reason)
      if (frozen !== 'FROZEN') throw new Refusal('CONFLICT', { reason: 'It is frozen already.' })
      return 'It is frozen.'
    },
  }
}

function release(subject: string, { frozenBy, frozenAt, reason }: Row): Choice {
  return {
    decision: 'release',
    meaning:
      'What has waited goes on. A verification that is rejected stays so. ' +
      `${frozenBy} froze it at ${frozenAt?.toISOString()}: ${reason}`,
    outcomes: atOnce('RELEASED'),
    async carryOut(within, { by, reason: why }) {
      const released = await within.call('release_subject', subject, by, why)
      if (released !== 'RELEASED') throw new Refusal('CONFLICT', { reason: 'It is not frozen.' })
      return 'It is released.'
    },
  }
}

function reviewed(account: string): Choice[] {
  const choiceOf = (decision: 'accept' | 'reject', status: string, meaning: string): Choice => ({
    decision,
    meaning,
    outcomes: atOnce(status),
    async carryOut(within, { by }) {
      const isAccepted = decision === 'accept'
      const moved = await within.call('decide_account_review', account, isAccepted, by)
      if (moved === null) throw new Refusal('CONFLICT', { reason: 'It is not under review.' })
      return `It is ${moved}.`
    },
  })
  return [
    choiceOf('accept', 'ACTIVE', 'It is in use: it may be paid, and collected from.'),
    choiceOf('reject', 'INACTIVE', 'It is invalid for good: payments are refused.'),
  ]
}

/** Wrong amounts are counted: the decision stands, and has not come about. */
function confirmed(account: string): Choice {
  return {
    decision: 'confirm',
    meaning:
      'What its holder says of the two credits: right, in any order, it is in use; after three wrong pairs it is invalid for good.',
    needs: ['firstAmount', 'secondAmount'],
    outcomes: async () => [
      { when: 'the amounts are right', result: 'ACTIVE', transfers: [] },
      { when: 'they are not', result: 'PENDING, then INACTIVE', transfers: [] },
    ],
    async carryOut(within, { by, firstAmount, secondAmount }) {
      const amounts = [firstAmount, secondAmount].map(centsOf)
      const judged = await within.call(
        'confirm_micro_entries',
        account,
        amounts,
        microEntryAmounts,
        by,
      )
      const { outcome, left = 0 } = judged
      if (outcome === 'RIGHT') return 'It is ACTIVE.'
      if (outcome !== 'WRONG') throw new Refusal('CONFLICT', { reason: unjudged[outcome] })
      const rest =
        left === 0 ? 'It is INACTIVE.' : `${left} more ${left === 1 ? 'is' : 'are'} judged.`
      return { sentence: `The amounts are wrong. ${rest}`, isRefused: true }
    },
  }
}

/** Why amounts were not judged; that is not counted. */
const unjudged = {
  NOT_SETTLED: 'The credits are not at the account yet.',
  TOO_LATE: 'The time in which the amounts can be confirmed is over.',
  NONE: 'There are no amounts to be confirmed.',
} as const

/** The cents of an amount below one dollar: 7 for `0.07`. */
function centsOf(amount = ''): number {
  return Number(amount.slice(2))
}

function leaveRegion(customer: string): Choice {
  return {
    decision: 'leave_region',
    meaning:
      'For seven days it may leave its region of strong authentication without a login: it has no factor any more.',
    outcomes: atOnce(''),
    async carryOut(within, { by, reason }) {
      const isReleased = await within.call('release_sca_region', customer, by, reason)
      if (!isReleased) throw new Refusal('CONFLICT', { reason: 'It is in no such region.' })
      return 'It may leave its region.'
    },
  }
}
