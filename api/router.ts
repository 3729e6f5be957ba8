import Router from '@koa/router'
import type { RequestState } from './middleware/state.ts'

export type ApiRouter = Router<RequestState>

/** A router whose most exact route takes a path. */
export function createRouter(prefix?: string): ApiRouter {
  return new Router<RequestState>({
    // `/customers/external-accounts` before `/customers/:customerId`, in whatever order they come.
    exclusive: 'specificity',
    sensitive: true,
    strict: true,
    ...(prefix !== undefined && { prefix }),
  })
}

/** The methods that a path takes, over all routers. */
export function allowedMethods(routers: readonly ApiRouter[], path: string): string[] {
  const matched = routers.flatMap((each) => each.match(path, 'GET').path)
  // `/customers/external-accounts` is no customer: the most exact route says what a path takes.
  const fewest = Math.min(...matched.map(({ paramNames }) => paramNames.length))
  const layers = matched.filter(({ paramNames }) => paramNames.length === fewest)
  return [...new Set(layers.flatMap((layer) => layer.methods))].sort()
}
