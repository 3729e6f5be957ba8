/** `npm run tool -- client`: the backend's client as JavaScript, with its types from the document. */
import { parseArgs } from 'node:util'
import { writeSchemaFile } from '../clientTypes/schemaFile.ts'
import { command } from '../command.ts'
import { runTools } from '../tools.ts'

await command(async () => {
  parseArgs()
  await writeSchemaFile()
  await runTools([['tsc', '-p', 'client/backend']])
})
