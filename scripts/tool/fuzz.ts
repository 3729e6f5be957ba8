/**
 * `npm run tool -- fuzz [OPTION ...]`: schemathesis over the document of the running stack, all
 * operations, twice: with made-up ids, and with ids of a customer that is made for it. Options go
 * to schemathesis, for example `--max-examples 200`. It is a Python program and no part of this
 * project: it is looked for on the PATH, or in SCHEMATHESIS.
 *
 * Settings: API_URL, DATABASE_URL; SCHEMATHESIS where the program is not on the PATH.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '../../db/platforms.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { command } from '../command.ts'
import { environmentOfStack } from '../devstack/connect.ts'
import { createApiClient, expectStatus } from '../serviceDriver/apiClient.ts'

const HOW_TO_INSTALL = `schemathesis is not on the PATH. It is a Python program:
  python3 -m venv ~/schemathesis && ~/schemathesis/bin/pip install schemathesis
  SCHEMATHESIS=~/schemathesis/bin/schemathesis npm run tool -- fuzz`

const EXAMPLES = '40'

const unpromised = [
  // Failed logins are slowed for everybody at this address: that is another test's promise.
  'ignored_auth',
  // What a schema can't say is refused: ids of nothing, currencies that don't meet, other domains.
  'positive_data_acceptance',
  // Unknown members of a body are ignored, as the document says.
  'negative_data_rejection',
]

await command(async () => {
  const program = process.env.SCHEMATHESIS ?? 'schemathesis'
  if (spawnSync(program, ['--version']).error !== undefined) throw new Error(HOW_TO_INSTALL)
  const env = environmentOfStack(process.env)
  const baseUrl = env.API_URL ?? ''
  // One of its own: what is tried on it, currencies and endpoint too, is no other platform's.
  const platform = await createPlatform(need(parseConfig(env), 'DATABASE_URL'), {
    name: `fuzz ${randomUUID()}`,
    environment: 'SANDBOX',
  })
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-document-'))
  const configFile = join(folder, 'schemathesis.toml')
  const options = [
    `--config-file=${configFile}`,
    'run',
    `${new URL(baseUrl).origin}/openapi.json`,
    `--auth=${platform.clientId}:${platform.clientSecret}`,
    '--checks=all',
    `--exclude-checks=${unpromised.join(',')}`,
    `--max-examples=${EXAMPLES}`,
    '--continue-on-failure',
    ...process.argv.slice(2),
  ]
  try {
    for (const config of ['', await knownIds({ baseUrl, ...platform })]) {
      writeFileSync(configFile, config)
      const { status } = spawnSync(program, options, { stdio: 'inherit', cwd: folder })
      if (status !== 0) process.exitCode = status ?? 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

type Platform = {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Settings of schemathesis: what each parameter is when it names something that exists. */
async function knownIds(platform: Platform): Promise<string> {
  const api = createApiClient(platform.baseUrl, platform)
  type Listed = readonly { readonly id: string }[]
  const listed = async (path: string): Promise<string> => {
    const { body } = expectStatus(path, await api.call('GET', path), 200)
    return (body.data as Listed)[0]?.id ?? ''
  }
  const made = await api.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    email: `fuzz-${randomUUID().slice(0, 8)}@example.com`,
    fullName: 'Ada Lovelace',
  })
  const customerId = String(expectStatus('customer', made, 201).body.id)
  const accountId = await listed(`/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`)
  const credentialId = await listed(`/auth/credentials?accountId=${accountId}`)
  const amount = 25_000_000
  await api.call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount })
  const transactionId = await listed(`/transactions?customerId=${customerId}`)
  const lines = Object.entries({
    'path.customerId': customerId,
    'path.transactionId': transactionId,
    'query.customerId': customerId,
    'query.accountId': accountId,
  }).map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
  const ids = Object.entries({
    '/internal-accounts': accountId,
    '/sandbox/internal-accounts': accountId,
    '/auth/credentials': credentialId,
  }).map(([prefix, id]) =>
    [
      '[[operations]]',
      `include-path-regex = ${JSON.stringify(`^${prefix}/\\{id\\}`)}`,
      `parameters = { "path.id" = ${JSON.stringify(id)} }`,
    ].join('\n'),
  )
  return ['[parameters]', ...lines, ...ids, ''].join('\n')
}
