/** A collector of traces, as the processes know it by OTEL_EXPORTER_OTLP_ENDPOINT. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CollectedSpan = {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2: an error. */
  readonly status?: { readonly code?: number; readonly message?: string }
  readonly events: readonly object[]
  readonly attributes: Readonly<Record<string, unknown>>
}

type Value = { readonly stringValue?: string; readonly intValue?: number | string }
type Attribute = { readonly key: string; readonly value: Value }
type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'events'> & {
        readonly attributes: readonly Attribute[]
        readonly events?: readonly object[]
      })[]
    }[]
  }[]
}

export type SpanCollector = {
  /** Settings of a process that sends its spans here, at once. */
  readonly env: Readonly<Record<string, string>>
  readonly spans: readonly CollectedSpan[]
  /** All that was received, as it was. */
  readonly received: string
  stop(): Promise<void>
}

export async function aSpanCollector(): Promise<SpanCollector> {
  const bodies: string[] = []
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    bodies.push(body)
    spans.push(...spansOf(JSON.parse(body) as Batch))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans,
    get received() {
      return bodies.join('\n')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spansOf({ resourceSpans }: Batch): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, events = [], ...span }) => ({
        ...span,
        service,
        events,
        attributes: valuesOf(attributes),
      })),
    )
  })
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
