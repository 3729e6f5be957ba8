/** What a platform's words about a card must be: its holder and its funding sources. */
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { canFundCards } from '../../contract/present/cards.ts'
import type { HolderOwner, HolderProfile } from '../../domain/cards/holder.ts'
import { isIneligibleSource } from '../../domain/cards/suffixes.ts'
import type { Dependencies } from '../dependencies.ts'
import { READ_AT } from '../fence.ts'
import { requireId } from '../requireId.ts'

export type Cardholder = {
  readonly id: string
  readonly environment: Environment
  readonly customerType: string
  readonly kycStatus: string | null
  readonly profile: HolderProfile
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly hasIdentityNumber: boolean
  /** Of a business. */
  readonly owners: readonly HolderOwner[]
  /** Why it may not be given a new means to pay with; null if it may. */
  readonly refusal: 'SCA_SESSION_REQUIRED' | 'USER_NOT_READY' | null
  readonly accounts: readonly SourceAccount[]
  readonly read_at: string
}

type SourceAccount = {
  readonly id: string
  readonly type: string
  readonly currency: string
  readonly status: string
}

/** @throws Refusal USER_NOT_FOUND */
export async function findCardholder(
  { database }: Pick<Dependencies, 'database'>,
  platformId: string,
  customerId: string,
): Promise<Cardholder> {
  const uuid = requireId('Customer', customerId)
  const found = await database.maybeOne<Cardholder>({
    name: 'cardholder',
    text: `select c.id, p.environment, c.customer_type as "customerType", c.kyc_status as "kycStatus", c.profile, c.email,
        c.phone_number as "phoneNumber", c.identity_number is not null as "hasIdentityNumber",
        new_instrument_refusal(c) as refusal, ${READ_AT},
        (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'roles', o.roles, 'personalInfo', o.personal_info,
            'ownershipPercentage', o.ownership_percentage, 'hasIdentityNumber', o.identity_number is not null)
            order by o.created_at, o.id), '[]')
          from beneficial_owners o where o.customer_id = c.id) as owners,
        (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'type', a.type, 'currency', a.currency,
          'status', a.status)), '[]') from internal_accounts a where a.customer_id = c.id) as accounts
      from customers c join platforms p on p.id = c.platform_id
      where c.id = $1 and c.platform_id = $2 and not c.is_deleted`,
    values: [uuid, platformId],
  })
  if (found === undefined) throw new Refusal('USER_NOT_FOUND')
  return found
}

/** As `inNewNames` leaves them: `fundingSources` has the first one and further ones. */
export type GivenSources = {
  readonly fundingSource?: string | undefined
  readonly fundingSources?: readonly string[] | undefined
}

export type Sources = {
  /** UUIDs without prefix. */
  readonly ids: readonly string[]
  /** Undefined where none is given. */
  readonly currency: string | undefined
}

/**
 * The accounts that a card is to draw on: all of them wallets of the cardholder, of one currency.
 *
 * @param cardCurrency of the card that there is
 * @throws Refusal FUNDING_SOURCE_INELIGIBLE
 */
export function sourcesOf(
  { accounts, environment }: Pick<Cardholder, 'accounts' | 'environment'>,
  given: GivenSources,
  cardCurrency?: string,
): Sources {
  const { fundingSource, fundingSources = fundingSource ? [fundingSource] : [] } = given
  const ids = fundingSources.map((id) => uuidOf('InternalAccount', id) ?? '')
  const eligible = ids.map((id) =>
    environment === 'SANDBOX' && isIneligibleSource(id)
      ? undefined
      : accounts.find((account) => account.id === id && canFundCards(account)),
  )
  const currency = cardCurrency ?? eligible[0]?.currency
  if (eligible.some((account) => account === undefined || account.currency !== currency)) {
    const which = cardCurrency === undefined ? 'one currency that cards take' : 'its currency'
    const message = `must be active wallets of the cardholder, of ${which}`
    const problem: FieldError = { field: 'fundingSource', constraint: 'not', message }
    throw new Refusal('FUNDING_SOURCE_INELIGIBLE', { details: { errors: [problem] } })
  }
  return { ids, currency }
}

type Limit = number | null | undefined

/** The limits of a request, as the functions of the database name them. */
export function limitsOf<One extends Limit>(given: {
  readonly maxSpendPerTransaction?: One
  readonly maxSpendPerDay?: One
  readonly maxTransactionsPerDay?: One
}): { maxSpendCents?: One; maxDayCents?: One; maxDayCount?: One } {
  return {
    maxSpendCents: given.maxSpendPerTransaction,
    maxDayCents: given.maxSpendPerDay,
    maxDayCount: given.maxTransactionsPerDay,
  }
}
