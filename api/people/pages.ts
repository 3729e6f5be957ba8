/** Pages that people are logged in to: their names, their cookies, and which requests are their own. */
import { isIP } from 'node:net'
import { Refusal } from '../../contract/errors.ts'
import type { Context } from '../middleware/state.ts'
import type { Audience } from './audience.ts'

/** The prefix has browsers refuse it without Secure, for a whole domain, or for a part of the paths. */
const PREFIX = '__Host-'

/** The secret of the request's session. */
export function sessionOf(context: Context, { name }: Pick<Audience, 'name'>): string | undefined {
  return cookieOf(context, name)
}

/** Sets the session's cookie; without a secret it is removed. */
export function setSession(
  context: Context,
  { name }: Pick<Audience, 'name'>,
  secret?: string,
): void {
  setCookie(context, name, secret, 'SameSite=Strict')
}

export function cookieOf(context: Context, name: string): string | undefined {
  const pairs = context.get('Cookie').split(/; */)
  const prefix = `${PREFIX}${name}=`
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length)
}

/** Where no script reads it. @param value none: it is removed */
export function setCookie(
  context: Context,
  name: string,
  value: string | undefined,
  ...rest: readonly string[]
): void {
  const parts = [`${PREFIX}${name}=${value ?? ''}`, 'Path=/', 'HttpOnly', 'Secure', ...rest]
  const all = value === undefined ? [...parts, 'Max-Age=0'] : parts
  context.append('Set-Cookie', all.join('; '))
}

/** @throws Refusal FORBIDDEN unless the request is of a page of this listener */
export function requireOwnPage(
  context: Context,
  { writeHeader }: Pick<Audience, 'writeHeader'>,
): void {
  const origin = context.get('Origin')
  const isOwn = URL.canParse(origin) && new URL(origin).host === context.get('Host').toLowerCase()
  if (isOwn && context.get(writeHeader) !== '') return
  throw new Refusal('FORBIDDEN', {
    reason: `Only this listener's own pages may do this: their Origin, and the header ${writeHeader}.`,
  })
}

/** @throws Refusal FORBIDDEN unless the request is to a name of the pages: a login under another would not be kept */
export function requirePageName(
  context: Context,
  { hostNames }: Pick<Audience, 'hostNames'>,
): void {
  if (isPageName(context, hostNames)) return
  const reason = `Log in under the name of the pages: ${hostNames}.`
  throw new Refusal('FORBIDDEN', { reason })
}

/** Whether the request is to a name under which the pages are: cookies ignore ports, so it must be no other's. */
export function isPageName(context: Context, names: string): boolean {
  return names.toLowerCase().split(',').includes(hostNameOf(context))
}

/** Whether the request is to this machine by its address or as `localhost`, which lead nowhere else. */
export function isByAddress(context: Context): boolean {
  const name = hostNameOf(context)
  return name === 'localhost' || isIP(name) !== 0
}

/** The pages' own origin, as the browser that sent the request knows it. */
export function originOf(context: Context): string {
  // Of a name of this machine alone browsers keep such cookies without TLS.
  const isHere = /(^|\.)localhost$/.test(hostNameOf(context))
  return `${isHere ? context.protocol : 'https'}://${context.get('Host').toLowerCase()}`
}

function hostNameOf(context: Context): string {
  const host = context.get('Host').toLowerCase()
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
