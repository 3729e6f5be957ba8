/**
 * The signed-retry protocol (docs/signed-retries.md), one mechanism for every operation that uses
 * it: the first call writes the challenge as a row, the first accepted retry claims it, later
 * retries join the claim. Checks of a retry, in order: header, id, form, request, body, payload,
 * key.
 */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import {
  type AuthMethodType,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentSignedRetry } from '../../contract/present/auth.ts'
import type { Shown } from '../../contract/shown.ts'
import { stampRules, type WalletOperationKind } from '../../contract/stampRules.ts'
import type { OpenedRequest, RequestIntent } from '../../db/sqlFunctions.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { workflows } from '../../workflows/registry.ts'
import { type Call, type Reply, reply } from '../operation.ts'
import {
  isProcessing,
  outcomeUnknown,
  type Processing,
  processingOf,
  refusalOf,
} from '../outcomes.ts'
import { otherPayloads, readStamp, requireStampOver, type Stamp } from '../stamps.ts'
import { claimRequest, type Proof } from './claim.ts'

/** What any operation of the protocol can answer beyond its own codes. */
export const signedRetryErrors = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
] as const satisfies readonly ErrorCode[]

/** The responses of an operation that revokes a credential or a session. */
export const revocation = {
  headers: { walletSignature: true, requestId: true },
  status: 204,
  responses: { 200: WalletOperationProcessing, 202: SignedRetryChallenge, 204: null },
  errors: [
    'INVALID_INPUT',
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'CONFLICT',
    ...signedRetryErrors,
  ],
} as const

/** The object of a signed operation. The retry must name the same one. */
export type Target = {
  readonly operation: WalletOperationKind
  /** IDs are UUIDs without prefix. */
  readonly accountId: string
  readonly credentialId?: string | undefined
  readonly sessionId?: string | undefined
  readonly customerId?: string | undefined
}

export type Result = Readonly<Record<string, string>>
export type AnyCall = Call<Readonly<Record<string, string>>, unknown, unknown>

export type RequestRow = {
  readonly id: string
  readonly status: string
  readonly body_hash: string
  readonly account_id: string
  readonly payload_to_sign: string
  readonly claimed_public_key: string | null
  readonly proof_hash: string | null
  /** The key of a sealed session is fetched from the provider; the client's own is not. */
  readonly key_is_sealed: boolean
  readonly provider_activity_id: string | null
  readonly sub_organization_id: string
  readonly result: Result | null
  readonly answered: boolean
  readonly expired: boolean
  readonly claim_expired: boolean
  readonly key_allowed: boolean
}

/**
 * Builds the terminal response, before the id is used up, since the result may not be available
 * yet.
 */
export type PresentResult<Answer> = (
  row: RequestRow,
  result: Result,
) => Promise<Answer | Processing>

/** Hash of what a signed retry must repeat: method, path and canonical body. */
export function requestHashOf(call: Pick<Call, 'method' | 'path' | 'body'>): string {
  return hashOf(call.method, call.path, canonicalJson(call.body ?? {}))
}

/** Whether this is the second call: either header makes it one. */
export function isSignedRetry(call: Pick<Call, 'walletSignature' | 'requestId'>): boolean {
  return call.walletSignature !== undefined || call.requestId !== undefined
}

export type NewSignedRequest = Target & {
  /** Derived where concurrent duplicates must share a request; random otherwise. */
  readonly id?: string
  /** The exact text to be stamped: the body of a provider activity. */
  readonly payloadToSign: string
  /** What is recorded when the provider has done it. */
  readonly intent?: RequestIntent
  readonly proofHash?: string
  readonly providerBody?: string
}

/** Writes the challenge. @returns its row @throws Refusal RATE_LIMITED after too many of the wallet within a minute */
export async function openRequest(
  call: AnyCall,
  opening: NewSignedRequest,
): Promise<OpenedRequest> {
  const { platform, dependencies } = call
  const opened = await dependencies.database.call('open_request', {
    id: randomUUID(),
    ...opening,
    platformId: platform.id,
    method: call.method,
    path: call.path,
    bodyHash: requestHashOf(call),
    stampRule: stampRules[opening.operation],
    lifetimeSeconds: dependencies.config.REQUEST_LIFETIME_SECONDS,
  })
  if (opened === null) throw new Refusal('RATE_LIMITED')
  return opened
}

/** The first call: the `202`. @param type of the credential, where the operation is about one */
export async function challenge(
  call: AnyCall,
  opening: NewSignedRequest,
  type?: Shown<typeof AuthMethodType>,
): Promise<Reply<Shown<typeof SignedRetryChallenge>>> {
  return reply(202, presentSignedRetry(await openRequest(call, opening), type))
}

/** The second call: the signed retry. */
export async function handleSignedRetry<Answer extends object>(
  call: AnyCall,
  target: Target,
  show: PresentResult<Answer>,
): Promise<Answer | Reply<Processing>> {
  const { walletSignature, requestId } = call
  if (!walletSignature) throw new Refusal('WALLET_SIGNATURE_MISSING')
  if (!requestId) throw new Refusal('REQUEST_ID_MISSING')
  const stamp = readStamp(walletSignature)
  const request = await findRequest(call, requestId, target, stamp.publicKey)
  await requireSameCaller(call, request, stamp)
  return claimAndRespond(call, target, request, show, {
    publicKey: stamp.publicKey,
    stamp: walletSignature,
  })
}

/** @throws Refusal UNAUTHORIZED for an id that is unknown, of something else, used or expired */
export async function findRequest(
  call: Pick<Call, 'dependencies' | 'platform'>,
  requestId: string,
  target: Target,
  publicKey = '',
): Promise<RequestRow> {
  const uuid = uuidOf('Request', requestId)
  const request = uuid && (await readRequest(call, uuid, target, publicKey))
  const isClaimed = request && request.claimed_public_key !== null
  if (!request || request.answered || (isClaimed ? request.claim_expired : request.expired)) {
    throw new Refusal('UNAUTHORIZED', { reason: 'The Request-Id is unknown, expired or used' })
  }
  return request
}

/** Claims the request, or joins its claim, and responds with the outcome or `PROCESSING`. */
export async function claimAndRespond<Answer extends object>(
  call: AnyCall,
  target: Target,
  request: RequestRow,
  show: PresentResult<Answer>,
  proof: Proof,
): Promise<Answer | Reply<Processing>> {
  if (request.result !== null) return respondTerminal(call, request, request.result, show)
  const claimed = {
    ...{ id: request.id, platformId: call.platform.id, operation: target.operation },
    subOrganizationId: request.sub_organization_id,
    payloadToSign: request.payload_to_sign,
  }
  const start = await claimRequest(call.dependencies, claimed, proof)
  const workflowId = workflows.walletOperation.id({ requestId: request.id })
  if (start !== undefined) {
    call.trace.workflowId = workflowId
    await call.dependencies.handOver.handOverAndWait(start)
  }
  // The request was unanswered when this call read it, so this call gets the outcome too.
  const now = await readRequest(call, request.id, target, proof.publicKey ?? '')
  if (now?.result) return respondTerminal(call, now, now.result, show)
  if (now === undefined) throw outcomeUnknown()
  // Always a `200`, also of operations whose success is another status.
  return reply(200, await processingOf(call.dependencies, workflowId))
}

/** Checks that this caller may claim the request, or retries its own claim. */
async function requireSameCaller(call: AnyCall, request: RequestRow, stamp: Stamp): Promise<void> {
  if (request.body_hash !== requestHashOf(call)) throw new Refusal('WALLET_SIGNATURE_BODY_MISMATCH')
  await requireStampOver(request.payload_to_sign, stamp, async () => [
    call.rawBody,
    ...(await otherPayloads(call.dependencies.database, request.account_id)),
  ])
  const isAllowed =
    request.claimed_public_key === null
      ? request.key_allowed
      : request.claimed_public_key === stamp.publicKey
  if (!isAllowed) {
    throw new Refusal('WALLET_SIGNATURE_INVALID', { reason: 'Another key must stamp this.' })
  }
}

async function readRequest(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  requestId: string,
  target: Target,
  publicKey: string,
): Promise<RequestRow | undefined> {
  const [row] = await dependencies.database.query<RequestRow>({
    name: 'request',
    text: `select r.id, r.status, encode(r.body_hash, 'hex') as body_hash,
        r.account_id, r.payload_to_sign, r.claimed_public_key, r.proof_hash, r.provider_activity_id,
        r.operation <> 'OTP_LOGIN' and r.intent ->> 'sessionPublicKey' is null as key_is_sealed,
        w.sub_organization_id, r.result, r.answered_at is not null as answered,
        r.expires_at <= service_now() as expired, may_stamp(r, $8) as key_allowed,
        coalesce(r.claimed_at <= service_now() - interval '24 hours', false) as claim_expired
      from requests r join wallets w on w.account_id = r.account_id
      where r.id = $1 and r.platform_id = $2 and r.operation = $3 and r.account_id = $4
        and ($5::uuid is null or r.credential_id = $5) and ($6::uuid is null or r.session_id = $6)
        and ($7::uuid is null or r.customer_id = $7)`,
    values: [
      requestId,
      platform.id,
      target.operation,
      target.accountId,
      target.credentialId ?? null,
      target.sessionId ?? null,
      target.customerId ?? null,
      publicKey,
    ],
  })
  return row
}

/** Sends the terminal response: from now on the id is used up. */
async function respondTerminal<Answer extends object>(
  call: AnyCall,
  request: RequestRow,
  result: Result,
  show: PresentResult<Answer>,
): Promise<Answer | Reply<Processing>> {
  const shown = result.code === undefined ? await show(request, result) : undefined
  if (isProcessing(shown)) return reply(200, shown)
  await call.dependencies.database.query({
    name: 'answer_request',
    text: 'update requests set answered_at = service_now() where id = $1 and answered_at is null',
    values: [request.id],
  })
  if (shown !== undefined) return shown
  throw refusalOf({ code: result.code ?? 'INTERNAL_ERROR', reason: result.reason ?? null })
}
