import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Agent, request } from 'undici'
import {
  type ProviderAccess,
  type ProviderLogin,
  type StablecoinProvider,
  StablecoinProviderError,
} from './provider.ts'
import {
  accountsIn,
  addressBody,
  addressesIn,
  addressIn,
  balanceIn,
  errorCodeIn,
  tokenIn,
  transferBody,
  transferIn,
  transfersIn,
} from './wire.ts'

export type StablecoinProviderOptions = {
  readonly baseUrl: string
  /** Where tokens are asked for. */
  readonly tokenUrl: string
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
}

type Answer = { readonly status: number; readonly body: unknown }
type Sent = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 4_000_000
const TOKENS_MAX = 5_000
/** A token is not used in the last minute of its life. */
const TOKEN_MARGIN_SECONDS = 60

/**
 * A client of the provider's API, with its own connection pool. It repeats a call once, with a new
 * token, where the token is not accepted; otherwise it repeats nothing by itself.
 */
export function createStablecoinProvider(options: StablecoinProviderOptions): StablecoinProvider {
  const { tokenUrl, timeoutMs } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })
  const tokens = new LRUCache<string, string>({ max: TOKENS_MAX })

  async function call(
    url: string,
    init: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
  ): Promise<Answer> {
    try {
      const response = await request(url, {
        ...init,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.body.text()
      const { statusCode: status } = response
      return { status, body: bodyOf(status, text) }
    } catch (cause) {
      // A cause may hold what was sent: only its name is kept.
      const { code, name } = cause as { code?: string; name?: string }
      const reason = code ?? name ?? 'error'
      throw new StablecoinProviderError('UNAVAILABLE', `no answer: ${reason}`)
    }
  }

  async function tokenOf(login: ProviderLogin, isFresh: boolean): Promise<string> {
    const name = nameOf(login)
    const known = isFresh ? undefined : tokens.get(name)
    if (known !== undefined) return known
    const pair = `${encodeURIComponent(login.clientId)}:${encodeURIComponent(login.clientSecret)}`
    const answer = await call(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    })
    if (answer.status === 401 || ([400, 403].includes(answer.status) && hasError(answer.body))) {
      tokens.delete(name)
      throw new StablecoinProviderError('UNAUTHORIZED', 'the login is not accepted', {
        httpStatus: answer.status,
      })
    }
    if (answer.status >= 400) {
      throw new StablecoinProviderError('UNAVAILABLE', `no token: ${answer.status}`)
    }
    const { token, seconds } = required(answer, tokenIn)
    if (seconds > TOKEN_MARGIN_SECONDS) {
      tokens.set(name, token, { ttl: (seconds - TOKEN_MARGIN_SECONDS) * 1_000 })
    }
    return token
  }

  async function send(
    login: ProviderLogin,
    { method, path, body }: Sent,
    { key, isFresh = false }: { key?: string; isFresh?: boolean } = {},
  ): Promise<Answer> {
    const token = await tokenOf(login, isFresh)
    // The provider's edge has answered 500 to `Accept: application/json`.
    const answer = await call(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: '*/*',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.status !== 401) return answer
    if (!isFresh) {
      return send(
        login,
        { method, path, ...(body && { body }) },
        { ...(key && { key }), isFresh: true },
      )
    }
    throw new StablecoinProviderError('UNAUTHORIZED', 'a new token is not accepted', {
      httpStatus: 401,
    })
  }

  const below = ({ accountId }: ProviderAccess, path: string): string =>
    `/accounts/${encodeURIComponent(accountId)}${path}`
  const get = (access: ProviderAccess, path: string): Promise<Answer> =>
    send(access.login, { method: 'GET', path: below(access, path) })
  const post = (access: ProviderAccess, path: string, body: object, key: string): Promise<Answer> =>
    send(access.login, { method: 'POST', path: below(access, path), body }, { key })

  return {
    async accountsOf(login) {
      const sent = { method: 'GET', path: '/accounts' } as const
      return required(await send(login, sent, { isFresh: true }), accountsIn)
    },
    async depositAddresses(access) {
      return required(
        await get(access, '/addresses?type=internal&transfer_type=spark'),
        addressesIn,
      )
    },
    async debitableBanks(access) {
      return required(
        await get(access, '/addresses?type=external&transfer_type=ach_debit'),
        addressesIn,
      )
    },
    async addressOf(access, id) {
      return found(await get(access, `/addresses/${encodeURIComponent(id)}`), addressIn)
    },
    async createAddress(access, address, key) {
      const [path, body] = addressBody(address)
      return required(await post(access, path, body, key), addressIn)
    },
    async balanceOf(access, addressId, valueType) {
      const query = new URLSearchParams({ transfer_type: 'spark', value_type: valueType })
      const path = `/addresses/${encodeURIComponent(addressId)}/balance?${query}`
      return required(await get(access, path), balanceIn)
    },
    async createTransfer(access, transfer, key) {
      return required(await post(access, '/transfers', transferBody(transfer), key), transferIn)
    },
    async transferOf(access, id) {
      return found(await get(access, `/transfers/${encodeURIComponent(id)}`), transferIn)
    },
    async transfersOf(access, addressId) {
      const query = new URLSearchParams({ address_id: addressId })
      return required(await get(access, `/transfers?${query}`), transfersIn)
    },
    close: () => agent.close(),
  }
}

/**
 * What is no JSON says nothing beside the status of an error.
 *
 * @throws SyntaxError where an answer that is no error is no JSON
 */
function bodyOf(status: number, text: string): unknown {
  if (status >= 500 || text === '') return {}
  if (status < 400) return JSON.parse(text)
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The token's host has judged the login; an edge before it that refuses a request has not. */
function hasError(body: unknown): boolean {
  return typeof (body as { error?: unknown } | null)?.error === 'string'
}

/** Tokens are kept under it: another secret finds none. */
function nameOf({ clientId, clientSecret }: ProviderLogin): string {
  return createHash('sha256').update(`${clientId}\n${clientSecret}`).digest('hex')
}

function found<Result>(
  answer: Answer,
  read: (body: unknown) => Result | undefined,
): Result | undefined {
  return answer.status === 404 ? undefined : required(answer, read)
}

function required<Result>(answer: Answer, read: (body: unknown) => Result | undefined): Result {
  if (answer.status < 200 || answer.status >= 300) throw errorOf(answer)
  const result = read(answer.body)
  if (result !== undefined) return result
  throw new StablecoinProviderError('UNAVAILABLE', 'an answer of another shape', {
    httpStatus: answer.status,
  })
}

/** 408, 409, 425, 429, 5xx and what is no error leave the outcome open. */
function errorOf({ status: httpStatus, body }: Answer): StablecoinProviderError {
  const code = errorCodeIn(body)
  const isRefusal =
    httpStatus >= 400 && httpStatus < 500 && ![408, 409, 425, 429].includes(httpStatus)
  return new StablecoinProviderError(
    isRefusal ? 'REFUSED' : 'UNAVAILABLE',
    `the stablecoin provider answered ${httpStatus}${code ? ` ${code}` : ''}`,
    { httpStatus, code },
  )
}
