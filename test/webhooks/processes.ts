/** Job processes of a test's own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { argumentsOf } from '../support/programs.ts'

/** Resolves when it takes jobs. @param pace `patient`: the service's own heartbeat */
export async function aJobProcess(url: string, pace?: 'patient'): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [...argumentsOf('test/webhooks/jobProcess'), url, ...(pace ? [pace] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Resident megabytes of a process. */
export function residentMb({ pid }: ChildProcess): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
