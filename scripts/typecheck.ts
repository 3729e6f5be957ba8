/** `npm run typecheck`: the types of the sources, and of what a browser runs: the console, the package of devices, the page of an example. */
import { parseArgs } from 'node:util'
import { writeSchemaFile } from './clientTypes/schemaFile.ts'
import { command } from './command.ts'
import { runTools } from './tools.ts'

await command(async () => {
  parseArgs()
  await writeSchemaFile()
  await runTools([
    ['tsc', '--noEmit'],
    ['tsc', '--noEmit', '-p', 'console'],
    ['tsc', '--noEmit', '-p', 'client/device'],
    ['tsc', '--noEmit', '-p', 'examples/web-app/page'],
  ])
})
