/** Connections to PostgreSQL that are closed when a statement is not answered in time. */
import pg from 'pg'

export type Statement = {
  /** Prepared under this name, once a connection. Leave out for statements that vary. */
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
  /** It calls a SQL function: where the work at hand has a deadline, PostgreSQL refuses it after that. */
  readonly isCall?: true
}

/** PostgreSQL has not answered in time: whether the statement takes effect is not known. */
export class StatementUnanswered extends Error {
  constructor(waitedMs: number) {
    super(`PostgreSQL has not answered a statement for ${waitedMs} ms`)
    this.name = 'StatementUnanswered'
  }
}

/**
 * PostgreSQL itself ends a statement at its time-out, and reports it; only where it has not done so this much later,
 * it does not answer.
 */
export const ANSWER_MARGIN_MS = 1_000

/**
 * The driver's client, with one time-out for every statement. A connection with a statement
 * that is not answered is of no more use: the driver's own `query_timeout` would leave it open, and
 * the next statement would wait behind the unanswered one.
 *
 * @param longestMs how long a statement that is sent now may take, its answer included
 */
export function clientWithin(longestMs: () => number): typeof pg.Client {
  class Client extends pg.Client {}
  // Assigned, because the driver declares eight signatures; a callback may be the last argument.
  Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
    const ms = longestMs()
    let late: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      // This process itself may have been paused: an answer that has arrived is read first.
      late = setImmediate(() => this.connection.stream.destroy(new StatementUnanswered(ms)))
    }, ms)
    const settled = (): void => {
      clearTimeout(timer)
      clearImmediate(late)
    }
    const send = (): unknown => pg.Client.prototype.query.apply(this, args as never)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (...results: unknown[]): void => {
        settled()
        callback(...results)
      }
      return send()
    }
    const answer = send() as Promise<unknown>
    answer.then(settled, settled)
    return answer
  } as typeof Client.prototype.query
  return Client
}
