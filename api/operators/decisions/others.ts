/** Decisions about card pulls, imports and findings: each is one SQL function. */
import { Refusal } from '../../../contract/errors.ts'
import { uuidOf } from '../../../contract/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { type InboxKind, listInbox } from '../../../db/inbox.ts'
import type { Choice, Decidable } from './decidable.ts'
import { preview } from './preview.ts'

type Pull = { readonly id: string; readonly number: number }

/** Pulls of a card transaction that could not be made: they are asked for again. */
export async function decidableCardTransaction(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Transaction', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{
    platform_id: string
    amount: bigint | null
    disputed: bigint
    currency: string
    state: string
  }>({
    name: `decidable_card_transaction${isLocked ? '_locked' : ''}`,
    text: `select t.platform_id, t.currency,
        (select sum(card_units(t, p.cents))::bigint from card_pulls p
          where p.transaction_id = t.id and p.state = 'EXCEPTION') as amount,
        card_units(t, t.disputed - t.contested) as disputed,
        md5(t.updated_at || coalesce((select string_agg(p.number || p.state || p.updated_at, ',' order by p.number)
          from card_pulls p where p.transaction_id = t.id), '')) as state
      from card_transactions t where t.id = $1${isLocked ? ' for update of t' : ''}`,
    values: [uuid],
  })
  if (found === undefined) return undefined
  const { platform_id: platformId, amount, disputed, currency, state } = found
  if (disputed !== 0n) {
    const claim = { amount: disputed, currency }
    return { subject, platformId, state, amount: claim, choices: claimChoices(tx, subject, uuid) }
  }
  if (amount === null) {
    const nothing = 'It has no pull that could not be made.'
    return { subject, platformId, state, choices: [], nothing }
  }
  const signed = async (): Promise<string> => {
    await tx.call('retry_card_pulls_by', uuid, '', '')
    const pulls = await tx.query<Pull>({
      text: `select id, number from card_pulls where transaction_id = $1 and state = 'PENDING' order by number`,
      values: [uuid],
    })
    for (const { id: pullId, number } of pulls) {
      await tx.call('record_card_pull', { pullId, number, outcome: 'SIGNED' })
    }
    return ''
  }
  return {
    subject,
    platformId,
    state,
    amount: { amount, currency },
    choices: [
      {
        decision: 'retry',
        meaning: 'The pulls that could not be made are asked for again.',
        outcomes: async () => [
          await preview(tx, subject, 'the key signs, as far as the wallet has the money', signed),
          { when: 'the key does not sign', result: 'EXCEPTION', transfers: [] },
        ],
        async carryOut(within, { by, reason }) {
          const isAsked = await within.call('retry_card_pulls_by', uuid, by, reason)
          if (!isAsked) throw new Refusal('CONFLICT', { reason: 'There is no such pull.' })
          return 'The pulls are asked for again.'
        },
      },
    ],
  }
}

/** A claim of the card issuer above its bounds: the customer's after all, or still the issuer's. */
function claimChoices(tx: Tx, subject: string, uuid: string): Choice[] {
  type Decision = 'charge' | 'contest'
  const decide = async (within: Tx, decision: Decision, by: string, why: string): Promise<void> => {
    const isDecided = await within.call('decide_card_claim', uuid, decision, by, why)
    if (!isDecided) throw new Refusal('CONFLICT', { reason: 'Nothing of it is disputed.' })
  }
  const tried = (decision: Decision) => async (): Promise<string> => {
    await decide(tx, decision, '', '')
    return ''
  }
  return [
    {
      decision: 'charge',
      meaning: 'It is the customer’s: what is claimed is taken, what came back is credited.',
      outcomes: async () => [
        await preview(tx, subject, 'at once; what is claimed follows by pulls', tried('charge')),
      ],
      async carryOut(within, { by, reason }) {
        await decide(within, 'charge', by, reason)
        return 'It is the customer’s.'
      },
    },
    {
      decision: 'contest',
      meaning:
        'It is not the customer’s: it stays a claim of the issuer, who is asked to correct it.',
      outcomes: async () => [{ when: 'at once', result: '', transfers: [] }],
      async carryOut(within, { by, reason }) {
        await decide(within, 'contest', by, reason)
        return 'It is listed no more; the issuer’s correction takes it back.'
      },
    },
  ]
}

/** An import that goes on, or does not: a person ends it. */
export async function decidableImport(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Job', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{ status: string; processed: number; platformId: string }>({
    name: isLocked ? 'decidable_import_locked' : 'decidable_import',
    text: `select status, processed_rows as processed, platform_id as "platformId" from bulk_imports
      where id = $1${isLocked ? ' for no key update' : ''}`,
    values: [uuid],
  })
  if (found === undefined) return undefined
  const { status, processed, platformId } = found
  const shared = { subject, platformId, state: `${status} ${processed}` }
  if (status !== 'PENDING' && status !== 'PROCESSING') {
    return { ...shared, choices: [], nothing: `It has ended: ${status}.` }
  }
  return {
    ...shared,
    choices: [
      {
        decision: 'end',
        meaning: 'It ends as FAILED: what it has created stays, its other rows are not created.',
        outcomes: async () => [{ when: 'at once', result: 'FAILED', transfers: [] }],
        async carryOut(within) {
          await within.call('stop_import', uuid, 'The import was ended by an operator.')
          return 'It has ended: FAILED.'
        },
      },
    ],
  }
}

/** What exists outside and has no row here: a person takes it off the list. */
export async function decidableFinding(tx: Tx, subject: string): Promise<Decidable | undefined> {
  const found = await tx.maybeOne<{ state: string }>({
    name: 'decidable_finding',
    text: `select state || run_id as state from runs_without_row where workflow_id = $1
      union all select notices::text from unknown_rail_references() where reference = $1`,
    values: [subject],
  })
  if (found === undefined) return undefined
  return {
    subject,
    state: found.state,
    isFinding: true,
    choices: [
      {
        decision: 'close',
        meaning: 'A person has dealt with it: it is listed no more.',
        outcomes: async () => [{ when: 'at once', result: '', transfers: [] }],
        async carryOut(within, { by, reason }) {
          await within.call('decide_finding', subject, by, reason)
          return 'It is listed no more.'
        },
      },
    ],
  }
}

/** Why nothing is decided about an item here. */
const undecided: Readonly<Partial<Record<InboxKind, string>>> = {
  DEAD_LETTER:
    'It is tried again by itself, in its turn: what keeps it from being booked is in its reason.',
  DEPOSIT_TAKEN_BACK:
    'It is taken from the holder’s own account by itself, as money comes. What never comes is a loss of the service’s.',
  FAILING_TASK:
    'It goes on with the first worker that can continue it: the worker’s log says why none can.',
  PENDING_START: 'A worker starts it as soon as Temporal answers.',
  RATE_FEED_DOWN: 'It is asked again by itself: what keeps it from answering is in its reason.',
  SWEEP_WAITING:
    'Its job runs again by itself, once a minute: its reason says why it fails. Mend that, or freeze the account to keep it.',
  SUSPENSE: 'It belongs to no payment that waits.',
}

/** What is in the inbox, and needs no decision, or another one than these. */
export async function listedItem(tx: Tx, subject: string): Promise<Decidable | undefined> {
  const [item] = await listInbox(tx, { subject, limit: 1 })
  if (item === undefined) return undefined
  const nothing = undecided[item.kind] ?? 'There is nothing to decide.'
  const platform = item.platformId === null ? {} : { platformId: item.platformId }
  return { subject, ...platform, state: item.since.toISOString(), choices: [], nothing }
}
