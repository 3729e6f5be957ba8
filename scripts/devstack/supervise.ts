/** All children of one stack: started, watched, written down in run.json, stopped in order. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { POSTGRES_STOP_PLAN } from './postgres.ts'
import { runs, stopProcess } from './processes.ts'
import { commandMarker, type Role, type RunEntry, RunFile, roles } from './runFile.ts'
import { SetUpError } from './setUpError.ts'
import { type SpecWithoutLog, SupervisedChild } from './supervisedChild.ts'

/** A stack that ended badly gets this long to go quietly at the next start. */
const LEFTOVER_PLAN = [
  ['SIGTERM', 5_000],
  ['SIGKILL', 5_000],
] as const

export class Supervisor {
  readonly runFile: RunFile
  readonly #dataDir: string
  readonly #say: (line: string) => void
  readonly #children: SupervisedChild[] = []
  readonly #onExit = (): void => {
    for (const child of this.#children) child.signalNow()
  }
  #stopped: Promise<void> | undefined

  /** @param say what becomes of its children */
  constructor(dataDir: string, say: (line: string) => void = () => undefined) {
    this.#dataDir = dataDir
    this.#say = say
    this.runFile = new RunFile(dataDir)
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
    process.on('exit', this.#onExit)
  }

  /**
   * Stops what an earlier supervisor left behind when it was killed, users first. A process is
   * touched only if its command line names this DATA_DIR.
   */
  async stopLeftovers(progress: (line: string) => void): Promise<void> {
    for (const entry of [...this.runFile.entries].reverse()) {
      const { role, pid } = entry
      if (pid === null) continue
      const marker = commandMarker(this.#dataDir, role)
      if (runs(pid, marker)) {
        progress(`stopping ${role} (process ${pid}), left by a killed start`)
        const plan = role === 'postgres' ? POSTGRES_STOP_PLAN : LEFTOVER_PLAN
        const isGone = await stopProcess(pid, marker, plan)
        if (!isGone) throw new SetUpError(`Process ${pid} (${role}) cannot be stopped`)
      }
      this.runFile.put({ ...entry, pid: null })
    }
  }

  start(spec: SpecWithoutLog): SupervisedChild {
    if (this.#stopped !== undefined) throw new SetUpError('the stack is being stopped')
    const { role, index, port, ports } = spec
    const logName = index === 0 ? `${role}.log` : `${role}-${index + 1}.log`
    const child = new SupervisedChild(
      { ...spec, logPath: join(this.#dataDir, 'logs', logName) },
      (pid) => this.runFile.put({ role, index, pid, port, ports }),
      this.#say,
    )
    this.#children.push(child)
    child.start()
    return child
  }

  /** The children of a role, or one of them. */
  find(role: Role, index?: number): SupervisedChild[] {
    const found = this.#children.filter(
      ({ spec }) => spec.role === role && (index === undefined || spec.index === index),
    )
    if (found.length === 0) throw new SetUpError(`this stack runs no ${role} ${index ?? ''}`.trim())
    return found
  }

  get children(): readonly SupervisedChild[] {
    return this.#children
  }

  get processes(): RunEntry[] {
    return this.#children.map(({ pid, spec: { role, index, port, ports } }) => ({
      role,
      index,
      pid,
      port,
      ports,
    }))
  }

  /** Stops everything: the API first, the database last. Safe to call twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll()
    return this.#stopped
  }

  async #stopAll(): Promise<void> {
    for (const role of [...roles].reverse()) {
      const children = this.#children.filter(({ spec }) => spec.role === role)
      await Promise.all(children.map((child) => child.stop()))
    }
    process.off('exit', this.#onExit)
  }
}
