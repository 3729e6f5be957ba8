/**
 * `DATA_DIR/set.json` (mode 0600): the settings of the set that runs, or ran last, in DATA_DIR. With
 * it, operator commands find everything by DATA_DIR alone, also what was given by variables.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SetEnvironment = Readonly<Record<string, string>>

export function writeSetFile(dataDir: string, environment: SetEnvironment): void {
  const path = join(dataDir, 'set.json')
  writeFileSync(`${path}.new`, `${JSON.stringify(environment, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function readSetFile(dataDir: string): SetEnvironment | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'set.json'), 'utf8')) as SetEnvironment
  } catch {
    return undefined
  }
}
