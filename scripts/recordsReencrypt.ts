/**
 * `npm run records:reencrypt`: encrypts the values of encrypted columns with the first key of
 * RECORD_KEYS. Exit code 1 while values are left that need another key.
 *
 * Settings: DATABASE_URL, RECORD_KEYS.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { reencryptRecords } from '../db/reencrypt.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { createRecordCipher } from '../runtime/recordCipher.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

/** The final count reads the whole table. */
const STATEMENT_TIMEOUT_MS = 600_000

await command(async () => {
  parseArgs()
  const config = parseConfig(environmentOfStack(process.env))
  const cipher = createRecordCipher(recordKeys(config))
  const database = openDatabase(need(config, 'DATABASE_URL'), {
    poolMax: 1,
    applicationName: 'records-reencrypt',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const { changed, left, retired } = await reencryptRecords(database, cipher)
    process.stdout.write(`${changed} values encrypted with the key ${cipher.currentId}.\n`)
    for (const [key, count] of Object.entries(left)) {
      const what = key === 'none' ? 'in clear text' : `with the key ${key}`
      process.stdout.write(`${count} values are left ${what}.\n`)
    }
    for (const key of retired) process.stdout.write(`No value needs the key ${key} any more.\n`)
    if (Object.keys(left).length > 0) {
      throw new Error(
        'Not done: run it again with a RECORD_KEYS that holds the keys of what is left.',
      )
    }
    process.stdout.write('Done: every value is encrypted with the first key.\n')
  } finally {
    await database.close()
  }
})
