/**
 * `npm run test:long -- --seed N`: the tests that have a sample in `npm test`, with full counts.
 * The seed makes the same choices again; without one it is drawn, and printed at the beginning and
 * the end. `--count N` takes N sequences or payments instead of the full count, where a file has
 * one.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from './command.ts'

const SEED_MAX = 2 ** 31

/** All that has a sample in `npm test` and full counts here. */
const suite = [
  'test/api/mcp/guide.test.ts',
  'test/api/operations.test.ts',
  'test/auth',
  'test/cards',
  'test/client/generatedClients.test.ts',
  'test/client/readme.test.ts',
  'test/client/types.test.ts',
  'test/console',
  'test/db/plans.test.ts',
  'test/db/records.test.ts',
  'test/durability',
  'test/e2e',
  'test/lists',
  'test/model',
  'test/payments',
  'test/reference',
  'test/replay',
  'test/sandbox',
  'test/stablecoins',
  'test/unit/agentModel',
  'test/unit/platformCommands',
  'test/unit/pricing',
  'test/unit/paymentSequences',
  'test/verification',
  'test/webhooks',
]

const STOP_MS = 15_000

/**
 * Every process of the run: each stops the stacks that it has started, and has some seconds for it.
 */
function stopGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  const send = (sent: NodeJS.Signals): void => {
    try {
      process.kill(-pid, sent)
    } catch {
      // The process group is empty.
    }
  }
  send(signal)
  setTimeout(send, STOP_MS, 'SIGKILL').unref()
}

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, count: { type: 'string' } },
  })
  const seed = values.seed ?? String(randomInt(SEED_MAX))
  const { count } = values
  if (!/^\d+$/.test(seed) || !/^\d+$/.test(count ?? '1')) {
    throw new Error('usage: test:long -- [--seed N] [--count N] [FILE ...]')
  }
  const files = positionals.length > 0 ? positionals : suite
  process.stdout.write(`the long suite, seed ${seed}: ${files.join(' ')}\n`)

  const vitest = createRequire(import.meta.url).resolve('vitest/package.json')
  const beganAt = performance.now()
  const child = spawn(
    process.execPath,
    [join(dirname(vitest), 'vitest.mjs'), 'run', '--reporter=verbose', ...files],
    {
      stdio: 'inherit',
      // A process group of its own, which is stopped as a whole: Vitest's processes have children.
      detached: true,
      env: {
        ...process.env,
        TEST_SCALE: 'long',
        TEST_SEED: seed,
        ...(count !== undefined && { TEST_COUNT: count }),
      },
    },
  )
  const stopAll = (signal: NodeJS.Signals): void => stopGroup(child, signal)
  process.on('SIGINT', stopAll)
  process.on('SIGTERM', stopAll)
  const [code] = (await once(child, 'exit')) as [number | null]
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1)
  const outcome = code === 0 ? 'passed' : 'FAILED'
  process.stdout.write(
    `the long suite ${outcome} in ${minutes} min; again with: npm run test:long -- --seed ${seed}\n`,
  )
  process.exitCode = code ?? 1
})
