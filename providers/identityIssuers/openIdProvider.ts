/**
 * Sign-in of people at an identity issuer: OpenID Connect Core 1.0, code flow with PKCE (RFC 7636). The issuer's document
 * says where its endpoints are; each address is checked as a webhook's is, and no answer of its decides what we accept:
 * issuer, client, algorithms and the claims that are read are settings.
 */
import { errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose'
import type { Dispatcher } from 'undici'
import { type Clock, instant } from '../../contract/time.ts'
import { type Reach, webhookEndpointProblem } from '../../contract/webhookEndpoint.ts'
import { guardedAgent, plainFetch } from '../guardedConnections.ts'
import { remoteKeys } from './remoteKeys.ts'

export type OpenIdSettings = {
  /** As in `iss`, to the letter. */
  readonly issuer: string
  readonly clientId: string
  /** Without it the client is a public one. */
  readonly clientSecret?: string | undefined
  /** With spaces between. */
  readonly scopes: string
  /** Names of JWA, asymmetric ones. */
  readonly algorithms: readonly string[]
  readonly groupsClaim: string
  /** `LOCAL` also takes http and this machine. */
  readonly reach: Reach
}

/** Who has signed in, as the issuer's token says. */
export type SignedInPerson = {
  readonly issuer: string
  /** Of this issuer, and never given to another person. */
  readonly subject: string
  /** In lower case; undefined unless the issuer has verified it. */
  readonly email: string | undefined
  /** By the issuer's clock. */
  readonly issuedAt: Date
  /** None where the claim is missing, or is not in the token (some issuers leave out long lists). */
  readonly groups: readonly string[]
}

/** What the browser is sent to the issuer with. */
export type AuthorizationRequest = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** S256 of the verifier. */
  readonly challenge: string
}

export type AuthorizationAnswer = {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
  readonly nonce: string
}

/** `UNAVAILABLE`: the issuer gives no usable answer now. `REFUSED`: the code or the token is not accepted. */
export class SignInError extends Error {
  readonly code: 'UNAVAILABLE' | 'REFUSED'

  constructor(code: SignInError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignInError'
    this.code = code
  }
}

export type OpenIdProvider = {
  readonly issuer: string
  /** Where the browser goes. @throws SignInError UNAVAILABLE */
  authorizationUrl(request: AuthorizationRequest): Promise<string>
  /** Redeems the code, and checks the token. @throws SignInError */
  redeem(answer: AuthorizationAnswer): Promise<SignedInPerson>
  close(): Promise<void>
}

type Endpoints = {
  readonly authorization: string
  readonly token: string
  readonly keys: RemoteJWKSet
  readonly sendsClientInBody: boolean
  readonly readAtMs: number
}

/** Document, token and keys together stay within the deadline of a request. */
const CALL_MS = 2_500
const ANSWER_BYTES_MAX = 1_000_000
const DOCUMENT_LIFE_MS = 600_000
const CLOCKS_APART_SECONDS = 60
/** A code is redeemed at once: an old token is not of this sign-in. */
const TOKEN_AGE_SECONDS = 600

/** Make it once: the issuer's document and keys are cached in it. */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  clock: Clock,
  callMs: number = CALL_MS,
): OpenIdProvider {
  const agent = guardedAgent(settings.reach, callMs, { bodyBytesMax: ANSWER_BYTES_MAX })
  let known: Endpoints | undefined
  let reading: Promise<Endpoints> | undefined

  /** Callers at one time share one reading. */
  async function endpoints(): Promise<Endpoints> {
    const ageMs = clock.now().getTime() - (known?.readAtMs ?? 0)
    if (known !== undefined && ageMs >= 0 && ageMs < DOCUMENT_LIFE_MS) return known
    reading ??= readEndpoints(settings, agent, { clock, callMs }).finally(() => {
      reading = undefined
    })
    known = await reading
    return known
  }

  return {
    issuer: settings.issuer,
    async authorizationUrl({ redirectUri, state, nonce, challenge }) {
      const url = new URL((await endpoints()).authorization)
      const parameters = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async redeem(answer) {
      const { token, keys, sendsClientInBody } = await endpoints()
      const sent = tokenRequest(settings, answer, sendsClientInBody)
      const body = await jsonOf(token, settings.reach, agent, callMs, sent)
      const { id_token: idToken } = body
      if (typeof idToken !== 'string') {
        throw new SignInError('REFUSED', 'the issuer gives no id token')
      }
      return personOf(await claimsOf(idToken, keys, settings, clock), answer.nonce, settings)
    },
    async close() {
      await agent.destroy()
    },
  }
}

async function readEndpoints(
  { issuer, reach }: OpenIdSettings,
  agent: Dispatcher,
  { clock, callMs }: { readonly clock: Clock; readonly callMs: number },
): Promise<Endpoints> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await jsonOf(address, reach, agent, callMs)
  // Another's document would have its tokens checked against another's keys.
  if (document.issuer !== issuer) {
    throw new SignInError('UNAVAILABLE', "the issuer's document is of another issuer")
  }
  const addressOf = (name: string): string => {
    const { [name]: value } = document
    if (typeof value !== 'string' || webhookEndpointProblem(value, reach) !== undefined) {
      throw new SignInError('UNAVAILABLE', `the issuer's document has no usable ${name}`)
    }
    return value
  }
  const methods = document.token_endpoint_auth_methods_supported
  return {
    authorization: addressOf('authorization_endpoint'),
    token: addressOf('token_endpoint'),
    // Discovery 1.0: without a list, client_secret_basic.
    sendsClientInBody: Array.isArray(methods) && !methods.includes('client_secret_basic'),
    keys: remoteKeys(addressOf('jwks_uri'), { dispatcher: agent, timeoutMs: callMs }),
    readAtMs: clock.now().getTime(),
  }
}

type Sent = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

function tokenRequest(
  { clientId, clientSecret }: OpenIdSettings,
  { code, redirectUri, verifier }: AuthorizationAnswer,
  isInBody: boolean,
): Sent {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }
  if (clientSecret === undefined || isInBody) {
    form.set('client_id', clientId)
    if (clientSecret !== undefined) form.set('client_secret', clientSecret)
  } else {
    // RFC 6749, 2.3.1: each half is form-encoded before they are joined.
    const [id = '', secret = ''] = [clientId, clientSecret].map(formEncoded)
    headers.authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  }
  return { body: form.toString(), headers }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

/** A JSON object at an address. Redirects are not followed. @throws SignInError */
async function jsonOf(
  address: string,
  reach: Reach,
  dispatcher: Dispatcher,
  callMs: number,
  sent?: Sent,
): Promise<Readonly<Record<string, unknown>>> {
  const problem = webhookEndpointProblem(address, reach)
  if (problem !== undefined) throw new SignInError('UNAVAILABLE', `the issuer's address ${problem}`)
  let status: number
  let body: unknown
  try {
    const response = await plainFetch(address, {
      method: sent === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...sent?.headers },
      signal: AbortSignal.timeout(callMs),
      dispatcher,
      body: sent?.body,
    })
    status = response.status
    body = await response.json()
  } catch (cause) {
    throw new SignInError('UNAVAILABLE', 'the issuer gives no usable answer', { cause })
  }
  // RFC 6749, 5.2: the code is used, too old, of another client, or its verifier is another.
  if (sent !== undefined && status === 400) {
    throw new SignInError('REFUSED', 'the issuer does not accept the code')
  }
  if (status !== 200 || typeof body !== 'object' || body === null) {
    throw new SignInError('UNAVAILABLE', `the issuer answered ${status}`)
  }
  return body as Record<string, unknown>
}

async function claimsOf(
  idToken: string,
  keys: Endpoints['keys'],
  { issuer, clientId, algorithms }: OpenIdSettings,
  clock: Clock,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms: [...algorithms],
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      maxTokenAge: TOKEN_AGE_SECONDS,
      clockTolerance: CLOCKS_APART_SECONDS,
      currentDate: clock.now(),
    })
    return payload
  } catch (cause) {
    const isOfToken =
      cause instanceof errors.JOSEError &&
      !(cause instanceof errors.JWKSTimeout) &&
      !(cause instanceof errors.JWKSInvalid) &&
      cause.code !== 'ERR_JOSE_GENERIC'
    if (isOfToken) throw new SignInError('REFUSED', 'the id token is not accepted', { cause })
    throw new SignInError('UNAVAILABLE', "the issuer's keys cannot be fetched", { cause })
  }
}

function personOf(claims: JWTPayload, nonce: string, settings: OpenIdSettings): SignedInPerson {
  const { sub, azp, aud, iat = 0, email, email_verified: isVerified } = claims
  if (claims.nonce !== nonce) throw new SignInError('REFUSED', 'the id token is of another sign-in')
  // Core 3.1.3.7: of several audiences the one that it was made for must be us.
  const isForUs =
    azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === settings.clientId
  if (!isForUs) throw new SignInError('REFUSED', 'the id token is for another client')
  // Core 2: ASCII of up to 255. Others would be cut or become one another in the database.
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) {
    throw new SignInError('REFUSED', 'the id token names nobody')
  }
  const given = claims[settings.groupsClaim]
  const groups = (Array.isArray(given) ? given : [given]).filter((one) => typeof one === 'string')
  return {
    issuer: settings.issuer,
    subject: sub,
    email: isVerified === true && isMailAddress(email) ? email.toLowerCase() : undefined,
    issuedAt: instant(iat * 1_000),
    groups,
  }
}

function isMailAddress(claim: unknown): claim is string {
  return (
    typeof claim === 'string' && claim.length <= 100 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(claim)
  )
}

/** The issuer of a setting, if it can be one. */
export function isIssuerAddress(text: string, reach: Reach): boolean {
  return webhookEndpointProblem(text, reach) === undefined && !/[?#]/.test(text)
}
