/** Id tokens as an identity provider shapes them; nobody signed these. */
import { systemClock } from '../../contract/time.ts'
import { nonceOf } from '../../domain/wallet/oidc/index.ts'

const LIFE_SECONDS = 300

/**
 * A fresh token of a Google identity for an app.
 *
 * @param clientPublicKey the key that it is made for, as the client spells it
 * @param changes claims to add or replace; undefined leaves one out
 */
export function anIdToken(clientPublicKey: string, changes: object = {}): string {
  const iat = Math.floor(systemClock.now().getTime() / 1000)
  const claims = {
    iss: 'https://accounts.google.com',
    aud: 'app',
    sub: 'person-1',
    iat,
    exp: iat + LIFE_SECONDS,
    nonce: nonceOf(clientPublicKey),
    ...changes,
  }
  return [{ alg: 'RS256', typ: 'JWT' }, claims, 'unsigned'].map(encode).join('.')
}

function encode(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
