/** The wallet of an account, as bodies of provider activities need it. */
import { type ErrorCode, invalidInput, Refusal } from '../../contract/errors.ts'
import { idProblem, uuidOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Call } from '../operation.ts'
import { requireId } from '../requireId.ts'

export type Wallet = {
  /** IDs are UUIDs without prefix. */
  readonly account_id: string
  readonly customer_id: string
  readonly email: string | null
  readonly phone_number: string | null
  readonly environment: string
  /** Why the customer may move no money; null if it may. */
  readonly payment_refusal: ErrorCode | null
  /** Why the customer may be given no new means to pay with; null if it may. */
  readonly instrument_refusal: 'SCA_SESSION_REQUIRED' | 'USER_NOT_READY' | null
  readonly organizationId: string
  readonly userId: string
  readonly walletId: string
  readonly address: string
  readonly currency: string
  /** The timestamp of the next body: no two bodies of a wallet share one. */
  readonly timestampMs: number
  readonly passkey: {
    readonly rpIds?: readonly string[]
    readonly origins?: readonly string[]
    readonly topOrigins?: readonly string[]
    readonly requireUserVerification?: boolean
  } | null
}

/** Query of a list of what belongs to a wallet. */
export const walletQuery = {
  type: 'object',
  required: ['accountId'],
  properties: {
    accountId: {
      type: 'string',
      maxLength: 64,
      description: 'The embedded wallet; an unknown one answers an empty list.',
    },
  },
} as const

/**
 * UUID of the account in a list's query.
 *
 * @throws Refusal INVALID_INPUT when it is no account's id
 */
export function walletIn(query: { readonly accountId: string }): string {
  const accountId = uuidOf('InternalAccount', query.accountId)
  if (accountId !== undefined) return accountId
  const message = idProblem(['InternalAccount'], query.accountId)
  throw invalidInput([{ field: 'accountId', constraint: 'pattern', message }])
}

type Row = Omit<Wallet, 'timestampMs'> & {
  readonly type: string
  readonly status: string
  readonly timestamp_ms: bigint | null
}

/**
 * @param field of the request that holds the account's id
 * @throws Refusal ACCOUNT_NOT_FOUND for no account of this platform, INVALID_INPUT for one that is no embedded wallet,
 *   WALLET_NOT_PROVISIONED for one that the provider has not made yet
 */
export async function findWallet(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  accountId: string,
  field = 'id',
): Promise<Wallet> {
  const uuid = requireId('InternalAccount', accountId)
  const [row] = await dependencies.database.query<Row>({
    name: 'wallet_for_body',
    text: `select a.id as account_id, a.customer_id, a.type, a.status, a.currency, w.address, c.email, c.phone_number, p.environment, customer_payment_refusal(c) as payment_refusal,
        new_instrument_refusal(c) as instrument_refusal,
        w.sub_organization_id as "organizationId", w.provider_user_id as "userId",
        w.provider_wallet_id as "walletId", p.embedded_wallet_config -> 'passkey' as passkey,
        case when w.provisioned_at is not null then next_timestamp_ms(a.id) end as timestamp_ms
      from internal_accounts a join wallets w on w.account_id = a.id
      join customers c on c.id = a.customer_id join platforms p on p.id = a.platform_id
      where a.id = $1 and a.platform_id = $2 and a.status <> 'CLOSED'`,
    values: [uuid, platform.id],
  })
  if (row === undefined) throw await noWallet({ dependencies, platform }, uuid, field)
  if (row.timestamp_ms === null) throw new Refusal('WALLET_NOT_PROVISIONED')
  return { ...row, timestampMs: Number(row.timestamp_ms) }
}

/** Why an account has no wallet. */
async function noWallet(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  uuid: string,
  field: string,
): Promise<Refusal> {
  const [account] = await dependencies.database.query<{ type: string }>({
    name: 'type_of_account',
    text: `select type from internal_accounts where id = $1 and platform_id = $2 and status <> 'CLOSED'`,
    values: [uuid, platform.id],
  })
  if (account === undefined) return notFound('InternalAccount')
  const message = `must be an embedded wallet; this account is of the type ${account.type}`
  return invalidInput([{ field, constraint: 'type', message }])
}
