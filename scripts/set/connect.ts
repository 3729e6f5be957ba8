/** How clients and operator commands find the running set. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { settings } from '../../contract/config.ts'
import { runs } from './processes.ts'
import { commandMarker, readRunFile } from './runFile.ts'
import { readSetFile } from './setFile.ts'
import { SetUpError } from './setUpError.ts'

/** With one of these, a command knows where to go without any DATA_DIR. */
const addresses = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'API_URL'] as const

/**
 * The environment of a command that works with a running set: the variables that were given, and
 * for all others those of the set in DATA_DIR.
 *
 * Holds, beside the settings of `contract/config.ts`, `API_URL`: the base address with the version,
 * `http://127.0.0.1:8080/2025-10-13`.
 *
 * @param env usually `process.env`; give the result to `parseConfig`
 * @throws SetUpError, one line, when there is neither a running set nor an address
 */
export function environmentOfSet(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const dataDir = dataDirOf(env)
  const ofSet = isRunning(dataDir) ? readSetFile(dataDir) : undefined
  if (ofSet === undefined && !addresses.some((name) => isGiven(env, name))) {
    throw new SetUpError(
      `No set is running in ${dataDir}: run npm start, or set DATA_DIR, or give ${addresses.join(', ')}`,
    )
  }
  const rest = Object.entries(ofSet ?? {}).filter(([name]) => !isGiven(env, name))
  return { ...env, ...Object.fromEntries(rest), DATA_DIR: dataDir }
}

function dataDirOf(env: NodeJS.ProcessEnv): string {
  const path = resolve(env.DATA_DIR || settings.DATA_DIR.default)
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Whether a process of this DATA_DIR lives. */
export function isRunning(dataDir: string): boolean {
  return readRunFile(dataDir).some(
    ({ role, pid }) => pid !== null && runs(pid, commandMarker(dataDir, role)),
  )
}

function isGiven(env: NodeJS.ProcessEnv, name: string): boolean {
  return Boolean(env[name] || env[`${name}_FILE`])
}
