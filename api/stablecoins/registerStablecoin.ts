import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Stablecoin, StablecoinRegisterRequest } from '../../contract/components/stablecoins.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentStablecoin } from '../../contract/present/stablecoins.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { sandboxReviewOf, sandboxToken, type TokenFacts } from '../../domain/stablecoins/sandbox.ts'
import { StablecoinProviderError } from '../../providers/stablecoinProvider/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type Platform, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { askProvider, type Link, linkErrors, usableLink } from './access.ts'

const OPERATION = 'registerStablecoin'

export const registerStablecoin = operation({
  id: OPERATION,
  group: 'Stablecoins',
  method: 'post',
  path: '/stablecoins',
  permission: 'MANAGE',
  summary: 'Register a stablecoin that the provider issues for you',
  description:
    'The provider confirms the token before the answer. A sandbox reviews it at once; elsewhere a person ' +
    'does, and it is `PENDING_REVIEW`.',
  headers: { idempotencyKey: 'required' },
  body: StablecoinRegisterRequest,
  status: 201,
  responses: { 201: Stablecoin },
  outside: { always: ['STABLECOIN_PROVIDER'] },
  errors: [
    ...linkErrors,
    'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'STABLECOIN_VERIFICATION_FAILED',
    'STABLECOIN_SYMBOL_ALREADY_EXISTS',
    'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS',
    'DUPLICATE_PAY_REQUEST',
  ],
  async handle({ body, platform, dependencies, idempotencyKey: key = '' }) {
    const requestHash = hashOf(OPERATION, canonicalJson(body))
    const isKnown = await hasKey(dependencies, platform, key)
    // The provider is asked about a new request alone.
    const facts = isKnown
      ? { linkId: randomUUID(), ...sandboxToken(body.providerTokenIdentifier) }
      : await verified(dependencies, platform, body)
    const isSandbox = platform.environment === 'SANDBOX'
    const registered = await dependencies.database.call('register_stablecoin', {
      ...{ id: randomUUID(), platformId: platform.id, key, requestHash },
      ...facts,
      providerToken: body.providerTokenIdentifier,
      networkToken: body.networkTokenIdentifier,
      issuanceStatus: isSandbox ? sandboxReviewOf(body.providerTokenIdentifier) : 'PENDING_REVIEW',
    })
    if (registered.outcome === 'REFUSED') throw refusalOf(registered)
    const headers: Record<string, string> = registered.replayed
      ? { 'Idempotent-Replayed': 'true' }
      : {}
    return reply(201, presentStablecoin(registered.answer), headers)
  },
})

type Body = {
  readonly providerTokenIdentifier: string
  readonly networkTokenIdentifier: string
  readonly stablecoinProviderAccountId?: string | undefined
}

async function hasKey({ database }: Dependencies, platform: Platform, key: string) {
  const found = await database.maybeOne({
    name: 'stablecoin_key',
    text: 'select 1 from idempotency_keys where platform_id = $1 and operation = $2 and key = $3',
    values: [platform.id, OPERATION, key],
  })
  return found !== undefined
}

async function verified(dependencies: Dependencies, platform: Platform, body: Body) {
  const link = await usableLink(dependencies, platform.id, body.stablecoinProviderAccountId)
  const facts = await findToken(dependencies, platform, body)
  await verifyAtProvider(dependencies, link, body.providerTokenIdentifier)
  return { linkId: link.id, ...facts }
}

/** What the token is: as an operator has written it, or as a sandbox has it. */
async function findToken(
  { database }: Dependencies,
  { environment }: Platform,
  { providerTokenIdentifier, networkTokenIdentifier }: Body,
): Promise<TokenFacts> {
  const found = await database.maybeOne<TokenFacts & { readonly network_token: string }>({
    name: 'stablecoin_token',
    text: `select network_token, name, symbol, decimals from stablecoin_tokens
      where environment = $1 and provider_token = $2`,
    values: [environment, providerTokenIdentifier],
  })
  if (found === undefined && environment === 'SANDBOX') return sandboxToken(providerTokenIdentifier)
  if (found?.network_token !== networkTokenIdentifier) {
    throw new Refusal('STABLECOIN_VERIFICATION_FAILED', {
      reason: 'The two identifiers do not name one token.',
    })
  }
  const { name, symbol, decimals } = found
  return { name, symbol, decimals }
}

/** The provider shows the balance of a coin that it issues for the account. */
async function verifyAtProvider(
  dependencies: Dependencies,
  link: Link,
  ticker: string,
): Promise<void> {
  try {
    await askProvider(dependencies, link, async (provider, access) => {
      const addresses = await provider.depositAddresses(access)
      const active = addresses.find(({ status }) => status === 'active')
      if (active === undefined) throw new Refusal('STABLECOIN_VERIFICATION_FAILED')
      await provider.balanceOf(access, active.id, ticker)
    })
  } catch (error) {
    if (!(error instanceof StablecoinProviderError)) throw error
    throw new Refusal('STABLECOIN_VERIFICATION_FAILED')
  }
}
