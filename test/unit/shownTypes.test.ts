/** Presenters have the types of their schemas: what a schema does not say does not compile. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const present = fileURLToPath(new URL('../../contract/present/', import.meta.url))

/** Each in a file of its own, so that one run of the compiler finds all. */
const mistakes = [
  { file: 'tokens.ts', right: 'clientId: row.client_id', wrong: 'clientID: row.client_id' },
  { file: 'documents.ts', right: '    side: row.side,', wrong: '    sides: row.side,' },
  { file: 'requestLog.ts', right: '    method: row.method,\n', wrong: '' },
  { file: 'ledgerEntry.ts', right: 'kind: row.kind,', wrong: 'kind: row.kind, more: row.kind,' },
  { file: 'stablecoins.ts', right: "provider: 'BRALE',", wrong: "provider: 'BRAILLE'," },
  { file: 'webhooks.ts', right: 'number: row.number', wrong: 'number: row.error' },
]

test('a renamed, a missing, a further and a misshapen member are errors of the compiler', () => {
  const texts = new Map(
    mistakes.map(({ file, right, wrong }) => {
      const text = readFileSync(`${present}${file}`, 'utf8')
      expect(text).toContain(right)
      return [`${present}${file}`, text.replace(right, wrong)]
    }),
  )
  const { error, config } = ts.readConfigFile(`${present}../../tsconfig.json`, ts.sys.readFile)
  expect(error).toBeUndefined()
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, present)
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  const program = ts.createProgram([...texts.keys(), `${present}cards.ts`], options, host)
  const wrong = ts.getPreEmitDiagnostics(program).map((one) => one.file?.fileName)
  expect(new Set(wrong)).toEqual(new Set(texts.keys()))
})
