/** The README's curl block is run as it stands: a guide that was not run is a guess. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSharedSet, type SharedSet } from '../set.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let set: SharedSet

beforeAll(async () => {
  set = await aSharedSet()
})
afterAll(() => set?.stop())

it('the flow of the README works as written', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const block = /## The flow, in curl[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  // The set of the test stands in for `npm start`; all else runs unchanged.
  const script = block.replace(/^eval .*$/m, ':')
  const run = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...set.env,
      API_URL: set.apiUrls[0],
      CLIENT_ID: set.platform.clientId,
      CLIENT_SECRET: set.platform.clientSecret,
    },
  })
  expect(run.stderr).toBe('')
  expect(run.status).toBe(0)
  const transaction = run.stdout.slice(run.stdout.lastIndexOf('{"id":"Transaction:'))
  expect(JSON.parse(transaction)).toMatchObject({
    type: 'OUTGOING',
    sentAmount: { amount: 10_000_000, currency: { code: 'USDB' } },
  })
  expect(['PROCESSING', 'COMPLETED']).toContain(JSON.parse(transaction).status)
})
