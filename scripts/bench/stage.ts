/**
 * A stack of the bench's own, of the compiled programs that `npm start` runs, with what surrounds it: load
 * generator, platform, extra workers.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { buildPrograms } from '../devstack/compile.ts'
import { freePort } from '../devstack/ports.ts'
import { bareEnvironment, programArguments } from '../devstack/programs.ts'
import type { Role } from '../devstack/runFile.ts'
import { type RunningStack, startStack } from '../devstack/stack.ts'
import { type ApiClient, createApiClient } from '../serviceDriver/apiClient.ts'
import { type Child, startChild } from './child.ts'
import { cpuMsOf, postgresCpuMs } from './cpu.ts'
import type { Load, LoadResult } from './load.ts'
import { prepareWallets, type Wallet } from './payments.ts'

const WALLETS = 8
const READY_POLL_MS = 50

export type Stage = {
  readonly stack: RunningStack
  readonly api: ApiClient
  readonly authorization: string
  readonly database: Database
  readonly wallets: readonly Wallet[]
  /** As many more, of new customers: the codes that one person is sent within an hour are limited. */
  newWallets(): Promise<Wallet[]>
  /** Runs HTTP load; throws unless every answer was the expected one. */
  load(load: Omit<Load, 'origin' | 'headers'>): Promise<LoadResult>
  readonly generator: Child
  pidOf(role: Role): number
  /** A worker process that calls the outside parties, which the stack's own worker does not. */
  startOutsideWorker(): Promise<OutsideWorker>
  /** Of PostgreSQL without the sandbox's back ends. */
  postgresMs(): Promise<number>
  temporalMs(): number
  stop(): Promise<void>
}

export type OutsideWorker = { readonly pid: number; stop(): Promise<void> }

export async function setStage(progress: (line: string) => void): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'payments-bench-'))
  await chmod(dataDir, 0o711)
  const env = {
    ...bareEnvironment(),
    QUOTE_LIFETIME_SECONDS: '3600',
    OTP_ISSUANCES_BURST: '1000',
    // A payment whose background steps are queued looks to the sweep like a payment that a worker
    // has to take up.
    SWEEP_SECONDS: '3600',
    // The outside parties' queue is polled only while a row wants it.
    WORKER_ROLES: 'workflows,jobs',
  }
  const { folder: compiled } = await buildPrograms()
  const stack = await startStack({ env, dataDir, port: 0, progress, compiled })
  const clear = async (): Promise<void> => {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
    const { postgresDirectory } = stack
    if (postgresDirectory !== undefined && !postgresDirectory.startsWith(dataDir)) {
      rmSync(dirname(postgresDirectory), { recursive: true, force: true })
    }
  }
  try {
    return await furnish(stack, compiled, clear, progress)
  } catch (error) {
    await clear()
    throw error
  }
}

async function furnish(
  stack: RunningStack,
  compiled: string,
  clear: () => Promise<void>,
  progress: (line: string) => void,
): Promise<Stage> {
  const url = stack.env.DATABASE_URL ?? ''
  const { clientId, clientSecret } = await createPlatform(url, { name: 'bench' })
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const baseUrl = stack.apiUrls[0] ?? ''
  const api = createApiClient(baseUrl, { clientId, clientSecret })
  const database = openDatabase(url, { poolMax: 2, applicationName: 'bench' })
  const generator = await startChild('./load.ts', {})
  const pidOf = (role: Role): number => {
    const pid = stack.processes.find((entry) => entry.role === role)?.pid
    if (typeof pid !== 'number') throw new Error(`${role} does not run`)
    return pid
  }
  progress(`preparing ${WALLETS} customers with a funded wallet and a session`)
  const outside = await startOutsideWorker(stack, compiled)
  const newWallets = () => prepareWallets(api, stack.env.SANDBOX_CONTROL_URL ?? '', WALLETS)
  const wallets = await newWallets()
  await outside.stop()
  return {
    stack,
    api,
    authorization,
    database,
    wallets,
    newWallets,
    generator,
    pidOf,
    async load(load) {
      const origin = new URL(baseUrl).origin
      const full = { ...load, origin, headers: { authorization } }
      const result = await generator.ask<LoadResult>('run', full)
      if (result.odd !== undefined) {
        throw new Error(
          `not every answer was ${load.expected ?? 200}: ${JSON.stringify(result.statuses)} ${result.odd}`,
        )
      }
      return result
    },
    startOutsideWorker: () => startOutsideWorker(stack, compiled),
    async postgresMs() {
      const others = await database.query<{ pid: number }>({
        name: 'sandbox_back_ends',
        text: `select pid from pg_stat_activity
          where datname is not null and datname <> current_database()`,
      })
      return postgresCpuMs(pidOf('postgres'), new Set(others.map(({ pid }) => pid)))
    },
    temporalMs: () => cpuMsOf(pidOf('temporal')),
    async stop() {
      await Promise.allSettled([generator.stop(), database.close()])
      await clear()
    },
  }
}

async function startOutsideWorker(stack: RunningStack, compiled: string): Promise<OutsideWorker> {
  const port = await freePort()
  const log = openSync(join(stack.dataDir, 'outside-worker.log'), 'a')
  const child = spawn(process.execPath, programArguments('worker/main', compiled), {
    env: { ...process.env, ...stack.env, WORKER_ROLES: 'outside', WORKER_PORT: String(port) },
    stdio: ['ignore', log, log],
  })
  const ended = once(child, 'exit')
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (ready?.ok) break
    if (child.exitCode !== null) throw new Error('the outside worker ended at once')
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS))
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
