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
     where organization_id = $1 and id = $2 and expires_at > now()`,
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

async function getUser(
  provider: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const userId = textIn(body, 'userId')
  const { rows } = await provider.store.pool.query<{
    name: string
    email: string | null
    phone_number: string | null
    created_at: Date
  }>(
    `select name, email, phone_number, created_at from users
     where organization_id = $1 and id = $2`,
    [organizationId, userId],
  )
  const [row] = rows
  if (row === undefined) throw notFound('user not found')
  return {
    user: {
      userId,
      userName: row.name,
      ...(row.email !== null && { userEmail: row.email }),
      ...(row.phone_number !== null && { userPhoneNumber: row.phone_number }),
      authenticators: await authenticatorsOf(provider, userId),
      apiKeys: await keysOf(provider, organizationId, userId),
      userTags: [],
      oauthProviders: await oauthProvidersOf(provider, userId),
      mfaPolicies: [],
      createdAt: presentInstant(row.created_at),
      updatedAt: presentInstant(row.created_at),
    },
  }
}

async function listSubOrganizations(
  { store, parent }: Provider,
  organizationId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  if (organizationId !== parent.organizationId) throw invalid('organization mismatch')
  if (body.filterType !== 'NAME') throw invalid('filterType is not supported')
  const { rows } = await store.pool.query<{ id: string }>(
    'select id from sub_organizations where name = $1 order by created_at',
    [textIn(body, 'filterValue')],
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
     where organization_id = $1 and ($2::text is null or user_id = $2) and expires_at > now()
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
  ['list_suborgs', listSubOrganizations],
])
