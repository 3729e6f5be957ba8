/** Who sends a request, as limits count it. */
import type { Config } from '../../runtime/config.ts'
import type { Sender } from '../arrivals.ts'
import type { Platform } from '../operation.ts'
import { addressBucket } from './failures.ts'
import type { Context } from './state.ts'

type Settings = Pick<Config, 'TRUSTED_PROXY_HOPS'>

/**
 * The client's address, where our proxies forward it. Without them it may be the address of a proxy that all clients
 * share, and limits count the connection.
 */
export function addressOf(
  { ip, socket }: Pick<Context, 'ip' | 'socket'>,
  { TRUSTED_PROXY_HOPS: hops }: Settings,
): string {
  if (hops > 0) return addressBucket(ip)
  return `connection ${socket.remoteAddress ?? ''} ${socket.remotePort ?? ''}`
}

export function senderOf(
  context: Pick<Context, 'ip' | 'socket'>,
  settings: Settings,
  caller?: { readonly platform?: Pick<Platform, 'id' | 'tokenId'> },
): Sender {
  const { platform } = caller ?? {}
  if (platform !== undefined) {
    return { key: platform.tokenId, isKnown: true, platformId: platform.id }
  }
  const hasAddress = settings.TRUSTED_PROXY_HOPS > 0
  return { key: hasAddress ? addressOf(context, settings) : '', isKnown: false }
}
