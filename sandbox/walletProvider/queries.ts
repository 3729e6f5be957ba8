import { type ActivityRow, activityColumns, presentActivity, presentInstant } from './present.ts'
import type { Provider } from './provider.ts'
import { invalid, notFound } from './refusals.ts'
import { authenticatorsOf, oauthProvidersOf } from './userCredentials.ts'

/** A query is already authenticated: the stamper may read the organization that the body names. */
type Query = (
  provider: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
) => Promise<object>

const ACTIVITIES_MAX = 100
const ORGANIZATIONS_MAX = 100

type KeyRow = {
  id: string
  name: string
  public_key: string
  credential_type: string
  expiration_seconds: number | null
  created_at: Date
}
const keyColumns = 'id, name, public_key, credential_type, expiration_seconds, created_at'

async function getActivity(
  { store, vault, clock }: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { rows } = await store.pool.query<ActivityRow>(
    `select ${activityColumns} from activities where organization_id = $1 and id = $2`,
    [organizationId, textIn(body, 'activityId')],
  )
  const [row] = rows
  if (row === undefined) throw notFound('activity not found')
  return { activity: presentActivity(row, vault, clock.now()) }
}

async function listActivities(
  { store, vault, clock }: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const page = (body.paginationOptions ?? {}) as Record<string, unknown>
  const limit = Math.min(Number(page.limit ?? ACTIVITIES_MAX) || ACTIVITIES_MAX, ACTIVITIES_MAX)
  const { rows } = await store.pool.query<ActivityRow>(
    `select ${activityColumns} from activities
     where organization_id = $1
       and ($2::text[] is null or type = any($2))
       and ($3::text[] is null or status = any($3))
       and ($4::text is null or ordinal < (select ordinal from activities where id = $4))
       and ($5::text is null or ordinal > (select ordinal from activities where id = $5))
     order by ordinal desc limit $6`,
    [
      organizationId,
      wordsIn(body, 'filterByType', 'ACTIVITY_TYPE_'),
      wordsIn(body, 'filterByStatus', 'ACTIVITY_STATUS_'),
      page.before ?? null,
      page.after ?? null,
      limit,
    ],
  )
  return { activities: rows.map((row) => presentActivity(row, vault, clock.now())) }
}

async function getApiKey(
  { store }: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const { rows } = await store.pool.query<KeyRow>(
    `select ${keyColumns} from api_keys
     where organization_id = $1 and id = $2 and expires_at > store_now()`,
    [organizationId, textIn(body, 'apiKeyId')],
  )
  const [row] = rows
  if (row === undefined) throw notFound('API key not found')
  return { apiKey: presentKey(row) }
}

async function getApiKeys(
  provider: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const userId = body.userId === undefined ? null : textIn(body, 'userId')
  return { apiKeys: await keysOf(provider, organizationId, userId) }
}

type UserRow = {
  id: string
  name: string
  email: string | null
  phone_number: string | null
  created_at: Date
}

async function usersOf(
  provider: Provider,
  organizationId: string,
  userId: string | null,
): Promise<object[]> {
  const { rows } = await provider.store.pool.query<UserRow>(
    `select id, name, email, phone_number, created_at from users
     where organization_id = $1 and ($2::text is null or id = $2) order by created_at, id`,
    [organizationId, userId],
  )
  return Promise.all(rows.map((row) => presentUser(provider, organizationId, row)))
}

async function presentUser(
  provider: Provider,
  organizationId: string,
  row: UserRow,
): Promise<object> {
  return {
    userId: row.id,
    userName: row.name,
    ...(row.email !== null && { userEmail: row.email }),
    ...(row.phone_number !== null && { userPhoneNumber: row.phone_number }),
    authenticators: await authenticatorsOf(provider, row.id),
    apiKeys: await keysOf(provider, organizationId, row.id),
    userTags: [],
    oauthProviders: await oauthProvidersOf(provider, row.id),
    mfaPolicies: [],
    createdAt: presentInstant(row.created_at),
    updatedAt: presentInstant(row.created_at),
  }
}

async function getUser(
  provider: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const [user] = await usersOf(provider, organizationId, textIn(body, 'userId'))
  if (user === undefined) throw notFound('user not found')
  return { user }
}

/** What a user of the organization has. @throws Refusal 404 for a user of another one */
function ofUser(
  name: string,
  read: (provider: Provider, userId: string) => Promise<object[]>,
): Query {
  return async (provider, organizationId, body) => {
    const userId = textIn(body, 'userId')
    const users = await usersOf(provider, organizationId, userId)
    if (users.length === 0) throw notFound('user not found')
    return { [name]: await read(provider, userId) }
  }
}

async function listWallets({ store }: Provider, organizationId: string): Promise<object> {
  const { rows } = await store.pool.query<{ id: string; name: string; created_at: Date }>(
    'select id, name, created_at from wallets where organization_id = $1 order by created_at, id',
    [organizationId],
  )
  return {
    wallets: rows.map(({ id, name, created_at: createdAt }) => ({
      walletId: id,
      walletName: name,
      createdAt: presentInstant(createdAt),
      updatedAt: presentInstant(createdAt),
      exported: false,
      imported: false,
    })),
  }
}

/** By what organizations are found, each with the condition on `o` and `$1`. */
const organizationFilters: Readonly<Record<string, string>> = {
  NAME: 'o.name = $1',
  USERNAME: 'exists (select 1 from users u where u.organization_id = o.id and u.name = $1)',
  EMAIL: 'exists (select 1 from users u where u.organization_id = o.id and u.email = $1)',
  PHONE_NUMBER:
    'exists (select 1 from users u where u.organization_id = o.id and u.phone_number = $1)',
  PUBLIC_KEY: `exists (select 1 from api_keys k where k.organization_id = o.id and k.public_key = $1
    and k.expires_at > store_now())`,
  CREDENTIAL_ID: `exists (select 1 from users u join authenticators a on a.user_id = u.id
    where u.organization_id = o.id and a.credential_id = $1)`,
}

async function listSubOrganizations(
  { store, parent }: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  if (organizationId !== parent.organizationId) throw invalid('organization mismatch')
  const { filterType = '' } = body
  const condition = filterType === '' ? 'true' : organizationFilters[String(filterType)]
  if (condition === undefined) throw invalid('filterType is not supported')
  const { rows } = await store.pool.query<{ id: string }>(
    `select o.id from sub_organizations o where ${condition} order by o.created_at limit ${ORGANIZATIONS_MAX}`,
    filterType === '' ? [] : [textIn(body, 'filterValue')],
  )
  return { organizationIds: rows.map((row) => row.id) }
}

async function keysOf(
  { store }: Provider,
  organizationId: string,
  userId: string | null,
): Promise<object[]> {
  const { rows } = await store.pool.query<KeyRow>(
    `select ${keyColumns} from api_keys
     where organization_id = $1 and ($2::text is null or user_id = $2) and expires_at > store_now()
     order by ordinal`,
    [organizationId, userId],
  )
  return rows.map(presentKey)
}

function presentKey(row: KeyRow): object {
  return {
    credential: { publicKey: row.public_key, type: row.credential_type },
    apiKeyId: row.id,
    apiKeyName: row.name,
    createdAt: presentInstant(row.created_at),
    updatedAt: presentInstant(row.created_at),
    ...(row.expiration_seconds !== null && { expirationSeconds: String(row.expiration_seconds) }),
  }
}

function textIn(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string') throw invalid(`${name} is missing`)
  return value
}

function wordsIn(
  body: Readonly<Record<string, unknown>>,
  name: string,
  prefix: string,
): string[] | null {
  const words = body[name]
  if (!Array.isArray(words) || words.length === 0) return null
  return words.map((word) => String(word).replace(prefix, ''))
}

/** Everything this provider can be asked, by the name in the path; `whoami` knows the stamper. */
export const queries: ReadonlyMap<string, Query> = new Map([
  ['get_activity', getActivity],
  ['list_activities', listActivities],
  ['get_api_key', getApiKey],
  ['get_api_keys', getApiKeys],
  ['get_user', getUser],
  ['list_users', async (...given) => ({ users: await usersOf(given[0], given[1], null) })],
  ['get_authenticators', ofUser('authenticators', authenticatorsOf)],
  ['get_oauth_providers', ofUser('oauthProviders', oauthProvidersOf)],
  ['list_wallets', listWallets],
  ['list_suborgs', listSubOrganizations],
])
