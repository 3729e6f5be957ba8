/** `npm run check`: types, lint, and `npm test`. */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { runTools } from './tools.ts'

await command(async () => {
  parseArgs()
  await runTools([
    ['npm', 'run', '--silent', 'typecheck'],
    ['npm', 'run', '--silent', 'lint'],
    ['npm', 'test'],
  ])
})
