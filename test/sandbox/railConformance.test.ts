/** The checks of a rail on our own wire: the sandbox's rail passes all, and a rail that breaks one rule fails its check. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createRail, type Rail } from '../../providers/payoutRail/index.ts'
import { type RailUnderTest, railChecks } from '../../scripts/railConformance/checks.ts'
import { sandboxAccounts } from '../../scripts/railConformance/sandboxAccounts.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let sandbox: SandboxProcess
beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
afterAll(async () => {
  await sandbox.stop()
})

function theRailAt(baseUrl: string, waitMs: number, voidsUnknownReferences = true) {
  const rail: Rail & { close(): Promise<void> } = createRail({
    ...{ baseUrl, voidsUnknownReferences, timeoutMs: 5_000 },
  })
  const accounts = sandboxAccounts('USD')
  const target = { baseUrl, rail, accounts, currency: 'USD', amountMinor: '125', waitMs }
  return target satisfies RailUnderTest
}

test.each(railChecks)('of the sandbox: $name', async ({ run }) => {
  const target = theRailAt(sandbox.railUrl, 60_000)
  await run(target)
  await target.rail.close()
})

describe('a rail that breaks a rule', () => {
  type Answer = { status: number; body: Record<string, unknown> }
  type Call = { readonly method: string; readonly path: string; readonly body: string }
  /** What it does otherwise, by the check that finds it; undefined: as the sandbox does. */
  type Break = (call: Call, ask: () => Promise<Answer>) => Promise<Answer | undefined>

  const isOrder = ({ method, path }: Call): boolean => method === 'POST' && path === '/payouts'
  const ofFeed = ({ path }: Call): boolean => path.startsWith('/notices')
  type Notice = { readonly sequence: number; readonly at: string; readonly state?: string }
  const noticesIn = ({ body }: Answer): Notice[] => body.notices as Notice[]
  /** Answers of the calls that fit are changed. */
  const changed =
    (fits: (call: Call) => boolean, change: (answer: Answer, call: Call) => Answer): Break =>
    async (call, ask) =>
      fits(call) ? change(await ask(), call) : undefined
  const withFeed = (change: (notices: Notice[], call: Call) => unknown[]): Break =>
    changed(ofFeed, (answer, call) => ({
      ...{ status: 200, body: { notices: change(noticesIn(answer), call) } },
    }))
  const without = ({ status, body }: Answer, ...names: string[]): Answer => ({
    status,
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))),
  })

  const breaks: Readonly<Record<string, Break>> = {
    'a payout settles, is found under its reference, and is reported once': withFeed((notices) =>
      notices.map((one) => ({ ...one, state: 'PENDING' })),
    ),
    'the reference is the idempotency key: twenty equal orders at once are one payout': (() => {
      const taken = new Set<string>()
      return async (call) => {
        if (!isOrder(call)) return undefined
        if (taken.has(call.body)) return { status: 409, body: { message: 'it is there' } }
        taken.add(call.body)
        return undefined
      }
    })(),
    'another instruction under a reference is refused, and changes nothing': changed(
      isOrder,
      (answer, { body }) =>
        answer.status === 409
          ? { status: 200, body: { ...JSON.parse(body), state: 'PENDING' } }
          : answer,
    ),
    'references of 200 characters, with a colon and a slash, are taken as they are': async (
      call,
    ) => (call.body.length > 300 ? { status: 400, body: { message: 'too long' } } : undefined),
    'an unknown reference is not found, and an order that cannot be carried out is refused':
      async ({ body }) =>
        body.includes('"amountMinor":"0"')
          ? { status: 200, body: { ...JSON.parse(body), amountMinor: undefined, state: 'FAILED' } }
          : undefined,
    'a payout that fails says why, and whether its money may go back': changed(
      ({ path }) => path.startsWith('/payouts/'),
      (answer) => without(answer, 'reason'),
    ),
    'a payout that comes back is reported as settled, then as returned': withFeed((notices) =>
      notices.filter(({ state }) => state !== 'SETTLED'),
    ),
    'a pull settles like a payout': async ({ path }) =>
      path === '/collections' ? { status: 404, body: { message: 'there is none' } } : undefined,
    'a payout that has not left can be cancelled: it fails, and stays failed': changed(
      ({ path }) => path.endsWith('/cancel'),
      (answer) => without(answer, 'cause'),
    ),
    'a payout that has settled cannot be cancelled': changed(
      ({ path }) => path.endsWith('/cancel'),
      ({ status, body }) => ({ status, body: { ...body, state: 'FAILED' } }),
    ),
    'orders and cancellations of one reference at once have one end': changed(
      isOrder,
      ({ status, body }) => ({
        status,
        body: { ...body, state: body.state === 'FAILED' ? 'SETTLED' : 'FAILED' },
      }),
    ),
    'a cancelled reference that was never ordered is void, or unknown where the rail voids none':
      async ({ path }) => {
        const [, reference] = /^\/payouts\/(.+)\/cancel$/.exec(path) ?? []
        if (reference === undefined) return undefined
        return {
          status: 200,
          body: { reference: decodeURIComponent(reference), state: 'FAILED', refund: 'ALLOWED' },
        }
      },
    'the feed can be read again from any position, in pages of any size, in the order of its times':
      withFeed((notices, { path }) => (path.includes('limit=2') ? notices.slice(1) : notices)),
    'where to send money for an account is answered for each, and does not change': changed(
      ({ path }) => path === '/fundings/standing',
      ({ status, body }) => ({
        status,
        body: {
          fundings: (body.fundings as object[][]).map((ways) =>
            ways.map((way) => ({ ...way, instructionsNotes: randomUUID() })),
          ),
        },
      }),
    ),
    'what is no request of this wire is a 400 or 404 with a message, and never a 500': async ({
      body,
    }) => (body === '{' ? { status: 500, body: { message: 'broken' } } : undefined),
  }

  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  /** The sandbox's rail behind a server that breaks one rule. */
  async function aBrokenRail(broken: Break): Promise<string> {
    const server = createServer(async (request, response) => {
      const { method = 'GET', url = '/' } = request
      const body = await text(request)
      const ask = async (): Promise<Answer> => {
        const answer = await fetch(`${sandbox.railUrl}${url}`, {
          method,
          ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
        })
        return { status: answer.status, body: (await answer.json()) as Answer['body'] }
      }
      const answer = (await broken({ method, path: url, body }, ask)) ?? (await ask())
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('each check has one', () => {
    expect(Object.keys(breaks).sort()).toEqual(railChecks.map(({ name }) => name).sort())
  })

  test.each(railChecks)('fails: $name', async ({ name, run }) => {
    const broken = breaks[name]
    if (broken === undefined) throw new Error('nothing breaks it')
    const target = theRailAt(await aBrokenRail(broken), 2_000)
    await expect(run(target)).rejects.toThrow()
    await target.rail.close()
  })
})

describe('the command', () => {
  function run(...typed: string[]): { status: number | null; lines: string[] } {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'scripts/railConformance.ts', ...typed],
      { cwd: root, encoding: 'utf8' },
    )
    return { status, lines: `${stdout}${stderr}`.trim().split('\n') }
  }

  test('passes the sandbox’s rail, and leaves out what no account is named for', () => {
    const all = run('--url', sandbox.railUrl)
    expect([all.status, all.lines.at(-1)]).toEqual([0, '15 passed, 0 failed, 0 left out'])
    const folder = mkdtempSync(join(tmpdir(), 'payments-rail-'))
    const file = join(folder, 'accounts.json')
    writeFileSync(file, JSON.stringify({ settles: sandboxAccounts('EUR').settles }))
    const few = run('--url', sandbox.railUrl, '--accounts', file, '--currency', 'EUR')
    expect([few.status, few.lines.at(-1)]).toEqual([0, '11 passed, 0 failed, 4 left out'])
    writeFileSync(file, JSON.stringify({ settle: {} }))
    const wrong = run('--url', sandbox.railUrl, '--accounts', file)
    expect([wrong.status, wrong.lines]).toEqual([1, [expect.stringContaining('accounts.json')]])
    rmSync(folder, { recursive: true })
  })

  test('fails a rail that voids nothing and is said to, and one that does not answer', () => {
    const { status, lines } = run('--url', sandbox.railUrl, '--voids-unknown-references', 'false')
    expect([status, lines.filter((line) => line.startsWith('FAILED'))]).toEqual([
      1,
      [expect.stringContaining('never ordered is void')],
    ])
    const away = run('--url', 'http://127.0.0.1:9', '--wait', '1')
    expect([away.status, away.lines.at(-1)]).toEqual([1, '0 passed, 15 failed, 0 left out'])
  })
})
