/** `npm run client:types`: writes what the client knows of the document. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeSchemaFile } from './clientTypes/schemaFile.ts'
import { keyedText } from './clientTypes/schemaText.ts'
import { command } from './command.ts'

await command(async () => {
  parseArgs()
  await writeSchemaFile()
  writeFileSync(new URL('../client/keyed.ts', import.meta.url), keyedText())
})
