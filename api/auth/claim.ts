/** Claims a request that a stamp has authorized: one stamp holds it, with the exact body that is sent to the provider. */
import type { PendingStart } from '../../contract/openRow.ts'
import { SESSION_SECONDS } from '../../contract/sessions.ts'
import type { WalletOperationKind } from '../../contract/stampRules.ts'
import type { Queryable } from '../../db/database.ts'
import { parseStamp, toClientSignature } from '../../domain/wallet/stamp/index.ts'
import { otpLoginBody } from '../../providers/walletProvider/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { refusalOf } from '../outcomes.ts'

/** What is claimed. IDs are UUIDs without prefix. */
export type Claimed = {
  readonly id: string
  readonly platformId: string
  readonly operation: WalletOperationKind
  readonly subOrganizationId: string
  readonly payloadToSign: string
}

/** What authorizes a request. */
export type Proof = {
  /** Of the stamp; absent for an assertion or an identity token. */
  readonly publicKey?: string
  readonly stamp?: string
  readonly stampHeader?: 'X-Stamp' | 'X-Stamp-Webauthn'
  /** Of a passkey's assertion. */
  readonly counter?: number
  /** Hash of the assertion or token, which a retry must send again. */
  readonly proofHash?: string
}

/**
 * Claims it, or joins the claim of the same proof: repeated after a lost connection, it is claimed once.
 *
 * @returns what its workflow is started with; undefined once the operation has ended, and for one that no provider does
 * @throws Refusal of the claim: UNAUTHORIZED, WALLET_SIGNATURE_INVALID, AUTH_METHOD_NOT_FOUND, ACCOUNT_NOT_FOUND, CONFLICT,
 *   INVALID_INPUT, SCA_SESSION_REQUIRED
 */
export async function claimRequest(
  { database }: Pick<Dependencies, 'database'>,
  request: Claimed,
  proof: Proof,
): Promise<PendingStart | undefined> {
  const { id: requestId, platformId, operation } = request
  const isLogin = operation === 'OTP_LOGIN'
  const input = {
    ...{ requestId, platformId },
    publicKey: proof.publicKey,
    counter: proof.counter === undefined ? undefined : String(proof.counter),
    proofHash: proof.proofHash,
    // The key in the code signs a login: its body is made here.
    ...(isLogin && { providerBody: await loginBodyOf(database, request, proof) }),
    ...(!isLogin &&
      proof.stamp !== undefined && {
        stampHeader: proof.stampHeader ?? ('X-Stamp' as const),
        stampValue: proof.stamp,
      }),
  }
  const claimed = await (operation === 'PRIVACY'
    ? database.call('apply_local_request', input)
    : database.call('claim_request', input))
  if (claimed.outcome !== 'REFUSED') return claimed.start
  const isLast = claimed.code === 'INVALID_INPUT' && operation === 'REVOKE_CREDENTIAL'
  const reason = 'The last credential of a wallet cannot be revoked'
  throw refusalOf({ ...claimed, ...(isLast && { reason }) })
}

/** undefined if the login was sent already, which has deleted its token. */
async function loginBodyOf(
  database: Queryable,
  request: Claimed,
  proof: Proof,
): Promise<string | undefined> {
  const { secret, timestamp_ms: timestampMs } = await database.one<{
    secret: string | null
    timestamp_ms: bigint
  }>({
    name: 'login_secret',
    text: 'select secret, next_timestamp_ms(account_id) as timestamp_ms from requests where id = $1',
    values: [request.id],
  })
  if (secret === null) return undefined
  return otpLoginBody({
    organizationId: request.subOrganizationId,
    timestampMs: Number(timestampMs),
    verificationToken: secret,
    publicKey: proof.publicKey ?? '',
    clientSignature: toClientSignature(parseStamp(proof.stamp ?? ''), request.payloadToSign),
    expirationSeconds: SESSION_SECONDS,
  })
}
