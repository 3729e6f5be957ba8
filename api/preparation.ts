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
import { checkOf, loadValidator, queryCheckOf } from './validate.ts'

/** A schema that is longer takes more than 20 ms of CPU to compile, the longest 0.2 s. */
const LARGE_CHARACTERS = 10_000
/** Without PostgreSQL a process listens all the same, and says on `/readyz` what it lacks. */
const CONNECTION_WAIT_MS = 5_000

/** The parser of bodies, the validator with the large schemas, and a connection to each store. */
export async function prepare(
  operations: readonly Operation[],
  { database, temporal }: Pick<Dependencies, 'database' | 'temporal'>,
): Promise<void> {
  const connected = Promise.allSettled([database.ping(), temporal.ready()])
  loadValidator()
  await bodyParsers()
  for (const { body } of operations) {
    if (body && isLarge(body)) await checkOf(body).compileInTurns()
  }
  await inTime(connected, CONNECTION_WAIT_MS, () => undefined)
}

/** The other schemas, and then each of the works. A failure is logged: what it is about is made with its first request. */
export async function prepareMore(
  operations: readonly Operation[],
  works: readonly (() => Promise<void>)[],
  log: Logger,
): Promise<void> {
  try {
    for (const { body, query } of operations) {
      if (body) await checkOf(body).compileInTurns()
      if (query) queryCheckOf(query)({})
      await setImmediate()
    }
    for (const work of works) await work()
  } catch (error) {
    log.error({ err: error }, 'not all could be made ready before the first requests')
  }
}

function isLarge(schema: object): boolean {
  return JSON.stringify(schema).length > LARGE_CHARACTERS
}
