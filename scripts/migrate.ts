/**
 * `npm run migrate [-- --allow-older-functions]`: brings the database to the version of this code, and gives
 * the Temporal namespace the search attributes of its workflows. Says what it has changed; repeating it
 * changes nothing. `--allow-older-functions` puts functions of an older release back on purpose.
 *
 * Settings: DATABASE_URL; TEMPORAL_ADDRESS, without which the namespace is not looked at.
 */
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { migrate } from '../db/migrate.ts'
import { type Config, need, parseConfig } from '../runtime/config.ts'
import { addSearchAttributes, searchAttributes } from '../runtime/searchAttributes.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({
    options: { 'allow-older-functions': { type: 'boolean', default: false } },
  })
  const config = parseConfig(environmentOfStack(process.env))
  const { migrations, functions } = await migrate(need(config, 'DATABASE_URL'), {
    allowOlderFunctions: values['allow-older-functions'],
  })
  for (const name of migrations) say(`applied db/migrations/${name}`)
  for (const path of functions) say(`applied db/functions/${path}`)
  const count = migrations.length + functions.length
  say(count === 0 ? 'The database was up to date.' : `The database is up to date: ${count} files.`)
  say(await attributesOf(config))
})

async function attributesOf(config: Config): Promise<string> {
  const { TEMPORAL_ADDRESS, TEMPORAL_API_KEY, TEMPORAL_NAMESPACE: namespace } = config
  if (TEMPORAL_ADDRESS === undefined) {
    return 'TEMPORAL_ADDRESS is not given: search attributes were not looked at.'
  }
  if (TEMPORAL_API_KEY !== undefined) {
    return `Temporal Cloud takes search attributes by its own console alone, as keywords: ${searchAttributes.join(', ')}.`
  }
  const connection = await Connection.connect(temporalConnectionOptions(config))
  try {
    const added = await addSearchAttributes(connection, namespace)
    return added.length === 0
      ? `The namespace ${namespace} had every search attribute.`
      : `The namespace ${namespace} has the search attributes ${added.join(', ')} now.`
  } finally {
    await connection.close()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
