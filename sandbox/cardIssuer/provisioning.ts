/** Cards for digital wallets: `POST /v1/cards/{token}/provision`. No wallet takes what the sandbox makes. */
import { randomBytes } from 'node:crypto'
import type { Answer } from '../http.ts'
import { cardRow } from './cards.ts'
import { type Issuer, refusal } from './issuer.ts'

export type Provision = {
  readonly digital_wallet: 'APPLE_PAY' | 'GOOGLE_PAY' | 'SAMSUNG_PAY'
}

/** @throws Refusal 404, 422 for a card that is not OPEN */
export async function provision(
  issuer: Issuer,
  token: string,
  { digital_wallet: wallet }: Provision,
): Promise<Answer> {
  const card = await cardRow(issuer, token)
  if (card.state !== 'OPEN') throw refusal(422, 'The card is not open')
  const provisioning_payload =
    wallet === 'APPLE_PAY'
      ? {
          activationData: unusable(wallet),
          encryptedData: unusable(wallet),
          ephemeralPublicKey: unusable(wallet),
        }
      : unusable(wallet)
  return { status: 200, body: { provisioning_payload } }
}

/** Base64 of JSON that says what it is; no two are equal, as of a real issuer. */
function unusable(wallet: string): string {
  const mark = { sandbox: true, isUsable: false, wallet, nonce: randomBytes(16).toString('hex') }
  return Buffer.from(JSON.stringify(mark)).toString('base64')
}
