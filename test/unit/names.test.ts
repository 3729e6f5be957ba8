/** Names in parts, texts that can be seen, email addresses, numbers of taxpayers. */
import { describe, expect, test } from 'vitest'
import { composed } from '../../contract/composedText.ts'
import { isEmailAddress } from '../../contract/emailAddress.ts'
import { isName, isVisibleLines, isVisibleText } from '../../contract/visibleText.ts'
import { birthDateProblem } from '../../domain/verification/birthDate.ts'
import { identifierProblem } from '../../domain/verification/identifiers.ts'
import { namesOf } from '../../domain/verification/names.ts'

describe('a full name in parts', () => {
  test.each([
    ['Ada Lovelace', 'Ada', undefined, 'Lovelace'],
    ['Ada King Lovelace', 'Ada', 'King', 'Lovelace'],
    ['Ada Lovelace Jr.', 'Ada', undefined, 'Lovelace'],
    ['Ada Lovelace, PhD', 'Ada', undefined, 'Lovelace'],
    ['Henry Ford III', 'Henry', undefined, 'Ford'],
    ['Ada Lovelace 002', 'Ada', undefined, 'Lovelace 002'],
    ['Suharto003', undefined, undefined, 'Suharto003'],
    ['Suharto', undefined, undefined, 'Suharto'],
    ['王小明003', '小明003', undefined, '王'],
    ['歐陽娜娜', '娜娜', undefined, '歐陽'],
    ['김정은', '정은', undefined, '김'],
    ['Gabriel García Márquez', 'Gabriel', undefined, 'García Márquez'],
    ['María del Carmen López Ruiz', 'María', 'del Carmen', 'López Ruiz'],
    ['Nguyễn Văn An', 'Văn An', undefined, 'Nguyễn'],
    ['Kim Jong Un', 'Jong Un', undefined, 'Kim'],
    ['Ludwig van Beethoven', 'Ludwig', undefined, 'van Beethoven'],
    ['Juan de la Cruz', 'Juan', undefined, 'de la Cruz'],
    ['Kim Basinger', 'Kim', undefined, 'Basinger'],
  ])('%s', (fullName, given, middle, family) => {
    expect(namesOf(fullName)).toEqual({ given, middle, family })
  })

  test('nothing but blanks has none', () => {
    expect(namesOf('   ').family).toBeUndefined()
  })
})

test.each([
  'Ada Lovelace',
  '王小明',
  'मेरा फ़ोन',
  'Ada’s iPhone',
  '📱',
  '👩‍👩‍👧',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'می‌خواهم',
  'O-1',
  '❤️‍🔥',
  '1️⃣',
  '葛\u{e0100}飾',
  '塚\ufe00',
  'ශ්‍රී ලංකා',
  'न्‍',
  'ᠮᠣᠩᠭᠣᠯ\u180b',
])('%s can be seen', (text) => expect(isVisibleText(text)).toBe(true))
test.each([
  ['blanks', '   '],
  ['a line break', 'A\r\nB'],
  ['no width', '\u200b'],
  ['joiners alone', '\u200d\u200c'],
  ['turned right to left', 'Ada\u202e'],
  ['an isolate', 'Ada\u2066'],
  ['a mark of direction', 'Ada\u200e'],
  ['a byte order mark', '\ufeffAda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a filler of Hangul', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a control character', 'A\u0007'],
  ['a tag', 'A\u{e0041}'],
  ['a separator of lines', 'A\u2028B'],
  ['a selector of a variant behind a letter that has none', 'A\ufe0fda'],
  ['an ideographic selector behind a letter', 'Ada\u{e0100}'],
  ['two selectors', '葛\u{e0100}\u{e0101}'],
  ['a selector in front', '\ufe0fAda'],
  ['a Mongolian selector behind a letter', 'Ada\u180b'],
  ['a joiner of graphemes', 'Ada\u034f'],
  ['three joiners in a row', 'न्\u200d\u200d\u200d'],
  ['a joiner between Latin letters', 'Ad\u200da'],
  ['a joiner behind a blank', 'Ada \u200dKing'],
  ['a Khmer vowel that is drawn as nothing', 'ក\u17b4'],
])('%s cannot', (_, text) => expect(isVisibleText(text)).toBe(false))

test('a name has a letter or a digit, and lines may be several', () => {
  expect(['Ada', '7', '王'].map(isName)).toEqual([true, true, true])
  expect(['...', '📱', ' '].map(isName)).toEqual([false, false, false])
  expect(isVisibleLines('One\r\n\ttwo')).toBe(true)
  expect(isVisibleLines('\r\n')).toBe(false)
})

test.each([
  'ada@example.com',
  'ada@exämple.com',
  'josé@example.com',
  '用户@例子.广告',
  "o'b+x@a-b.co",
])('%s is an email address', (text) => expect(isEmailAddress(text)).toBe(true))
test.each([
  'ada',
  'ada@',
  '@example.com',
  'a..b@example.com',
  '.a@example.com',
  'ada@-example.com',
  'ada@example',
  'ada@example.com ',
  'a da@example.com',
  'ada@example.com\u202e',
  'ada@example.123',
  'ada@10.0.0.1',
  'ada@example.١٢٣',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
])('%s is none', (text) => expect(isEmailAddress(text)).toBe(false))

test('numbers of American taxpayers that were never issued', () => {
  const wrong = (type: string, numbers: readonly string[]): readonly string[] =>
    numbers.filter((number) => identifierProblem(type, number) !== undefined)
  const ssns = [
    '000-12-3456',
    '666-12-3456',
    '900-12-3456',
    '123-00-4567',
    '123-45-0000',
    '1',
    'abc',
  ]
  expect(wrong('SSN', ssns)).toEqual(ssns)
  expect(wrong('SSN', ['123-45-6789', '899-01-0001'])).toEqual([])
  const itins = ['abc', '123-70-1234', '900-49-1234', '900-66-1234', '900-89-1234', '900-93-1234']
  expect(wrong('ITIN', itins)).toEqual(itins)
  expect(wrong('ITIN', ['900-70-0000', '912-94-1234', '900501234'])).toEqual([])
  expect(identifierProblem('NON_US_TAX_ID', 'x')).toBeUndefined()
})

test('two spellings of one text are one', () => {
  expect(composed({ name: ['Jose\u0301'] })).toEqual({ name: ['José'] })
})

test('a date of birth is of somebody who may live', () => {
  expect(birthDateProblem('2099-01-01', '2026-11-26')).toBe('must not be in the future')
  expect(birthDateProblem('1850-01-01', '2026-11-26')).toBe('is too long ago for a living person')
  expect(birthDateProblem('2026-11-26', '2026-11-26')).toBeUndefined()
  expect(birthDateProblem('1903-01-02', '2026-11-26')).toBeUndefined()
})
