import type { Tracing } from '../../runtime/tracing.ts'
import type { Middleware } from './state.ts'

/**
 * Makes a request a span of the caller's trace, or of a new one. It is named by the operation: in a path
 * stand ids and, in some, codes.
 */
export function traced(tracing: Tracing): Middleware {
  return (context, next) => {
    if (/^\/(healthz|readyz)/.test(context.path)) return next()
    const asked = {
      name: context.method,
      kind: 'SERVER',
      parent: context.get('traceparent') || undefined,
      attributes: {
        'http.request.method': context.method,
        'payments.request_id': context.state.requestId,
      },
    } as const
    return tracing.within(asked, async (span) => {
      await next()
      const { status } = context
      const { operation } = context.state
      if (operation !== undefined) {
        span.updateName(`${context.method} ${operation}`)
        span.setAttribute('payments.operation', operation)
      }
      span.setAttribute('http.response.status_code', status)
      // ERROR, of the API's codes: an enumeration of it would be loaded with it.
      if (status >= 500) span.setStatus({ code: 2 })
    })
  }
}
