/**
 * Finds an operation's route by its path's shape instead of asking every route in turn: the
 * router's cost grows with the number of operations, this one's does not. What is not found here
 * (another method, HEAD, an encoded path) goes on to the router, which tells 404 from 405.
 */
import type { RouterContext } from '@koa/router'
import type { Context, Middleware, RequestState } from './middleware/state.ts'

type Handler = (context: RouterContext<RequestState>) => Promise<void>

type Route = {
  readonly literals: readonly (readonly [index: number, text: string])[]
  readonly names: readonly (readonly [index: number, name: string])[]
  readonly handler: Handler
}

export type DirectRoutes = {
  /** @param path with its version prefix: `/2025-10-13/quotes/:quoteId/execute` */
  add(method: string, path: string, handler: Handler): void
  readonly middleware: Middleware
}

export function directRoutes(): DirectRoutes {
  const byShape = new Map<string, Route[]>()
  const shapeOf = (method: string, segments: readonly string[]): string =>
    `${method} ${segments.length}`
  return {
    add(method, path, handler) {
      const segments = path.split('/')
      const shape = shapeOf(method.toUpperCase(), segments)
      const routes = byShape.get(shape) ?? []
      const indexed = segments.map((segment, index) => [index, segment] as const)
      routes.push({
        literals: indexed.filter(([, segment]) => !segment.startsWith(':')),
        names: indexed
          .filter(([, segment]) => segment.startsWith(':'))
          .map(([index, segment]) => [index, segment.slice(1)] as const),
        handler,
      })
      // `/customers/external-accounts` before `/customers/:customerId`, as the router does.
      routes.sort((a, b) => a.names.length - b.names.length)
      byShape.set(shape, routes)
    },
    middleware: (context: Context, next) => {
      const { path } = context
      if (path.includes('%')) return next()
      const segments = path.split('/')
      const route = byShape
        .get(shapeOf(context.method, segments))
        ?.find(({ literals }) => literals.every(([index, text]) => segments[index] === text))
      if (route === undefined) return next()
      const params: Record<string, string> = {}
      for (const [index, name] of route.names) {
        const value = segments[index]
        if (value === undefined || value === '') return next()
        params[name] = value
      }
      const routed = context as unknown as RouterContext<RequestState>
      routed.params = params
      return route.handler(routed)
    },
  }
}
