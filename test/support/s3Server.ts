/** A real S3-compatible server of this machine: versitygw, or moto's. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/devstack/ports.ts'

export type S3Server = {
  readonly endpoint: string
  readonly id: string
  readonly secret: string
  stop(): void
}

const ID = 'test-access'
const SECRET = 'test-secret-of-the-store'
const READY_MS = 30_000

/** The first of the two that is installed. */
export function installedS3Server(): 'versitygw' | 'moto_server' | undefined {
  return (['versitygw', 'moto_server'] as const).find(
    (name) => spawnSync(name, ['--help'], { stdio: 'ignore' }).status === 0,
  )
}

/** Starts it on a free port, with nothing in it. */
export async function anS3Server(program: 'versitygw' | 'moto_server'): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 's3-test-'))
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const server =
    program === 'versitygw'
      ? spawn(program, ['--port', address, 'posix', folder], {
          env: { ...process.env, ROOT_ACCESS_KEY: ID, ROOT_SECRET_KEY: SECRET },
          stdio: 'ignore',
        })
      : spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  const stop = (): void => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(`http://${address}`, server)
  } catch (error) {
    stop()
    throw error
  }
  return { endpoint: `http://${address}`, id: ID, secret: SECRET, stop }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_MS
  while (performance.now() < deadline && server.exitCode === null) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
  throw new Error('the S3 server did not start')
}
