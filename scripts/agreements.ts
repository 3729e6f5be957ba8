/**
 * `npm run agreements -- [--publish VERSION --type TYPE --file FILE]`: the versions of the documents that customers
 * accept; a new one of a type, which is in force from then on. A published version is never changed: consents refer to it.
 *
 * Settings: DATABASE_URL.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AgreementType } from '../contract/components/agreements.ts'
import { openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({
    options: { publish: { type: 'string' }, type: { type: 'string' }, file: { type: 'string' } },
  })
  const { publish, type, file } = values
  if (new Set([publish, type, file].map((value) => value === undefined)).size > 1) {
    throw new Error('--publish VERSION, --type TYPE and --file FILE are given together')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (publish !== undefined && type !== undefined && file !== undefined) {
      if (!(AgreementType.enum as readonly string[]).includes(type)) {
        throw new Error(`TYPE is one of ${AgreementType.enum.join(', ')}`)
      }
      if (!/^[A-Za-z0-9._-]{1,64}$/.test(publish)) {
        throw new Error('VERSION is 1 to 64 letters, digits, dots, dashes and underscores')
      }
      const body = (await readFile(file, 'utf8')).trim()
      if (body === '') throw new Error(`${file} is empty`)
      const made = await database.query({
        text: `insert into agreements (type, version, body) values ($1, $2, $3) on conflict do nothing returning 1`,
        values: [type, publish, body],
      })
      if (made.length === 0) throw new Error(`version ${publish} of ${type} is published already`)
    }
    const versions = await database.query<{ type: string; version: string; at: string }>({
      text: `select type, version, to_jsonb(published_at) #>> '{}' as at from agreements
        order by array_position($1::text[], type), published_at desc, version desc`,
      values: [AgreementType.enum],
    })
    for (const { type, version, at } of versions) {
      process.stdout.write(`${type}  ${version}  published ${at}\n`)
    }
  } finally {
    await database.close()
  }
})
