/** The objects of the bank's API: made, read, changed, each change with its event. */
import type { Transaction } from '../store/store.ts'
import { type Bank, newId, notFound } from './bank.ts'
import { addEvent } from './events.ts'
import type { Step } from './fates.ts'

export type Body = {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly [member: string]: unknown
}

/** What a request has made it with. */
export type Origin = { readonly key: string | undefined; readonly hash: Buffer }

type Row<Shape> = { body: Shape; steps: Step[] }

export type Queries = Pick<Transaction, 'query'>

/**
 * @param members all that the API shows, without id, type and time
 * @param origin of an object that a request makes: it shows its key
 */
export async function insert<Shape extends Body>(
  bank: Bank,
  tx: Transaction,
  type: string,
  members: { readonly account_id?: unknown; readonly [member: string]: unknown },
  { origin, id = newId(type) }: { readonly origin?: Origin; readonly id?: string } = {},
): Promise<Shape> {
  const body = {
    ...{ id, type, created_at: bank.clock.now().toISOString() },
    ...members,
    ...(origin && { idempotency_key: origin.key ?? null }),
  }
  await tx.query(
    `insert into bank_objects (id, type, account_id, idempotency_key, request_hash, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, type, members.account_id ?? null, origin?.key ?? null, origin?.hash ?? null],
      ...[JSON.stringify(body), body.created_at],
    ],
  )
  await addEvent(bank, tx, `${type}.created`, id)
  return body as unknown as Shape
}

/** @throws Problem 404 */
export async function read<Shape extends Body>(
  queries: Queries,
  type: string,
  id: unknown,
): Promise<Shape> {
  return (await rowOf<Shape>(queries, type, id, '')).body
}

/** Nobody else changes it in the meantime. @throws Problem 404 */
export async function lock<Shape extends Body>(
  tx: Transaction,
  type: string,
  id: unknown,
): Promise<Shape> {
  return (await lockRow<Shape>(tx, type, id)).body
}

/** The same, with what is still to happen to it. @throws Problem 404 */
export function lockRow<Shape extends Body>(
  tx: Transaction,
  type: string,
  id: unknown,
): Promise<Row<Shape>> {
  return rowOf<Shape>(tx, type, id, 'for update')
}

async function rowOf<Shape>(
  queries: Queries,
  type: string,
  id: unknown,
  locking: '' | 'for update',
): Promise<Row<Shape>> {
  const { rows } = await queries.query<Row<Shape>>(
    `select body, steps from bank_objects where type = $1 and id = $2 ${locking}`,
    [type, String(id)],
  )
  const [row] = rows
  if (row === undefined) throw notFound()
  return row
}

/** Changes members of an object, and says so. */
export async function change<Shape extends Body>(
  bank: Bank,
  tx: Transaction,
  { id, type }: Shape,
  members: object,
): Promise<Shape> {
  const { rows } = await tx.query<{ body: Shape }>(
    'update bank_objects set body = body || $2 where id = $1 returning body',
    [id, JSON.stringify(members)],
  )
  const [row] = rows
  if (row === undefined) throw notFound()
  await addEvent(bank, tx, `${type}.updated`, id)
  return row.body
}

/** What happens to it by itself from now on. */
export async function schedule(tx: Transaction, id: string, steps: readonly Step[]): Promise<void> {
  const [next] = steps
  await tx.query(
    `update bank_objects set steps = $2, next_at = store_now() + make_interval(secs => $3)
     where id = $1`,
    [id, JSON.stringify(steps), next === undefined ? null : next.afterMs / 1_000],
  )
}
