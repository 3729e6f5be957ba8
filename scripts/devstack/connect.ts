/** How clients and operator commands find the running stack. */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { settings } from '../../runtime/config.ts'
import { runs } from './processes.ts'
import { commandMarker, readRunFile } from './runFile.ts'
import { SetUpError } from './setUpError.ts'
import { readStackFile } from './stackFile.ts'

/** With one of these, a command knows where to go without any DATA_DIR. */
const addresses = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'API_URL'] as const

/**
 * The environment of a command that works with a running stack: the variables that were given, and
 * for all others those of the stack in DATA_DIR.
 *
 * Holds, beside the settings of `runtime/config.ts`, `API_URL`: the base address with the version,
 * `http://127.0.0.1:8080/2025-10-13`.
 *
 * @param env usually `process.env`; give the result to `parseConfig`
 * @param state also of a stack that ran last, unless an address is given: its settings belong to no other place
 * @throws SetUpError, one line, when there is neither such a stack nor an address
 */
export function environmentOfStack(
  env: NodeJS.ProcessEnv,
  state: 'RUNNING' | 'MAY_BE_STOPPED' = 'RUNNING',
): Record<string, string | undefined> {
  const dataDir = dataDirOf(env)
  const hasAddress = addresses.some((name) => isGiven(env, name))
  const counts = isRunning(dataDir) || (state === 'MAY_BE_STOPPED' && !hasAddress)
  const ofStack = counts ? readStackFile(dataDir) : undefined
  if (ofStack === undefined && !hasAddress) {
    const missing = state === 'RUNNING' ? 'No stack is running' : 'No stack has run'
    throw new SetUpError(
      `${missing} in ${dataDir}: run npm start, or set DATA_DIR, or give ${addresses.join(', ')}`,
    )
  }
  const rest = Object.entries(ofStack ?? {}).filter(([name]) => !isGiven(env, name))
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
