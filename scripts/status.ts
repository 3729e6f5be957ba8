/**
 * `npm run status`: what `npm start` printed, again, and how each process is and since when; exit code 1 when one is
 * down or not ready. `--json` for programs, `--env` as lines that a shell or `node --env-file` reads.
 *
 * Settings: none but DATA_DIR.
 */
import { parseArgs } from 'node:util'
import { parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readDemo } from './devstack/demoPlatform.ts'
import { healthLines, healthOf } from './devstack/health.ts'
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
    const { HOST: host, METRICS_HOST: monitoringHost } = parseConfig(env)
    const health = await healthOf(dataDir, processes, { host, monitoringHost })
    if (values.json) {
      const parties = partiesOf(env, Object.keys(readStackFile(dataDir) ?? {}))
      console.log(JSON.stringify({ ...summary, parties, processes, health }, null, 2))
    } else console.log([...summaryLines(summary), '', ...healthLines(health)].join('\n'))
    if (!health.every(({ isUp }) => isUp)) process.exitCode = 1
  }
})

/** Addresses, names and keys of the sandbox's outside parties, by the settings that a client of theirs takes. */
function partiesOf(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const ofParties = names.filter(
    (name) => name.startsWith('SANDBOX_') && !name.includes('DATABASE'),
  )
  return Object.fromEntries(ofParties.map((name) => [name, env[name]]))
}
