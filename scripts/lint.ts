/** `npm run lint`: biome, typescript-eslint and squawk over everything. `npm run format` fixes what it can. */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { runTools } from './tools.ts'

await command(async () => {
  parseArgs()
  await runTools([
    ['biome', 'check', '.'],
    ['eslint', '.'],
    ['squawk', '--reporter', 'gcc', 'db/migrations/*.sql', 'db/functions/**/*.sql'],
  ])
})
