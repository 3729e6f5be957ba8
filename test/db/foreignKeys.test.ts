/** Foreign keys whose referencing columns have no index: a delete of the other row reads the table. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { functionFiles } from '../../db/migrate.ts'
import { readSources } from '../../scripts/imports/graph.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 1 })
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** Rows of these are never deleted, and their ids never change: nothing looks for what refers to them. */
const neverDeleted: Readonly<Record<string, string>> = {
  platforms: 'kept for ever',
  customers: 'marked by is_deleted',
  internal_accounts: 'kept for ever, with the ledger',
  external_accounts: 'marked by deleted_at',
  credentials: 'marked by revoked_at',
  agents: 'marked by deleted_at',
  transactions: 'kept for ever',
  payments: 'kept for ever',
  ledger_accounts: 'kept for ever',
  ledger_transfers: 'kept for ever',
}

test('a foreign key has an index, unless the other row is never deleted', async () => {
  // A partial index serves where it leaves out nulls alone: the columns must be its first ones.
  const missing = await database.query<{ key: string; references: string }>({
    text: `select c.conrelid::regclass || ' (' || (
          select string_agg(a.attname, ', ' order by k.place) from unnest(c.conkey) with ordinality k(column_number, place)
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.column_number) || ')' as key,
        c.confrelid::regclass::text as references
      from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
      order by 1`,
  })
  const unserved = missing.filter(({ references }) => !(references in neverDeleted))
  expect(unserved.map(({ key, references }) => `${key} -> ${references}`)).toEqual([])
})

test('no statement of ours deletes those rows', () => {
  const texts = [...functionFiles().map(({ text }) => text), ...readSources().values()]
  const names = Object.keys(neverDeleted).join('|')
  const deletes = new RegExp(`(delete from|truncate) (${names})\\b`, 'i')
  expect(texts.flatMap((text) => deletes.exec(text)?.[0] ?? [])).toEqual([])
})
