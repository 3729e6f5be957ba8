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
import { readBody } from '../middleware/body.ts'
import { addressBucket } from '../middleware/failures.ts'
import { senderOf } from '../middleware/sender.ts'
import type { Context } from '../middleware/state.ts'
import { createPlaces } from '../places.ts'
import type { ApiRouter } from '../router.ts'
import { checkOf, queryCheckOf } from '../validate.ts'
import type { Audience, Person } from './audience.ts'
import { cookieOf, originOf, requirePageName, setCookie } from './pages.ts'
import { logIn } from './sessions.ts'

const CALLBACK = '/sign-in/callback'
/** Who signs in types a password, and maybe a code. */
const ATTEMPT_SECONDS = 600
/** Calls of the issuer at once; one address has half of them, so that who is slow there holds up nobody else. */
const CALLS_MAX = 8

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
    code: { type: 'string', minLength: 1, maxLength: 4_096 },
    redirectUri: loopback,
    verifier: { type: 'string', pattern: '^[\\w.~-]{43,128}$' },
    nonce: secretText,
  },
})

/** Why a page shows the login again. The words are the page's. */
type Problem = 'DENIED' | 'EXPIRED' | 'NO_ACCESS' | 'NAME_TAKEN' | 'REFUSED' | 'UNAVAILABLE'

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
  const calling = <Result>(context: Context, work: () => Promise<Result>): Promise<Result> => {
    const bucket = addressBucket(context.ip)
    return withinDeadline(config.REQUEST_DEADLINE_MS, () =>
      places.within({ platformId: bucket, owner: bucket }, work),
    )
  }
  const redeem = async (context: Context, answer: AuthorizationAnswer): Promise<Of | Problem> => {
    const { requestId } = context.state
    try {
      const person = await issuerOf(provider).redeem(answer)
      const account = await database.transaction((tx) => audience.ofSignIn(tx, person, requestId))
      if (!('refused' in account)) return account
      log.warn({ requestId, subject: person.subject }, `sign-in: ${account.refused}`)
      return account.refused
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      log.warn({ requestId, err: error }, 'sign-in failed')
      return error.code
    }
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
      const url = await calling(context, () =>
        issuerOf(provider).authorizationUrl({
          redirectUri: `${originOf(context)}${CALLBACK}`,
          state: attempt.state,
          nonce: attempt.nonce,
          challenge: challengeOf(attempt.verifier),
        }),
      )
      // Lax: the issuer's redirect is a step from another site.
      const life = `Max-Age=${ATTEMPT_SECONDS}`
      setCookie(context, attempts, attemptText(attempt), 'SameSite=Lax', life)
      leave(context, url)
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
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
    if (!isOfIssuer || typeof code !== 'string' || code.length > 4_096) {
      return showProblem(context, to, 'REFUSED')
    }
    const { verifier, nonce } = attempt
    const redirectUri = `${originOf(context)}${CALLBACK}`
    await calling(context, async () => {
      const person = await redeem(context, { code, redirectUri, verifier, nonce })
      if (typeof person === 'string') return showProblem(context, to, person)
      await logIn(context, { database }, audience, person)
      leave(context, to)
    })
  })

  router.get('/api/sign-in', async (context) => {
    context.state.operation = `${audience.name}:signInAddress`
    const query = pick(context.query, Object.keys(asked.properties))
    const problems = checkAsked(query)
    if (problems.length > 0) throw invalidInput(problems)
    const url = await calling(context, () =>
      issuerOf(provider).authorizationUrl(query as never),
    ).catch(asRefusal)
    context.body = { url }
  })

  router.post('/api/sign-in', async (context) => {
    context.state.operation = `${audience.name}:signInOfCommand`
    const { parsed } = await arrivals.read(context.req, senderOf(context, config), () =>
      readBody(context, false),
    )
    const body = parsed ?? {}
    const problems = checkAnswer(body)
    if (problems.length > 0) throw invalidInput(problems)
    await calling(context, async () => {
      const person = await redeem(context, body as AuthorizationAnswer)
      if (person === 'UNAVAILABLE') throw new Refusal('SERVICE_UNAVAILABLE', { reason: AWAY })
      if (typeof person === 'string') return audience.refuseSignIn(context, reasons[person])
      const { requestId } = context.state
      const token = await database.transaction((tx) =>
        audience.begin(tx, person, { requestId, of: 'COMMAND' }),
      )
      context.status = 201
      context.body = { ...audience.present(person), token }
      return undefined
    })
  })
}

const AWAY = 'The issuer gives no usable answer now: sign in later, or by a token.'

const reasons: Readonly<Record<Exclude<Problem, 'UNAVAILABLE'>, string>> = {
  DENIED: 'The issuer has not signed you in.',
  EXPIRED: 'The sign-in took too long, or was begun elsewhere: begin again.',
  NO_ACCESS:
    'You are signed in, and have no access here: no group of yours has a role, or your account is revoked.',
  NAME_TAKEN: 'You are signed in, and an account of your name is another one: ask an ADMIN.',
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
