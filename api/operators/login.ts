/** Logins of browsers: `/api/session`. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { addAudit, beginSession, endSession } from '../../db/operators.ts'
import type { Arrivals } from '../arrivals.ts'
import type { Dependencies } from '../dependencies.ts'
import { readBody } from '../middleware/body.ts'
import { senderOf } from '../middleware/sender.ts'
import type { ApiRouter } from '../router.ts'
import { checkOf } from '../validate.ts'
import { type Callers, isPageName, requireOwnPage, sessionOf, setSession } from './caller.ts'

const checkLogin = checkOf({
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', minLength: 1, maxLength: 128 } },
})

/** Adds the login, the logout, and who is logged in. */
export function loginRoutes(
  router: ApiRouter,
  { database, config }: Dependencies,
  callers: Callers,
  arrivals: Arrivals,
): void {
  router.post('/api/session', async (context) => {
    context.state.operation = 'operator:login'
    if (!isPageName(context, config.OPERATOR_NAMES)) {
      const reason = `Log in under the name of the pages (OPERATOR_NAMES): ${config.OPERATOR_NAMES}.`
      throw new Refusal('FORBIDDEN', { reason })
    }
    requireOwnPage(context)
    // A login is unauthenticated until its token is read.
    const { parsed } = await arrivals.read(context.req, senderOf(context, config), () =>
      readBody(context, false),
    )
    const body = parsed ?? {}
    const problems = checkLogin(body)
    if (problems.length > 0) throw invalidInput(problems)
    context.state.challenge = 'Bearer realm="operators"'
    const operator = await callers.ofToken(context, String(body.token))
    const { requestId } = context.state
    const secret = await database.transaction((tx) => beginSession(tx, operator, requestId))
    setSession(context, secret)
    context.status = 201
    context.body = { name: operator.name, role: operator.role }
  })
  router.get('/api/session', async (context) => {
    context.state.operation = 'operator:session'
    const { name, role } = await callers.identify(context)
    context.body = { name, role }
  })
  router.delete('/api/session', async (context) => {
    context.state.operation = 'operator:logout'
    const operator = await callers.identify(context)
    const secret = sessionOf(context)
    const { requestId } = context.state
    if (secret !== undefined) {
      await database.transaction(async (tx) => {
        await endSession(tx, secret)
        await addAudit(tx, operator, { action: 'logout', requestId })
      })
    }
    setSession(context)
    context.status = 204
  })
}
