/** Brings the database to this release, and gives the Temporal namespace the search attributes of its workflows. */
import { migrate } from '../../db/migrate.ts'
import { type Config, need } from '../../runtime/config.ts'
import { addSearchAttributes, searchAttributes } from '../../runtime/searchAttributes.ts'
import { adminConfig, auditCommand, print, withDatabase } from './shared.ts'
import { withTemporal } from './temporal.ts'

export type MigrateOptions = { readonly allowOlderFunctions?: boolean; readonly by?: string }

/** Says what it has changed; repeated, it changes nothing. */
export async function migrateDatabase({ allowOlderFunctions, by }: MigrateOptions): Promise<void> {
  const config = adminConfig('DATABASE_URL')
  const { migrations, functions } = await withDatabase(config, { poolMax: 1 }, async (database) => {
    const applied = await migrate(need(config, 'DATABASE_URL'), { allowOlderFunctions })
    // Its own tables say the same of each file in that file's transaction; the audit is one of the tables that it makes.
    const details = { migrations: applied.migrations, functions: applied.functions.length }
    if (applied.migrations.length + applied.functions.length > 0) {
      await auditCommand(database, by, { action: 'migrate', details })
    }
    return applied
  })
  for (const name of migrations) print(`applied db/migrations/${name}`)
  for (const path of functions) print(`applied db/functions/${path}`)
  const count = migrations.length + functions.length
  print(
    count === 0 ? 'The database was up to date.' : `The database is up to date: ${count} files.`,
  )
  print(await attributesOf(config))
}

async function attributesOf(config: Config): Promise<string> {
  const { TEMPORAL_ADDRESS, TEMPORAL_API_KEY, TEMPORAL_NAMESPACE: namespace } = config
  if (TEMPORAL_ADDRESS === undefined) {
    return 'TEMPORAL_ADDRESS is not given: search attributes were not looked at.'
  }
  if (TEMPORAL_API_KEY !== undefined) {
    return `Temporal Cloud takes search attributes by its own console alone, as keywords: ${searchAttributes.join(', ')}.`
  }
  return withTemporal(config, async (connection) => {
    const added = await addSearchAttributes(connection, namespace)
    return added.length === 0
      ? `The namespace ${namespace} had every search attribute.`
      : `The namespace ${namespace} has the search attributes ${added.join(', ')} now.`
  })
}
