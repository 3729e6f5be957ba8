import { Agent, request } from 'undici'
import { instant } from '../../contract/time.ts'
import { normalizePublicKey } from '../../domain/wallet/stamp/index.ts'
import { activityOf, type ProviderActivity, recordOf } from './activity.ts'
import { submitName } from './activityTypes.ts'
import { createKeyStamper, type StampHeader } from './keyStamper.ts'
import { errorOfAnswer, ProviderError } from './providerError.ts'

export type WalletProviderOptions = {
  readonly baseUrl: string
  /** The parent organization. */
  readonly organizationId: string
  /** P-256 private key of the parent's API key, 64 hex digits. */
  readonly apiPrivateKey: string
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
}

export type ProviderApiKey = {
  readonly apiKeyId: string
  /** Compressed, lowercase. */
  readonly publicKey: string
  /** Absent for a key that does not expire. */
  readonly expiresAt?: Date
}

export type ProviderUser = {
  readonly userId: string
  readonly userEmail?: string
  readonly userPhoneNumber?: string
  readonly apiKeys: readonly ProviderApiKey[]
  /** Passkeys; `credentialId` is WebAuthn's, in base64url. */
  readonly authenticators: readonly {
    readonly authenticatorId: string
    readonly credentialId: string
  }[]
  readonly oauthProviders: readonly {
    readonly providerId: string
    readonly issuer: string
    readonly audience: string
    readonly subject: string
  }[]
}

/** The wallet provider as activities see it. Every method throws ProviderError. */
export type WalletProvider = {
  /** The parent organization. */
  readonly organizationId: string
  /**
   * Submits an activity. The stored bytes go out unchanged, so a repeat is the same activity.
   *
   * @param body exact text, as built in `bodies.ts` and stored
   * @param stamp the client's, relayed, or `'parent'` to stamp it ourselves
   */
  submit(body: string, stamp: StampHeader | 'parent'): Promise<ProviderActivity>
  getActivity(organizationId: string, activityId: string): Promise<ProviderActivity>
  /**
   * Newest first; compare `fingerprint` to find one whose id was lost.
   *
   * @param before the id of the last one of the page before
   */
  listActivities(
    organizationId: string,
    type?: string,
    before?: string,
  ): Promise<ProviderActivity[]>
  getApiKey(organizationId: string, apiKeyId: string): Promise<ProviderApiKey>
  getApiKeys(organizationId: string, userId: string): Promise<ProviderApiKey[]>
  getUser(organizationId: string, userId: string): Promise<ProviderUser>
  /** Ids of the sub-organizations of exactly that name. */
  findSubOrganizations(name: string): Promise<string[]>
  whoami(): Promise<{ organizationId: string; userId: string }>
  /** Ends its connections. */
  close(): Promise<void>
}

const CONNECTIONS_MAX = 64
const ANSWER_BYTES_MAX = 1_000_000

/** A client of the provider's public activity API, with its own connection pool. */
export function createWalletProvider(options: WalletProviderOptions): WalletProvider {
  const { organizationId: parent, timeoutMs } = options
  const stampAsParent = createKeyStamper(options.apiPrivateKey)
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })

  async function post(path: string, body: string, stamp: StampHeader): Promise<unknown> {
    let status: number
    let text: string
    try {
      // `request`, the library's lower layer under `fetch`. Neither follows a redirect here.
      const answer = await request(new URL(path, options.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [stamp.header]: stamp.value },
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      status = answer.statusCode
      text = await answer.body.text()
    } catch (cause) {
      throw new ProviderError('UNAVAILABLE', `no answer from the provider to ${path}`, { cause })
    }
    const answer = parseJson(text)
    if (status !== 200) throw errorOfAnswer(status, answer)
    if (answer === undefined) {
      throw new ProviderError('UNAVAILABLE', 'provider answered no JSON', { httpStatus: status })
    }
    return answer
  }

  async function query(name: string, parameters: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify(parameters)
    return recordOf(await post(`/public/v1/query/${name}`, body, await stampAsParent(body)))
  }

  return {
    organizationId: parent,
    async submit(body, stamp) {
      const { type } = recordOf(parseJson(body))
      if (typeof type !== 'string') throw new ProviderError('REFUSED', 'body names no activity')
      const header = stamp === 'parent' ? await stampAsParent(body) : stamp
      const answer = await post(`/public/v1/submit/${submitName(type)}`, body, header)
      return activityOf(recordOf(answer).activity)
    },
    async getActivity(organizationId, activityId) {
      const answer = await query('get_activity', { organizationId, activityId })
      return activityOf(answer.activity)
    },
    async listActivities(organizationId, type, before) {
      const answer = await query('list_activities', {
        organizationId,
        ...(type !== undefined && { filterByType: [type] }),
        ...(before !== undefined && { paginationOptions: { before } }),
      })
      return listIn(answer, 'activities').map(activityOf)
    },
    async getApiKey(organizationId, apiKeyId) {
      return apiKeyOf((await query('get_api_key', { organizationId, apiKeyId })).apiKey)
    },
    async getApiKeys(organizationId, userId) {
      return listIn(await query('get_api_keys', { organizationId, userId }), 'apiKeys').map(
        apiKeyOf,
      )
    },
    async getUser(organizationId, userId) {
      return userOf((await query('get_user', { organizationId, userId })).user)
    },
    async findSubOrganizations(name) {
      const answer = await query('list_suborgs', {
        organizationId: parent,
        filterType: 'NAME',
        filterValue: name,
      })
      return listIn(answer, 'organizationIds').map(String)
    },
    async whoami() {
      const { organizationId, userId } = await query('whoami', { organizationId: parent })
      return { organizationId: String(organizationId), userId: String(userId) }
    },
    async close() {
      await agent.close()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function listIn(answer: Record<string, unknown>, name: string): unknown[] {
  const list = answer[name]
  if (!Array.isArray(list)) throw new ProviderError('UNAVAILABLE', `provider answered no ${name}`)
  return list
}

function apiKeyOf(wire: unknown): ProviderApiKey {
  const { apiKeyId, credential, createdAt, expirationSeconds } = recordOf(wire)
  const createdMs = Number(recordOf(createdAt).seconds) * 1000
  return {
    apiKeyId: String(apiKeyId),
    publicKey: normalizePublicKey(String(recordOf(credential).publicKey)),
    ...(expirationSeconds !== undefined && {
      expiresAt: instant(createdMs + Number(expirationSeconds) * 1000),
    }),
  }
}

function userOf(wire: unknown): ProviderUser {
  const user = recordOf(wire)
  const { userId, userEmail, userPhoneNumber } = user
  return {
    userId: String(userId),
    ...(typeof userEmail === 'string' && userEmail !== '' && { userEmail }),
    ...(typeof userPhoneNumber === 'string' && userPhoneNumber !== '' && { userPhoneNumber }),
    apiKeys: listIn(user, 'apiKeys').map(apiKeyOf),
    authenticators: listIn(user, 'authenticators').map((wire) => {
      const { authenticatorId, credentialId } = recordOf(wire)
      return { authenticatorId: String(authenticatorId), credentialId: String(credentialId) }
    }),
    oauthProviders: listIn(user, 'oauthProviders').map((wire) => {
      const { providerId, issuer, audience, subject } = recordOf(wire)
      return {
        providerId: String(providerId),
        issuer: String(issuer),
        audience: String(audience),
        subject: String(subject),
      }
    }),
  }
}
