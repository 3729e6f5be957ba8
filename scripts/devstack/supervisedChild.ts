/** One child process that is started again when it dies, until it is stopped or held. */
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLine } from './logFile.ts'
import { type StopPlan, signalProcess, until } from './processes.ts'
import type { Role } from './runFile.ts'
import { oneLine, SetUpError } from './setUpError.ts'

const BACKOFF_FIRST_MS = 100
const BACKOFF_MAX_MS = 5_000
/** A child that lived this long has recovered: its next death starts the back-off anew. */
const HEALTHY_AFTER_MS = 10_000
const READY_POLL_MS = 50
const READY_PAUSE_MS = 100
const SAY_EVERY_MS = 15_000
const LOG_BYTES_MAX = 50_000_000

export type Command = {
  readonly file: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly uid?: number
  readonly gid?: number
}

export type ChildSpec = {
  readonly role: Role
  readonly index: number
  readonly port: number
  readonly ports?: Readonly<Record<string, number>>
  readonly command: Command
  readonly logPath: string
  readonly stopPlan: StopPlan
  /** How often it may die before it was ever ready. */
  readonly attemptsMax: number
  /** Runs before each start: clears what the last one may have left. */
  readonly before?: () => Promise<void>
  /** Asked again and again while the process lives; may throw as long as it is not ready. */
  readonly ready: () => Promise<boolean>
}

/** What a supervisor is given: where it logs is the supervisor's. */
export type SpecWithoutLog = Omit<ChildSpec, 'logPath'>

export class SupervisedChild {
  readonly spec: ChildSpec
  readonly #changed = new EventEmitter()
  readonly #onPid: (pid: number | null) => void
  readonly #say: (line: string) => void
  /** Killed by us, or asked to restart: nothing to report. */
  #isExpected = false
  /** Since it was last ready. */
  #deaths = 0
  #process: ChildProcess | undefined
  #isReady = false
  #wasReady = false
  #isHeld = false
  #isStopping = false
  #mayHurry = false
  #failure: Error | undefined
  #finished: Promise<void> | undefined

  /** @param say gets that it has died and is started again, and that it is back */
  constructor(
    spec: ChildSpec,
    onPid: (pid: number | null) => void,
    say: (line: string) => void = () => undefined,
  ) {
    this.spec = spec
    this.#onPid = onPid
    this.#say = say
    this.#changed.setMaxListeners(0)
  }

  get pid(): number | null {
    return this.#process?.pid ?? null
  }

  get name(): string {
    return this.spec.index === 0 ? this.spec.role : `${this.spec.role} ${this.spec.index + 1}`
  }

  start(): void {
    this.#finished ??= this.#run()
  }

  /**
   * Resolves when the process answers. Asks it anew each time: one that lives may have lost its
   * database. Rejects when it cannot be brought up or is being stopped.
   */
  async waitReady(timeoutMs: number): Promise<void> {
    const deadline = AbortSignal.timeout(timeoutMs)
    const ticker = this.#sayWhileStarting()
    try {
      await this.#untilReady(timeoutMs, deadline)
    } finally {
      clearInterval(ticker)
    }
  }

  /** The last line of its log, as long as its first start takes. */
  #sayWhileStarting(): NodeJS.Timeout {
    const began = performance.now()
    const logStart = sizeOf(this.spec.logPath)
    return setInterval(() => {
      if (this.#wasReady) return
      const seconds = Math.round((performance.now() - began) / 1000)
      const said = lastLine(this.spec.logPath, logStart)
      this.#say(`${this.name} is starting (${seconds} s)${said === undefined ? '' : `: ${said}`}`)
    }, SAY_EVERY_MS)
  }

  async #untilReady(timeoutMs: number, deadline: AbortSignal): Promise<void> {
    while (!this.#isReady || !(await this.spec.ready().catch(() => false))) {
      if (this.#failure !== undefined) throw this.#failure
      if (this.#isStopping) throw new SetUpError(`${this.name} is being stopped`)
      // A first start on a slow machine takes what it takes, while the process lives.
      if (deadline.aborted && (this.#wasReady || this.pid === null)) {
        const seconds = Math.round(timeoutMs / 1000)
        throw new SetUpError(
          `${this.name} is not ready after ${seconds} s; see ${this.spec.logPath}`,
        )
      }
      const pause = AbortSignal.timeout(READY_PAUSE_MS)
      await once(this.#changed, 'change', { signal: pause }).catch(() => undefined)
    }
  }

  /** Sends the signal and waits for the end of the process; then it is started again. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    this.#isReady = false
    this.#isExpected = true
    signalProcess(child.pid, signal)
    await this.#untilEnded(child)
  }

  hold(): void {
    this.#isHeld = true
  }

  release(): void {
    this.#isHeld = false
    this.#changed.emit('change')
  }

  /** Ends it in the orderly way and lets it start again at once. */
  async restart(): Promise<void> {
    this.#mayHurry = true
    this.#isExpected = true
    this.#changed.emit('change')
    await this.#endProcess()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#changed.emit('change')
    await this.#endProcess()
    await this.#finished
  }

  /** For the last moment of this process: no waiting, no restart. */
  signalNow(): void {
    this.#isStopping = true
    const signal = this.spec.stopPlan[0]?.[0] ?? 'SIGTERM'
    if (this.#process?.pid !== undefined) signalProcess(this.#process.pid, signal)
  }

  async #run(): Promise<void> {
    let failures = 0
    while (await this.#mayRun()) {
      const began = performance.now()
      const logStart = sizeOf(this.spec.logPath)
      const problem = await this.#runOnce()
      if (this.#isStopping) return
      failures = performance.now() - began > HEALTHY_AFTER_MS ? 0 : failures + 1
      if (!this.#wasReady && failures >= this.spec.attemptsMax) {
        this.#fail(problem, logStart)
        return
      }
      if (!this.#isExpected) this.#sayDeath(problem, logStart, failures)
      this.#isExpected = false
      await this.#backOff(failures)
      this.#mayHurry = false
    }
  }

  /** In a row of deaths the first is reported in full, the others by their number as it doubles. */
  #sayDeath(problem: string, logStart: number, failures: number): void {
    this.#deaths += 1
    const isReported = failures <= 1 || Number.isInteger(Math.log2(failures))
    if (!isReported) return
    const said = lastLine(this.spec.logPath, logStart)
    const why = said === undefined ? problem : `${problem}: ${said}`
    const count = failures <= 1 ? '' : `, ${failures} times in a row`
    this.#say(`${this.name} died${count} (${why}); it is started again, see ${this.spec.logPath}`)
  }

  async #mayRun(): Promise<boolean> {
    while (this.#isHeld && !this.#isStopping) await once(this.#changed, 'change')
    return !this.#isStopping
  }

  /** One life of the process. Returns why it ended. */
  async #runOnce(): Promise<string> {
    try {
      await this.spec.before?.()
      if (this.#isStopping) return 'stopped'
      const child = this.#spawn()
      const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
      this.#process = child
      this.#onPid(child.pid ?? null)
      const life = new AbortController()
      const watching = this.#watch(life.signal)
      try {
        const [code, signal] = await ended
        return signal === null ? `exit code ${code}` : `signal ${signal}`
      } finally {
        life.abort()
        this.#process = undefined
        this.#isReady = false
        this.#onPid(null)
        this.#changed.emit('change')
        await watching
      }
    } catch (error) {
      return oneLine(error)
    }
  }

  #spawn(): ChildProcess {
    const { file, args, env, cwd, uid, gid } = this.spec.command
    if (sizeOf(this.spec.logPath) > LOG_BYTES_MAX) {
      renameSync(this.spec.logPath, `${this.spec.logPath}.1`)
    }
    const log = openSync(this.spec.logPath, 'a', 0o600)
    try {
      // A process group of its own: Ctrl-C reaches us alone, and we stop the stack in order.
      return spawn(file, args, {
        env,
        cwd,
        uid,
        gid,
        detached: true,
        stdio: ['ignore', log, log],
      })
    } finally {
      closeSync(log)
    }
  }

  async #watch(life: AbortSignal): Promise<void> {
    while (!life.aborted) {
      const isReady = await this.spec.ready().catch(() => false)
      if (life.aborted) return
      if (isReady) {
        if (this.#wasReady && this.#deaths > 0) this.#say(`${this.name} is back`)
        this.#deaths = 0
        this.#isReady = true
        this.#wasReady = true
        this.#changed.emit('change')
        return
      }
      await sleep(READY_POLL_MS, undefined, { signal: life }).catch(() => undefined)
    }
  }

  async #backOff(failures: number): Promise<void> {
    const waitMs = Math.min(BACKOFF_FIRST_MS * 2 ** Math.max(0, failures - 1), BACKOFF_MAX_MS)
    const deadline = AbortSignal.timeout(waitMs)
    while (!this.#isStopping && !this.#mayHurry && !deadline.aborted) {
      await once(this.#changed, 'change', { signal: deadline }).catch(() => undefined)
    }
  }

  #fail(problem: string, logStart: number): void {
    const said = lastLine(this.spec.logPath, logStart)
    const what = said === undefined ? problem : `${said} (${problem})`
    this.#failure = new SetUpError(`${this.name} does not start: ${what}; see ${this.spec.logPath}`)
    this.#changed.emit('change')
  }

  async #endProcess(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    this.#isReady = false
    for (const [signal, waitMs] of this.spec.stopPlan) {
      if (hasEnded(child)) break
      signalProcess(child.pid, signal)
      if (await until(() => hasEnded(child), waitMs)) break
    }
    await this.#untilEnded(child)
  }

  async #untilEnded(child: ChildProcess): Promise<void> {
    while (this.#process === child) await once(this.#changed, 'change')
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
