/** Decisions about money that has arrived and that nothing could take. */
import { invalidInput, Refusal } from '../../../contract/errors.ts'
import { uuidOf } from '../../../contract/ids.ts'
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
        outcomes: async () => [{ when: 'at once', result: 'APPLIED', transfers: [] }],
        async carryOut(within, { by, reason, accountId = '' }) {
          const account = uuidOf('InternalAccount', accountId)
          if (account === undefined) {
            const message = 'is no id of an internal account'
            throw invalidInput([{ field: 'accountId', constraint: 'pattern', message }])
          }
          const done = await within.call('apply_deposit_to_account', uuid, account, by, reason)
          if (done !== 'APPLIED') {
            throw new Refusal('CONFLICT', { reason: `The account does not take it: ${done}.` })
          }
          const { platform_id: credited } = await within.one<{ platform_id: string }>({
            name: 'platform_of_account',
            text: 'select platform_id from internal_accounts where id = $1',
            values: [account],
          })
          return { sentence: `It is credited to ${accountId}.`, platformId: credited }
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
