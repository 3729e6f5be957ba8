/** `npm run client:types`: writes what the client knows of the document. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keyedText, schemaText } from './clientTypes/schemaText.ts'
import { command } from './command.ts'

await command(async () => {
  parseArgs()
  const folder = new URL('../client/', import.meta.url)
  writeFileSync(new URL('schema.ts', folder), await schemaText())
  writeFileSync(new URL('keyed.ts', folder), keyedText())
})
