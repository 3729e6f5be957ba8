/**
 * The one-time codes of contacts, logins and authorizations. A code is derived from the id of its
 * challenge with a record key when it is sent and when it is checked: no row, job or history holds one,
 * and a code that is sent again is the same. The database does not reveal codes without the key.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Environment } from '../contract/outsideParties.ts'
import type { KeyRing } from './keyRing.ts'

/** What a code is derived from. */
export type CodeSource = {
  /** UUID of the challenge. */
  readonly id: string
  /** Id of the record key. */
  readonly codeKey: string
  readonly environment: Environment
}

export type OneTimeCodes = {
  /** The key that new challenges name. */
  readonly currentKey: string
  /**
   * Six digits.
   *
   * @throws UnknownKey when the ring lacks the key
   */
  codeOf(source: CodeSource): string
  /** Compared in constant time; false too where the key has been dropped since. */
  isCodeOf(source: CodeSource, given: string): boolean
}

/** Every code of the sandbox, whose messages are not delivered. */
export const SANDBOX_CODE = '123456'

const DIGITS = 6

/** @param ring of the records */
export function createOneTimeCodes(ring: KeyRing): OneTimeCodes {
  const codeOf = ({ id, codeKey, environment }: CodeSource): string => {
    const mac = ring.mac(codeKey, 'one-time codes', id)
    if (environment === 'SANDBOX') return SANDBOX_CODE
    return String(mac.readBigUInt64BE() % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
  }
  return {
    currentKey: ring.currentId,
    codeOf,
    isCodeOf(source, given) {
      if (!ring.ids.includes(source.codeKey)) return false
      const [right, typed] = [Buffer.from(codeOf(source)), Buffer.from(given)]
      return right.length === typed.length && timingSafeEqual(right, typed)
    },
  }
}
