/** `npm run build`: the API, the worker, the sandbox and `payments` as JavaScript, in `dist/`. */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { buildPrograms } from './devstack/compile.ts'

await command(async () => {
  parseArgs()
  const { folder, isNew } = await buildPrograms()
  process.stdout.write(`${folder} ${isNew ? 'is built' : 'is fresh'}\n`)
})
