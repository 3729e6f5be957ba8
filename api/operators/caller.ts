/** Who calls the operators' listener: a browser by its session, or a program by a token. */
import { Refusal } from '../../contract/errors.ts'
import { operatorSigningIn } from '../../db/operatorSignIns.ts'
import {
  addAudit,
  beginSession,
  endSession,
  isOperatorNameTaken,
  isSessionSecret,
  type Operator,
  operatorOfSession,
  operatorOfToken,
} from '../../db/operators.ts'
import { becomeKnown } from '../connections.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressBucket, failureCounter, tooManyFailures } from '../middleware/failures.ts'
import type { Context, Next } from '../middleware/state.ts'
import type { Audience } from '../people/audience.ts'
import { isByAddress, isPageName, requireOwnPage, sessionOf } from '../people/pages.ts'
import { roleOfGroups } from './singleSignOn.ts'

/** Scripts of another origin cannot send it without asking first, and that is not answered. */
export const WRITE_HEADER = 'X-Operators'

/** An authenticated caller's connection is kept before those of unauthenticated ones. */
export type Callers = Audience<Operator>

const CHALLENGE = 'Bearer realm="operators"'
const NOT_ACCEPTED =
  "Log in with an operator's token (payments admin operator create), or send it: Authorization: Bearer TOKEN."

/** Makes the first step of every route. */
export function operatorCallers(dependencies: Dependencies): Callers {
  const { database, clock, config } = dependencies
  const issuer = dependencies.operatorSignIn?.issuer
  const failures = failureCounter({ database, clock })
  const bucketOf = (context: Context): readonly [string, string] => [
    'operator',
    `operators ${addressBucket(context.ip)}`,
  ]
  // Counted in the database like a platform's failures, so that all processes agree: tokens cannot be guessed, but a
  // caller that tries costs a statement each time.
  const refuse = (context: Context, reason: string): Promise<never> => {
    context.state.challenge = CHALLENGE
    return failures.refuse(...bucketOf(context), reason)
  }
  const known = (context: Context, operator: Operator): Operator => {
    becomeKnown(context.req, `operator ${operator.id}`)
    return operator
  }
  const audience = {
    name: 'operator',
    hostNames: config.OPERATOR_NAMES,
    writeHeader: WRITE_HEADER,
  } as const
  const accept = async (context: Context, found: Operator | undefined): Promise<Operator> =>
    known(context, found ?? (await refuse(context, NOT_ACCEPTED)))
  return {
    ...audience,
    async ofToken(context, token) {
      context.state.challenge = CHALLENGE
      return accept(context, await operatorOfToken(database, token))
    },
    async identify(context) {
      context.state.challenge = CHALLENGE
      const authorization = context.get('Authorization')
      if (authorization !== '') {
        const token = /^bearer +([\w-]{1,128}) *$/i.exec(authorization)?.[1]
        if (token === undefined) throw new Refusal('UNAUTHORIZED')
        const found = isSessionSecret(token)
          ? operatorOfSession(database, token, issuer)
          : operatorOfToken(database, token)
        return accept(context, await found)
      }
      const secret = sessionOf(context, audience)
      // A command's session is sent as a token, and as nothing else.
      const isSent = secret !== undefined && !isSessionSecret(secret)
      if (!isSent || !isPageName(context, audience.hostNames)) throw new Refusal('UNAUTHORIZED')
      const operator = await operatorOfSession(database, secret, issuer)
      if (operator === undefined) throw new Refusal('UNAUTHORIZED')
      if (context.method !== 'GET' && context.method !== 'HEAD') requireOwnPage(context, audience)
      return known(context, operator)
    },
    async ofSignIn(tx, { groups, ...person }, requestId) {
      const groupRole = roleOfGroups(groups, config)
      try {
        const found = await operatorSigningIn(tx, { ...person, groupRole }, requestId)
        return typeof found === 'string' ? { refused: found } : found
      } catch (error) {
        if (isOperatorNameTaken(error)) return { refused: 'NAME_TAKEN' }
        throw error
      }
    },
    requireMayTry(context) {
      const seconds = failures.blockedSeconds(...bucketOf(context))
      if (seconds !== undefined) throw tooManyFailures(seconds)
    },
    refuseSignIn: refuse,
    begin: beginSession,
    end: endSession,
    async noteLogout(tx, operator, requestId) {
      await addAudit(tx, operator, { action: 'logout', requestId })
    },
    present: ({ name, role }) => ({ name, role }),
  }
}

/**
 * Refuses requests under a name that is not the listener's: a page whose name was made to lead here would be of
 * our own origin then. Addresses and `localhost` lead nowhere else.
 */
export function requireOwnName({ config }: Dependencies) {
  return async (context: Context, next: Next): Promise<unknown> => {
    if (isByAddress(context) || isPageName(context, config.OPERATOR_NAMES)) return next()
    throw new Refusal('FORBIDDEN', {
      reason: 'The operators’ listener has other names; the setting OPERATOR_NAMES lists them.',
    })
  }
}
