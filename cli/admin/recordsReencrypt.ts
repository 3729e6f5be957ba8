import { reencryptRecords } from '../../db/reencrypt.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { Failure } from '../failure.ts'
import { adminConfig, auditCommand, print, WHOLE_TABLES, withDatabase } from './shared.ts'

/** Encrypts the values of encrypted columns with the first key of RECORD_KEYS. @throws Failure while values are left */
export async function recordsReencrypt({ by }: { readonly by?: string }): Promise<void> {
  const config = adminConfig('DATABASE_URL', 'RECORD_KEYS')
  const cipher = createRecordCipher(recordKeys(config))
  const options = { ...WHOLE_TABLES, applicationName: 'records-reencrypt' }
  await withDatabase(config, options, async (database) => {
    // Written before the first of many transactions.
    const details = { key: cipher.currentId }
    await auditCommand(database, by, { action: 'records:reencrypt', details })
    const { changed, left, retired } = await reencryptRecords(database, cipher)
    print(`${changed} values encrypted with the key ${cipher.currentId}.`)
    for (const [key, count] of Object.entries(left)) {
      const what = key === 'none' ? 'in clear text' : `with the key ${key}`
      print(`${count} values are left ${what}.`)
    }
    for (const key of retired) print(`No value needs the key ${key} any more.`)
    if (Object.keys(left).length > 0) {
      throw new Failure(
        'FAILED',
        'Not done: run it again with a RECORD_KEYS that holds the keys of what is left.',
      )
    }
    print('Done: every value is encrypted with the first key.')
  })
}
