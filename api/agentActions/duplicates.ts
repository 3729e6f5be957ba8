/** Requests that are meant as another payment, equal to one before, and have no Idempotency-Key. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '../../contract/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Agent } from '../operation.ts'
import { type Intent, intentHash } from './requests.ts'

/**
 * Does a request with a key of its own. Where its outcome is unknown the key is kept, for the next
 * request that equals it: a repeat of what was answered 503 asks for the outcome, and the payment is made once.
 *
 * @param work with the key of this request, or of the one that it repeats
 * @throws Refusal of the work; SERVICE_UNAVAILABLE without `Retry-After` where the key could not be
 *   kept: a repeat is then another payment
 */
export async function withDuplicatesKey<Answer>(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  agent: Agent,
  { operation, body }: Intent,
  work: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const of = [agent.id, intentHash({ operation, body: { ...body, allowDuplicate: true } })]
  // Taken away: of several repeats at once, one is that of the unknown request.
  const kept = await database.maybeOne<{ key: string }>({
    name: 'take_unknown_duplicate',
    text: `delete from agent_intents where agent_id = $1 and intent_hash = decode($2, 'hex') returning key`,
    values: of,
  })
  const key = kept?.key ?? randomUUID()
  try {
    return await work(key)
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'SERVICE_UNAVAILABLE') throw error
    const isKept = await database
      .maybeOne({
        name: 'keep_unknown_duplicate',
        text: `insert into agent_intents (agent_id, intent_hash, key) values ($1, decode($2, 'hex'), $3)
          on conflict do nothing returning key`,
        values: [...of, key],
      })
      .catch((fault: unknown) =>
        log.error({ err: fault }, 'the key of a duplicate could not be kept'),
      )
    if (isKept) throw error
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: "The outcome is not known: look at the agent's actions before you send it again.",
    })
  }
}
