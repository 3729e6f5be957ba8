/**
 * `npm run terms -- [--publish VERSION --file FILE]`: the versions of the end user terms; a new one,
 * which is in force from then on. A published version is never changed: consents refer to it.
 *
 * Settings: DATABASE_URL.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({
    options: { publish: { type: 'string' }, file: { type: 'string' } },
  })
  const { publish, file } = values
  if ((publish === undefined) !== (file === undefined)) {
    throw new Error('--publish VERSION and --file FILE are given together')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (publish !== undefined && file !== undefined) {
      if (!/^[A-Za-z0-9._-]{1,64}$/.test(publish)) {
        throw new Error('VERSION is 1 to 64 letters, digits, dots, dashes and underscores')
      }
      const body = (await readFile(file, 'utf8')).trim()
      if (body === '') throw new Error(`${file} is empty`)
      const made = await database.query({
        text: `insert into end_user_terms (version, body) values ($1, $2) on conflict do nothing returning 1`,
        values: [publish, body],
      })
      if (made.length === 0) throw new Error(`version ${publish} is published already`)
    }
    const versions = await database.query<{ version: string; at: string }>({
      text: `select version, to_jsonb(published_at) #>> '{}' as at from end_user_terms
        order by published_at desc, version desc`,
    })
    for (const { version, at } of versions) process.stdout.write(`${version}  published ${at}\n`)
  } finally {
    await database.close()
  }
})
