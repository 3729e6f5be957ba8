/**
 * `npm run status`: what `npm start` printed, again. `--json` for programs, `--env` as lines that a
 * shell or `node --env-file` reads.
 *
 * Settings: none but DATA_DIR.
 */
import { parseArgs } from 'node:util'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readDemo } from './devstack/demoPlatform.ts'
import { readRunFile } from './devstack/runFile.ts'
import { readStackFile } from './devstack/stackFile.ts'
import { summarize, summaryLines } from './devstack/summary.ts'

await command(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, env: { type: 'boolean' } } })
  const env = environmentOfStack(process.env)
  const dataDir = env.DATA_DIR ?? ''
  if (values.env) {
    const demo = readDemo(dataDir)
    const names = Object.keys(readStackFile(dataDir) ?? {})
    for (const name of names) console.log(`${name}='${env[name]}'`)
    if (demo) console.log(`CLIENT_ID='${demo.clientId}'\nCLIENT_SECRET='${demo.clientSecret}'`)
  } else {
    const summary = summarize(env, readDemo(dataDir))
    const processes = readRunFile(dataDir)
    if (values.json) console.log(JSON.stringify({ ...summary, processes }, null, 2))
    else console.log(summaryLines(summary).join('\n'))
  }
})
