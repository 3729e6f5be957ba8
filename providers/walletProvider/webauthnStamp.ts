import type { Assertion } from '../../domain/wallet/passkey/index.ts'
import type { StampHeader } from './keyStamper.ts'

/** A passkey's assertion over `passkeyChallengeOf(body)` as the stamp of that body. */
export function webauthnStamp(assertion: Assertion): StampHeader {
  const { credentialId, authenticatorData, clientDataJson, signature } = assertion
  return {
    header: 'X-Stamp-Webauthn',
    value: JSON.stringify({ authenticatorData, clientDataJson, credentialId, signature }),
  }
}
