import type {
  AuthMethod,
  AuthMethodType,
  AuthSession,
  SignedRetryChallenge,
} from '../components/auth.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type CredentialRow = {
  readonly id: string
  readonly account_id: string
  readonly type: Shown<typeof AuthMethodType>
  readonly nickname: string
  readonly webauthn_id?: string | null
  /** The refusal of a credential that is locked. */
  readonly locked?: object | null
  readonly created_at: string
  readonly updated_at: string
}

export type SessionRow = CredentialRow & { readonly expires_at: string }

/** @param targetBundle of an OTP challenge: what the client seals the code to */
export function presentCredential(
  row: CredentialRow,
  targetBundle?: string,
): Shown<typeof AuthMethod> {
  return present({
    ...shared(row, 'AuthMethod'),
    credentialId: row.webauthn_id,
    otpEncryptionTargetBundle: targetBundle,
    isLocked: row.locked ? true : undefined,
  })
}

/** Never with key material: an OTP session's key is the client's own. */
export function presentSession(row: SessionRow): Shown<typeof AuthSession> {
  return { ...shared(row, 'Session'), expiresAt: shownInstant(row.expires_at) }
}

type Facts = Pick<
  Shown<typeof AuthSession>,
  keyof Shown<typeof AuthSession> & keyof Shown<typeof AuthMethod>
>

function shared(row: CredentialRow, kind: 'AuthMethod' | 'Session'): Facts {
  return {
    id: idOf(kind, row.id),
    accountId: idOf('InternalAccount', row.account_id),
    type: row.type,
    nickname: row.nickname,
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  }
}

type ChallengeRow = {
  readonly id: string
  readonly payload_to_sign: string
  readonly expires_at: string
}

/** The `202` of the signed-retry protocol (docs/signed-retries.md). */
export function presentSignedRetry(
  row: ChallengeRow,
  type?: Shown<typeof AuthMethodType>,
): Shown<typeof SignedRetryChallenge> {
  return {
    ...(type !== undefined && { type }),
    payloadToSign: row.payload_to_sign,
    requestId: idOf('Request', row.id),
    expiresAt: shownInstant(row.expires_at),
  }
}
