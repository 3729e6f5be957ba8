/**
 * `node --import tsx test/deploy/runImage.ts --image NAME [--podman COMMAND]`: runs an API and a worker from
 * an image, on a PostgreSQL, a Temporal and a sandbox of this checkout, and a payment through them
 * (`deploy/testImage.sh`).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { command } from '../../scripts/command.ts'
import { freePort } from '../../scripts/devstack/ports.ts'
import { bareEnvironment } from '../../scripts/devstack/programs.ts'
import { API_VERSION, startStack } from '../../scripts/devstack/stack.ts'

const READY_TRIES = 600
const READY_PAUSE_MS = 200
const STOP_SECONDS = 20

/** Of the stack's settings, paths of this machine, and what is the sandbox's alone. */
const notInContainers = ['DATA_DIR', 'WORKFLOW_BUNDLE_DIR', 'SANDBOX_DATABASE_URL', 'API_URL']

const migration = ['node', 'dist/cli/main.mjs', 'admin', 'migrate']
const workerProgram = 'dist/worker/main.mjs'

const { values } = parseArgs({
  options: { image: { type: 'string' }, podman: { type: 'string', default: 'podman' } },
})

await command(async () => {
  const { image, podman } = values
  if (image === undefined) throw new Error('--image NAME is missing')
  const [file = '', ...first] = podman.split(' ')
  const folder = mkdtempSync(join(tmpdir(), 'image-test-'))
  const run = (...args: string[]): string =>
    execFileSync(file, [...first, ...args], { encoding: 'utf8' }).trim()
  const containers: string[] = []
  const stack = await startStack({
    env: bareEnvironment(),
    dataDir: join(folder, 'data'),
    roles: ['postgres', 'temporal', 'sandbox'],
    progress: say,
  })
  try {
    const [port, metrics, worker] = [await freePort(), await freePort(), await freePort()]
    const settings = {
      ...Object.fromEntries(
        Object.entries(stack.env).filter(([name]) => !notInContainers.includes(name)),
      ),
      HOST: '127.0.0.1',
      PORT: port,
      OPERATOR_PORT: metrics,
      WORKER_PORT: worker,
    }
    const envFile = join(folder, 'env')
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(envFile, lines.join(''), { mode: 0o600 })
    const shared = ['--network', 'host', '--env-file', envFile, '--no-healthcheck']
    // A container of root may not ask for more than its parent has.
    const limits = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=1024:1024']
    const start = (...args: string[]): string => {
      const id = run('run', '-d', ...shared, ...limits, ...args)
      containers.push(id)
      return id
    }

    say(run('run', '--rm', ...shared, ...limits, image, ...migration))
    const api = start(image)
    const own = start(image, 'node', workerProgram)
    await untilReady('the API', `http://127.0.0.1:${port}/readyz`, () => run('logs', api))
    await untilReady('the worker', `http://127.0.0.1:${worker}/readyz`, () => run('logs', own))
    for (const id of [api, own]) expectNotRoot(run('inspect', '-f', '{{.State.Pid}}', id))
    const demo = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], {
      encoding: 'utf8',
      env: {
        ...bareEnvironment(),
        DATA_DIR: stack.dataDir,
        API_URL: `http://127.0.0.1:${port}/${API_VERSION}`,
      },
    })
    say(demo)
    for (const id of [api, own]) {
      const began = performance.now()
      run('stop', '-t', String(STOP_SECONDS), id)
      const seconds = (performance.now() - began) / 1_000
      const code = run('inspect', '-f', '{{.State.ExitCode}}', id)
      if (code !== '0') throw new Error(`stopped with ${code}: ${run('logs', id)}`)
      say(`stopped by SIGTERM in ${seconds.toFixed(1)} s with exit code 0`)
    }
  } finally {
    for (const id of containers) run('rm', '-f', '-t', '0', id)
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
    if (stack.postgresDirectory !== undefined) {
      rmSync(dirname(stack.postgresDirectory), { recursive: true, force: true })
    }
  }
})

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function untilReady(name: string, url: string, log: () => string): Promise<void> {
  for (let turn = 0; turn < READY_TRIES; turn += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return say(`${name}: /readyz answers ${await answer.text()}`)
    await answer?.body?.cancel()
    await sleep(READY_PAUSE_MS)
  }
  throw new Error(`${name} is not ready: ${log()}`)
}

/** @param pid on this machine */
function expectNotRoot(pid: string): void {
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  if (uid === '0' || uid === undefined) throw new Error('the process is root')
  say(`process ${pid} has the user id ${uid}`)
}
