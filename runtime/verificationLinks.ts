/**
 * Tokens of links to the verification vendor's hosted page. A token is derived from the link's id, so
 * that a repeat under the same Idempotency-Key can show it again although nothing keeps it.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { type Config, need } from './config.ts'

export type LinkTokens = {
  /** Of a new link; 43 characters of base64url. */
  tokenOf(linkId: string): string
  /** Of a link that was made before; undefined if its key has been dropped from the ring. */
  findToken(linkId: string, hash: string): string | undefined
}

/** @throws ConfigError without RECORD_KEYS */
export function linkTokens(config: Config): LinkTokens {
  const keys = need(config, 'RECORD_KEYS')
    .split(',')
    .map((key) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'verification links', 32)),
    )
  const tokensOf = (linkId: string): string[] =>
    keys.map((key) => createHmac('sha256', key).update(linkId).digest('base64url'))
  return {
    tokenOf: (linkId) => tokensOf(linkId)[0] ?? '',
    findToken: (linkId, hash) => tokensOf(linkId).find((token) => hashOfToken(token) === hash),
  }
}

/** SHA-256, hexadecimal: what is stored of a token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
