/** Starts an example as its README says, beside a stack of a test. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../../scripts/devstack/programs.ts'
import type { SharedStack } from '../support/stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Example = {
  /** Where it listens, as it has printed. */
  readonly url: string
  /** What it has printed since. */
  readonly lines: readonly string[]
  stop(): Promise<void>
}

/** @param env DATA_DIR, a folder for what it keeps, and a port of 0 */
export async function startExample(
  { apiUrls, platform }: SharedStack,
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<Example> {
  const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = platform
  const program = spawn(process.execPath, ['--import', 'tsx', 'scripts/example.ts', name], {
    cwd: root,
    env: { ...bareEnvironment(), API_URL: apiUrls[0], CLIENT_ID, CLIENT_SECRET, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  const reader = createInterface({ input: program.stdout })
  const lines: string[] = []
  const first = once(reader, 'line')
  reader.on('line', (line) => lines.push(line))
  await Promise.race([first, ended])
  const url = /http:\S+$/.exec(lines[0] ?? '')?.[0]
  if (url === undefined) throw new Error(`${name} does not run: ${lines.join('\n')}`)
  return {
    url,
    lines,
    async stop() {
      program.kill('SIGTERM')
      await ended
    },
  }
}
