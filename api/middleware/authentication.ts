/**
 * Basic authentication of platforms. A good token costs at most one prepared SELECT, and none
 * while it is cached; a bad one costs the caller time, counted where all processes see it.
 */
import { Refusal } from '../../contract/errors.ts'
import { isPermission } from '../../contract/permissions.ts'
import { hashSecret, sameBytes } from '../../db/secrets.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'
import { credentialCache } from './credentialCache.ts'
import { failureCounter } from './failures.ts'
import { addressOf } from './sender.ts'
import type { Context } from './state.ts'
import { tokenUses } from './tokenUses.ts'

type Database = Dependencies['database']
type Stores = Pick<Dependencies, 'config' | 'clock' | 'database' | 'log'>
type TokenRow = {
  readonly id: string
  readonly secret_hash: Buffer
  readonly permissions: string[]
  readonly platform_id: string
  readonly name: string
  readonly environment: Platform['environment']
  readonly counterparty_requirements: boolean
  readonly strict_handling: boolean
}
type Token = { readonly secretHash: Buffer; readonly platform: Platform }

/** What no secret hashes to: unknown clients are compared with it, so that they take as long. */
const noSecret = Buffer.alloc(32)

const HOW =
  'send Authorization: Basic with base64 of CLIENT_ID:CLIENT_SECRET of an API token (curl -u CLIENT_ID:CLIENT_SECRET)'
/** One reason for an unknown client and a wrong secret. */
const NOT_ACCEPTED =
  'The client id or the client secret is not accepted; the token may have been deleted, or be of another environment.'

/** What is wrong with a header that holds no credentials of ours. */
function reasonOf(header: string): string {
  if (header === '') return `There are no credentials: ${HOW}.`
  const [scheme = ''] = header.split(' ')
  if (/^basic$/i.test(scheme)) return `The Authorization header cannot be read: ${HOW}.`
  if (/^bearer$/i.test(scheme)) return `A platform's call takes no Bearer token: ${HOW}.`
  return `The Authorization header is of another scheme: ${HOW}.`
}

export type Authenticate = (context: Context) => Promise<Platform>

/**
 * Makes the check of `Authorization: Basic`. It answers the platform, or throws `UNAUTHORIZED`,
 * or `RATE_LIMITED` once a client or an address has failed too often within a minute.
 */
export function authentication(stores: Stores): Authenticate {
  const { database } = stores
  const tokens = credentialCache<Token>(stores, 'token_deleted')
  const failures = failureCounter(stores)
  const noteUse = tokenUses(stores)
  return async (context) => {
    const credentials = basicCredentials(context.get('Authorization'))
    if (credentials === undefined) {
      throw new Refusal('UNAUTHORIZED', { reason: reasonOf(context.get('Authorization')) })
    }
    const { clientId, secret } = credentials
    const token = await tokens.find(clientId, () => load(database, clientId))
    const same = sameBytes(hashSecret(secret), token?.secretHash ?? noSecret)
    if (token === undefined || !same) {
      return failures.refuse(clientId, addressOf(context, stores.config), NOT_ACCEPTED)
    }
    context.state.platform = token.platform
    noteUse(token.platform.tokenId)
    return token.platform
  }
}

async function load(database: Database, clientId: string): Promise<Token | undefined> {
  const [row] = await database.query<TokenRow>({
    name: 'token-by-client-id',
    text: `select t.id, t.secret_hash, t.permissions, p.id as platform_id, p.name, p.environment,
        p.counterparty_requirements, p.strict_handling
      from tokens t join platforms p on p.id = t.platform_id where t.client_id = $1`,
    values: [clientId],
  })
  if (row === undefined) return undefined
  return {
    secretHash: row.secret_hash,
    platform: {
      id: row.platform_id,
      name: row.name,
      environment: row.environment,
      hasCounterpartyRequirements: row.counterparty_requirements,
      hasStrictHandling: row.strict_handling,
      tokenId: row.id,
      permissions: row.permissions.filter(isPermission),
    },
  }
}

/** User and password of a Basic header; undefined for any other. */
function basicCredentials(header: string): { clientId: string; secret: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  const clientId = text.slice(0, colon)
  // Client ids are short printable ASCII; anything else never reaches the database.
  if (!/^[\x21-\x7e]{1,128}$/.test(clientId)) return undefined
  return { clientId, secret: text.slice(colon + 1) }
}
