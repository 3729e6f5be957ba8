/** `npm run typecheck`: the types of the sources, and those of the console, which are a browser's. */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { runTools } from './tools.ts'

await command(async () => {
  parseArgs()
  await runTools([
    ['tsc', '--noEmit'],
    ['tsc', '--noEmit', '-p', 'console'],
  ])
})
