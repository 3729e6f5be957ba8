/**
 * What an API process makes ready before it listens, so that its first requests are answered as the later ones are: it
 * would do it all in one of them, with the others waiting. What takes little is made ready afterwards, a part in each
 * turn of the event loop.
 */
import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inTime } from '../contract/inTime.ts'
import type { Dependencies } from './dependencies.ts'
import { bodyParsers } from './middleware/body.ts'
import type { Operation } from './operation.ts'
import { bodyCheckOf, loadValidator, queryCheckOf } from './validate.ts'

/** Without PostgreSQL a process listens all the same, and says on `/readyz` what it lacks. */
const CONNECTION_WAIT_MS = 5_000

/** The parser of bodies, the checks of all bodies, and a connection to each store. */
export async function prepare(
  operations: readonly Operation[],
  { database, temporal }: Pick<Dependencies, 'database' | 'temporal'>,
): Promise<void> {
  const connected = Promise.allSettled([database.ping(), temporal.ready()])
  await bodyParsers()
  await compileBodies(operations)
  await inTime(connected, CONNECTION_WAIT_MS, () => undefined)
}

/** The validator with the schemas of all bodies: half a second of CPU, a component in each turn of the event loop. */
export async function compileBodies(operations: readonly Operation[]): Promise<void> {
  loadValidator()
  for (const { body } of operations) {
    if (body) await bodyCheckOf(body).compileInTurns()
  }
}

/** The schemas of queries, and then each of the works. A failure is logged: what it is about is made with its first request. */
export async function prepareMore(
  operations: readonly Operation[],
  works: readonly (() => Promise<void>)[],
  log: Logger,
): Promise<void> {
  try {
    for (const { query } of operations) {
      if (query) queryCheckOf(query)({})
      await setImmediate()
    }
    for (const work of works) await work()
  } catch (error) {
    log.error({ err: error }, 'not all could be made ready before the first requests')
  }
}
