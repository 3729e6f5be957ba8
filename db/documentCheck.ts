/** Compares the rows about stored objects with the objects that there are. */
import type { Queryable } from './database.ts'

export type DocumentCheck = {
  readonly objects: number
  readonly documents: number
  /** Keys of objects that no row knows. */
  readonly orphans: readonly string[]
  /** Ids of documents whose object is missing. */
  readonly withoutObject: readonly string[]
}

const PAGE_ROWS = 1_000

/** What is asked of the store. */
type Objects = {
  keys(prefix: string): AsyncIterable<string>
  get(key: string): Promise<object | undefined>
}

/**
 * An object is known to a document, to an import, or to the note of an object that is being written or deleted.
 * What changes during the check is looked at again before it is reported.
 */
export async function checkDocuments(database: Queryable, store: Objects): Promise<DocumentCheck> {
  const has = async (key: string): Promise<boolean> => (await store.get(key)) !== undefined
  const found = new Set<string>()
  const orphans: string[] = []
  let page: string[] = []
  const judge = async (): Promise<void> => {
    for (const key of await unknownOf(database, page)) if (await has(key)) orphans.push(key)
    page = []
  }
  for await (const key of store.keys('')) {
    found.add(key)
    page.push(key)
    if (page.length === PAGE_ROWS) await judge()
  }
  await judge()
  const { count, withoutObject } = await missingOf(database, found, has)
  return { objects: found.size, documents: count, orphans, withoutObject }
}

async function unknownOf(database: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ key: string }>({
    text: `select k.key from unnest($1::text[]) k(key)
      where not exists (select 1 from documents d where d.object_key = k.key)
        and not exists (select 1 from bulk_imports i where i.object_prefix = regexp_replace(k.key, '[^/]+$', ''))
        and not exists (select 1 from unreferenced_objects u
          where u.object_key in (k.key, regexp_replace(k.key, '[^/]+$', '')))`,
    values: [keys],
  })
  return rows.map(({ key }) => key)
}

async function missingOf(
  database: Queryable,
  found: ReadonlySet<string>,
  has: (key: string) => Promise<boolean>,
): Promise<{ count: number; withoutObject: string[] }> {
  const withoutObject: string[] = []
  let count = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await database.query<{ id: string; object_key: string }>({
      text: `select id, object_key from documents where id > $1 and deleted_at is null
        order by id limit $2`,
      values: [after, PAGE_ROWS],
    })
    for (const { id, object_key: key } of rows) {
      if (!found.has(key) && !(await has(key)) && (await isCurrent(database, id, key))) {
        withoutObject.push(id)
      }
    }
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined) return { count, withoutObject }
    after = last.id
  }
}

async function isCurrent(database: Queryable, id: string, key: string): Promise<boolean> {
  const rows = await database.query({
    text: 'select 1 from documents where id = $1 and object_key = $2',
    values: [id, key],
  })
  return rows.length > 0
}
