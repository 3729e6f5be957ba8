/**
 * `npm run test:long -- --seed N`: wallet auth and durability with their full counts. The seed makes the
 * same choices again; without one it is drawn, and printed at the beginning and at the end.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from './command.ts'

const SEED_MAX = 2 ** 31

await command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  })
  const seed = values.seed ?? String(randomInt(SEED_MAX))
  if (!/^\d+$/.test(seed)) throw new Error('usage: test:long -- [--seed N] [FILE ...]')
  const files = positionals.length > 0 ? positionals : ['test/auth', 'test/durability', 'test/replay']
  process.stdout.write(`the long suite, seed ${seed}: ${files.join(' ')}\n`)

  const vitest = createRequire(import.meta.url).resolve('vitest/package.json')
  const beganAt = performance.now()
  const child = spawn(
    process.execPath,
    [join(dirname(vitest), 'vitest.mjs'), 'run', '--reporter=verbose', ...files],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_SCALE: 'long', TEST_SEED: seed },
    },
  )
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', forward)
  process.on('SIGTERM', forward)
  const [code] = (await once(child, 'exit')) as [number | null]
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1)
  const outcome = code === 0 ? 'passed' : 'FAILED'
  process.stdout.write(
    `the long suite ${outcome} in ${minutes} min; again with: npm run test:long -- --seed ${seed}\n`,
  )
  process.exitCode = code ?? 1
})
