/** One supervisor a DATA_DIR: the second one says who is there instead of breaking things. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processFacts } from './processes.ts'
import { SetUpError } from './setUpError.ts'

type Holder = { readonly pid: number; readonly started: string }

/**
 * Takes DATA_DIR for this process.
 *
 * @returns a function that gives it back
 * @throws SetUpError if a running process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const path = lockPath(dataDir)
  const holder = supervisorOf(dataDir)
  if (holder !== undefined) {
    throw new SetUpError(
      `A stack is running in ${dataDir} already (process ${holder}); see npm run status`,
    )
  }
  rmSync(path, { force: true })
  const mine: Holder = { pid: process.pid, started: processFacts(process.pid)?.started ?? '' }
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx', mode: 0o644 })
  } catch {
    throw new SetUpError(`Another stack is being started in ${dataDir} at this moment`)
  }
  return () => rmSync(path, { force: true })
}

/** Id of the running process that supervises DATA_DIR. */
export function supervisorOf(dataDir: string): number | undefined {
  try {
    const holder = JSON.parse(readFileSync(lockPath(dataDir), 'utf8')) as Holder
    return processFacts(holder.pid)?.started === holder.started ? holder.pid : undefined
  } catch {
    return undefined
  }
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'supervisor.json')
}
