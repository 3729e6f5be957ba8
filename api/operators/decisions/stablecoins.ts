/** Decisions about mints and burns, stablecoins, and the accounts that platforms have linked at the provider. */
import { Refusal } from '../../../contract/errors.ts'
import { uuidOf } from '../../../contract/ids.ts'
import type { Tx } from '../../../db/database.ts'
import type { Choice, Decidable } from './decidable.ts'

/** A mint or burn whose transfer at the provider is not known. */
export async function decidableStablecoinOperation(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('StablecoinOperation', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{
    platform_id: string
    cents: bigint
    case_reason: string | null
    state: string
  }>({
    name: `decidable_stablecoin_operation${isLocked ? '_locked' : ''}`,
    text: `select platform_id, cents, case_reason,
        md5(status || updated_at || coalesce(case_reason, '') || coalesce(transfer_id, '')) as state
      from stablecoin_operations where id = $1${isLocked ? ' for update' : ''}`,
    values: [uuid],
  })
  if (found === undefined) return undefined
  const { platform_id: platformId, cents, state, case_reason: reason } = found
  const shared = { subject, platformId, state, amount: { amount: cents, currency: 'USD' } }
  if (reason !== 'UNKNOWN_TRANSFER') {
    const nothing = 'Money is sent back at the provider, by hand; nothing is decided here.'
    return { ...shared, choices: [], nothing }
  }
  const decide = async (
    within: Tx,
    by: string,
    why: string,
    made: string | null,
  ): Promise<string> => {
    const isDecided = await within.call('decide_stablecoin_transfer', uuid, made, by, why)
    if (!isDecided) throw new Refusal('CONFLICT', { reason: 'Its transfer is known by now.' })
    return made === null ? 'It asks for its transfer again.' : `It has the transfer ${made}.`
  }
  const later = 'the provider reports the transfer: it is booked then'
  return {
    ...shared,
    choices: [
      {
        decision: 'made',
        meaning: 'The provider has made this transfer.',
        needs: 'transferId',
        outcomes: async () => [{ when: later, result: '', transfers: [] }],
        carryOut: (within, { by, reason: why, transferId }) =>
          decide(within, by, why, transferId ?? ''),
      },
      {
        decision: 'none',
        meaning: 'The provider has made none: it is asked for again, with the same key.',
        outcomes: async () => [{ when: later, result: '', transfers: [] }],
        carryOut: (within, { by, reason: why }) => decide(within, by, why, null),
      },
    ],
  }
}

/** What moves a stablecoin, by the state that it gets. */
const moves = {
  PROVISIONING: { decision: 'provision', meaning: 'Its issuance is prepared at the provider.' },
  PROVISIONED: { decision: 'provisioned', meaning: 'The provider issues it.' },
  FAILED: { decision: 'fail', meaning: 'The provider could not prepare its issuance.' },
  REJECTED: { decision: 'reject', meaning: 'It is not issued.' },
  ENABLED: { decision: 'enable', meaning: 'It is a currency of payments.' },
  NOT_ENABLED: { decision: 'refuse', meaning: 'It does not become a currency of payments.' },
  DISABLED: { decision: 'disable', meaning: 'Nothing new is paid in it; what is held stays.' },
} as const
type CoinState = keyof typeof moves

/** A stablecoin of a platform: its issuance, and whether payments are made in it. */
export async function decidableStablecoin(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('Stablecoin', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{
    readonly platformId: string
    readonly state: string
    readonly targets: readonly CoinState[]
  }>({
    name: `decidable_stablecoin${isLocked ? '_locked' : ''}`,
    text: `select s.platform_id as "platformId", s.issuance_status || ' ' || s.service_status as state,
        array(select t from unnest($2::text[]) t where stablecoin_may_move(s, t)) as targets
      from stablecoins s where s.id = $1${isLocked ? ' for update' : ''}`,
    values: [uuid, Object.keys(moves)],
  })
  if (found === undefined) return undefined
  const { platformId, state, targets } = found
  const choices = targets.map(
    (target): Choice => ({
      ...moves[target],
      outcomes: async () => [{ when: 'at once', result: target, transfers: [] }],
      async carryOut(within, { by, reason }) {
        const moved = await within.call('move_stablecoin', uuid, target, by, reason)
        if (moved === null) throw new Refusal('CONFLICT', { reason: `It may not be ${target}.` })
        return `It is ${moved.issuance_status}, ${moved.service_status}.`
      },
    }),
  )
  const nothing = `It is ${state}: its platform, or the provider, does what is next.`
  return { subject, platformId, state, choices, ...(choices.length === 0 && { nothing }) }
}

/** An account that a platform has linked at the provider. */
export async function decidableStablecoinLink(
  tx: Tx,
  subject: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const uuid = uuidOf('StablecoinProviderAccount', subject)
  if (uuid === undefined) return undefined
  const found = await tx.maybeOne<{ readonly platformId: string; readonly state: string }>({
    name: `decidable_stablecoin_link${isLocked ? '_locked' : ''}`,
    text: `select platform_id as "platformId", status as state from stablecoin_provider_accounts
      where id = $1${isLocked ? ' for update' : ''}`,
    values: [uuid],
  })
  if (found === undefined) return undefined
  if (found.state === 'REVOKED') {
    return { subject, ...found, choices: [], nothing: 'It is revoked, for good.' }
  }
  return {
    ...{ subject, ...found },
    choices: [
      {
        decision: 'revoke',
        meaning: 'The platform mints and burns by this account no more. It cannot be taken back.',
        outcomes: async () => [{ when: 'at once', result: 'REVOKED', transfers: [] }],
        async carryOut(within, { by, reason }) {
          const link = await within.call('revoke_stablecoin_link', uuid, by, reason)
          if (link === null) throw new Refusal('CONFLICT', { reason: 'It is revoked already.' })
          return 'It is revoked.'
        },
      },
    ],
  }
}
