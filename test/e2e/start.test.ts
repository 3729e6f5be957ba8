/** `npm start` in a terminal. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { supervisorOf } from '../../scripts/devstack/lock.ts'
import { processFacts, signalProcess } from '../../scripts/devstack/processes.ts'
import { type RunEntry, readRunFile } from '../../scripts/devstack/runFile.ts'
import { isLong, sampleOf } from '../support/seed.ts'
import { aDataDir, aFixedPort, bareEnvironment, bundlesFolder } from '../support/stack.ts'

const execute = promisify(execFile)

type Terminal = {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  stdout: string
  stderr: string
}

/** One terminal with `npm start` in it. */
function npmStart(dataDir: string, port: number, env: Record<string, string> = {}): Terminal {
  const child = spawn('npm', ['start', '--silent'], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const terminal: Terminal = { child, ended, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    terminal.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    terminal.stderr += chunk
  })
  return terminal
}

async function ready(terminal: Terminal): Promise<void> {
  let code: number | null | undefined
  void terminal.ended.then((value) => {
    code = value
  })
  while (!terminal.stdout.includes('npm run demo')) {
    if (code !== undefined) throw new Error(`ended with ${code}: ${terminal.stderr}`)
    await sleep(50)
  }
}

async function stop(terminal: Terminal): Promise<number | null> {
  const { pid, exitCode, signalCode } = terminal.child
  const isRunning = exitCode === null && signalCode === null
  if (pid !== undefined && isRunning) signalProcess(pid, 'SIGTERM')
  return terminal.ended
}

const living = (dataDir: string): RunEntry[] =>
  readRunFile(dataDir).filter(({ pid }) => pid !== null && processFacts(pid) !== undefined)
const portsOf = (entries: RunEntry[]): number[] =>
  entries.flatMap(({ port, ports }) => [port, ...Object.values(ports ?? {})])
const row = (terminal: Terminal, name: string): string | undefined =>
  new RegExp(`^ {2}${name} +(.*)$`, 'm').exec(terminal.stdout)?.[1]
const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false

let one: Terminal
let other: Terminal
const bundled = { WORKFLOW_BUNDLE_DIR: bundlesFolder() }
/** Bundling takes longer than all else: in `npm test` both stacks are given what the run has bundled. */
const first: Record<string, string> = isLong ? {} : bundled
const oneDir = aDataDir('one')
const otherDir = aDataDir('other')
let onePort: number
let otherPort: number

beforeAll(async () => {
  onePort = await aFixedPort()
  otherPort = await aFixedPort()
  one = npmStart(oneDir, onePort, first)
  await ready(one)
  // The first one has compiled the programs for both.
  other = npmStart(otherDir, otherPort, bundled)
  await ready(other)
})

afterAll(async () => {
  await Promise.all([one, other].filter(Boolean).map(stop))
})

test('the table shows where everything is', async () => {
  expect(row(one, 'API')).toBe(`http://127.0.0.1:${onePort}/2025-10-13`)
  expect(row(one, 'Docs')).toBe(`http://127.0.0.1:${onePort}/docs`)
  expect(row(one, 'Data')).toBe(oneDir)
  const ui = await fetch(row(one, 'Temporal UI') ?? '')
  expect(ui.status).toBe(200)
  const demo = `${row(one, 'Client id')}:${row(one, 'Client secret')}`
  const authorization = `Basic ${Buffer.from(demo).toString('base64')}`
  const config = await fetch(`${row(one, 'API')}/config`, { headers: { authorization } })
  expect(config.status).toBe(200)
  const invited = await fetch(`${row(one, 'API')}/invitations`, {
    ...{ method: 'POST', headers: { authorization, 'Content-Type': 'application/json' } },
    body: JSON.stringify({ inviterUma: 'x' }),
  })
  // Whatever is wrong with it: it can invite.
  expect((await invited.json()).code).not.toBe('INVITATIONS_NOT_CONFIGURED')
})

test("the API's metrics are on a port of their own, which the list of processes names", async () => {
  const metrics = readRunFile(oneDir).find(({ role }) => role === 'api')?.ports?.operators
  expect((await fetch(`http://127.0.0.1:${metrics}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${onePort}/metrics`)).status).toBe(404)
})

test('two stacks side by side share no process and no port', () => {
  const entries = [...readRunFile(oneDir), ...readRunFile(otherDir)]
  expect(entries.map(({ role }) => role).sort()).toEqual(
    ['api', 'postgres', 'sandbox', 'temporal', 'worker'].flatMap((role) => [role, role]),
  )
  expect(new Set(entries.map(({ pid }) => pid)).size).toBe(entries.length)
  expect(new Set(portsOf(entries)).size).toBe(portsOf(entries).length)
  expect(row(one, 'Client id')).not.toBe(row(other, 'Client id'))
})

test('its processes are compiled, and are not compiled again', async () => {
  const commands = living(oneDir).map(({ pid }) => processFacts(pid ?? 0)?.command ?? '')
  for (const role of ['api', 'worker', 'sandbox']) {
    expect(commands.filter((command) => command.includes(`/dist/${role}/main.mjs`))).toHaveLength(1)
  }
  const { stdout } = await execute('npm', ['run', '--silent', 'build'])
  expect(stdout).toMatch(/dist is fresh\n$/)
})

test('status prints the same again', async () => {
  const env = { ...bareEnvironment(), DATA_DIR: oneDir }
  const { stdout } = await execute('npm', ['run', '--silent', 'status', '--', '--json'], { env })
  const status = JSON.parse(stdout)
  expect(status.apiUrl).toBe(row(one, 'API'))
  expect(status.demo.clientSecret).toBe(row(one, 'Client secret'))
  expect(status.processes).toEqual(readRunFile(oneDir))
  expect(status.health).toHaveLength(5)
  for (const one of status.health) {
    expect(one).toMatchObject({ isUp: true, state: 'ready', uptimeSeconds: expect.any(Number) })
  }
})

test("status has the addresses and keys of the sandbox's parties, by which they answer", async () => {
  const env = { ...bareEnvironment(), DATA_DIR: oneDir }
  const { stdout } = await execute('npm', ['run', '--silent', 'status', '--', '--json'], { env })
  const { parties } = JSON.parse(stdout)
  const sandbox = readRunFile(oneDir).find(({ role }) => role === 'sandbox')
  const portOf = (name: string): number => Number(new URL(parties[name]).port)
  expect(portOf('SANDBOX_WALLET_PROVIDER_URL')).toBe(sandbox?.port)
  expect(portOf('SANDBOX_RAIL_URL')).toBe(sandbox?.ports?.rail)
  expect(portOf('SANDBOX_VERIFICATION_URL')).toBe(sandbox?.ports?.verification)
  expect(portOf('SANDBOX_CONTROL_URL')).toBe(sandbox?.ports?.control)
  expect(parties.SANDBOX_VERIFICATION_APP_TOKEN).toEqual(expect.any(String))
  expect(Object.keys(parties).filter((name) => name.includes('DATABASE'))).toEqual([])
  const ofIssuer = { authorization: parties.SANDBOX_CARD_API_KEY }
  const issuer = await fetch(`${parties.SANDBOX_CARD_ISSUER_URL}/v1/cards`, { headers: ofIssuer })
  expect(issuer.status).toBe(200)
  const coins = await fetch(`${parties.SANDBOX_STABLECOIN_PROVIDER_URL}/oauth2/token`, {
    ...{ method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) },
    headers: { authorization: `Basic ${btoa('client-of-a-reader:secret')}` },
  })
  expect(coins.status).toBe(200)
})

test('status fails when a process is down, and says which', async () => {
  const sandbox = living(otherDir).find(({ role }) => role === 'sandbox')
  const env = { ...bareEnvironment(), DATA_DIR: otherDir }
  const status = (): Promise<{ stdout: string }> =>
    execute('npm', ['run', '--silent', 'status'], { env })
  expect((await status()).stdout).toMatch(/^ {2}sandbox +ready, process \d+, up \d/m)
  signalProcess(sandbox?.pid ?? 0, 'SIGSTOP')
  try {
    await expect(status()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^ {2}sandbox +does not answer, process \d+/m),
    })
  } finally {
    signalProcess(sandbox?.pid ?? 0, 'SIGCONT')
  }
})

test('a second start in the same DATA_DIR says who is there', async () => {
  const second = npmStart(oneDir, await aFixedPort())
  expect(await second.ended).toBe(1)
  expect(second.stderr.trim().split('\n')).toEqual([
    expect.stringContaining(`A stack is running in ${oneDir} already`),
  ])
})

test('a child that dies is started again', async () => {
  const api = (): RunEntry | undefined => readRunFile(oneDir).find(({ role }) => role === 'api')
  const before = api()?.pid ?? 0
  signalProcess(before, 'SIGKILL')
  await expect.poll(() => api()?.pid ?? before).not.toBe(before)
  await expect.poll(() => isReady(onePort)).toBe(true)
})

/** Each makes one more start of all processes. */
const again = sampleOf('starts in the same DATA_DIR', ['after a killed one', 'after a stop'], 1)

/** Started again it has the same ports and secrets, so what its platforms know still holds. */
async function expectStartedAgain(): Promise<void> {
  const before = readRunFile(oneDir)
  const former = one
  one = npmStart(oneDir, onePort, first)
  await ready(one)
  expect(row(one, 'Client secret')).toBe(row(former, 'Client secret'))
  expect(portsOf(readRunFile(oneDir))).toEqual(portsOf(before))
}

test.runIf(again.includes('after a killed one'))(
  'a start after a killed one clears what was left; state survives',
  async () => {
    const before = living(oneDir)
    signalProcess(supervisorOf(oneDir) ?? 0, 'SIGKILL')
    await one.ended
    expect(living(oneDir)).toHaveLength(5)
    await expectStartedAgain()
    expect(before.filter(({ pid }) => pid !== null && processFacts(pid))).toEqual([])
  },
)

test('SIGTERM stops everything it started and nothing else', async () => {
  const before = readRunFile(oneDir)
  expect(await stop(one)).toBe(0)
  expect(before.filter(({ pid }) => pid !== null && processFacts(pid))).toEqual([])
  expect(readRunFile(oneDir).every(({ pid }) => pid === null)).toBe(true)
  expect(living(otherDir)).toHaveLength(5)
  expect(await isReady(otherPort)).toBe(true)
})

test.runIf(again.includes('after a stop'))('state survives a stop', expectStartedAgain)

test('a busy port gives one line and leaves nothing', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const dataDir = aDataDir('busy')
  const busy = npmStart(dataDir, port)
  expect(await busy.ended).toBe(1)
  expect(busy.stderr.trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use.*$`))
  expect(living(dataDir)).toEqual([])
  server.close()
})

test('a broken DATABASE_URL gives one line without its password and leaves nothing', async () => {
  const port = await aFixedPort()
  const dataDir = aDataDir('broken')
  const url = `postgres://somebody:pa55word@127.0.0.1:${port}/nowhere`
  const broken = npmStart(dataDir, await aFixedPort(), { DATABASE_URL: url })
  expect(await broken.ended).toBe(1)
  expect(broken.stderr.trim()).toMatch(/^DATABASE_URL: cannot connect to 127\.0\.0\.1:.*$/)
  expect(broken.stderr + broken.stdout).not.toContain('pa55word')
  expect(living(dataDir)).toEqual([])
})
