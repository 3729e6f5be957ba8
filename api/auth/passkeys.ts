/** Passkeys at the edge: the platform's relying party, and the library's refusals as ours. */
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { PasskeyError } from '../../domain/wallet/passkey/index.ts'
import type { Wallet } from './wallet.ts'

export type RelyingParty = {
  readonly rpIds: readonly string[]
  readonly origins: readonly string[]
  readonly topOrigins: readonly string[] | undefined
  readonly requireUserVerification: boolean
}

/** Where the relying party of a platform is read from. */
export type RelyingPartySettings = Pick<Wallet, 'passkey' | 'environment'>

/**
 * The relying party of this platform: `embeddedWalletConfig.passkey`. A sandbox platform without
 * one accepts any port of localhost.
 *
 * @param clientDataJson of the ceremony, whose origin the default is held against
 */
export function relyingPartyOf(wallet: RelyingPartySettings, clientDataJson: string): RelyingParty {
  const { rpIds, origins, topOrigins, requireUserVerification = true } = wallet.passkey ?? {}
  if (rpIds !== undefined && origins !== undefined)
    return { rpIds, origins, topOrigins, requireUserVerification }
  const origin = wallet.environment === 'SANDBOX' ? localOriginOf(clientDataJson) : undefined
  return {
    rpIds: ['localhost'],
    origins: origin === undefined ? ['http://localhost'] : [origin],
    topOrigins,
    requireUserVerification,
  }
}

function localOriginOf(clientDataJson: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8')
    const { origin } = JSON.parse(text) as { origin?: unknown }
    return typeof origin === 'string' && /^http:\/\/localhost(:\d{1,5})?$/.test(origin)
      ? origin
      : undefined
  } catch {
    return undefined
  }
}

/** An invalid registration is a `400`. */
export function registrationProblem(error: unknown): unknown {
  if (!(error instanceof PasskeyError)) return error
  const problem: FieldError = { field: 'attestation', constraint: 'format', message: error.reason }
  return invalidInput([problem])
}

/** An invalid assertion is a `401`. */
export function assertionProblem(error: unknown): unknown {
  if (!(error instanceof PasskeyError)) return error
  return new Refusal('UNAUTHORIZED', { reason: `Passkey: ${error.reason}` })
}
