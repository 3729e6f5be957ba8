/** The published keys of an issuer. */
import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import type { Dispatcher } from 'undici'
import { plainFetch } from '../guardedConnections.ts'

export type RemoteKeysOptions = {
  /** Bounds an answer, and what may be connected to. */
  readonly dispatcher: Dispatcher
  /** For one fetch of keys. */
  readonly timeoutMs: number
  /** How long fetched keys are cached. */
  readonly cacheMs?: number
  /** How soon after a fetch an unknown key may cause the next: what a flood of tokens can cost. */
  readonly cooldownMs?: number
}

const CACHE_MS = 600_000
const COOLDOWN_MS = 30_000

/** Keys are cached; one that is not known yet is fetched, which is how a rotation is followed. */
export function remoteKeys(
  url: string,
  { dispatcher, timeoutMs, cacheMs = CACHE_MS, cooldownMs = COOLDOWN_MS }: RemoteKeysOptions,
): RemoteJWKSet {
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cacheMaxAge: cacheMs,
    cooldownDuration: cooldownMs,
    [customFetch]: (address, { method, headers, signal }) =>
      plainFetch(address, { method, headers: Object.fromEntries(headers), signal, dispatcher }),
  })
}
