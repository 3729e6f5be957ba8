/** The metrics of the API's `/metrics`, which is on a port of its own. Other modules add gauges; one that cannot be read shows NaN. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly registry: Registry
  /** Seconds to answer, by operation and status. */
  readonly duration: Histogram<'operation' | 'status'>
  /** Actions of agents that a policy has denied, by the rule. */
  readonly denied: Counter<'rule'>
  /** Events of the card issuer that are of a type we do not know, and steps of such a type within one. */
  readonly unknownCardEvents: Counter<'part'>
  /**
   * Registers a gauge that is read at each scrape. The name is used as it is; `read` may query
   * the database. An error of it leaves the gauge NaN and counts `metrics_read_failures_total`.
   */
  readonly watch: (name: string, help: string, read: () => Promise<number> | number) => void
}

/** A set of metrics of its own: two applications in one process share none. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const failures = new Counter({
    name: 'metrics_read_failures_total',
    help: 'Gauges that could not be read',
    labelNames: ['gauge'],
    registers,
  })
  return {
    registry,
    duration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds to answer a request',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    denied: new Counter({
      name: 'agent_actions_denied_total',
      help: 'Actions of agents that their policy has denied',
      labelNames: ['rule'],
      registers,
    }),
    unknownCardEvents: new Counter({
      name: 'card_events_unknown_total',
      help: 'Events of the card issuer, and steps of card transactions, of an unknown type',
      labelNames: ['part'],
      registers,
    }),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          try {
            this.set(await read())
          } catch {
            failures.inc({ gauge: name })
            this.set(Number.NaN)
          }
        },
      })
    },
  }
}
