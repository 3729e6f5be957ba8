/** Reads at the stablecoin provider with a link's login, and links as requests name them. */
import { Refusal } from '../../contract/errors.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { apiClientSecretOf } from '../../contract/sealedText.ts'
import {
  type ProviderAccess,
  type StablecoinProvider,
  StablecoinProviderError,
} from '../../providers/stablecoinProvider/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/** A link with its encrypted login. */
export type Link = {
  readonly id: string
  readonly environment: Environment
  readonly status: 'ACTIVE' | 'INVALID' | 'REVOKED'
  readonly provider_account_id: string
  readonly api_client_id: string
  readonly api_client_secret: string
  readonly login_version: number
}

export const linkErrors = [
  'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
  'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
] as const

const RETRY_AFTER_SECONDS = 2

/** @throws Refusal with one of `linkErrors` */
export function refuseUnusable({ status }: Pick<Link, 'status'>): void {
  if (status === 'INVALID') throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_INVALID')
  if (status === 'REVOKED') throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_REVOKED')
}

/**
 * The link that is named, or the only active one.
 *
 * @throws Refusal STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND, _SELECTION_REQUIRED, or one of `linkErrors`
 */
export async function usableLink(
  { database }: Dependencies,
  platformId: string,
  named: string | undefined,
): Promise<Link> {
  const uuid = named && requireId('StablecoinProviderAccount', named)
  const links = await database.query<Link>({
    name: 'stablecoin_links',
    text: `select id, environment, status, provider_account_id, api_client_id, api_client_secret, login_version
      from stablecoin_provider_accounts
      where platform_id = $1 and id = coalesce($2, id) order by created_at desc, id desc limit 100`,
    values: [platformId, uuid ?? null],
  })
  const active = links.filter(({ status }) => status === 'ACTIVE')
  if (active.length > 1) throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED')
  const link = active[0] ?? links[0]
  if (link === undefined) throw notFound('StablecoinProviderAccount')
  refuseUnusable(link)
  return link
}

/**
 * Asks the provider with a link's login; a login that is refused makes the link INVALID.
 *
 * @throws Refusal STABLECOIN_PROVIDER_ACCOUNT_INVALID, SERVICE_UNAVAILABLE while the provider is silent
 * @throws StablecoinProviderError REFUSED
 */
export async function askProvider<Result>(
  { outside, records, database }: Dependencies,
  link: Link,
  ask: (provider: StablecoinProvider, access: ProviderAccess) => Promise<Result>,
): Promise<Result> {
  const login = {
    clientId: link.api_client_id,
    clientSecret: records.open(link.api_client_secret, apiClientSecretOf(link.id)),
  }
  const access = { login, accountId: link.provider_account_id }
  try {
    return await ask(outside.stablecoinProvider(link.environment), access)
  } catch (error) {
    if (!(error instanceof StablecoinProviderError) || error.kind === 'REFUSED') throw error
    if (error.kind === 'UNAVAILABLE') {
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
    await database.call('note_stablecoin_login', link.id, link.login_version, false)
    throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_INVALID')
  }
}
