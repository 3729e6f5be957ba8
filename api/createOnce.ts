/**
 * Creations that are repeated under their Idempotency-Key: each is made once, and its answer is kept with the key,
 * encrypted, for as long as the key is. What money moves by is decided in SQL functions, which keep keys themselves.
 */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../contract/canonicalJson.ts'
import { Refusal } from '../contract/errors.ts'
import { exactJson } from '../contract/exactJson.ts'
import { keptAnswerOf, type RecordCipher } from '../contract/sealedText.ts'
import { type Queryable, type Tx, UNIQUE_VIOLATION } from '../db/database.ts'
import { deriveUuid, hashOf } from '../domain/derivedIds.ts'
import { UnknownKey } from '../runtime/keyRing.ts'
import { type Call, type Reply, reply } from './operation.ts'
import { keyOfAnother, keyRetentionOver } from './outcomes.ts'

type Keyed = Pick<
  Call,
  | 'operation'
  | 'params'
  | 'query'
  | 'body'
  | 'file'
  | 'platform'
  | 'agent'
  | 'idempotencyKey'
  | 'dependencies'
>

/** A request under a key, as its row names it. */
type Request = {
  readonly platformId: string
  readonly operation: string
  readonly key: string
  readonly hash: string
  /** UUID of what the request creates. */
  readonly id: string
}

/**
 * The request of a call with a key. A repeat of it is equal JSON with the same path and file; keys of an agent are
 * its own.
 */
function requestOf(call: Keyed): Request | undefined {
  const { idempotencyKey: key, platform, agent, params, query, body, file } = call
  if (key === undefined) return undefined
  const { id } = call.operation
  const operation = agent === undefined ? id : `${id} ${agent.id}`
  const content = { params, query, body, file: file?.hash, fileName: file?.name }
  const hash = hashOf(operation, canonicalJson(content))
  const platformId = platform.id
  return { platformId, operation, key, hash, id: deriveUuid(platformId, operation, key, hash) }
}

/**
 * The answer that the same request under the same key has got; undefined if there is none yet.
 *
 * @throws Refusal `keyOfAnother` for a key of another request
 */
export async function keptAnswer(call: Keyed): Promise<Reply | undefined> {
  const request = requestOf(call)
  if (request === undefined) return undefined
  return answerKept(call, call.dependencies.database, request)
}

/** The id of what a call creates: the same for the same request under the same key. */
export function createdId(call: Keyed): string {
  return requestOf(call)?.id ?? randomUUID()
}

/**
 * Creates a record in one transaction, once for a key.
 *
 * @param create with the id of the new record; a Refusal that it throws leaves nothing, the key neither
 * @param id `createdId`, where it has been used before
 * @throws Refusal `keyOfAnother` for a key of another request, or of this one in an earlier day
 */
export async function createOnce<Answer extends object>(
  call: Keyed,
  create: (tx: Tx, id: string) => Promise<Answer>,
  id = createdId(call),
): Promise<Reply<Answer>> {
  const { database, records } = call.dependencies
  const { status } = call.operation
  const request = requestOf(call)
  if (request === undefined) {
    return reply(status, await database.transaction((tx) => create(tx, id)))
  }
  const seal = await records.sealer()
  return transactionOf(call, async (tx) => {
    const kept = await claim<Answer>(call, tx, request)
    if (kept === 'NEW') {
      const answer = await create(tx, request.id)
      await keep(tx, request, seal, answer)
      return reply(status, answer)
    }
    if (kept === undefined) throw new Error('a key without the answer of its transaction')
    return kept
  })
}

/**
 * Like `createOnce`, for what is made outside the database or by a workflow: the key is claimed before, and `create`
 * may run again with the same id, after a process has died in it or beside another one.
 *
 * @param create makes what has this id once, however often it runs; `isFirst`: nothing has this id, or it was made
 *   by this request in an earlier day
 */
export async function createOutsideOnce<Answer extends object>(
  call: Keyed,
  create: (id: string, isFirst: boolean) => Promise<Answer>,
): Promise<Reply<Answer>> {
  const { database, records } = call.dependencies
  const { status } = call.operation
  const request = requestOf(call)
  if (request === undefined) return reply(status, await create(randomUUID(), true))
  const seal = await records.sealer()
  const kept = await claim<Answer>(call, database, request)
  if (kept !== undefined && kept !== 'NEW') return kept
  try {
    const answer = await create(request.id, kept === 'NEW')
    await keep(database, request, seal, answer)
    return reply(status, answer)
  } catch (error) {
    // A refusal binds no key. Whether anything else has made it is not known: the same request asks again.
    if (error instanceof Refusal && error.status < 500) await release(database, request)
    throw error
  }
}

/** A record whose id is taken was made by the same request, and its key is not kept any more. */
async function transactionOf<Result>(
  { operation, dependencies }: Keyed,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await dependencies.database.transaction(work)
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === UNIQUE_VIOLATION && String(constraint).endsWith('_pkey'))
      throw keyRetentionOver(operation)
    throw error
  }
}

/**
 * Waits for a concurrent transaction under the same key.
 *
 * @returns the answer of the same request; undefined if it has none yet; NEW: it is this one's to make
 */
async function claim<Answer>(
  call: Keyed,
  database: Queryable,
  request: Request,
): Promise<Reply<Answer> | 'NEW' | undefined> {
  const { platformId, operation, key, hash, id } = request
  const { claimed } = await database.one<{ claimed: 'NEW' | 'SAME' | 'OTHER' }>({
    name: 'claim_key',
    text: `select claim_idempotency_key($1, $2, $3, decode($4, 'hex'), $5) as claimed`,
    values: [platformId, operation, key, hash, id],
  })
  if (claimed === 'OTHER') throw keyOfAnother(call.operation)
  return claimed === 'NEW' ? 'NEW' : answerKept(call, database, request)
}

async function answerKept<Answer>(
  { operation, dependencies }: Keyed,
  database: Queryable,
  request: Request,
): Promise<Reply<Answer> | undefined> {
  const { platformId, key, hash, id } = request
  const found = await database.maybeOne<{ hash: string; sealed: string | null }>({
    name: 'kept_answer',
    text: `select encode(request_hash, 'hex') as hash, answer ->> 'sealed' as sealed from idempotency_keys
      where platform_id = $1 and operation = $2 and key = $3`,
    values: [platformId, request.operation, key],
  })
  if (found === undefined) return undefined
  if (found.hash !== hash) throw keyOfAnother(operation)
  if (found.sealed === null) return undefined
  const answer = opened(operation, () =>
    dependencies.records.open(found.sealed ?? '', keptAnswerOf(id)),
  )
  return reply(operation.status, JSON.parse(answer), { 'Idempotent-Replayed': 'true' })
}

/** The key of an answer that is a day old at most may have been rotated out. */
function opened(operation: Keyed['operation'], open: () => string): string {
  try {
    return open()
  } catch (error) {
    if (error instanceof UnknownKey) throw keyRetentionOver(operation)
    throw error
  }
}

async function keep(
  database: Queryable,
  { platformId, operation, key, id }: Request,
  seal: RecordCipher['seal'],
  answer: object,
): Promise<void> {
  const sealed = seal(exactJson(answer), keptAnswerOf(id))
  await database.query({
    name: 'keep_answer',
    text: `update idempotency_keys set answer = jsonb_build_object('sealed', $4::text)
      where platform_id = $1 and operation = $2 and key = $3 and answer is null`,
    values: [platformId, operation, key, sealed],
  })
}

async function release(database: Queryable, request: Request): Promise<void> {
  const { platformId, operation, key } = request
  await database.query({
    name: 'release_key',
    text: `delete from idempotency_keys where platform_id = $1 and operation = $2 and key = $3 and answer is null`,
    values: [platformId, operation, key],
  })
}
