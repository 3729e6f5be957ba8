/** The HTTP application: the order of its middleware on one screen. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Koa from 'koa'
import { bind } from './bind.ts'
import {
  type CardDecisionListener,
  cardDecisionListener,
  cardDecisionProbe,
} from './cardDecisions.ts'
import { cardEventRoutes } from './cardEvents.ts'
import type { Dependencies } from './dependencies.ts'
import { docsRoutes } from './docs.ts'
import { mcpRoutes } from './mcp/http.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { accessLog } from './middleware/accessLog.ts'
import { callers } from './middleware/callers.ts'
import { inFlight, uploadsInFlight } from './middleware/inFlight.ts'
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
import { termsRoutes } from './termsPage.ts'
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
  /** True while the process drains: `/readyz` and `/readyz/card-decisions` then answer 503. */
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
  const { config, log } = dependencies
  const metrics = options.metrics ?? createMetrics()
  const hops = config.TRUSTED_PROXY_HOPS
  const app = new Koa<RequestState>(hops > 0 ? { proxy: true, maxIpsCount: hops } : {})
  app.on('error', logStray(log))

  const service = createRouter()
  const draining = options.draining ?? (() => false)
  probeRoutes(service, dependencies, draining)
  docsRoutes(service, operations, () => openapiDocument(operations, `/${VERSION}`))
  verificationPageRoutes(dependencies)(service)
  verificationNoticeRoutes(dependencies)(service)
  cardEventRoutes(dependencies, metrics)(service)
  cardDecisionProbe(service, dependencies, draining)
  termsRoutes(service, dependencies)
  for (const add of options.routes ?? []) add(service)
  const identify = callers(dependencies)
  const admit = inFlight(config.REQUESTS_MAX, metrics)
  // Tools send their calls through the whole application, which is complete at the first of them.
  let whole: ReturnType<typeof app.callback> | undefined
  mcpRoutes(service, {
    ...{ dependencies, operations, identify, admit, version: VERSION },
    dispatch: (request, response) => {
      whole ??= app.callback()
      return whole(request, response)
    },
  })
  const versioned = createRouter(`/${VERSION}`)
  bind(versioned, operations, {
    dependencies,
    admit,
    admitUpload: uploadsInFlight(config.UPLOADS_MAX, metrics),
    identify,
    checkResponses: options.checkResponses ?? config.CHECK_RESPONSES,
  })

  const routers = [versioned, service]
  app.use(requestId(log))
  if (dependencies.tracing) app.use(traced(dependencies.tracing))
  app.use(accessLog(metrics, options.requestLog ?? noRequestLog, shownPaths(routers)))
  app.use(documentedErrors(config))
  app.use(versioned.routes()) // what each operation goes through: `bind`
  app.use(service.routes()) // probes, documents and what the caller adds: unlimited, without authentication
  const reasonOf = unroutedReasons(routers, VERSION)
  app.use((context) => refuseUnrouted(context, allowedMethods(routers, context.path), reasonOf))
  return besideDecisions(app, cardDecisionListener(dependencies, metrics))
}

/** The application after the live card authorizations, which go through none of its middleware. */
function besideDecisions(
  app: Koa<RequestState>,
  isDecision: CardDecisionListener,
): Koa<RequestState> {
  const callback = app.callback.bind(app)
  app.callback = () => {
    const answer = callback()
    return async (request, response) => {
      if (isDecision(request as IncomingMessage, response as ServerResponse)) return
      await answer(request, response)
    }
  }
  return app
}
