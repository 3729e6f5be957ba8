/**
 * Encrypted columns, and the keys that the database's rows need. A key is noted in `record_keys`
 * before the first value is encrypted with it, so that a process without it sees that it lacks
 * one before it meets a row.
 */
import type { Place, RecordCipher } from '../contract/sealedText.ts'
import type { Queryable } from './database.ts'

export type Records = {
  /** Of the key that encrypts. */
  readonly currentId: string
  /** Encrypts a value for its column. */
  seal(plain: string, place: Place): Promise<string>
  /** Notes the key, and gives what encrypts with it: for values that are made inside a transaction. */
  sealer(): Promise<RecordCipher['seal']>
  /** Encrypts many values, in their order. */
  sealAll(values: readonly { readonly plain: string; readonly place: Place }[]): Promise<string[]>
  /** Decrypts a value of its column; see `RecordCipher`. */
  open(sealed: string, place: Place): string
  /**
   * Ids of the keys that rows may need and this process lacks: it must not work then. Notes the
   * key that this process encrypts with.
   */
  missingKeys(): Promise<string[]>
}

const PLAIN = 'check'

/** This process could not decrypt rows that it may meet; the message names the keys. */
export class MissingRecordKeys extends Error {
  override readonly name = 'MissingRecordKeys'
}

/**
 * At the start of a process. A database that is not available yet, or not migrated, is not a reason
 * to end: readiness asks again.
 *
 * @throws MissingRecordKeys
 */
export async function refuseMissingKeys(records: Records): Promise<void> {
  const missing = await records.missingKeys().catch(() => [])
  if (missing.length > 0) {
    throw new MissingRecordKeys(
      `Configuration: RECORD_KEYS lacks ${missing.join(', ')}, with which columns are encrypted`,
    )
  }
}

/** Encryption for columns of one database; `cipher` has the key ring of this process. */
export function openRecords(database: Queryable, cipher: RecordCipher): Records {
  return {
    currentId: cipher.currentId,
    async seal(plain, place) {
      // Each time: `records reencrypt` may have removed the note since.
      await noteKey(database, cipher)
      return cipher.seal(plain, place)
    },
    async sealer() {
      await noteKey(database, cipher)
      return (plain, place) => cipher.seal(plain, place)
    },
    async sealAll(values) {
      if (values.length > 0) await noteKey(database, cipher)
      return values.map(({ plain, place }) => cipher.seal(plain, place))
    },
    open: (sealed, place) => cipher.open(sealed, place),
    async missingKeys() {
      await noteKey(database, cipher)
      const keys = await database.query<{ key_id: string; check_value: string }>({
        name: 'record_keys',
        text: 'select key_id, check_value from record_keys order by key_id',
      })
      return keys.filter((key) => !isReadable(cipher, key)).map(({ key_id: id }) => id)
    },
  }
}

async function noteKey(database: Queryable, cipher: RecordCipher): Promise<void> {
  await database.query({
    name: 'note_record_key',
    text: 'insert into record_keys (key_id, check_value) values ($1, $2) on conflict do nothing',
    values: [cipher.currentId, cipher.seal(PLAIN, placeOf(cipher.currentId))],
  })
}

function isReadable(
  cipher: RecordCipher,
  { key_id: id, check_value: value }: { key_id: string; check_value: string },
): boolean {
  try {
    return cipher.open(value, placeOf(id)) === PLAIN
  } catch {
    return false
  }
}

function placeOf(keyId: string): Place {
  return { table: 'record_keys', column: 'check_value', id: keyId }
}
