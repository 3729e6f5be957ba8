/** Who calls the operators' listener: a browser by its session, or a program by an operator's token. */
import { isIP } from 'node:net'
import { Refusal } from '../../contract/errors.ts'
import { type Operator, operatorOfSession, operatorOfToken } from '../../db/operators.ts'
import { becomeKnown } from '../connections.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressBucket, type FailureCounter, failureCounter } from '../middleware/failures.ts'
import type { Context, Next } from '../middleware/state.ts'

/** The prefix has browsers refuse it without Secure, for a whole domain, or for a part of the paths. */
const COOKIE = '__Host-operator'

/** Scripts of another origin cannot send it without asking first, and that is not answered. */
export const WRITE_HEADER = 'X-Operators'

/** An authenticated caller's connection is kept before those of unauthenticated ones. */
export type Callers = {
  /** @throws Refusal UNAUTHORIZED, RATE_LIMITED, and FORBIDDEN for a write that another page may have caused */
  identify(context: Context): Promise<Operator>
  /** The account of a token that is given to log in with. */
  ofToken(context: Context, token: string): Promise<Operator>
}

/** Makes the first step of every route. */
export function operatorCallers({ database, clock, config }: Dependencies): Callers {
  const failures = failureCounter({ database, clock })
  const ofToken = async (context: Context, token: string): Promise<Operator> => {
    const operator = (await operatorOfToken(database, token)) ?? (await refuse(failures, context))
    becomeKnown(context.req, `operator ${operator.id}`)
    return operator
  }
  return {
    ofToken,
    async identify(context) {
      context.state.challenge = 'Bearer realm="operators"'
      const authorization = context.get('Authorization')
      if (authorization !== '') {
        const token = /^bearer +([\w-]{1,128}) *$/i.exec(authorization)?.[1]
        if (token === undefined) throw new Refusal('UNAUTHORIZED')
        return ofToken(context, token)
      }
      const secret = sessionOf(context)
      if (secret === undefined || !isPageName(context, config.OPERATOR_NAMES)) {
        throw new Refusal('UNAUTHORIZED')
      }
      const operator = await operatorOfSession(database, secret)
      if (operator === undefined) throw new Refusal('UNAUTHORIZED')
      becomeKnown(context.req, `operator ${operator.id}`)
      if (context.method !== 'GET' && context.method !== 'HEAD') requireOwnPage(context)
      return operator
    },
  }
}

const NOT_ACCEPTED =
  "Log in with an operator's token (payments admin operator create), or send it: Authorization: Bearer TOKEN."

/**
 * Counted in the database like a platform's failures, so that all processes agree: tokens cannot be guessed, but a
 * caller that tries costs a statement each time.
 */
function refuse(failures: FailureCounter, context: Context): Promise<never> {
  return failures.refuse('operator', `operators ${addressBucket(context.ip)}`, NOT_ACCEPTED)
}

/** @throws Refusal FORBIDDEN unless the request is of a page of this listener */
export function requireOwnPage(context: Context): void {
  const origin = context.get('Origin')
  const isOwn = URL.canParse(origin) && new URL(origin).host === context.get('Host').toLowerCase()
  if (isOwn && context.get(WRITE_HEADER) !== '') return
  throw new Refusal('FORBIDDEN', {
    reason: `Only the operators' own pages may do this: their Origin, and the header ${WRITE_HEADER}.`,
  })
}

/**
 * Refuses requests under a name that is not the listener's: a page whose name was made to lead here would be of
 * our own origin then. Addresses and `localhost` lead nowhere else.
 */
export function requireOwnName({ config }: Dependencies) {
  return async (context: Context, next: Next): Promise<unknown> => {
    const name = hostNameOf(context)
    if (name === 'localhost' || isIP(name) !== 0 || isPageName(context, config.OPERATOR_NAMES)) {
      return next()
    }
    throw new Refusal('FORBIDDEN', {
      reason: 'The operators’ listener has other names; the setting OPERATOR_NAMES lists them.',
    })
  }
}

/** Whether the request is to a name under which the pages are: cookies ignore ports, so it must be no other's. */
export function isPageName(context: Context, names: string): boolean {
  return names.toLowerCase().split(',').includes(hostNameOf(context))
}

function hostNameOf(context: Context): string {
  const host = context.get('Host').toLowerCase()
  return host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}

/** The secret of the request's session. */
export function sessionOf(context: Context): string | undefined {
  const pairs = context.get('Cookie').split(/; */)
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

/** Sets the session's cookie; without a secret it is removed. */
export function setSession(context: Context, secret?: string): void {
  const value = secret === undefined ? '; Max-Age=0' : secret
  const rest = 'Path=/; HttpOnly; Secure; SameSite=Strict'
  context.set(
    'Set-Cookie',
    `${COOKIE}=${secret === undefined ? '' : value}; ${rest}${secret === undefined ? value : ''}`,
  )
}
