/** The parties of a payment, payer and payee, read in one statement. */
import { Refusal } from '../../contract/errors.ts'
import { type Kind, uuidOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Parties, UmaOwner } from '../../contract/parties.ts'
import { WrongId } from '../../contract/wrongId.ts'
import type { Database } from '../database.ts'

export type PartyReferences = {
  /** InternalAccount or ExternalAccount. */
  readonly source?: string | undefined
  /** Customer. */
  readonly customer?: string | undefined
  readonly destination?: string | undefined
  readonly umaAddress?: string | undefined
  /** UUID of a customer: what belongs to another one, or to the platform, counts as unknown. */
  readonly onlyCustomer?: string | undefined
  readonly lifetimeSeconds: number
}

/** PayerFacts of a customer `c`. */
const payerFacts = `'payment_refusal', customer_payment_refusal(c), 'sca_factors', asked_sca_factors(c),
    'missing_fields', missing_customer_fields(c)`

const accountOf = (
  row: string,
): string => `${row} || jsonb_build_object('platform_customer_id', c.platform_customer_id,
    'uma_address', c.uma_address, ${payerFacts},
    'sub_organization_id', w.sub_organization_id, 'address', w.address)
  from internal_accounts a left join wallets w on w.account_id = a.id
  left join customers c on c.id = a.customer_id`
const account = accountOf('to_jsonb(a)')
/** What operators have frozen receives, and does not pay. */
const source = accountOf(
  `to_jsonb(a) || case when a.status = 'ACTIVE' and is_frozen(a.id) then '{"status": "FROZEN"}' else '{}' end::jsonb`,
)

const externalAccountOf = (row: string): string => `${row} || jsonb_build_object(${payerFacts},
    'is_expired', coalesce(e.invoice_expires_at <= service_now(), false), 'refusal', external_account_refusal(e))
  from external_accounts e left join customers c on c.id = e.customer_id`
const externalAccount = externalAccountOf('external_account_row(e)')
/** Its holder has disputed a pull: it is paid, and does not pay. */
const externalSource = externalAccountOf(
  `external_account_row(e) || case when is_pull_disputed(e.id) then '{"status": "INACTIVE"}' else '{}' end::jsonb`,
)

/**
 * A customer `c` with the accounts that a payment to its address may credit: the default deposit account alone, where the
 * customer could send to it itself; else the internal ones. Only in the environment of platform `p`: sandbox
 * funds do not exist in production.
 */
const umaOwner = (isWanted: string): string => `select to_jsonb(c) || jsonb_build_object(
    'currencies', o.supported_currencies,
    'accounts', (select coalesce(jsonb_agg(r.shown order by r.rank, r.created_at, r.id), '[]')
      from (select x.*, min(x.rank) over () as first from (
      select jsonb_build_object('id', e.id, 'type', e.account_type, 'currency', e.currency,
          'isExternal', true, 'info', e.account_info) as shown, 0 as rank, e.created_at, e.id
        from external_accounts e where e.customer_id = c.id and e.default_uma_deposit_account
        and e.deleted_at is null and e.status = 'ACTIVE' and external_account_refusal(e) is null
        and not is_payee_itself_frozen(e) and not leaves_out(e.platform_id, e.currency, 'INCOMING')
        and customer_payment_refusal(c) is null
      union all
      select jsonb_build_object('id', i.id, 'type', i.type, 'currency', i.currency, 'isExternal', false),
          case i.type when 'EMBEDDED_WALLET' then 1 else 2 end, i.created_at, i.id
        from internal_accounts i where i.customer_id = c.id and i.status = 'ACTIVE' and i.type <> 'RULE_BASED') x) r
      where r.first > 0 or r.rank = 0)) as owner
  from customers c join platforms o on o.id = c.platform_id and o.environment = p.environment
  where ${isWanted} and not c.is_deleted`

/**
 * Both parties, where they belong to this platform; a UMA address may be any platform's. An account
 * that was named and does not exist is a 404.
 */
export async function findParties(
  database: Database,
  platformId: string,
  wanted: PartyReferences,
): Promise<Parties> {
  for (const id of [wanted.source, wanted.destination]) refuseOtherKind(id, accountKinds)
  refuseOtherKind(wanted.customer, ['Customer'])
  const own = (id: string | undefined): string | null =>
    (id && uuidOf('InternalAccount', id)) || null
  const externalId = (id: string | undefined): string | null =>
    (id && uuidOf('ExternalAccount', id)) || null
  const parties = await database.one<Parties>({
    name: 'payment_parties',
    text: `select
        (select ${source} where a.id = $2 and a.platform_id = $1) as source_internal,
        (select ${externalSource} where e.id = $3 and e.platform_id = $1 and e.deleted_at is null) as source_external,
        (select to_jsonb(c) || jsonb_build_object(${payerFacts}) from customers c
          where c.id = $4 and c.platform_id = $1 and not c.is_deleted) as owner,
        (select ${account} where a.id = $5 and a.platform_id = $1) as destination_internal,
        (select ${externalAccount} where e.id = $6 and e.platform_id = $1 and e.deleted_at is null) as destination_external,
        (${umaOwner('lower(c.uma_address) = $7')}) as uma_owner,
        p.supported_currencies as currencies,
        (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from fee_configs f where f.platform_id = $1) as platform_fees,
        to_jsonb(least(service_now() + make_interval(secs => $8), (select e.invoice_expires_at
          from external_accounts e where e.id = $6 and e.platform_id = $1))) #>> '{}' as expires_at,
        (select next_timestamp_ms(w.account_id)::float8 from wallets w
          join internal_accounts a on a.id = w.account_id
          where w.account_id = $2 and a.platform_id = $1 and w.provisioned_at is not null) as timestamp_ms
      from platforms p where p.id = $1`,
    values: [
      platformId,
      own(wanted.source),
      externalId(wanted.source),
      (wanted.customer && uuidOf('Customer', wanted.customer)) || null,
      own(wanted.destination),
      externalId(wanted.destination),
      wanted.umaAddress?.toLowerCase() ?? null,
      wanted.lifetimeSeconds,
    ],
  })
  const isMissing =
    (wanted.source !== undefined && !parties.source_internal && !parties.source_external) ||
    (wanted.destination !== undefined &&
      !parties.destination_internal &&
      !parties.destination_external)
  if (isMissing) throw notFound('InternalAccount')
  if (wanted.customer !== undefined && !parties.owner) throw new Refusal('USER_NOT_FOUND')
  if (wanted.onlyCustomer !== undefined) refuseOthers(parties, wanted.onlyCustomer)
  return parties
}

const accountKinds = ['InternalAccount', 'ExternalAccount'] as const

/** @throws WrongId for an id of another kind, and for what is none */
function refuseOtherKind(id: string | undefined, kinds: readonly [Kind, ...Kind[]]): void {
  if (id === undefined || kinds.some((kind) => uuidOf(kind, id) !== undefined)) return
  throw new WrongId(id, kinds)
}

function refuseOthers(parties: Parties, customerId: string): void {
  const accounts = [
    parties.source_internal,
    parties.source_external,
    parties.destination_internal,
    parties.destination_external,
  ]
  if (accounts.some((account) => account && account.customer_id !== customerId)) {
    throw notFound('InternalAccount')
  }
  if (parties.owner && parties.owner.id !== customerId) throw new Refusal('USER_NOT_FOUND')
}

/**
 * The customer of this platform who receives at an address, or whom an id names.
 *
 * @throws Refusal USER_NOT_FOUND for an id, UMA_NOT_FOUND for an address
 */
export async function findUmaOwner(
  database: Database,
  platformId: string,
  named: { readonly umaAddress?: string | undefined; readonly customerId?: string | undefined },
): Promise<UmaOwner> {
  const { umaAddress, customerId } = named
  const isWanted = `($4 or lower(c.uma_address) = $2) and ($5 or c.id = $3) and c.platform_id = p.id`
  const [found] = await database.query<{ owner: UmaOwner }>({
    name: 'uma_owner',
    text: `select x.owner from platforms p, lateral (${umaOwner(isWanted)}) x where p.id = $1`,
    values: [
      platformId,
      umaAddress?.toLowerCase() ?? null,
      (customerId && uuidOf('Customer', customerId)) || null,
      umaAddress === undefined,
      customerId === undefined,
    ],
  })
  if (found === undefined) {
    throw new Refusal(umaAddress === undefined ? 'USER_NOT_FOUND' : 'UMA_NOT_FOUND', {
      ...(umaAddress !== undefined &&
        customerId !== undefined && { reason: 'No customer has both this address and this id.' }),
    })
  }
  return found.owner
}
