/** An API process that has no file descriptor left for a while. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_VERSION } from '../../scripts/devstack/stack.ts'
import { createApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aCustomerBody, waitUntil } from '../support/builders.ts'
import { argumentsOf } from '../support/programs.ts'
import { aFixedPort, aSharedStack, bareEnvironment, type SharedStack } from '../support/stack.ts'

const DESCRIPTORS = 80

let stack: SharedStack
beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

test('a body that comes first when there is none is not called wrong, and later ones are read', async () => {
  const port = await aFixedPort()
  const origin = `http://127.0.0.1:${port}`
  const limited = ['-c', `ulimit -n ${DESCRIPTORS} && exec "$@"`, 'sh', process.execPath]
  const child = spawn('sh', [...limited, ...argumentsOf('api/main')], {
    env: { ...bareEnvironment(), ...stack.env, PORT: String(port), OPERATOR_PORT: '0' },
    stdio: 'ignore',
  })
  const taken: Socket[] = []
  try {
    const isReady = (): Promise<boolean> =>
      fetch(`${origin}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    await waitUntil('the API is ready', isReady)
    const api = createApiClient(`${origin}/${API_VERSION}`, stack.platform)
    // Keeps its connection, over which the first body comes.
    expect((await api.call('GET', '/customers')).status).toBe(200)
    for (let count = 0; count < DESCRIPTORS * 2; count += 1) {
      taken.push(connect(port, '127.0.0.1').on('error', () => undefined))
    }
    await sleep(500)
    const during = await api.call('POST', '/customers', aCustomerBody()).catch(() => undefined)
    // Nothing is wrong with the body.
    expect([undefined, 201, 500, 503]).toContain(during?.status)
    for (const socket of taken) socket.destroy()
    await waitUntil('a customer is created', async () => {
      const { status } = await api.call('POST', '/customers', aCustomerBody())
      return status === 201
    })
  } finally {
    for (const socket of taken) socket.destroy()
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
