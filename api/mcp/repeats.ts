/** Calls that may be made again: under which key they are sent, and what a repeat is answered with. */
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { systemClock } from '../../contract/time.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import type { Operation } from '../operation.ts'
import type { Definition } from './definitions.ts'
import { type ApiAnswer, type Arguments, type CallApi, pathNames, requestOf } from './request.ts'
import type { Json } from './schemas.ts'

const REPEAT = { type: 'integer', minimum: 2, maximum: 1_000 } as const

/** The argument of a tool that says that another, equal one is meant. */
export function repeatArgument({ repeats }: Definition): Json | undefined {
  return repeats && { repeat: { ...REPEAT, description: repeats.description } }
}

type Fields = Readonly<Record<string, unknown>>

type Headers = Readonly<Record<string, string>>

export type Answered = {
  readonly answer: ApiAnswer
  /** What an equal call made before, as it is now, where this answer is about another one. */
  readonly before: Fields | undefined
}

/**
 * Sends a call. A replayed answer is the first one, which may be long out of date: what it is about
 * is read as it is now.
 *
 * @param current reads it by its id
 */
export async function answered(
  definition: Definition,
  [operation, current]: readonly [Operation, Operation | undefined],
  given: Arguments,
  call: CallApi,
): Promise<Answered> {
  const request = requestOf(operation, given)
  const used: string[] = []
  for (let before: Fields | undefined; ; ) {
    const headers = { ...request.headers, ...keyOf(definition, given, used) }
    const first = await call({ ...request, headers })
    if (first.status >= 400 || !first.isReplay || current === undefined) {
      return { answer: first, before }
    }
    const { id } = first.body as { readonly id: string }
    const names = pathNames(current).map((name) => [name, id])
    const now = await call(requestOf(current, Object.fromEntries(names)))
    const isUsed = now.status < 400 && definition.repeats?.isUsed?.(now.body as Fields)
    if (!isUsed) return { answer: { ...now, isReplay: true }, before }
    before = now.body as Fields
    used.push(id)
  }
}

/**
 * The key is made of the arguments, so that a model whose answer was lost never does twice what it
 * did not mean twice.
 *
 * @param used what equal calls made and what is used up
 */
function keyOf({ name, repeats }: Definition, given: Arguments, used: readonly string[]): Headers {
  const { repeat } = given
  const seconds = repeats?.seconds
  // The operation itself finds equal calls that have no key.
  if (repeats === undefined || (repeat === undefined && seconds === undefined)) return {}
  const period =
    seconds === undefined ? '' : Math.floor(systemClock.now().getTime() / 1_000 / seconds)
  return { 'Idempotency-Key': `${name} ${period} ${hashOf(canonicalJson(given), ...used)}` }
}
