/**
 * `npm run fuzz:document [-- OPTION ...]`: schemathesis over the document of the running set, all
 * operations and all checks. Options go to schemathesis, for example `--max-examples 200`. It is a
 * Python program and no part of this project: it is looked for on the PATH, or in SCHEMATHESIS.
 */
import { spawnSync } from 'node:child_process'
import { command } from './command.ts'
import { environmentOfSet } from './set/connect.ts'
import { readDemo } from './set/demoPlatform.ts'

const HOW_TO_INSTALL = `schemathesis is not on the PATH. It is a Python program:
  python3 -m venv ~/schemathesis && ~/schemathesis/bin/pip install schemathesis
  SCHEMATHESIS=~/schemathesis/bin/schemathesis npm run fuzz:document`

const EXAMPLES = '40'

const unpromised = [
  // Failed logins are slowed for everybody at this address: that is another test's promise.
  'ignored_auth',
  // What a schema can't say is refused: ids of nothing, currencies that don't meet, other domains.
  'positive_data_acceptance',
  // Unknown properties and parameters are ignored, as the document says.
  'negative_data_rejection',
]

await command(async () => {
  const program = process.env.SCHEMATHESIS ?? 'schemathesis'
  if (spawnSync(program, ['--version']).error !== undefined) throw new Error(HOW_TO_INSTALL)
  const env = environmentOfSet(process.env)
  const demo = readDemo(env.DATA_DIR ?? '')
  if (demo === undefined) throw new Error('the running set has no demo platform')
  const { origin } = new URL(env.API_URL ?? '')
  const options = [
    'run',
    `${origin}/openapi.json`,
    `--auth=${demo.clientId}:${demo.clientSecret}`,
    '--checks=all',
    `--max-examples=${EXAMPLES}`,
    '--continue-on-failure',
    `--exclude-checks=${unpromised.join(',')}`,
    ...process.argv.slice(2),
  ]
  process.exitCode = spawnSync(program, options, { stdio: 'inherit' }).status ?? 1
})
