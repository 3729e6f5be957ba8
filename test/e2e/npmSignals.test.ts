/** SIGTERM that is sent to npm reaches the process: it answers what it has begun, and npm ends well. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  const port = await aFixedPort()
  const npm = spawn('npm', ['run', '--silent', 'api'], {
    env: { ...bareEnvironment(), ...stack.env, PORT: String(port) },
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
    const ask = (number: number): Promise<number> => aCustomer(agent, port, number)
    // Connections that a server has not accepted are no requests in flight.
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => aProbe(agent, port)))
    const answers = Array.from({ length: IN_FLIGHT }, (_, number) => ask(number))
    await Promise.race(answers)
    npm.kill('SIGTERM')
    expect(await Promise.all(answers)).toEqual(Array.from({ length: IN_FLIGHT }, () => 201))
    expect(await ended).toEqual([0, null])
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow()
  } finally {
    agent.destroy()
  }
})

function aProbe(agent: Agent, port: number): Promise<number> {
  return answered(request({ agent, port, host: '127.0.0.1', path: '/healthz' }))
}

function aCustomer(agent: Agent, port: number, number: number): Promise<number> {
  const { clientId, clientSecret } = stack.platform
  const sent = request({
    ...{ agent, port, host: '127.0.0.1', method: 'POST' },
    path: `/${API_VERSION}/customers`,
    auth: `${clientId}:${clientSecret}`,
    headers: { 'content-type': 'application/json' },
  })
  const body = { customerType: 'INDIVIDUAL', fullName: `Drained ${number}`, region: 'US' }
  return answered(sent, JSON.stringify(body))
}

function answered(sent: ReturnType<typeof request>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (answer) => {
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    sent.end(body)
  })
}
