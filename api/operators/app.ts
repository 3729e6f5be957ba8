/**
 * The operators' own listener: their API and pages, `/metrics` and `/codec`. It has a port and host names of its
 * own, because a browser sends cookies to every port of a name.
 */
import Koa from 'koa'
import { createArrivals } from '../arrivals.ts'
import { codecRoutes } from '../codec.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Metrics } from '../metrics.ts'
import { accessLog } from '../middleware/accessLog.ts'
import { requestId } from '../middleware/requestId.ts'
import { noRequestLog, type RequestLog } from '../middleware/requestLog.ts'
import { shownPaths } from '../middleware/shownPath.ts'
import type { RequestState } from '../middleware/state.ts'
import { logStray, onerror, refuseUnrouted } from '../onerror.ts'
import { sessionRoutes } from '../people/sessions.ts'
import { signInRoutes } from '../people/signIn.ts'
import { allowedMethods, createRouter } from '../router.ts'
import { bindOperatorRoutes } from './bind.ts'
import { operatorCallers, requireOwnName } from './caller.ts'
import { operatorPages } from './pages.ts'
import { operatorRoutes } from './routes.ts'

const NO_PATH = "No such path here; the operators' pages begin at /."

/** The application, not listening yet. */
export function buildOperatorApp(
  dependencies: Dependencies,
  metrics: Metrics,
  requestLog: RequestLog = noRequestLog,
): Koa<RequestState> {
  const { config, log } = dependencies
  const hops = config.TRUSTED_PROXY_HOPS
  const app = new Koa<RequestState>(hops > 0 ? { proxy: true, maxIpsCount: hops } : {})
  app.on('error', logStray(log))
  const router = createRouter()
  const callers = operatorCallers(dependencies)
  const arrivals = createArrivals(0)
  codecRoutes(dependencies, callers, arrivals)(router)
  sessionRoutes(router, dependencies, callers, arrivals)
  signInRoutes(router, dependencies, callers, arrivals, dependencies.operatorSignIn)
  bindOperatorRoutes(router, operatorRoutes, dependencies, { callers, arrivals })
  operatorPages(router, config)
  router.get('/metrics', async (context) => {
    context.state.operation = 'metrics'
    context.type = metrics.registry.contentType
    context.body = await metrics.registry.metrics()
  })

  app.use(requestId(log))
  app.use(accessLog(metrics, requestLog, shownPaths([router])))
  app.use(onerror)
  app.use(requireOwnName(dependencies))
  app.use(router.routes())
  app.use((context) =>
    refuseUnrouted(context, allowedMethods([router], context.path), () => NO_PATH),
  )
  return app
}
