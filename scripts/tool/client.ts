/** `npm run tool -- client`: the packages for platforms as JavaScript, with their types. */
import { parseArgs } from 'node:util'
import { writeSchemaFile } from '../clientTypes/schemaFile.ts'
import { command } from '../command.ts'
import { runTools } from '../tools.ts'

await command(async () => {
  parseArgs()
  await writeSchemaFile()
  await runTools([
    ['tsc', '-p', 'client/backend'],
    ['tsc', '-p', 'client/device'],
    ['tsc', '-p', 'client/relay'],
  ])
})
