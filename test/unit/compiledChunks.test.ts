/** A process of an earlier build goes on beside a new one: what it loads later is still there. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, systemClock } from '../../contract/time.ts'
import { compilePrograms } from '../../scripts/devstack/compile.ts'

const MONTH_MS = 30 * 86_400_000

let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'compiled-'))
  writeFileSync(
    join(tree, 'main.ts'),
    `process.send?.('ready')
    process.once('message', async () => {
      const told = await import('./later.ts').then(({ text }) => text, ({ code }) => code)
      process.send?.(told, () => process.exit())
    })`,
  )
})
afterAll(() => rmSync(tree, { recursive: true }))

async function build(text: string): Promise<readonly string[]> {
  writeFileSync(join(tree, 'later.ts'), `export const text = '${text}'`)
  await compilePrograms(['main'], join(tree, 'dist'), tree)
  return chunks()
}

const chunks = (): readonly string[] => readdirSync(join(tree, 'dist/chunks'))

/** As if the last build were so old. */
function age(): void {
  const at = instant(systemClock.now().getTime() - MONTH_MS)
  for (const name of chunks()) utimesSync(join(tree, 'dist/chunks', name), at, at)
}

test('what a build replaces stays for a week from then on, however old it is, and then goes', async () => {
  const first = await build('first')
  const running = fork(join(tree, 'dist/main.mjs'))
  await once(running, 'message')
  age()
  await build('second')
  // The same sources again are no later build.
  await build('second')
  running.send('load')
  expect((await once(running, 'message'))[0]).toBe('first')

  // A week later.
  age()
  const left = await build('third')
  expect(first.filter((name) => left.includes(name))).toEqual([])
})
