/**
 * Encrypts every value of the encrypted columns with the ring's first key: values of other keys, and
 * clear text. May be interrupted, repeated and run twice at once: a value
 * that has changed meanwhile is left as it is.
 */
import {
  apiClientSecretOf,
  delegatedKeyOf,
  documentKeyOf,
  documentNumberOf,
  identityNumberOf,
  importKeyOf,
  ownerIdentityNumberOf,
  type Place,
  partsOfSealedText,
  type RecordCipher,
  stampOf,
  totpSecretOf,
} from '../contract/sealedText.ts'
import type { Queryable } from './database.ts'

type SealedColumn = {
  readonly table: string
  /** SQL of the value, and of the assignment of a new one, which is `n.new`. */
  readonly value: string
  readonly assign: string
  /** SQL of the id that the value is bound to. */
  readonly boundTo: string
  placeOf(id: string): Place
}

/**
 * All of them. A request's comes first: what is copied from it to the customer meanwhile is found
 * there; so does a stamp that is moved to its action.
 */
const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'requests',
    value: "t.intent #>> '{fields,identityNumber}'",
    assign: "intent = jsonb_set(t.intent, '{fields,identityNumber}', to_jsonb(n.new))",
    boundTo: 't.customer_id',
    placeOf: identityNumberOf,
  },
  {
    table: 'customers',
    value: 't.identity_number',
    assign: 'identity_number = n.new',
    boundTo: 't.id',
    placeOf: identityNumberOf,
  },
  {
    table: 'beneficial_owners',
    value: 't.identity_number',
    assign: 'identity_number = n.new',
    boundTo: 't.id',
    placeOf: ownerIdentityNumberOf,
  },
  {
    table: 'agent_actions',
    value: 't.stamp',
    assign: 'stamp = n.new',
    boundTo: 't.id',
    placeOf: stampOf,
  },
  {
    table: 'payments',
    value: 'case when t.stamp_bound_to is not null then t.stamp end',
    assign: 'stamp = n.new',
    boundTo: 't.stamp_bound_to',
    placeOf: stampOf,
  },
  {
    table: 'sca_factors',
    value: 't.secret',
    assign: 'secret = n.new',
    boundTo: 't.id',
    placeOf: totpSecretOf,
  },
  {
    table: 'documents',
    value: 't.number',
    assign: 'number = n.new',
    boundTo: 't.id',
    placeOf: documentNumberOf,
  },
  // The key of the content: what it has encrypted stays as it is.
  {
    table: 'documents',
    value: 't.wrapped_key',
    assign: 'wrapped_key = n.new',
    boundTo: 't.id',
    placeOf: documentKeyOf,
  },
  {
    table: 'bulk_imports',
    value: 't.wrapped_key',
    assign: 'wrapped_key = n.new',
    boundTo: 't.id',
    placeOf: importKeyOf,
  },
  {
    table: 'delegated_keys',
    value: 't.private_key',
    assign: 'private_key = n.new',
    boundTo: 't.id',
    placeOf: delegatedKeyOf,
  },
  {
    table: 'stablecoin_provider_accounts',
    value: 't.api_client_secret',
    assign: 'api_client_secret = n.new',
    boundTo: 't.id',
    placeOf: apiClientSecretOf,
  },
]

export type Reencrypted = {
  readonly changed: number
  /** Values that still need another key than the first, by its id; `none`: clear text. */
  readonly left: Readonly<Record<string, number>>
  /** Keys that no value needs any more; set only when nothing is left. */
  readonly retired: readonly string[]
}

const BATCH_ROWS = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Encrypts what needs it in all columns, and removes the notes of keys that no value needs then. */
export async function reencryptRecords(
  database: Queryable,
  cipher: RecordCipher,
): Promise<Reencrypted> {
  let changed = 0
  for (const column of sealedColumns) changed += await reencryptColumn(database, cipher, column)
  const left = await countLeft(database, cipher)
  if (Object.keys(left).length > 0) return { changed, left, retired: [] }
  const retired = await database.query<{ key_id: string }>({
    text: 'delete from record_keys where key_id <> $1 returning key_id',
    values: [cipher.currentId],
  })
  return { changed, left, retired: retired.map(({ key_id: id }) => id) }
}

type OldValue = { readonly id: string; readonly bound_to: string; readonly old: string }

async function reencryptColumn(
  database: Queryable,
  cipher: RecordCipher,
  column: SealedColumn,
): Promise<number> {
  const { table, value, assign, boundTo } = column
  let after = FIRST_ID
  let changed = 0
  for (;;) {
    const batch = await database.query<OldValue>({
      text: `select t.id, ${boundTo} as bound_to, ${value} as old from ${table} t
        where t.id > $1 and record_key_of(${value}) <> $2 order by t.id limit $3`,
      values: [after, cipher.currentId, BATCH_ROWS],
    })
    const last = batch.at(-1)
    if (last === undefined) return changed
    after = last.id
    const renewed = batch.flatMap((row) => {
      const plain = plainOf(cipher, row.old, column.placeOf(row.bound_to))
      if (plain === undefined) return []
      return [{ ...row, new: cipher.seal(plain, column.placeOf(row.bound_to)) }]
    })
    // Locked in the order of ids, as by another run of this command.
    const rows = await database.query({
      text: `with n as (
          select t.id, n.old, n.new from unnest($1::uuid[], $2::text[], $3::text[]) n(id, old, new)
          join ${table} t using (id) order by t.id for no key update of t)
        update ${table} t set ${assign} from n where t.id = n.id and ${value} = n.old returning t.id`,
      values: [
        renewed.map(({ id }) => id),
        renewed.map(({ old }) => old),
        renewed.map((row) => row.new),
      ],
    })
    changed += rows.length
  }
}

/** Undefined if the ring lacks the key: the value is counted as left. */
function plainOf(cipher: RecordCipher, text: string, place: Place): string | undefined {
  if (partsOfSealedText(text) === undefined) return text
  try {
    return cipher.open(text, place)
  } catch {
    return undefined
  }
}

async function countLeft(
  database: Queryable,
  cipher: RecordCipher,
): Promise<Record<string, number>> {
  const left: Record<string, number> = {}
  for (const { table, value } of sealedColumns) {
    const rows = await database.query<{ key: string; count: bigint }>({
      text: `select record_key_of(${value}) as key, count(*) as count from ${table} t
        where record_key_of(${value}) <> $1 group by 1`,
      values: [cipher.currentId],
    })
    for (const { key, count } of rows) left[key] = (left[key] ?? 0) + Number(count)
  }
  return left
}
