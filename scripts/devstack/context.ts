/** What every step of a start-up works with. */
import type { Config } from '../../runtime/config.ts'
import type { Role } from './runFile.ts'
import type { Supervisor } from './supervise.ts'

export type StartContext = {
  readonly config: Config
  /** Absolute, without links. */
  readonly dataDir: string
  /** The variables that were given; the processes inherit them. */
  readonly inherited: NodeJS.ProcessEnv
  readonly port: number
  readonly apis: number
  readonly workers: number
  readonly supervisor: Supervisor
  readonly progress: (line: string) => void
  /** Aborted when the start-up was given up. */
  readonly signal: AbortSignal
  /** Folder of the programs as JavaScript; without it the sources are run. */
  readonly compiled?: string
  /** Database of the second sandbox process; none is started without it. */
  readonly productionSandboxUrl?: string
  starts(role: Role): boolean
}

/** How long any one process may take until it answers. */
export const READY_TIMEOUT_MS = 300_000
