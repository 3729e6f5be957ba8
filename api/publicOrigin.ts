/** Where clients reach this service: what links of answers begin with. */
import type { IncomingMessage } from 'node:http'
import type { Config } from '../runtime/config.ts'

type Settings = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>

/**
 * `https://api.example.com`: the setting PUBLIC_URL; without it the address that this process listens on, for
 * development. Never what a request says of it: its sender would choose where links lead.
 */
export function publicOrigin(
  { PUBLIC_URL: url, HOST: host, PORT: port }: Settings,
  { socket }: { readonly socket?: Pick<IncomingMessage['socket'], 'localPort'> },
): string {
  if (url !== undefined) return new URL(url).origin
  const isAny = ['0.0.0.0', '::', '[::]', ''].includes(host)
  const name = isAny
    ? '127.0.0.1'
    : host.includes(':') && !host.startsWith('[')
      ? `[${host}]`
      : host
  // PORT may be 0: any that is free.
  return new URL(`http://${name}:${socket?.localPort ?? port}`).origin
}
