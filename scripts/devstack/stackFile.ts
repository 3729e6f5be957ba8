/**
 * `DATA_DIR/stack.json` (mode 0600): the settings of the stack that runs, or ran last, in DATA_DIR.
 * With it, operator commands find everything by DATA_DIR alone, also what was given by variables.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type StackEnvironment = Readonly<Record<string, string>>

export function writeStackFile(dataDir: string, environment: StackEnvironment): void {
  const path = join(dataDir, 'stack.json')
  writeFileSync(`${path}.new`, `${JSON.stringify(environment, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function readStackFile(dataDir: string): StackEnvironment | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as StackEnvironment
  } catch {
    return undefined
  }
}
