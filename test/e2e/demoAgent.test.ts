/** `npm run demo -- agent` shows what it says. */
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

test('an agent pays, waits for a person, and is refused', async () => {
  const dataDir = aDataDir()
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts', 'agent'], {
    cwd: root,
    env: { ...process.env, ...stack.env, DATA_DIR: dataDir, API_URL: stack.apiUrls[0] },
  })
  const [stdout, stderr] = await Promise.all([text(demo.stdout), text(demo.stderr)])
  expect(stderr).toBe('')
  const steps = stdout.split('\n')
  for (const step of [
    /^execute_quote +APPROVED/,
    /^the same call again.* replayed true/,
    /^execute_quote +PENDING_APPROVAL: A person must approve/,
    /^balance +950\.00 USD/,
    /^get_transaction +COMPLETED, balance 700\.00 USD/,
    /^wait_for_decision +REJECTED: Not this month/,
    /^execute_quote +FORBIDDEN: /,
    /^get_agent: used today +300\.00 USD/,
  ]) {
    expect(steps).toContainEqual(expect.stringMatching(step))
  }
})
