/** Where clients reach this service: what links of answers begin with. */
import type { IncomingMessage } from 'node:http'
import type { Config } from '../runtime/config.ts'

type Settings = Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXY_HOPS'>

/**
 * `https://api.example.com`: the setting PUBLIC_URL, and else the scheme and host that were called. What proxies
 * say of these counts only where there are proxies of ours.
 *
 * @returns undefined where the request names no host of a web address
 */
export function publicOrigin(settings: Settings, request: IncomingMessage): string | undefined {
  if (settings.PUBLIC_URL !== undefined) return new URL(settings.PUBLIC_URL).origin
  const hops = settings.TRUSTED_PROXY_HOPS
  const { headers } = request
  const scheme = ofProxies(headers['x-forwarded-proto'], hops) ?? 'http'
  const host = ofProxies(headers['x-forwarded-host'], hops) ?? headers.host ?? ''
  if (!/^https?$/i.test(scheme) || !/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host)) {
    return undefined
  }
  const text = `${scheme}://${host}`
  return URL.canParse(text) ? new URL(text).origin : undefined
}

/**
 * The value of the outermost proxy of ours. Each adds one at the end, or puts its own in place of all; what
 * stands before them may be anybody's.
 */
function ofProxies(header: string | string[] | undefined, hops: number): string | undefined {
  if (hops === 0 || header === undefined) return undefined
  const values = [header]
    .flat()
    .join(',')
    .split(',')
    .map((value) => value.trim())
  return values[Math.max(0, values.length - hops)]
}
