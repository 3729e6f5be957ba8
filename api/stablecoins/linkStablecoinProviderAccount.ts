import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import {
  StablecoinProviderAccount,
  StablecoinProviderAccountLinkRequest,
} from '../../contract/components/stablecoins.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  presentStablecoinLink,
  type StablecoinLinkRow,
} from '../../contract/present/stablecoins.ts'
import { apiClientSecretOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import {
  type ProviderLogin,
  StablecoinProviderError,
} from '../../providers/stablecoinProvider/index.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  type Call,
  operation,
  type Platform,
  type Reply,
  replayHeaders,
  reply,
} from '../operation.ts'
import { refusalOf } from '../outcomes.ts'

const OPERATION = 'linkStablecoinProviderAccount'
const RETRY_AFTER_SECONDS = 2

export const linkStablecoinProviderAccount = operation({
  id: OPERATION,
  group: 'Stablecoins',
  method: 'post',
  path: '/stablecoin-provider-accounts',
  permission: 'MANAGE',
  summary: 'Link an account at the stablecoin provider',
  description:
    'The login is verified before the answer. An account that is `INVALID` gets its new login by being ' +
    'linked again, and keeps its id.',
  headers: { idempotencyKey: 'required' },
  body: StablecoinProviderAccountLinkRequest,
  status: 201,
  responses: { 201: StablecoinProviderAccount },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [
    'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    'CONFLICT',
    'DUPLICATE_PAY_REQUEST',
  ],
  async handle(call) {
    const { body, platform, dependencies } = call
    const { apiClientId, apiClientSecret } = body
    const { key, requestHash } = keyOf(call)
    const prior = await findPrior(dependencies, platform, key)
    if (prior !== undefined) return replayed(prior, requestHash)
    const login = { clientId: apiClientId, clientSecret: apiClientSecret }
    const providerAccountId = await verifiedAccount(
      dependencies,
      platform,
      login,
      body.providerAccountId,
    )
    const linkId = (await findUsable(dependencies, platform, providerAccountId)) ?? randomUUID()
    const linked = await dependencies.database.call('link_stablecoin_account', {
      ...{ linkId, platformId: platform.id, key, requestHash, providerAccountId, apiClientId },
      apiClientSecret: await dependencies.records.seal(apiClientSecret, apiClientSecretOf(linkId)),
    })
    if (linked.outcome === 'REFUSED') throw refusalOf(linked)
    return answer(linked.link, linked.replayed)
  },
})

/** The hash covers the secret: a repeat with another one is another request. */
function keyOf({ idempotencyKey: key = '', body }: Call): { key: string; requestHash: string } {
  return { key, requestHash: hashOf(OPERATION, canonicalJson(body)) }
}

type Prior = { readonly hash: string; readonly link: StablecoinLinkRow }

function findPrior(
  { database }: Dependencies,
  platform: Platform,
  key: string,
): Promise<Prior | undefined> {
  return database.maybeOne<Prior>({
    name: 'prior_stablecoin_link',
    text: `select encode(request_hash, 'hex') as hash, answer as link from idempotency_keys
      where platform_id = $1 and operation = $2 and key = $3`,
    values: [platform.id, OPERATION, key],
  })
}

/** Answered as it was: the provider is not asked again. */
function replayed(
  { hash, link }: Prior,
  requestHash: string,
): Reply<Shown<typeof StablecoinProviderAccount>> {
  if (hash !== requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  return answer(link, true)
}

function answer(
  link: StablecoinLinkRow,
  isReplay: boolean,
): Reply<Shown<typeof StablecoinProviderAccount>> {
  return reply(201, presentStablecoinLink(link), replayHeaders(isReplay))
}

/** The account that is named, or the only one. */
async function verifiedAccount(
  { outside }: Dependencies,
  { environment }: Platform,
  login: ProviderLogin,
  named: string | undefined,
): Promise<string> {
  const accounts = await outside
    .stablecoinProvider(environment)
    .accountsOf(login)
    .catch((error) => {
      if (!(error instanceof StablecoinProviderError)) throw error
      if (error.kind !== 'UNAVAILABLE') throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_INVALID')
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    })
  if (named === undefined && accounts.length > 1) {
    throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED', {
      reason: 'The login has several accounts; name one in providerAccountId.',
    })
  }
  const [account] = named === undefined ? accounts : accounts.filter(({ id }) => id === named)
  if (account === undefined) throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND')
  if (!account.isComplete) {
    throw new Refusal('STABLECOIN_PROVIDER_ACCOUNT_INVALID', {
      reason: 'The provider has not finished its checks of the account.',
    })
  }
  return account.id
}

/** The UUID of a link that is there and not revoked. */
async function findUsable(
  { database }: Dependencies,
  platform: Platform,
  providerAccountId: string,
): Promise<string | undefined> {
  const found = await database.maybeOne<{ readonly id: string }>({
    name: 'usable_stablecoin_link',
    text: `select id from stablecoin_provider_accounts
      where platform_id = $1 and provider_account_id = $2 and status <> 'REVOKED'`,
    values: [platform.id, providerAccountId],
  })
  return found?.id
}
