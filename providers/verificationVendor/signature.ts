/** The vendor's two signatures: of our requests to it, and of its notices to us. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The value of `X-App-Access-Sig`: lower-case hex HMAC-SHA256 over timestamp, method, URI and body,
 * without separators.
 *
 * @param timestamp Unix seconds, as sent in `X-App-Access-Ts`
 * @param uri path with its whole query
 * @param body the bytes as sent; none adds nothing
 */
export function requestSignature(
  secretKey: string,
  timestamp: number,
  method: string,
  uri: string,
  body?: Uint8Array,
): string {
  const hmac = createHmac('sha256', secretKey).update(`${timestamp}${method.toUpperCase()}${uri}`)
  if (body !== undefined) hmac.update(body)
  return hmac.digest('hex')
}

/** SHA-1 is refused: a notice that names it counts as unsigned. */
const digestAlgorithms: Readonly<Record<string, string>> = {
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
}

/** The value of `x-payload-digest` for a notice. */
export function noticeDigest(
  secret: string,
  body: Uint8Array,
  algorithm = 'HMAC_SHA256_HEX',
): string {
  const name = digestAlgorithms[algorithm]
  if (name === undefined) throw new Error(`no digest algorithm ${algorithm}`)
  return createHmac(name, secret).update(body).digest('hex')
}

/**
 * Whether a notice carries the digest of its raw body.
 *
 * @param digest header `x-payload-digest`
 * @param algorithm header `x-payload-digest-alg`; SHA-256 where it is absent
 */
export function isSignedNotice(
  secret: string,
  body: Uint8Array,
  digest: string | undefined,
  algorithm = 'HMAC_SHA256_HEX',
): boolean {
  if (digest === undefined || digestAlgorithms[algorithm] === undefined) return false
  const expected = Buffer.from(noticeDigest(secret, body, algorithm), 'utf8')
  const given = Buffer.from(digest.toLowerCase(), 'utf8')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
