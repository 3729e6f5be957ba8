/** One trace from a request through its workflow to the outside parties, as a collector receives it. */
import '../support/temporalRuntime.ts'
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Connection } from '@temporalio/client'
import { Worker } from '@temporalio/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { temporalConnectionOptions } from '../../runtime/temporalConnection.ts'
import { bundleWorkflows } from '../../worker/bundle.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { aPayment, execute, type Payment, untilCompleted } from '../durability/payments.ts'
import { aLoggedInWallet, apiOf, type LoggedInWallet, waitUntil } from '../support/builders.ts'
import { argumentsOf } from '../support/programs.ts'
import { foundIn } from '../support/secretSearch.ts'
import { aSpanCollector, type CollectedSpan, type SpanCollector } from '../support/spanCollector.ts'
import { aRunningStack, bundlesFolder, type TestStack } from '../support/stack.ts'

const EMAIL = 'traced.payer@example.com'
const DEVICE_CODE = 'BCDF-GHJK-2345'

let collector: SpanCollector
let stack: TestStack
let wallet: LoggedInWallet
let payment: Payment

beforeAll(async () => {
  collector = await aSpanCollector()
  stack = await aRunningStack({ env: collector.env })
  wallet = await aLoggedInWallet(stack, { email: EMAIL })
  payment = await aPayment(wallet)
  expect((await execute(wallet.api, payment)).status).toBe(200)
  await untilCompleted(wallet.api, payment)
})
afterAll(async () => {
  await stack?.stop()
  await collector?.stop()
})

const traceOf = ({ traceId }: CollectedSpan): CollectedSpan[] =>
  collector.spans.filter((span) => span.traceId === traceId)

/** From the span up to the root of its trace. */
function ancestry(span: CollectedSpan): string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...(parent ? ancestry(parent) : [])]
}

async function theExecute(): Promise<CollectedSpan> {
  return waitUntil('the span of the execute', async () =>
    collector.spans.find(({ name }) => name === 'POST executeQuote'),
  )
}

describe('a trace of a payment', () => {
  it('goes from the request through the workflow to the wallet provider and the rail', async () => {
    const root = await theExecute()
    expect(root).toMatchObject({
      service: 'payments-api',
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'payments.operation': 'executeQuote',
      },
    })
    expect(root.parentSpanId ?? '').toBe('')
    const portOf = (url: string | undefined): number => Number(new URL(url ?? '').port)
    for (const party of ['SANDBOX_WALLET_PROVIDER_URL', 'SANDBOX_RAIL_URL'] as const) {
      // A span is sent when it has ended: those that it is part of come later.
      const [, activity] = await waitUntil(`a call to ${party}`, async () =>
        traceOf(root)
          .filter(({ service }) => service === 'payments-worker')
          .filter(({ attributes }) => attributes['server.port'] === portOf(stack.env[party]))
          .map(ancestry)
          .find(
            ([own, , ...above]) =>
              own === 'POST' && above.join() === 'start quoteExecution,POST executeQuote',
          ),
      )
      expect(activity).toMatch(/^[a-z][A-Za-z]+$/)
    }
  })

  it('has the statements of the request and of the local activities', async () => {
    const root = await theExecute()
    const queries = traceOf(root).filter(({ name }) => name.startsWith('pg.query'))
    const of = (service: string): CollectedSpan[] =>
      queries.filter((span) => span.service === service)
    expect(ancestry(of('payments-api')[0] as CollectedSpan)[1]).toBe('POST executeQuote')
    const [decided] = of('payments-api').filter(({ name }) => name.includes('decide_payment'))
    expect(decided && ancestry(decided).slice(1)).toEqual(['POST executeQuote'])
    const [read] = of('payments-worker').filter(({ name }) => name.includes('steps_of_payment'))
    expect(read && ancestry(read).slice(2)).toEqual(['start quoteExecution', 'POST executeQuote'])
  })

  it('goes on with the trace of the caller', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`
    await wallet.api.call('GET', `/transactions/${payment.transactionId}`, undefined, {
      traceparent,
    })
    const span = await waitUntil('its span', async () =>
      collector.spans.find(
        (one) => one.traceId === traceId && one.name === 'GET getTransactionById',
      ),
    )
    expect(span.parentSpanId).toBe('b7ad6b7169203331')
  })

  it('has none of the probes, pollers and jobs', async () => {
    await fetch(`${new URL(stack.apiUrls[0] ?? '').origin}/readyz`)
    await theExecute()
    const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId)
    expect(roots.filter(({ name }) => !/^(GET|POST|PATCH|PUT|DELETE) /.test(name))).toEqual([])
    expect(roots.filter(({ name }) => name.includes('probe'))).toEqual([])
  })

  it('shows no personal data, no stamp, no code and no text of a statement', async () => {
    const api = apiOf(stack)
    await api.call('POST', `/agents/device-codes/${DEVICE_CODE}/redeem`)
    await api.call('GET', `/customers?email=${encodeURIComponent(EMAIL)}`)
    await waitUntil('their spans', async () =>
      collector.spans.find(({ name }) => name === 'GET listCustomers'),
    )
    const { clientId, clientSecret } = stack.platform
    const needles = new Map([
      ['an address', EMAIL],
      ['a name', 'Ada Lovelace'],
      ['a device code', DEVICE_CODE],
      ['the platform’s secret', clientSecret],
      ['its login', Buffer.from(`${clientId}:${clientSecret}`).toString('base64')],
      ['a stamp', String(payment.headers['Service-Wallet-Signature'])],
      ['a statement', 'select '],
      ['a call’s path', 'device-codes/'],
    ])
    expect(foundIn(collector.received, needles)).toEqual([])
    expect(collector.spans.flatMap(({ events }) => events)).toEqual([])
    expect(collector.spans.filter(({ status }) => status?.message)).toEqual([])
  })

  it('leaves a history that replays', async () => {
    const config = parseConfig(stack.env)
    const connection = await Connection.connect(temporalConnectionOptions(config))
    const workflowId = String(payment.quote.id)
    const { workflow } = createClient(connection, config)
    const history = await workflow.getHandle(workflowId).fetchHistory()
    await connection.close()
    expect(JSON.stringify(history)).toContain('traceparent')
    const options = {
      workflowBundle: await bundleWorkflows(bundlesFolder()),
      dataConverter: dataConverterOf(config),
    }
    await Worker.runReplayHistory(options, history, workflowId)
  })
})

describe('a process without an endpoint for traces', () => {
  it.each(['api', 'worker'])('loads nothing of OpenTelemetry: the %s', async (role) => {
    const preload = join(mkdtempSync(join(tmpdir(), 'loaded-')), 'listLoaded.cjs')
    const loaded = `Object.keys(require.cache).filter((file) => file.includes('node_modules'))`
    writeFileSync(
      preload,
      `process.on('exit', () => require('node:fs').writeSync(2, ${loaded}.join('\\n')))`,
    )
    const [program = ''] = argumentsOf(`${role}/main`)
    const run = promisify(execFile)
    const { stderr } = await run(process.execPath, ['--require', preload, program, '--help'])
    const files = stderr.split('\n')
    expect(files.filter((file) => file.includes('/@temporalio/client/'))).not.toEqual([])
    // The API of it is of the packages that can be traced.
    const ofTracing = /\/@opentelemetry\/(?!api\/)/
    expect(files.filter((file) => ofTracing.test(file))).toEqual([])
  })
})
