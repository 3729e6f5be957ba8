/** The HTTP application: the order of its middleware on one screen. */
import Koa from 'koa'
import { agreementRoutes } from './agreementPage.ts'
import { createArrivals } from './arrivals.ts'
import { bind } from './bind.ts'
import { cardEventRoutes } from './cardEvents.ts'
import type { Dependencies } from './dependencies.ts'
import { docsRoutes } from './docs.ts'
import { mcpRoutes } from './mcp/http.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { accessLog } from './middleware/accessLog.ts'
import { callers } from './middleware/callers.ts'
import { inFlight } from './middleware/inFlight.ts'
import { requestId } from './middleware/requestId.ts'
import { noRequestLog, type RequestLog } from './middleware/requestLog.ts'
import { shownPaths } from './middleware/shownPath.ts'
import type { RequestState } from './middleware/state.ts'
import { traced } from './middleware/traced.ts'
import { documentedErrors, logStray, refuseUnrouted } from './onerror.ts'
import { openapiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'
import { probeRoutes } from './probes.ts'
import { type ApiRouter, allowedMethods, createRouter } from './router.ts'
import { sandboxFaultRoutes } from './sandboxFaults.ts'
import { unroutedReasons } from './unrouted.ts'
import { verificationNoticeRoutes } from './verificationNotices.ts'
import { verificationPageRoutes } from './verificationPages.ts'

export const VERSION = '2025-10-13'

export type AppOptions = {
  /** Routes that are no operations: each function adds its own, without version prefix. */
  readonly routes?: readonly ((router: ApiRouter) => void)[]
  /** Validate every response against its declaration; default: the setting CHECK_RESPONSES. */
  readonly checkResponses?: boolean
  readonly metrics?: Metrics
  readonly requestLog?: RequestLog
  /** Is given what can be made ready before its first request. */
  readonly later?: (work: () => Promise<void>) => void
  /** True while the process drains: `/readyz` then answers 503. */
  readonly draining?: () => boolean
}

/**
 * The application, not listening yet.
 *
 * @throws Error for a repeated id or route
 */
export function buildApp(
  dependencies: Dependencies,
  operations: readonly Operation[],
  options: AppOptions = {},
): Koa<RequestState> {
  const { clock, config, log } = dependencies
  const metrics = options.metrics ?? createMetrics()
  const hops = config.TRUSTED_PROXY_HOPS
  const app = new Koa<RequestState>(hops > 0 ? { proxy: true, maxIpsCount: hops } : {})
  app.on('error', logStray(log))

  const service = createRouter()
  const draining = options.draining ?? (() => false)
  probeRoutes(service, dependencies, draining)
  docsRoutes(service, operations, () => openapiDocument(operations, `/${VERSION}`))
  verificationPageRoutes(dependencies)(service)
  const arrivals = createArrivals(config.UPLOADS_MAX, metrics)
  verificationNoticeRoutes(dependencies, arrivals)(service)
  cardEventRoutes(dependencies, metrics, arrivals)(service)
  sandboxFaultRoutes(dependencies)(service)
  agreementRoutes(service, dependencies)
  for (const add of options.routes ?? []) add(service)
  const identify = callers(dependencies)
  const admit = inFlight(config.REQUESTS_MAX, metrics)
  // Tools send their calls through the whole application, which is complete at the first of them.
  let whole: ReturnType<typeof app.callback> | undefined
  const loadTools = mcpRoutes(service, {
    ...{ dependencies, operations, identify, arrivals, version: VERSION },
    dispatch: (request, response) => {
      whole ??= app.callback()
      return whole(request, response)
    },
  })
  options.later?.(loadTools)
  const versioned = createRouter(`/${VERSION}`)
  bind(versioned, operations, {
    dependencies,
    admit,
    arrivals,
    identify,
    checkResponses: options.checkResponses ?? config.CHECK_RESPONSES,
  })

  const routers = [versioned, service]
  app.use(requestId(log))
  if (dependencies.tracing) app.use(traced(dependencies.tracing))
  app.use(accessLog(metrics, options.requestLog ?? noRequestLog, shownPaths(routers)))
  app.use(documentedErrors(config, clock))
  app.use(versioned.routes()) // what each operation goes through: `bind`
  app.use(service.routes()) // probes, documents and what the caller adds: unlimited, without authentication
  const reasonOf = unroutedReasons(routers, VERSION)
  app.use((context) => refuseUnrouted(context, allowedMethods(routers, context.path), reasonOf))
  return app
}
