/** Rings of keys: what one process encrypts, every process that holds the key decrypts. */
import type { Payload, PayloadCodec } from '@temporalio/common'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../runtime/config.ts'
import { codecKeys, keyRing, recordKeys, UnknownKey } from '../../runtime/keyRing.ts'
import { createPayloadCodec } from '../../runtime/payloadCodec.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'

const [first, second, third] = ['1a', '2b', '3c'].map((byte) => byte.repeat(32)) as [
  string,
  string,
  string,
]

/** Ring by ring, as a rotation goes: added, used, dropped. */
const rotation = [first, `${first},${second}`, `${second},${first}`, second]

function codecOf(keys: string): PayloadCodec {
  return createPayloadCodec(codecKeys(parseConfig({ CODEC_KEYS: keys })))
}

const payload: Payload = {
  metadata: { encoding: Buffer.from('json/plain') },
  data: Buffer.from('"a payment"'),
}

describe('the payload codec', () => {
  test('at each step of a rotation: neighbours decrypt what each other has encrypted', async () => {
    for (const [step, keys] of rotation.entries()) {
      const sealed = await codecOf(keys).encode([payload])
      expect(Buffer.from(sealed[0]?.data ?? []).toString('latin1')).not.toContain('a payment')
      for (const neighbour of rotation.slice(Math.max(step - 1, 0), step + 2)) {
        const [opened] = await codecOf(neighbour).decode(sealed)
        expect(Buffer.from(opened?.data ?? []).toString()).toBe('"a payment"')
      }
    }
  })

  test('without the key says which one it lacks', async () => {
    const sealed = await codecOf(first).encode([payload])
    const { currentId } = keyRing('CODEC_KEYS', first)
    await expect(codecOf(second).decode(sealed)).rejects.toThrow(
      `CODEC_KEYS lacks the key ${currentId}`,
    )
    await expect(codecOf(second).decode(sealed)).rejects.toBeInstanceOf(UnknownKey)
  })
})

describe('the record cipher', () => {
  const place = { table: 'customers', column: 'identity_number', id: 'a row' }
  const cipherOf = (keys: string) =>
    createRecordCipher(recordKeys(parseConfig({ RECORD_KEYS: keys })))

  test('encrypts with the first key and decrypts with all', () => {
    const old = cipherOf(first).seal('123-45-6789', place)
    const both = cipherOf(`${second},${first}`)
    expect(both.open(old, place)).toBe('123-45-6789')
    const renewed = both.seal('123-45-6789', place)
    expect(cipherOf(second).open(renewed, place)).toBe('123-45-6789')
    expect(() => cipherOf(third).open(renewed, place)).toThrow(UnknownKey)
    expect(`${old}${renewed}`).not.toContain('123-45-6789')
  })

  test('a value that was copied to another row, column or table, or changed, is refused', () => {
    const cipher = cipherOf(first)
    const sealed = cipher.seal('123-45-6789', place)
    for (const other of [{ id: 'another row' }, { column: 'email' }, { table: 'cards' }]) {
      expect(() => cipher.open(sealed, { ...place, ...other })).toThrow()
    }
    const last = sealed.at(-2) === 'A' ? 'B' : 'A'
    expect(() => cipher.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`, place)).toThrow()
    expect(() => cipher.open('123-45-6789', place)).toThrow('not an encrypted value')
  })
})
