/** What leaves in a span: names, codes and ids, the caller's own `X-Request-Id` among them. */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { Logger } from 'pino'

/**
 * Attributes that are exported, of any source. Addresses of calls are not: secrets stand in some paths.
 * Nor are the texts of statements, in which values stand, and of errors, which quote them.
 */
const shownAttributes: ReadonlySet<string> = new Set([
  'db.namespace',
  'db.operation.name',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'payments.operation',
  'payments.request_id',
  'server.address',
  'server.port',
  'temporal.activity.attempt',
  'temporal.workflow.id',
  'temporal.workflow.type',
  'url.scheme',
])

/** An exporter that sends what may be shown, and logs when it begins to fail and when that is over. */
export function shownSpans(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans.map(shown), (result) => {
        const fails = result.error !== undefined
        if (fails && !isFailing) log.warn({ err: result.error }, 'spans can not be exported')
        if (!fails && isFailing) log.info('spans are exported again')
        isFailing = fails
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function shown(span: ReadableSpan): ReadableSpan {
  const attributes = Object.entries(span.attributes).filter(([name]) => shownAttributes.has(name))
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => span.spanContext(),
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(attributes),
    links: [],
    // Exceptions with their messages.
    events: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  }
}
