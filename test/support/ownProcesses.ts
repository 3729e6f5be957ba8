/**
 * API and worker processes of a test's own, beside the outside parties of a stack: with other
 * settings, or of another release.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { threads } from '../../scripts/devstack/compile.ts'
import { API_VERSION } from '../../scripts/devstack/stack.ts'
import { waitUntil } from './builders.ts'
import { argumentsOf, compileForTests } from './programs.ts'
import { aFixedPort, bareEnvironment, type SharedStack, type TestStack } from './stack.ts'

export type OwnProcess = {
  readonly origin: string
  /** Of an API process: where its listener for operators is. */
  readonly operatorOrigin: string
  /** SIGTERM, and waits for its end. */
  stop(): Promise<void>
}

/** A worker of another release bundles its workflows first. */
const READY_MS = 300_000

const running = new Set<ChildProcess>()

/** Ends those that a test has left, for its `afterAll`. */
export async function stopOwnProcesses(): Promise<void> {
  await Promise.all([...running].map(stop))
}

/**
 * @param settings above those of the stack
 * @param programs of another release; ours without it
 * @throws Error with what the process has printed, when it ends before it is ready
 */
export async function anOwnProcess(
  stack: Pick<TestStack, 'env'>,
  role: 'api' | 'worker',
  settings: Readonly<Record<string, string>> = {},
  programs?: string,
): Promise<OwnProcess> {
  const port = String(await aFixedPort())
  const operatorPort = String(await aFixedPort())
  const env = {
    ...bareEnvironment(),
    ...stack.env,
    OUTSIDE_POLL_MS: '100',
    OTP_ISSUANCES_BURST: '100',
    ...settings,
    OPERATOR_PORT: operatorPort,
    [role === 'api' ? 'PORT' : 'WORKER_PORT']: port,
  }
  const child = spawn(process.execPath, argumentsOf(`${role}/main`, programs), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.add(child)
  let printed = ''
  child.stderr?.on('data', (text) => {
    printed += text
  })
  child.once('exit', () => running.delete(child))
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(
    `the ${role} is ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(printed.trim())
      return fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    READY_MS,
  )
  const operatorOrigin = `http://127.0.0.1:${operatorPort}`
  return { origin, operatorOrigin, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** The stack as the builders call it: by these API processes. */
export function withApis<S extends Pick<SharedStack, 'env'>>(
  stack: S,
  ...apis: readonly OwnProcess[]
): S & { readonly apiUrls: string[] } {
  return { ...stack, apiUrls: apis.map(({ origin }) => `${origin}/${API_VERSION}`) }
}

export type Release = {
  readonly programs: string
  /** Its bundle of workflows is kept beside that of other releases. */
  readonly settings: Readonly<Record<string, string>>
}

/** Compiles the processes of a release. @param tree of its sources */
export async function programsOf(tree?: string): Promise<Release> {
  const folder = mkdtempSync(join(process.env.TEST_DATA_DIR ?? '', 'programs-'))
  await compileForTests(folder, tree, ['api/main', 'worker/main', ...threads])
  return { programs: folder, settings: { WORKFLOW_BUNDLE_DIR: join(folder, 'bundles') } }
}
