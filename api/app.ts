/** The HTTP application: the order of its middleware on one screen. */
import Koa from 'koa'
import { bind } from './bind.ts'
import type { Dependencies } from './dependencies.ts'
import { docsRoutes } from './docs.ts'
import { livenessRoutes } from './livenessPage.ts'
import { mcpRoutes } from './mcp/http.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { accessLog } from './middleware/accessLog.ts'
import { callers } from './middleware/callers.ts'
import { inFlight } from './middleware/inFlight.ts'
import { requestId } from './middleware/requestId.ts'
import type { RequestState } from './middleware/state.ts'
import { logStray, onerror, refuseUnrouted } from './onerror.ts'
import { openapiDocument } from './openapi.ts'
import type { Operation } from './operation.ts'
import { probeRoutes } from './probes.ts'
import { type ApiRouter, allowedMethods, createRouter } from './router.ts'

export const VERSION = '2025-10-13'

export type AppOptions = {
  /** Routes that are no operations: each function adds its own, without version prefix. */
  readonly routes?: readonly ((router: ApiRouter) => void)[]
  /** Validate every response against its declaration; default: the setting CHECK_RESPONSES. */
  readonly checkResponses?: boolean
  readonly metrics?: Metrics
  /** True while the process drains: `/readyz` then answers 503. */
  readonly draining?: () => boolean
}

/**
 * The application, not listening yet.
 *
 * @throws Error for a schema that cannot be compiled and for a repeated id or route
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
  probeRoutes(service, dependencies, options.draining ?? (() => false))
  docsRoutes(service, openapiDocument(operations, `/${VERSION}`))
  livenessRoutes(service)
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
    identify,
    checkResponses: options.checkResponses ?? config.CHECK_RESPONSES,
  })

  app.use(requestId(log))
  app.use(accessLog(metrics))
  app.use(onerror)
  app.use(versioned.routes()) // what each operation goes through: `bind`
  app.use(service.routes()) // probes, documents and what the caller adds: unlimited, without authentication
  app.use((context) => refuseUnrouted(context, allowedMethods([versioned, service], context.path)))
  return app
}
