/** A connection as the work of a transaction has it: for one statement after the other, its own and those of models. */
import type pg from 'pg'
import { noteUnanswered } from './fencedCalls.ts'

export type LentConnection = {
  send(query: pg.QueryConfig): Promise<pg.QueryResult>
  /** The same in the form in which Sequelize uses a client of the driver: values may be left out. */
  query(text: string, values: unknown[] | Answered, answered?: Answered): void
  /** @throws what has failed, where the work resolves all the same */
  commit(): Promise<void>
  /** It belongs to others again. */
  end(): void
}

type Answered = (error: unknown, result?: pg.QueryResult) => void

export function lend(client: pg.ClientBase): LentConnection {
  let isRunning = false
  let isOver = false
  let failure: unknown
  const send = async (query: pg.QueryConfig): Promise<pg.QueryResult> => {
    if (isOver) throw new Error('the transaction is over')
    if (isRunning) throw new Error('two statements of one transaction at once: await the first')
    isRunning = true
    try {
      return await client.query(query)
    } catch (error) {
      failure ??= error
      throw error
    } finally {
      isRunning = false
    }
  }
  return {
    send,
    query(text, ...[first, second]) {
      const [values, answered] = typeof first === 'function' ? [[], first] : [first, second]
      void send({ text, values }).then((result) => answered?.(null, result), answered)
    },
    async commit() {
      const { command } = await client.query('commit').catch((error: unknown) => {
        noteUnanswered(error)
        throw error
      })
      // PostgreSQL answers COMMIT after a failed statement with a rollback, and reports no error.
      if (command === 'ROLLBACK')
        throw failure ?? new Error('PostgreSQL has rolled the transaction back')
    },
    end() {
      isOver = true
    },
  }
}
