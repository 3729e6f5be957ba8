/** Decisions about money that has arrived and that nothing could take. */
import { invalidInput, Refusal } from '../../../contract/errors.ts'
import { type Kind, uuidOf } from '../../../contract/ids.ts'
import { shownMoney } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import type { Tx } from '../../../db/database.ts'
import type { Decidable } from './decidable.ts'
import { type Outcome, preview } from './preview.ts'

type Row = {
  readonly environment: Environment
  readonly amount: bigint
  readonly currency: string
  readonly outcome: string | null
  readonly platform_id: string | null
  readonly reference: string
  readonly is_contradicted: boolean
  readonly state: string
}

/** Of `book_deposit_return`, where the rail has paid it back. */
const PAID = 'SETTLED'

/** A deposit: given to an account, or sent back over the rail; what has become of that, where the rail contradicts itself. */
export async function decidableDeposit(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Deposit', subject)
  if (uuid === undefined) return undefined
  const row = await tx.maybeOne<Row>({
    name: `decidable_deposit${isLocked ? '_locked' : ''}`,
    text: `select d.environment, d.amount, d.currency, d.outcome,
        (select a.platform_id from internal_accounts a where a.id = d.account_id) as platform_id,
        deposit_reference(d.environment, d.id) as reference,
        exists (select 1 from deposit_returns r where r.environment = d.environment and r.deposit_id = d.id
          and r.contradicted_at is not null) as is_contradicted,
        md5(coalesce(d.outcome, '') || coalesce(d.reason, '') || coalesce(d.changed_at::text, '')) as state
      from deposits d where deposit_uuid(d.environment, d.id) = $1${isLocked ? ' for update' : ''}`,
    values: [uuid],
  })
  if (row === undefined) return undefined
  const { environment, amount, currency, outcome, platform_id: platformId, state } = row
  const shared = {
    ...{ subject, state, amount: { amount, currency } },
    ...(platformId !== null && { platformId }),
  }
  if (row.is_contradicted) {
    return { ...shared, choices: contradictedChoices(tx, uuid, row.reference) }
  }
  if (outcome !== 'UNAPPLIED') {
    const nothing =
      outcome === 'RETURNING' ? 'It is being sent back over the rail.' : 'It is decided already.'
    return { ...shared, choices: [], nothing }
  }
  const sendBack = async (within: Tx, by: string, why: string): Promise<number> => {
    const ordered = await within.call('return_deposit', uuid, by, why)
    if (ordered.outcome !== 'RETURNING' || ordered.attempt == null) throw changed()
    return ordered.attempt
  }
  const paidBack = async (): Promise<string> => {
    const made = await sendBack(tx, '', '')
    const { reference } = await tx.call('prepare_deposit_return', uuid, made)
    await tx.call('book_deposit_return', environment, reference, PAID)
    return 'RETURNED'
  }
  return {
    ...shared,
    choices: [
      {
        decision: 'apply',
        meaning: 'It is credited to an account, whose platform sees an incoming payment.',
        needs: 'accountId',
        outcomes: async () => [leavesSuspense(amount, currency, 'the account')],
        async carryOut(within, { by, reason, accountId = '' }) {
          const account = requireUuid('InternalAccount', accountId, 'accountId')
          const done = await within.call('apply_deposit_to_account', uuid, account, by, reason)
          if (done !== 'APPLIED') throw notTaken(done)
          const credited = await platformOf(within, 'internal_accounts', account)
          return { sentence: `It is credited to ${accountId}.`, platformId: credited }
        },
      },
      {
        decision: 'fund',
        meaning: 'It pays a quote that waits for it, of the same amount.',
        needs: 'quoteId',
        outcomes: async () => [leavesSuspense(amount, currency, 'the quote')],
        async carryOut(within, { by, reason, quoteId = '' }) {
          const quote = requireUuid('Quote', quoteId, 'quoteId')
          const done = await within.call('apply_deposit_to_payment', uuid, quote, by, reason)
          // OPEN: the quote is being paid with it.
          if (done !== 'APPLIED' && done !== 'OPEN') throw notTaken(done)
          return {
            sentence: `It has paid ${quoteId}.`,
            platformId: await platformOf(within, 'payments', quote),
          }
        },
      },
      {
        decision: 'return',
        meaning: 'The rail sends it back to where it came from.',
        outcomes: async () => [
          await preview(tx, row.reference, 'the rail pays it back', paidBack),
          { when: 'the rail does not', result: 'UNAPPLIED', transfers: [] },
        ],
        async carryOut(within, { by, reason }) {
          await sendBack(within, by, reason)
          return 'It is sent back over the rail.'
        },
      },
    ],
  }
}

/** The transfer out of suspense; the decision names the account or the quote that gets it. */
function leavesSuspense(amount: bigint, currency: string, to: string): Outcome {
  const money = { from: 'SUSPENSE', to, amount: shownMoney(amount, currency) }
  return {
    when: 'at once',
    result: 'APPLIED',
    transfers: [{ step: 'claimed', kind: 'POSTED', ...money }],
  }
}

/** @throws Refusal INVALID_INPUT for an id of another kind */
function requireUuid(kind: Kind, id: string, field: string): string {
  const uuid = uuidOf(kind, id)
  if (uuid !== undefined) return uuid
  throw invalidInput([{ field, constraint: 'pattern', message: `is no id of the kind ${kind}` }])
}

async function platformOf(
  tx: Tx,
  table: 'internal_accounts' | 'payments',
  id: string,
): Promise<string> {
  const { platform_id: platformId } = await tx.one<{ platform_id: string }>({
    name: `platform_of_${table}`,
    text: `select platform_id from ${table} where id = $1`,
    values: [id],
  })
  return platformId
}

/** Why nothing takes it, for people. */
const refusals: Readonly<Record<string, string>> = {
  NO_SUCH_ACCOUNT: 'there is no such account',
  NO_SUCH_QUOTE: 'there is no such quote',
  OPEN_ELSEWHERE: 'another quote is being paid with it',
  APPLIED_ELSEWHERE: 'it has been applied to something else',
  NOT_FUNDED_BY_DEPOSIT: 'the quote is not paid by a deposit',
  OTHER_ENVIRONMENT: 'it is of the other environment',
  OTHER_CURRENCY: 'it is of another currency',
  OTHER_AMOUNT: 'the quote is of another amount',
  ALREADY_FUNDED: 'the quote has its money',
  TOO_LATE: 'the quote is not open any more',
  CUSTOMER_DELETED: "the account's customer is deleted",
  ACCOUNT_PENDING: 'the account is not active yet',
  ACCOUNT_FROZEN: 'the account is frozen',
  ACCOUNT_CLOSED: 'the account is closed',
  APPROVAL_REQUIRED: "the policy of the quote's agent wants a person to approve it",
}

function notTaken(code: string): Refusal {
  return new Refusal('CONFLICT', { reason: `It is left as it was: ${refusals[code] ?? code}.` })
}

/** The rail has reported its return as paid, and then as failed. */
function contradictedChoices(tx: Tx, uuid: string, reference: string): Decidable['choices'] {
  const decided = async (within: Tx, isPaid: boolean, by = '', why = ''): Promise<string> => {
    const outcome = await within.call('decide_contradicted_return', uuid, isPaid, by, why)
    if (outcome === 'NOT_CONTRADICTED') throw changed()
    return outcome
  }
  return [
    {
      decision: 'paid',
      meaning: 'The rail has paid it back after all: the books say so already.',
      outcomes: () => previews(tx, reference, () => decided(tx, true)),
      async carryOut(within, { by, reason }) {
        await decided(within, true, by, reason)
        return 'It was paid back.'
      },
    },
    {
      decision: 'failed',
      meaning:
        'The rail has not paid it back: the money is in suspense again, unless an account has it.',
      outcomes: () => previews(tx, reference, () => decided(tx, false)),
      async carryOut(within, { by, reason }) {
        const outcome = await decided(within, false, by, reason)
        return `It was not paid back: it is ${outcome}.`
      },
    },
  ]
}

async function previews(tx: Tx, reference: string, act: () => Promise<string>): Promise<Outcome[]> {
  return [await preview(tx, reference, 'at once', act)]
}

function changed(): Refusal {
  return new Refusal('CONFLICT', { reason: 'Something else has become of it.' })
}
