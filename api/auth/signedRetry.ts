/**
 * The second leg of the signed-retry protocol (specification 4.1), one mechanism for every
 * operation that uses it. The first accepted retry is the claim; a repeat attaches to it.
 * Order and codes of the checks: header, id, form, request, body, payload, key.
 */
import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { startWalletOperation } from '../../workflows/starts.ts'
import type { WalletOperationAnswer } from '../../workflows/walletOperation.ts'
import type { Call } from '../operation.ts'
import { notKnownYet, processing, refusalOf } from '../outcomes.ts'
import { otherPayloads, readStamp, requireStampOver, type Stamp } from '../stamps.ts'
import { requestHashOf } from './verifyAuthCredential.ts'

type Target = { readonly accountId: string; readonly credentialId?: string }
type Result = Readonly<Record<string, string>>

type RequestRow = {
  readonly status: string
  readonly attempt: number
  readonly claimed_attempt: number | null
  readonly body_hash: string
  readonly account_id: string
  readonly payload_to_sign: string
  readonly required_public_key: string | null
  readonly claimed_public_key: string | null
  readonly result: Result | null
  readonly answered: boolean
  readonly expired: boolean
  readonly claim_expired: boolean
}

/** @param show what the terminal result looks like */
export async function repeatSigned(
  call: Call<Readonly<Record<string, string>>, unknown, unknown>,
  target: Target,
  show: (
    call: Call<Readonly<Record<string, string>>, unknown, unknown>,
    result: Result,
  ) => Promise<object>,
): Promise<object> {
  const { dependencies, platform, walletSignature, requestId, trace } = call
  if (!walletSignature) throw new Refusal('WALLET_SIGNATURE_MISSING')
  if (!requestId) throw new Refusal('REQUEST_ID_MISSING')
  const stamp = readStamp(walletSignature)
  const uuid = uuidOf('Request', requestId)
  const request = uuid && (await readRequest(call, uuid, target))
  if (!uuid || !request || request.answered) throw unknownRequest()
  await requireSameCaller(call, request, stamp)

  if (request.result !== null) return terminal(call, uuid, request.result, show)
  const start = startWalletOperation(
    {
      attempt: request.claimed_attempt ?? request.attempt,
      platformId: platform.id,
      requestId: uuid,
      outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
      claim: { publicKey: stamp.publicKey, stamp: walletSignature },
    },
    { accountId: target.accountId },
  )
  trace.workflowId = start.workflowId
  const begun = await dependencies.temporal.begin<WalletOperationAnswer>(start)
  if (begun.state === 'ANSWERED' && begun.answer.outcome === 'REFUSED')
    throw refusalOf(begun.answer)
  if (begun.state === 'PENDING') return processing
  // Loaded unanswered before: this request gets the outcome, whoever else has shown it meanwhile.
  const now = await readRequest(call, uuid, target)
  if (now?.result) return terminal(call, uuid, now.result, show)
  if (now?.status === 'CLAIMED') return processing
  throw notKnownYet()
}

function unknownRequest(): Refusal {
  return new Refusal('UNAUTHORIZED', { reason: 'The Request-Id is unknown, expired or used' })
}

/** Whether this caller may claim the request, or repeats the claim it made. */
async function requireSameCaller(
  call: Call<Readonly<Record<string, string>>, unknown, unknown>,
  request: RequestRow,
  stamp: Stamp,
): Promise<void> {
  const claimed = request.claimed_public_key !== null
  if (claimed ? request.claim_expired : request.expired) throw unknownRequest()
  if (request.body_hash !== requestHashOf(call)) throw new Refusal('WALLET_SIGNATURE_BODY_MISMATCH')
  await requireStampOver(request.payload_to_sign, stamp, async () => [
    call.rawBody,
    ...(await otherPayloads(call.dependencies.database, request.account_id)),
  ])
  const allowed = request.claimed_public_key ?? request.required_public_key
  if (stamp.publicKey !== allowed) {
    throw new Refusal('WALLET_SIGNATURE_INVALID', { reason: 'Another key must stamp this.' })
  }
}

async function readRequest(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  requestId: string,
  target: Target,
): Promise<RequestRow | undefined> {
  const [row] = await dependencies.database.query<RequestRow>({
    name: 'request',
    text: `select status, attempt, claimed_attempt, encode(body_hash, 'hex') as body_hash, account_id,
        payload_to_sign, required_public_key, claimed_public_key, result, answered_at is not null as answered,
        expires_at <= service_now() as expired,
        coalesce(claimed_at <= service_now() - interval '24 hours', false) as claim_expired
      from requests where id = $1 and platform_id = $2 and account_id = $3
        and ($4::uuid is null or credential_id = $4)`,
    values: [requestId, platform.id, target.accountId, target.credentialId ?? null],
  })
  return row
}

/** Hands the terminal answer out: from now on the id is used up. */
async function terminal(
  call: Call<Readonly<Record<string, string>>, unknown, unknown>,
  requestId: string,
  result: Result,
  show: (
    call: Call<Readonly<Record<string, string>>, unknown, unknown>,
    result: Result,
  ) => Promise<object>,
): Promise<object> {
  await call.dependencies.database.query({
    name: 'answer_request',
    text: 'update requests set answered_at = service_now() where id = $1 and answered_at is null',
    values: [requestId],
  })
  if (result.code !== undefined)
    throw refusalOf({ code: result.code, reason: result.reason ?? null })
  return show(call, result)
}
