/**
 * Sign-in at the issuer of the settings, of a browser and of a command. Both are redirected to it with a state, a nonce and
 * the challenge of a verifier. A browser keeps these in a cookie; a command keeps its own, and hands over the code that came
 * to its port of this machine (RFC 8252).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { newSecret } from '../../db/secrets.ts'
import {
  type AuthorizationAnswer,
  type OpenIdProvider,
  SignInError,
} from '../../providers/identityIssuers/openIdProvider.ts'
import type { Arrivals } from '../arrivals.ts'
import { pick } from '../bind.ts'
import { withinDeadline } from '../deadline.ts'
import type { Dependencies } from '../dependencies.ts'
import { addressBucket } from '../middleware/failures.ts'
import type { Context } from '../middleware/state.ts'
import { createPlaces } from '../places.ts'
import type { ApiRouter } from '../router.ts'
import { checkOf, queryCheckOf } from '../validate.ts'
import type { Audience, Person } from './audience.ts'
import { cookieOf, originOf, requirePageName, sessionOf, setCookie, setSession } from './pages.ts'
import { unauthenticatedBody } from './unauthenticatedBody.ts'

const CALLBACK = '/sign-in/callback'
/** Who signs in types a password, and maybe a code. */
const ATTEMPT_SECONDS = 600
/** Sign-ins that are redeemed at once; one address has half of them, so that a slow one does not hold up the others. */
const CALLS_MAX = 8

const CODE_MAX = 4_096

const secretText = { type: 'string', pattern: '^[\\w-]{32,128}$' } as const
/** A port of the machine that the command runs on. */
const loopback = {
  type: 'string',
  pattern: '^http://(127\\.0\\.0\\.1|\\[::1\\]):[1-9][0-9]{0,4}/callback$',
} as const

const asked = {
  type: 'object',
  required: ['redirectUri', 'state', 'nonce', 'challenge'],
  properties: {
    redirectUri: loopback,
    state: secretText,
    nonce: secretText,
    challenge: secretText,
  },
} as const
const checkAsked = queryCheckOf(asked)
const checkAnswer = checkOf({
  type: 'object',
  required: ['code', 'redirectUri', 'verifier', 'nonce'],
  properties: {
    code: { type: 'string', minLength: 1, maxLength: CODE_MAX },
    redirectUri: loopback,
    verifier: { type: 'string', pattern: '^[\\w.~-]{43,128}$' },
    nonce: secretText,
  },
})

/** Why a page shows the login again. The words are the page's. */
type Problem =
  | 'DENIED'
  | 'EXPIRED'
  | 'NO_ACCESS'
  | 'NAME_TAKEN'
  | 'REFUSED'
  | 'TOO_MANY'
  | 'UNAVAILABLE'

/** Adds the sign-in, of pages and of commands. @param provider none: it is not set up */
export function signInRoutes<Of extends Person>(
  router: ApiRouter,
  { database, config, log }: Dependencies,
  audience: Audience<Of>,
  arrivals: Arrivals,
  provider: OpenIdProvider | undefined,
): void {
  const attempts = `${audience.name}-sign-in`
  const places = createPlaces(CALLS_MAX)

  /**
   * The session of who has signed in, or why there is none. Account and session are one transaction: what ends the access of
   * the one ends the other.
   */
  async function redeem(
    context: Context,
    answer: AuthorizationAnswer,
    of: 'BROWSER' | 'COMMAND',
  ): Promise<{ readonly person: Of; readonly secret: string } | Problem> {
    const { requestId } = context.state
    try {
      const signedIn = await issuerOf(provider).redeem(answer)
      const result = await database.transaction(async (tx) => {
        const person = await audience.ofSignIn(tx, signedIn, requestId)
        if ('refused' in person) return person.refused
        return { person, secret: await audience.begin(tx, person, { requestId, of }) }
      })
      if (typeof result === 'string') log.warn({ requestId }, `sign-in: ${result}`)
      return result
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ requestId, err: error }, 'sign-in failed')
      return error instanceof SignInError ? error.code : 'UNAVAILABLE'
    }
  }

  /** Redeems in a place: an address has half of them, each request of its own. */
  function redeemInPlace(
    context: Context,
    answer: AuthorizationAnswer,
    of: 'BROWSER' | 'COMMAND',
  ): ReturnType<typeof redeem> {
    audience.requireMayTry(context)
    const turn = { platformId: addressBucket(context.ip), owner: context.state.requestId }
    return withinDeadline(config.REQUEST_DEADLINE_MS, () =>
      places.within(turn, () => redeem(context, answer, of)),
    )
  }

  router.get('/sign-in', async (context) => {
    context.state.operation = `${audience.name}:signIn`
    requirePageName(context, audience)
    const attempt: Attempt = {
      state: newSecret(),
      nonce: newSecret(),
      verifier: newSecret(),
      to: ownPathOf(context.query.to),
    }
    try {
      const url = await issuerOf(provider).authorizationUrl({
        redirectUri: `${originOf(context)}${CALLBACK}`,
        state: attempt.state,
        nonce: attempt.nonce,
        challenge: challengeOf(attempt.verifier),
      })
      // The session's cookie comes with a step from our own page alone, and not with the issuer's answer.
      const before = sessionOf(context, audience)
      if (before !== undefined) await database.transaction((tx) => audience.end(tx, before))
      // Lax: the issuer's redirect is a step from another site.
      const life = `Max-Age=${ATTEMPT_SECONDS}`
      setCookie(context, attempts, attemptText(attempt), 'SameSite=Lax', life)
      leave(context, url)
    } catch (error) {
      if (error instanceof Refusal) throw error
      log.warn({ requestId: context.state.requestId, err: error }, 'sign-in cannot begin')
      showProblem(context, attempt.to, 'UNAVAILABLE')
    }
  })

  router.get(CALLBACK, async (context) => {
    context.state.operation = `${audience.name}:signInCallback`
    requirePageName(context, audience)
    const attempt = attemptOf(cookieOf(context, attempts))
    setCookie(context, attempts, undefined)
    const given = pick(context.query, ['code', 'state', 'error', 'iss']) as Record<string, unknown>
    const to = attempt?.to ?? '/'
    // Another's code in this browser would have its owner work in another's account.
    if (attempt === undefined || !isEqual(given.state, attempt.state)) {
      return showProblem(context, to, 'EXPIRED')
    }
    if (given.error !== undefined) return showProblem(context, to, 'DENIED')
    // RFC 9207: the answer of another issuer.
    const isOfIssuer = given.iss === undefined || given.iss === provider?.issuer
    const { code } = given
    if (!isOfIssuer || typeof code !== 'string' || code === '' || code.length > CODE_MAX) {
      return showProblem(context, to, 'REFUSED')
    }
    const { verifier, nonce } = attempt
    const redirectUri = `${originOf(context)}${CALLBACK}`
    try {
      const answer = { code, redirectUri, verifier, nonce }
      const result = await redeemInPlace(context, answer, 'BROWSER')
      if (typeof result !== 'string') {
        setSession(context, audience, result.secret)
        return leave(context, to)
      }
      // A stranger may make up code and cookie, to have the issuer asked in our name.
      if (result === 'REFUSED') await audience.refuseSignIn(context, reasons.REFUSED)
      showProblem(context, to, result)
    } catch (error) {
      // A person reads the page, whose address has no code: it is spent.
      showProblem(context, to, problemOf(error))
    }
  })

  router.get('/api/sign-in', async (context) => {
    context.state.operation = `${audience.name}:signInAddress`
    const query = pick(context.query, Object.keys(asked.properties))
    const problems = checkAsked(query)
    if (problems.length > 0) throw invalidInput(problems)
    const url = await issuerOf(provider)
      .authorizationUrl(query as never)
      .catch(asRefusal)
    context.body = { url }
  })

  router.post('/api/sign-in', async (context) => {
    context.state.operation = `${audience.name}:signInOfCommand`
    const answer = await unauthenticatedBody<AuthorizationAnswer>(context, checkAnswer, {
      config,
      arrivals,
    })
    const result = await redeemInPlace(context, answer, 'COMMAND')
    if (result === 'UNAVAILABLE') throw new Refusal('SERVICE_UNAVAILABLE', { reason: AWAY })
    if (typeof result === 'string') return audience.refuseSignIn(context, reasons[result])
    context.status = 201
    context.body = { ...audience.present(result.person), token: result.secret }
    return undefined
  })
}

const AWAY = 'The issuer gives no usable answer now: sign in later, or by a token.'

const reasons: Readonly<Record<Exclude<Problem, 'UNAVAILABLE'>, string>> = {
  DENIED: 'The issuer has not signed you in.',
  EXPIRED: 'The sign-in took too long, or was begun elsewhere: begin again.',
  NO_ACCESS:
    'You are signed in, and have no access here: no group of yours has a role, or your account is revoked.',
  NAME_TAKEN: 'You are signed in, and an account of your name is another one: ask an ADMIN.',
  TOO_MANY: 'Sign-ins from your address have failed too often: try again in a minute.',
  REFUSED: 'What the issuer said of you was not accepted: begin again.',
}

/** @throws Refusal where there is none */
function issuerOf(provider: OpenIdProvider | undefined): OpenIdProvider {
  if (provider !== undefined) return provider
  const reason = 'Single sign-on is not set up here (OPERATOR_SSO_ISSUER): log in with a token.'
  throw new Refusal('NOT_IMPLEMENTED', { reason })
}

function asRefusal(error: unknown): never {
  if (error instanceof SignInError) throw new Refusal('SERVICE_UNAVAILABLE', { reason: AWAY })
  throw error
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof Refusal)) return 'UNAVAILABLE'
  if (error.code === 'RATE_LIMITED') return 'TOO_MANY'
  return error.code === 'UNAUTHORIZED' ? 'REFUSED' : 'UNAVAILABLE'
}

type Attempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the page goes on. */
  readonly to: string
}

function attemptText({ state, nonce, verifier, to }: Attempt): string {
  return [state, nonce, verifier, encodeURIComponent(to)].join('.')
}

function attemptOf(text: string | undefined): Attempt | undefined {
  const found = /^([\w-]{32,128})\.([\w-]{32,128})\.([\w-]{43,128})\.([\w%.~-]{1,600})$/.exec(
    text ?? '',
  )
  const [, state = '', nonce = '', verifier = '', to = ''] = found ?? []
  return found === null ? undefined : { state, nonce, verifier, to: ownPathOf(decoded(to)) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '/'
  }
}

/** A path of the pages; the first of them for anything that may lead elsewhere. */
function ownPathOf(given: unknown): string {
  return typeof given === 'string' &&
    /^\/([\w-]+(\/[\w%:.~-]*)?)?$/.test(given) &&
    given.length <= 200
    ? given
    : '/'
}

/** RFC 7636: S256. */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function isEqual(given: unknown, kept: string): boolean {
  if (typeof given !== 'string') return false
  const [one, other] = [Buffer.from(given), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function showProblem(context: Context, to: string, problem: Problem): void {
  leave(context, `${to}?problem=${problem}`)
}

function leave(context: Context, url: string): void {
  context.redirect(url)
  context.set('Cache-Control', 'no-store')
  // The address of this answer may hold a code.
  context.set('Referrer-Policy', 'no-referrer')
}
