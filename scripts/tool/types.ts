/** `npm run tool -- types`: writes what the client knows of the document. */
import { parseArgs } from 'node:util'
import { writeSchemaFile } from '../clientTypes/schemaFile.ts'
import { command } from '../command.ts'

await command(async () => {
  parseArgs()
  await writeSchemaFile()
})
