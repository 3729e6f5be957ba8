/** What the sandbox does with a fault that the service says is met: a server stands for the service. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PayoutInstruction } from '../../providers/payoutRail/index.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

type Question = { readonly operation: string; readonly kinds: readonly string[] }

let sandbox: SandboxProcess
let service: Server
/** What it answers, and what it was asked. */
let answer: (question: Question) => Promise<object | null>
const asked: Question[] = []
const planId = randomUUID()
const endsAt = new Date(Date.now() + 86_400_000).toISOString()

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', async () => {
      const question = JSON.parse(text) as Question
      asked.push(question)
      const fault = await answer(question)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ fault: fault && { faultId: planId, endsAt, ...fault } }))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  sandbox = await startSandboxProcess({ SANDBOX_FAULTS_URL: `http://127.0.0.1:${port}/met` })
  await sandbox.control('PUT', '/faults/ordered', { token: 'of the service', until: endsAt })
})
afterEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await sandbox?.stop()
  service?.close()
})

const anInstruction = (): PayoutInstruction => ({
  reference: `Transaction:${randomUUID()}`,
  amountMinor: '12500',
  currency: 'USD',
  destination: {
    accountType: 'USD_ACCOUNT',
    accountInfo: { accountNumber: '1234567999', routingNumber: '021000021' },
  },
})
const stateOf = async (reference: string) => (await sandbox.rail.find(reference))?.state

test('a payout that is to be returned after days is answered at once', async () => {
  answer = async ({ operation }) =>
    operation === 'submit' ? { kind: 'LATE_RETURN', delaySeconds: 864_000 } : null
  const instruction = anInstruction()
  // Its client gives up after five seconds.
  await sandbox.rail.submit(instruction)
  await expect.poll(() => stateOf(instruction.reference)).toBe('SETTLED')
  const due = (await sandbox.control('GET', '/clock')) as { next: Record<string, string> }
  expect(Object.values(due.next).some((at) => Date.parse(at) > Date.now() + 800_000_000)).toBe(true)
})

test('what meets a plan while that is ended is not stuck', async () => {
  const instruction = anInstruction()
  answer = async ({ operation }) => {
    if (operation !== 'submit') return null
    await sleep(700)
    return { kind: 'STUCK', delaySeconds: null }
  }
  const submitting = sandbox.rail.submit(instruction).catch(() => undefined)
  await expect.poll(() => asked.length).toBe(1)
  // The service has used the fault up, and the sandbox has not heard of it yet.
  await sandbox.control('DELETE', `/faults/ordered/${planId}`)
  await submitting
  answer = async () => null
  await sandbox.rail.submit(instruction)
  await expect.poll(() => stateOf(instruction.reference)).toBe('SETTLED')
})

test('many that are stuck by a plan go on together, also after a crash', async () => {
  answer = async ({ operation }) =>
    operation === 'submit' ? { kind: 'STUCK', delaySeconds: null } : null
  const instructions = Array.from({ length: 20 }, anInstruction)
  await Promise.all(instructions.map((one) => sandbox.rail.submit(one)))
  await sandbox.crash()
  await sleep(1_000)
  for (const { reference } of instructions) expect(await stateOf(reference)).toBe('PENDING')
  expect(((await sandbox.control('GET', '/faults')).faults as object[]).length).toBe(1)
  await sandbox.control('DELETE', `/faults/ordered/${planId}`)
  for (const { reference } of instructions) {
    await expect.poll(() => stateOf(reference)).toBe('SETTLED')
  }
})

test('an instruction that the rail has meets nothing that would change it', async () => {
  answer = async () => null
  const instruction = anInstruction()
  await sandbox.rail.submit(instruction)
  await sandbox.rail.submit(instruction)
  const [first, second] = asked.filter(({ operation }) => operation === 'submit')
  expect(first?.kinds).toContain('STUCK')
  expect(second?.kinds).toContain('ANSWER_LOST')
  for (const kind of ['STUCK', 'OUT_OF_ORDER', 'LATE_RETURN']) {
    expect(second?.kinds).not.toContain(kind)
  }
})

test('what is stuck goes on by itself when the plan ends, also after a crash', async () => {
  const ends = new Date(Date.now() + 86_400_000 + 60_000).toISOString()
  answer = async ({ operation }) =>
    operation === 'submit'
      ? { kind: 'STUCK', delaySeconds: null, faultId: randomUUID(), endsAt: ends }
      : null
  const instruction = anInstruction()
  await sandbox.rail.submit(instruction)
  answer = async () => null
  await sandbox.crash()
  await sandbox.control('PUT', '/clock', {
    ...{ aheadMs: 86_000_000, untilMs: 86_000_000, isHeld: false },
  })
  await sleep(500)
  expect(await stateOf(instruction.reference)).toBe('PENDING')
  await sandbox.control('PUT', '/clock', {
    ...{ aheadMs: 86_470_000, untilMs: 86_470_000, isHeld: false },
  })
  await expect.poll(() => stateOf(instruction.reference)).toBe('SETTLED')
})

test('a service that does not answer is not waited for by every call', async () => {
  let release: () => void = () => undefined
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await sandbox.control('PUT', '/faults/ordered', { token: 'of the service', until })
  const silence = new Promise<null>((resolve) => {
    release = () => resolve(null)
  })
  answer = () => silence
  for (let each = 0; each < 3; each += 1) await sandbox.rail.submit(anInstruction())
  expect(asked.length).toBe(1)
  release()
  answer = async () => null
})
