/** Files of customers as programs write them, and files that are something else. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../activities/imports/parse.ts'
import { columnNames, columnProblem, isSeparatorHint } from '../../domain/imports/columns.ts'
import { asUtf8, formatProblem } from '../../domain/imports/format.ts'

async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function textOf(bytes: Buffer, size: number): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of asUtf8(chunked(bytes, size))) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe('text is decoded once, however it arrives', () => {
  const text = 'fullName,city\r\nZoë 王小明 📱,Łódź\r\n'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 LE without', Buffer.from(text, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 BE without', Buffer.from(text, 'utf16le').swap16()],
  ])('%s', async (_, bytes) => {
    for (const size of [1, 2, 3, 5, 1_000]) expect(await textOf(bytes, size)).toBe(text)
  })

  test('other bytes pass as they are', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('a'), Buffer.from([0xef, 0xbb, 0xbf])]) {
      expect(await textOf(bytes, 1)).toBe(bytes.toString())
    }
    const bytes = Buffer.concat([Buffer.from('abcd'), randomBytes(100)])
    const parts: Buffer[] = []
    for await (const part of asUtf8(chunked(bytes, 7))) parts.push(part)
    expect(Buffer.concat(parts)).toEqual(bytes)
  })
})

test('rows of commas are no rows, and places in the file count them', async () => {
  const file = Buffer.from('a,b\n1,2\n,\n , \n\n3,4\n,\n')
  const found: { cells: readonly string[]; nextByte: number }[] = []
  for await (const record of recordsOf(chunked(file, 3), 0)) found.push(record)
  expect(found.map(({ cells }) => cells.join())).toEqual(['a,b', '1,2', '3,4'])
  const second = found[1]?.nextByte ?? 0
  const rest: string[] = []
  for await (const { cells } of recordsOf(chunked(file.subarray(second), 3), second)) {
    rest.push(cells.join())
  }
  expect(rest).toEqual(['3,4'])
})

test('what is no CSV is named', () => {
  expect(formatProblem(Buffer.from('PK\x03\x04'))).toContain('xlsx')
  expect(formatProblem(Buffer.from('d0cf11e0a1b1', 'hex'))).toContain('xls')
  expect(formatProblem(Buffer.from('%PDF-1.7'))).toContain('PDF')
  expect(formatProblem(Buffer.from('umaAddress,'))).toBeUndefined()
  expect(columnProblem(['umaAddress;platformCustomerId'])).toContain('semicolons')
  expect(columnProblem(['umaAddress\tplatformCustomerId'])).toContain('tabs')
  expect(columnProblem(['umaAddress'])).toContain('are missing')
})

/** Four bytes a letter. */
function utf32(text: string, isLittle: boolean): Buffer {
  const letters = [...text].map((letter) => {
    const bytes = Buffer.alloc(4)
    const code = letter.codePointAt(0) ?? 0
    if (isLittle) bytes.writeUInt32LE(code)
    else bytes.writeUInt32BE(code)
    return bytes
  })
  return Buffer.concat(letters)
}

test('UTF-32 is named, however it begins and arrives', async () => {
  for (const isLittle of [true, false]) {
    for (const text of ['\ufeffumaAddress,city\r\n', 'umaAddress,city\r\n']) {
      const parts: Buffer[] = []
      for await (const part of asUtf8(chunked(utf32(text, isLittle), 3))) parts.push(part)
      expect(formatProblem(Buffer.concat(parts))).toContain('UTF-32')
    }
  }
})

test('a hint of what separates columns is no line of the file', () => {
  for (const cells of [['sep=;'], ['sep=', ''], ['SEP=\t'], ['sep=|', '', '']]) {
    expect(isSeparatorHint(cells), cells.join()).toBe(true)
  }
  for (const cells of [['umaAddress'], ['sep=;', 'city'], ['separator']]) {
    expect(isSeparatorHint(cells), cells.join()).toBe(false)
  }
})

test('names of columns are ours in any letter case', () => {
  expect(columnNames([' UMAADDRESS ', 'postalcode', 'FullName', 'Mine'])).toEqual([
    'umaAddress',
    'postalCode',
    'fullName',
    'Mine',
  ])
  const required =
    'umaAddress platformCustomerId addressLine1 city state country postalCode customerType'
  const lower = columnNames(required.toLowerCase().split(' '))
  expect(columnProblem(lower)).toBeUndefined()
  expect(columnProblem(columnNames([...lower, 'City']))).toContain('city are there twice')
})
