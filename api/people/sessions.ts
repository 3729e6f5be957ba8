/** Logins of browsers: `/api/session`. */
import type { Arrivals } from '../arrivals.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Context } from '../middleware/state.ts'
import type { ApiRouter } from '../router.ts'
import { checkOf } from '../validate.ts'
import type { Audience, Person } from './audience.ts'
import { requireOwnPage, requirePageName, sessionOf, setSession } from './pages.ts'
import { unauthenticatedBody } from './unauthenticatedBody.ts'

const checkLogin = checkOf({
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', minLength: 1, maxLength: 128 } },
})

/** Adds the login by a token, the logout, and who is logged in. */
export function sessionRoutes<Of extends Person>(
  router: ApiRouter,
  { database, config }: Dependencies,
  audience: Audience<Of>,
  arrivals: Arrivals,
): void {
  router.post('/api/session', async (context) => {
    context.state.operation = `${audience.name}:login`
    requirePageName(context, audience)
    requireOwnPage(context, audience)
    const { token } = await unauthenticatedBody<{ token: string }>(context, checkLogin, {
      config,
      arrivals,
    })
    const person = await audience.ofToken(context, token)
    const { requestId } = context.state
    const before = sessionOf(context, audience)
    // Under a new secret; the session that the browser had before ends.
    const secret = await database.transaction(async (tx) => {
      if (before !== undefined) await audience.end(tx, before)
      return audience.begin(tx, person, { requestId, of: 'BROWSER' })
    })
    setSession(context, audience, secret)
    context.status = 201
    context.body = audience.present(person)
  })
  router.get('/api/session', async (context) => {
    context.state.operation = `${audience.name}:session`
    context.body = audience.present(await audience.identify(context))
  })
  router.delete('/api/session', async (context) => {
    context.state.operation = `${audience.name}:logout`
    const person = await audience.identify(context)
    const secret = sentSecretOf(context, audience)
    const { requestId } = context.state
    if (secret !== undefined) {
      await database.transaction(async (tx) => {
        if (await audience.end(tx, secret)) await audience.noteLogout(tx, person, requestId)
      })
    }
    setSession(context, audience)
    context.status = 204
  })
}

/** A command sends its session's secret as a token. An account's token is no session: nothing of it ends. */
function sentSecretOf(context: Context, audience: Pick<Audience, 'name'>): string | undefined {
  return (
    /^bearer +(\S+) *$/i.exec(context.get('Authorization'))?.[1] ?? sessionOf(context, audience)
  )
}
