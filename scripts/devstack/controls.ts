/** What can be done to the processes of a running stack. */
import { READY_TIMEOUT_MS } from './context.ts'
import type { Role } from './runFile.ts'
import type { Supervisor } from './supervise.ts'
import type { SupervisedChild } from './supervisedChild.ts'

/** Without an index: every process of that role. */
export type Controls = {
  /** Sends a signal (SIGKILL) and waits for the end; the process is then started again. */
  kill(role: Role, index?: number, signal?: NodeJS.Signals): Promise<void>
  /** From now on a process of this role that dies stays dead, until `release`. */
  hold(role: Role, index?: number): void
  release(role: Role, index?: number): void
  /** Stops in the orderly way, starts again, waits until ready. */
  restart(role: Role, index?: number): Promise<void>
  /** Waits until these processes answer; without a role, until all do. */
  waitReady(role?: Role, index?: number): Promise<void>
}

export function controls(supervisor: Supervisor): Controls {
  const each = async (
    role: Role | undefined,
    index: number | undefined,
    work: (child: SupervisedChild) => Promise<void>,
  ): Promise<void> => {
    const children = role === undefined ? supervisor.children : supervisor.find(role, index)
    await Promise.all(children.map(work))
  }
  return {
    kill: (role, index, signal = 'SIGKILL') => each(role, index, (child) => child.kill(signal)),
    hold: (role, index) => {
      for (const child of supervisor.find(role, index)) child.hold()
    },
    release: (role, index) => {
      for (const child of supervisor.find(role, index)) child.release()
    },
    restart: (role, index) =>
      each(role, index, async (child) => {
        await child.restart()
        await child.waitReady(READY_TIMEOUT_MS)
      }),
    waitReady: (role, index) => each(role, index, (child) => child.waitReady(READY_TIMEOUT_MS)),
  }
}
