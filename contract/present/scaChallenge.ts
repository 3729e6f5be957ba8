/** A challenge of strong customer authentication as its customer's platform is shown it. */
import type { ScaChallenge } from '../components/scaChallenge.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, type ShownChallengeRow, shownInstant } from './rows.ts'

type Challenge = Shown<typeof ScaChallenge>

/** Of a sandbox platform that has set none: any port of it. */
const LOCAL_ORIGIN = 'http://localhost'

export function presentScaChallenge(row: ShownChallengeRow): Challenge {
  return present({
    id: idOf('ScaChallenge', row.id),
    expiresAt: shownInstant(row.expires_at),
    factor: row.factor,
    availableFactors: row.available_factors,
    purpose: row.purpose,
    ...passkeyOf(row),
  })
}

function passkeyOf({
  passkey,
  passkey_challenge: challenge,
}: ShownChallengeRow): Pick<Challenge, 'passkeyAssertionOptions' | 'passkeyAllowedOrigins'> {
  if (passkey === null || challenge === null) return {}
  return {
    passkeyAssertionOptions: {
      challenge: base64urlOf(challenge),
      rpId: passkey.rp_id,
      allowCredentials: [
        {
          type: 'public-key',
          id: passkey.credential_id,
          ...(passkey.transports !== null && { transports: passkey.transports }),
        },
      ],
      userVerification: 'required',
    },
    passkeyAllowedOrigins: passkey.origins ?? [LOCAL_ORIGIN],
  }
}

function base64urlOf(hex: string): string {
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
