/**
 * Tracing by OpenTelemetry, set up by its standard `OTEL_*` variables. Without an endpoint in them nothing
 * of it is loaded: its packages are imported when they are used.
 */
import { createRequire } from 'node:module'
import type { Span, SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { inTime } from '../contract/inTime.ts'
import { TRACE_HEADER } from '../contract/traceHeader.ts'
import { shownSpans } from './shownSpans.ts'

/** What a process does with its spans; undefined if it has none. */
export type Tracing = {
  /** Of the present span, for a header; undefined outside of one. */
  traceparent(): string | undefined
  /** Does the work within a span, which is marked as failed when the work throws. */
  within<Result>(asked: AskedSpan, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Sends what is left. */
  stop(): Promise<void>
}

export type AskedSpan = {
  readonly name: string
  readonly kind: keyof typeof SpanKind
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  /** The caller's `traceparent`; without one the present span is the parent. */
  readonly parent?: string | undefined
  /** Whether what the work has thrown is a failure; without it everything is. */
  readonly isFailure?: (error: unknown) => boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const STOP_MS = 3_000

/**
 * Starts tracing if an endpoint is set. Queries and calls to outside parties become spans of what they are
 * made for, by the instrumentations of pg and undici; those of pollers and jobs are in no trace.
 *
 * @param service the name of the process, unless OTEL_SERVICE_NAME has one
 */
export async function openTracing(
  environment: Environment,
  service: string,
  log: Logger,
): Promise<Tracing | undefined> {
  if (!isWanted(environment)) return undefined
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import(
    '@opentelemetry/api'
  )
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  )
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(shownSpans(await exporterOf(environment), log))],
  })
  provider.register({ propagator: new W3CTraceContextPropagator() })
  await instrument()
  const tracer = trace.getTracer(service)
  return {
    traceparent() {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return headers[TRACE_HEADER]
    },
    within({ name, kind, attributes, parent, isFailure = () => true }, work) {
      const from =
        parent === undefined
          ? context.active()
          : propagation.extract(ROOT_CONTEXT, { [TRACE_HEADER]: parent })
      const options = { kind: SpanKind[kind], attributes: { ...attributes } }
      return tracer.startActiveSpan(name, options, from, async (span) => {
        try {
          return await work(span)
        } catch (error) {
          span.setAttribute('error.type', typeOf(error))
          if (isFailure(error)) span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    async stop() {
      await inTime(provider.shutdown(), STOP_MS, () => undefined).catch(() => undefined)
    },
  }
}

/** Never its message, which may quote what a customer has sent. */
function typeOf(error: unknown): string {
  const { type, name } = error as { readonly type?: unknown; readonly name?: unknown }
  return typeof type === 'string' ? type : String(name)
}

/** Spans only: metrics are at `/metrics`, and the log has its own way. */
function isWanted(environment: Environment): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: any, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = environment
  const isOff =
    environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ||
    environment.OTEL_TRACES_EXPORTER === 'none'
  return Boolean(any || own) && !isOff
}

/** The exporters read endpoint, headers, certificates and time-outs from the environment themselves. */
async function exporterOf(environment: Environment) {
  const protocol =
    environment.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || environment.OTEL_EXPORTER_OTLP_PROTOCOL
  switch (protocol || 'http/protobuf') {
    case 'http/protobuf':
      return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter()
    case 'http/json':
      return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter()
    case 'grpc':
      return new (await import('@opentelemetry/exporter-trace-otlp-grpc')).OTLPTraceExporter()
    default:
      throw new UnknownProtocol(
        `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}, not one of http/protobuf, http/json, grpc`,
      )
  }
}

/** A setting that names no protocol of OTLP. */
export class UnknownProtocol extends Error {
  override readonly name = 'UnknownProtocol'
}

async function instrument(): Promise<void> {
  const { PgInstrumentation } = await import('@opentelemetry/instrumentation-pg')
  const { UndiciInstrumentation } = await import('@opentelemetry/instrumentation-undici')
  new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }).enable()
  new UndiciInstrumentation({ requireParentforSpans: true }).enable()
  // pg was imported before this: its classes are patched when `require` is asked for it.
  createRequire(import.meta.url)('pg')
}
