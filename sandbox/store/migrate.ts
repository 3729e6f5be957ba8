import { readdir, readFile } from 'node:fs/promises'
import type { Store } from './store.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Applies what is not applied yet, in the order of names. Two processes may start at once. */
export async function migrate(store: Store): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  await store.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('sandbox migrations'))")
    await tx.query('create schema if not exists sandbox')
    await tx.query('create table if not exists migrations (name text primary key)')
    const { rows } = await tx.query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map((row) => row.name))
    for (const name of names) {
      if (applied.has(name)) continue
      await tx.query(await readFile(new URL(name, folder), 'utf8'))
      await tx.query('insert into migrations (name) values ($1)', [name])
    }
  })
}
