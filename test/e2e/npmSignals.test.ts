/** SIGTERM that is sent to npm reaches the process: it answers what it has begun, and npm ends well. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { API_VERSION } from '../../scripts/devstack/stack.ts'
import { waitUntil } from '../support/builders.ts'
import { aFixedPort, aSharedStack, bareEnvironment, type SharedStack } from '../support/stack.ts'

const IN_FLIGHT = 50
const READY_MS = 300_000

let stack: SharedStack
const started: ChildProcess[] = []

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(async () => {
  for (const npm of started) npm.kill('SIGTERM')
  await stack?.stop()
})

test('fifty requests in flight at the API: none is lost', async () => {
  const name = `drained ${randomUUID()}`
  const port = await aFixedPort()
  const npm = spawn('npm', ['run', '--silent', 'api'], {
    env: {
      ...bareEnvironment(),
      ...stack.env,
      PORT: String(port),
      // One each: on a busy machine a request that waits for a connection would be asked to retry.
      DATABASE_POOL_MAX: String(IN_FLIGHT),
      REQUEST_DEADLINE_MS: '30000',
    },
    stdio: 'ignore',
  })
  started.push(npm)
  const ended = once(npm, 'exit')
  const origin = `http://127.0.0.1:${port}`
  await waitUntil(
    'the API is ready',
    async () => {
      if (npm.exitCode !== null) throw new Error(`npm ended with ${npm.exitCode}`)
      return fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    READY_MS,
  )
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })
  try {
    // Connections that a server has not accepted are no requests in flight; nor do its own to the
    // database wait to be made while it drains.
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => aRead(agent, port)))
    const answers = Array.from({ length: IN_FLIGHT }, () => aToken(agent, port, name))
    await Promise.race(answers)
    npm.kill('SIGTERM')
    expect(await Promise.all(answers)).toEqual(Array.from({ length: IN_FLIGHT }, () => 'created'))
    const [row] = await withClient(stack.databaseUrl, async (client) => {
      const text = 'select count(*)::int as made from tokens where name = $1'
      return (await client.query<{ made: number }>(text, [name])).rows
    })
    expect(row?.made).toBe(IN_FLIGHT)
    expect(await ended).toEqual([0, null])
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  } finally {
    agent.destroy()
  }
})

function aRead(agent: Agent, port: number): Promise<string> {
  const path = `/${API_VERSION}/tokens`
  return answered(request({ agent, port, host: '127.0.0.1', path, auth: credentials() }))
}

function credentials(): string {
  return `${stack.platform.clientId}:${stack.platform.clientSecret}`
}

/** The cheapest write there is: a busy machine must not refuse it for its time. */
function aToken(agent: Agent, port: number, name: string): Promise<string> {
  const sent = request({
    ...{ agent, port, host: '127.0.0.1', method: 'POST' },
    path: `/${API_VERSION}/tokens`,
    auth: credentials(),
    headers: { 'content-type': 'application/json' },
  })
  return answered(sent, JSON.stringify({ name, permissions: ['VIEW'] }))
}

function answered(sent: ReturnType<typeof request>, body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.on('error', reject)
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => {
        const isCreated = answer.statusCode === 201
        resolve(isCreated ? 'created' : `${answer.statusCode} ${text}`)
      })
    })
    sent.end(body)
  })
}
