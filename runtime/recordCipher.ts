/**
 * Encrypts single values of columns with the record ring. What is stored names its key and is bound
 * to its table, column and row: copied to another place, it cannot be decrypted.
 */
import { type Place, partsOfSealedText, type RecordCipher } from '../contract/sealedText.ts'
import type { KeyRing } from './keyRing.ts'

/** A cipher that encrypts with the first key of the ring. */
export function createRecordCipher(ring: KeyRing): RecordCipher {
  return {
    currentId: ring.currentId,
    seal(plain, place) {
      const sealed = ring.encrypt(Buffer.from(plain), associatedDataOf(place))
      return `sealed:1:${ring.currentId}:${sealed.toString('base64url')}`
    },
    open(text, place) {
      const parts = partsOfSealedText(text)
      if (parts === undefined) throw new Error('not an encrypted value')
      const sealed = Buffer.from(parts.data, 'base64url')
      return ring.decrypt(parts.keyId, sealed, associatedDataOf(place)).toString()
    },
  }
}

function associatedDataOf({ table, column, id }: Place): string {
  return `${table}.${column}/${id}`
}
