/** Binds the operators' routes: who calls, whether they may, what they give, and the transaction with the audit row. */
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { exactJson } from '../../contract/exactJson.ts'
import { addAudit, holdsAccount, isRoleAtLeast, waitForRevocations } from '../../db/operators.ts'
import type { Arrivals } from '../arrivals.ts'
import { pick, unknownParameters } from '../bind.ts'
import { withinDeadline } from '../deadline.ts'
import type { Dependencies } from '../dependencies.ts'
import { readBody, refuseBrokenText } from '../middleware/body.ts'
import { isOnlyBehind, refuseWrites } from '../middleware/maintenance.ts'
import type { Context } from '../middleware/state.ts'
import { createPlaces } from '../places.ts'
import type { ApiRouter } from '../router.ts'
import { checkOf, queryCheckOf } from '../validate.ts'
import type { Callers } from './caller.ts'
import type { OperatorRoute } from './route.ts'

/** Of the connections that operators share with platforms; one operator has half of them. */
const PLACES = 4

/** Adds the routes below `/api`. */
export function bindOperatorRoutes(
  router: ApiRouter,
  routes: readonly OperatorRoute[],
  dependencies: Dependencies,
  { callers, arrivals }: { readonly callers: Callers; readonly arrivals: Arrivals },
): void {
  const { config, database } = dependencies
  const places = createPlaces(PLACES)
  for (const route of routes) {
    const readInput = inputReader(route)
    const answer = async (context: Context & { params: object }): Promise<void> => {
      const operator = await callers.identify(context)
      if (!isRoleAtLeast(operator.role, route.role)) {
        const reason = `It takes the role ${route.role}; ${operator.name} has ${operator.role}.`
        throw new Refusal('FORBIDDEN', { reason })
      }
      const isBehind = route.judgesStoreItself === true && (await isOnlyBehind(dependencies))
      if (!isBehind) await refuseWrites(dependencies, context.method)
      for (const [name, text] of Object.entries(context.params)) {
        refuseBrokenText(String(text), name)
      }
      const sender = { key: operator.id, isKnown: true }
      const input = (): ReturnType<typeof readInput> => readInput(context)
      const { query, body } = await arrivals.read(context.req, sender, input)
      const { requestId } = context.state
      const { params } = context
      const given = { params, query, body, operator, requestId, dependencies, isBehind }
      const turn = { platformId: operator.id, owner: operator.id }
      const work = () =>
        database.transaction(async (tx) => {
          if (route.changesAccounts) await waitForRevocations(tx)
          // Revoked since the request came: it decides nothing any more.
          if (route.role !== 'VIEW' && !(await holdsAccount(tx, operator, route.role))) {
            throw new Refusal('UNAUTHORIZED')
          }
          const result = await route.handle({ ...given, tx })
          if (!route.isUnaudited) {
            const { subject, platformId, details = query ?? {} } = result
            const entry = { action: route.id, subject, platformId, requestId, details }
            await addAudit(tx, operator, entry)
          }
          return result
        })
      const answered = await places.within(turn, work)
      const live = await answered.live?.()
      context.status = route.status ?? 200
      context.res.setHeader('Content-Type', 'application/json; charset=utf-8')
      context.body = exactJson({ ...answered.body, ...live })
    }
    router[route.method](`/api${route.path}`, (context) => {
      context.state.operation = `operator:${route.id}`
      return withinDeadline(config.REQUEST_DEADLINE_MS, () => answer(context))
    })
  }
}

/** All that is wrong with query and body, at once. */
function inputReader(route: OperatorRoute) {
  const checkQuery = route.query && queryCheckOf(route.query)
  const checkBody = route.body && checkOf(route.body)
  const names = Object.keys(route.query?.properties ?? {})
  return async (context: Context): Promise<{ query: object | undefined; body: unknown }> => {
    const query = checkQuery && pick(context.query, names)
    const { parsed } = await readBody(context)
    const body = checkBody && (parsed ?? {})
    const problems = [
      ...(query && checkQuery ? checkQuery(query) : []),
      ...unknownParameters(context.query, names),
      ...(body && checkBody ? checkBody(body) : []),
    ]
    if (problems.length > 0) throw invalidInput(problems)
    return { query, body }
  }
}
