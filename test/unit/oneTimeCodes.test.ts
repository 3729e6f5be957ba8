/** Codes that are derived from their challenges. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newRecoveryCodes, recoveryCodeHash } from '../../domain/sca/recoveryCodes.ts'
import { newTotpSecret, totpSecretHex, totpStepOf, totpUri } from '../../domain/sca/totp.ts'
import { keyRing } from '../../runtime/keyRing.ts'
import { createOneTimeCodes } from '../../runtime/oneTimeCodes.ts'

const [KEY, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)]
const codes = createOneTimeCodes(keyRing('RECORD_KEYS', KEY))
const production = (id = randomUUID()) => {
  return { id, codeKey: codes.currentKey, environment: 'PRODUCTION' as const }
}

test('a challenge has one code of six digits, wherever it is computed', () => {
  const source = production('0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21')
  const code = codes.codeOf(source)
  expect(code).toMatch(/^\d{6}$/)
  const rotated = createOneTimeCodes(keyRing('RECORD_KEYS', `${OTHER},${KEY}`))
  expect(rotated.currentKey).not.toBe(codes.currentKey)
  expect(rotated.codeOf(source)).toBe(code)
  expect(rotated.isCodeOf(source, code)).toBe(true)
  expect(rotated.isCodeOf({ ...source, codeKey: rotated.currentKey }, code)).toBe(false)
})

test('a key that was dropped makes its codes wrong, and says which it was', () => {
  const source = production()
  const dropped = createOneTimeCodes(keyRing('RECORD_KEYS', OTHER))
  expect(dropped.isCodeOf(source, codes.codeOf(source))).toBe(false)
  expect(() => dropped.codeOf(source)).toThrow(`RECORD_KEYS lacks the key ${codes.currentKey}`)
})

test('codes are spread evenly, and say nothing of each other', () => {
  const digits = new Map<string, number>()
  const seen = new Set<string>()
  for (let count = 0; count < 5_000; count += 1) {
    const code = codes.codeOf(production())
    seen.add(code)
    for (const [place, digit] of [...code].entries()) {
      const key = `${place}${digit}`
      digits.set(key, (digits.get(key) ?? 0) + 1)
    }
  }
  // Sixty buckets of 500, each within 6 standard deviations of 21.
  expect(digits.size).toBe(60)
  for (const count of digits.values()) expect(Math.abs(count - 500)).toBeLessThan(130)
  expect(seen.size).toBeGreaterThan(4_950)
})

test('other texts are no code: longer, shorter, of other digits, empty', () => {
  const source = production()
  const code = codes.codeOf(source)
  for (const text of [
    `${code}0`,
    code.slice(1),
    ` ${code}`,
    '',
    '１２３４５６',
    code.replace(/./, 'x'),
  ]) {
    expect(codes.isCodeOf(source, text)).toBe(false)
  }
})

test('the sandbox has one code', () => {
  const source = { ...production(), environment: 'SANDBOX' as const }
  expect(codes.codeOf(source)).toBe('123456')
})

test('TOTP is RFC 6238: its vectors, a step either side, and no other', () => {
  // The secret and SHA-1 vectors of its appendix B, cut to six digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  expect(totpSecretHex(secret)).toBe(Buffer.from('12345678901234567890').toString('hex'))
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const) {
    const step = Math.floor(seconds / 30)
    const at = (offset: number): Date => new Date((seconds + offset) * 1_000)
    expect(totpStepOf(secret, code, at(0))).toBe(step)
    expect(totpStepOf(secret, code, at(30))).toBe(step)
    expect(totpStepOf(secret, code, at(-30))).toBe(step)
    expect(totpStepOf(secret, code, at(61))).toBeUndefined()
    expect(totpStepOf(secret, code, at(-61))).toBeUndefined()
  }
  for (const text of ['', '28708', '2870822', '287 082', 'abcdef']) {
    expect(totpStepOf(secret, text, new Date(59_000))).toBeUndefined()
  }
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  const uri = new URL(totpUri(secret, { issuer: 'A & B', label: 'ada@example.com' }))
  expect(uri.protocol).toBe('otpauth:')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    issuer: 'A & B',
    digits: '6',
    period: '30',
  })
})

test('recovery codes: ten of 80 bits, read whatever their case and groups', () => {
  const all = Array.from({ length: 100 }, newRecoveryCodes).flat()
  expect(all).toHaveLength(1_000)
  expect(new Set(all).size).toBe(1_000)
  // Every character in every place: 16 characters of 5 bits.
  const places = Array.from(
    { length: 16 },
    (_, at) => new Set(all.map((one) => one.replaceAll('-', '')[at])),
  )
  for (const characters of places) expect(characters.size).toBe(32)
  const [code = ''] = all
  expect(recoveryCodeHash(code)).toMatch(/^[0-9a-f]{64}$/)
  expect(recoveryCodeHash(code.toUpperCase().replaceAll('-', ''))).toBe(recoveryCodeHash(code))
  expect(recoveryCodeHash(` ${code.replaceAll('-', ' ')} `)).toBe(recoveryCodeHash(code))
  for (const text of ['', '123456', code.slice(1), `${code}0`, code.replace(/^./, 'u')]) {
    expect(recoveryCodeHash(text)).toBeUndefined()
  }
})
