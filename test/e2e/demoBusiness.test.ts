/** `npm run demo -- business` shows what it says. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDataDir, aSharedStack, type SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

test('a business is submitted with its owner, and approved', async () => {
  const dataDir = aDataDir()
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts', 'business'], {
    cwd: root,
    env: { ...process.env, ...stack.env, DATA_DIR: dataDir, API_URL: stack.apiUrls[0] },
  })
  const [stdout, stderr] = await Promise.all([text(demo.stdout), text(demo.stderr)])
  expect(stderr).toBe('')
  const steps = stdout.split('\n')
  for (const step of [
    /^kybStatus +UNVERIFIED/,
    /^verificationStatus +IN_PROGRESS/,
    /^kycStatus of the owner +APPROVED/,
    /^webhooks received .*VERIFICATION\.APPROVED.*CUSTOMER\.KYB_APPROVED/,
  ]) {
    expect(steps).toContainEqual(expect.stringMatching(step))
  }
})
