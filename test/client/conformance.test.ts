/**
 * One table of calls, run by the clients of both languages against the service: what a caller sees does not depend on its
 * language. Both tables are printed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../../scripts/devstack/programs.ts'
import {
  aLoggedInWallet,
  apiOf,
  aQuote,
  createCustomer,
  type LoggedInWallet,
} from '../support/builders.ts'
import { hasPython } from '../support/python.ts'
import { aRelay, type Link, type Relay } from '../support/relay.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { keys as otherKeys } from '../webhooks/platforms.ts'
import { aReceiver } from '../webhooks/receiver.ts'
import { conformanceTable, type Given, type Row } from './conformance/table.ts'
import { type Runner, seenByTypescript } from './conformance/typescript.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let stack: SharedStack
let event: Given['event']
let published: Pick<Given, 'keys' | 'pem'>
let losing: Relay
let busy: Server

beforeAll(async () => {
  stack = await aSharedStack()
  ;[losing, busy] = await Promise.all([aLosingRelay(stack.apiUrls[0] ?? ''), aBusyService()])
  const receiver = await aReceiver()
  const api = apiOf(stack)
  const { body } = await api.call('PATCH', '/config', { webhookEndpoint: receiver.url })
  const [received] = await receiver.waitFor(1)
  await api.call('PATCH', '/config', { webhookEndpoint: null })
  await receiver.stop()
  event = {
    body: received?.raw.toString() ?? '',
    header: String(received?.headers['x-service-signature']),
  }
  const keys = await fetch(new URL(String(body.webhookKeysPath), stack.apiUrls[0]))
  published = {
    keys: (await keys.json()) as Given['keys'],
    pem: String(body.webhookPublicKey),
  }
})
afterAll(async () => {
  losing?.stop()
  busy?.closeAllConnections()
  busy?.close()
  await stack?.stop()
})

/** The first answer of each key is lost, and the first of each challenge, which takes no key. */
function aLosingRelay(to: string): Promise<Relay> {
  const known = new Set<string>()
  const cut = new WeakSet<Link>()
  return aRelay(to, {
    toServer(bytes, link) {
      const sent = bytes.toString()
      const key =
        /^idempotency-key: (\S+)/im.exec(sent)?.[1] ?? /^POST (\S+\/challenge) /.exec(sent)?.[1]
      if (key && !known.has(key)) cut.add(link)
      if (key) known.add(key)
      return true
    },
    toClient(_, link) {
      if (!cut.has(link)) return true
      link.client.destroy()
      return false
    },
  })
}

function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Has no time at first. */
function aBusyService(): Promise<Server> {
  const known = new Set<unknown>()
  return serve((request: IncomingMessage, response) => {
    const key = request.headers['idempotency-key']
    const isFirst = !known.has(key)
    known.add(key)
    const headers = { 'Content-Type': 'application/json', ...(isFirst && { 'Retry-After': '0' }) }
    response.writeHead(isFirst ? 503 : 201, headers).end('{"id":"Customer:1"}')
  })
}

async function given(run: string, region: string, wallet: LoggedInWallet): Promise<Given> {
  for (let count = 0; count < 5; count += 1) await createCustomer(wallet.api, { region })
  return {
    ...{ run: `${run}-${wallet.wallet.id}`, region, event, ...published },
    customerId: wallet.customer.id,
    walletId: wallet.wallet.id,
    credentialId: wallet.credential.id,
    quote: await aQuote(wallet),
    unsignedQuoteId: (await aQuote(wallet)).id,
    otherKeys: { keys: [{ ...otherKeys.publicJwk }] },
  }
}

function runnerOf({ device }: LoggedInWallet): Runner {
  const urls = { DIRECT: stack.apiUrls[0] ?? '', LOSING: losing.url, BUSY: urlOf(busy) }
  return { platform: stack.platform, urls, stamp: (payload) => device.stamp(payload) }
}

async function seenByPython(rows: readonly Row[], runner: Runner): Promise<unknown[]> {
  const stamper = await serve(async (request, response) => {
    response.end(await runner.stamp(await text(request)))
  })
  const program = spawn('python3', ['test/client/conformance/run.py'], {
    cwd: root,
    env: { ...bareEnvironment(), PYTHONPATH: 'client/python', PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { platform, urls } = runner
  program.stdin.end(JSON.stringify({ rows, platform, urls, stampUrl: urlOf(stamper) }))
  const [said] = await Promise.all([text(program.stdout), once(program, 'exit')])
  stamper.closeAllConnections()
  stamper.close()
  return JSON.parse(said) as unknown[]
}

function print(language: string, rows: readonly Row[], seen: readonly unknown[]): void {
  const lines = rows.map(({ title }, index) => `${title.padEnd(56)} ${JSON.stringify(seen[index])}`)
  console.log(`${language}:\n${lines.join('\n')}`)
}

describe('what a caller sees', () => {
  test('in TypeScript', async () => {
    const wallet = await aLoggedInWallet(stack)
    const rows = conformanceTable(await given('typescript', 'NZ', wallet))
    const seen: unknown[] = []
    for (const row of rows) seen.push(await seenByTypescript(row, runnerOf(wallet)))
    print('TypeScript', rows, seen)
    expect(seen).toEqual(rows.map(({ sees }) => sees))
  })

  test.skipIf(!hasPython())('in Python', async () => {
    const wallet = await aLoggedInWallet(stack)
    const rows = conformanceTable(await given('python', 'AU', wallet))
    const seen = await seenByPython(rows, runnerOf(wallet))
    print('Python', rows, seen)
    expect(seen).toEqual(rows.map(({ sees }) => sees))
  })
})
