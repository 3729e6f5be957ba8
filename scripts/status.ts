/**
 * `npm run status`: what `npm start` printed, again. `--json` for programs, `--env` as lines that a
 * shell or `node --env-file` reads.
 */
import { parseArgs } from 'node:util'
import { environmentOfSet } from './set/connect.ts'
import { readDemo } from './set/demoPlatform.ts'
import { readRunFile } from './set/runFile.ts'
import { readSetFile } from './set/setFile.ts'
import { oneLine } from './set/setUpError.ts'
import { summarize, summaryLines } from './set/summary.ts'

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, env: { type: 'boolean' } } })
  const env = environmentOfSet(process.env)
  const dataDir = env.DATA_DIR ?? ''
  if (values.env) {
    const demo = readDemo(dataDir)
    const names = Object.keys(readSetFile(dataDir) ?? {})
    for (const name of names) console.log(`${name}='${env[name]}'`)
    if (demo) console.log(`CLIENT_ID='${demo.clientId}'\nCLIENT_SECRET='${demo.clientSecret}'`)
  } else {
    const summary = summarize(env, readDemo(dataDir))
    const processes = readRunFile(dataDir)
    if (values.json) console.log(JSON.stringify({ ...summary, processes }, null, 2))
    else console.log(summaryLines(summary).join('\n'))
  }
} catch (error) {
  console.error(oneLine(error))
  process.exitCode = 1
}
