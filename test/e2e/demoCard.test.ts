/** `npm run demo -- card` shows what it says. */
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

test('a coffee is bought with a card, tipped, and partly refunded', async () => {
  const dataDir = aDataDir()
  const demo = spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts', 'card'], {
    cwd: root,
    env: { ...process.env, ...stack.env, DATA_DIR: dataDir, API_URL: stack.apiUrls[0] },
  })
  const [stdout, stderr] = await Promise.all([text(demo.stdout), text(demo.stderr)])
  expect(stderr).toBe('')
  const shown = stdout.split('\n').flatMap((line) => {
    const [, what, more] = /^(balance|card transaction) +(.*)$/.exec(line) ?? []
    return what === undefined ? [] : [`${what}: ${more}`]
  })
  expect(shown).toEqual([
    'balance: 25.000000 USDB',
    'card transaction: AUTHORIZED, 0 pulls of 0.00, refunded 0.00',
    'balance: 12.500000 USDB',
    'card transaction: SETTLED, 2 pulls of 15.00, refunded 0.00',
    'balance: 10.000000 USDB',
    expect.stringMatching(/^card transaction: \w+, 2 pulls of 15\.00, refunded 5\.00$/),
    'balance: 15.000000 USDB',
  ])
  expect(stdout).toMatch(
    /^webhooks received .*CARD\.STATUS_CHANGE.*CARD_TRANSACTION\.AUTHORIZED.*CARD_TRANSACTION\.SETTLED/m,
  )
})
