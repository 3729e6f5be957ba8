/** Stablecoins of platforms, as tests ask for them. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type Resource, shown, waitUntil } from './builders.ts'
import { sparkAddress } from './sandboxNumbers.ts'

export const withKey = (key: string = randomUUID()) => ({ 'Idempotency-Key': key })

/** A body that links an account; @param suffix of the client id, which says what happens */
export function aLinkBody(suffix = 'abc'): {
  provider: string
  apiClientId: string
  apiClientSecret: string
} {
  return {
    provider: 'BRALE',
    apiClientId: `client-${randomUUID()}-${suffix}`,
    apiClientSecret: `secret-${randomUUID()}`,
  }
}

/** A linked account, and the login that it was linked with. */
export async function aLinkedAccount(
  api: ApiClient,
  body: object = aLinkBody(),
): Promise<Resource> {
  return shown(
    'link',
    await api.call('POST', '/stablecoin-provider-accounts', body, withKey()),
    201,
  )
}

/** Letters that no other coin of a test has. */
function aTicker(): string {
  return Array.from(randomBytes(5), (byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** A body that registers a token; @param suffix of the ticker, which says what its review comes to */
export function aTokenBody(
  link?: Resource,
  { suffix = '', ticker = aTicker() }: { suffix?: string; ticker?: string } = {},
) {
  return {
    providerTokenIdentifier: `${ticker}${suffix}`,
    networkTokenIdentifier: `btkn1${randomUUID()}`,
    network: 'SPARK',
    ...(link && { stablecoinProviderAccountId: link.id }),
  }
}

/** A registered stablecoin, with the link that it was made with. */
export async function aStablecoin(
  api: ApiClient,
  options: { readonly suffix?: string } = {},
): Promise<{ readonly link: Resource; readonly coin: Resource }> {
  const link = await aLinkedAccount(api)
  const answer = await api.call('POST', '/stablecoins', aTokenBody(link, options), withKey())
  return { link, coin: shown('stablecoin', answer, 201) }
}

/** Moves a coin as an operator does. */
export async function moveCoin(database: Database, coin: Resource, to: string): Promise<void> {
  const moved = await database.call('move_stablecoin', uuidOf(coin), to, 'ops', 'a test')
  if (moved === null) throw new Error(`${coin.id} may not be moved to ${to}`)
}

/** A coin that is a currency of its platform. */
export async function anEnabledCoin(api: ApiClient, database: Database): Promise<Resource> {
  const { coin } = await aStablecoin(api)
  const path = `/stablecoins/${coin.id}`
  shown('request', await api.call('POST', `${path}/request-service-enablement`), 200)
  await moveCoin(database, coin, 'ENABLED')
  return shown('coin', await api.call('GET', path), 200)
}

export function uuidOf({ id }: Resource): string {
  return id.slice(id.indexOf(':') + 1)
}

/** A customer's wallet on Spark, of a currency of ours. */
export async function aSparkWallet(api: ApiClient, customer: { id: string }): Promise<Resource> {
  const body = {
    ...{ customerId: customer.id, currency: 'USDB' },
    accountInfo: { accountType: 'SPARK_WALLET', address: sparkAddress() },
  }
  return shown('wallet', await api.call('POST', '/customers/external-accounts', body), 201)
}

/** A customer's bank account; @param ending of its number, which says what happens */
export async function aBank(
  api: ApiClient,
  customer: { id: string },
  ending = '789',
): Promise<Resource> {
  const digits = String(randomInt(1_000_000_000)).padStart(9, '0')
  const body = {
    ...{ customerId: customer.id, currency: 'USD' },
    accountInfo: {
      ...{ accountType: 'USD_ACCOUNT', accountNumber: `${digits}${ending}` },
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace' },
    },
  }
  return shown('bank', await api.call('POST', '/customers/external-accounts', body), 201)
}

const unitsOf = (cents: number | bigint): string => `${cents}0000`

export function aMintBody(
  wallet: { id: string },
  cents: number | bigint = 1_250,
  source: object = {},
) {
  return {
    amount: unitsOf(cents),
    fundingSource: { type: 'WIRE', ...source },
    destination: { accountId: wallet.id },
  }
}

export function aBurnBody(
  bank: { id: string },
  cents: number | bigint = 1_250,
  source = 'EXTERNAL_ACCOUNT',
  rail = 'ACH_CREDIT',
) {
  return {
    ...{ amount: unitsOf(cents), source: { type: source } },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bank.id, rail },
  }
}

export async function aMint(
  api: ApiClient,
  coin: Resource,
  wallet: { id: string },
  cents?: number,
): Promise<Resource> {
  const path = `/stablecoins/${coin.id}/mints`
  return shown('mint', await api.call('POST', path, aMintBody(wallet, cents), withKey()), 201)
}

/** The operation once it has this status. */
export async function operationWith(
  api: ApiClient,
  { id }: { id: string },
  status: string,
): Promise<Resource> {
  return waitUntil(`${id} is ${status}`, async () => {
    const { body } = await api.call('GET', `/stablecoin-operations/${id}`)
    return body.status === status ? (body as Resource) : undefined
  })
}
