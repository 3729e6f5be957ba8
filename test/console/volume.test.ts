/** The dashboard of a platform with many payments: what it weighs, and when its first list is there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createToken } from '../../db/tokens.ts'
import { fillLists } from '../../scripts/bench/listRows.ts'
import { isLong } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()
const lengths = { transactions: 100_000, customers: 10_000 }

describe.skipIf(executable === undefined || !isLong)('the dashboard, with many payments', () => {
  let stack: SharedStack
  let dashboard: Dashboard

  beforeAll(async () => {
    stack = await aSharedStack({ alone: true })
    const database = openDatabase(stack.databaseUrl, { poolMax: 1, statementTimeoutMs: 600_000 })
    const { platformId } = await fillLists(database, lengths)
    const { token, clientSecret } = await database.transaction((tx) =>
      createToken(tx, { platformId, name: 'first', permissions: ['VIEW'] }),
    )
    await database.close()
    const credentials = { clientId: token.clientId, clientSecret }
    dashboard = await openDashboard(stack, executable, credentials, 'webhooks')
  }, 1_800_000)
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  /** Milliseconds from the load of the page until something is there, of the browser's clock. */
  async function timeUntil(path: string, shown: () => Promise<void>): Promise<number> {
    await dashboard.goTo(path)
    await shown()
    return Math.round(Number(await dashboard.page.evaluate('performance.now()')))
  }

  it('weighs little', async () => {
    await dashboard.goTo('transactions')
    await dashboard.page.getByRole('row').nth(2).waitFor()
    const files = (await dashboard.page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map(({ name, encodedBodySize, decodedBodySize }) =>
        [name.replace(/.*assets./, ''), encodedBodySize, decodedBodySize])`)) as [string, number][]
    process.stdout.write(`${JSON.stringify(files)}\n`)
    const total = files.reduce((sum, [, size]) => sum + size, 0)
    process.stdout.write(`transactions: ${total} bytes over the wire\n`)
    expect(total).toBeLessThan(60_000)
  })

  it('shows its lists and its overview', async () => {
    const { page } = dashboard
    const first = (): Promise<void> =>
      page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().waitFor()
    for (const path of [
      'transactions',
      'transactions?status=FAILED',
      'transactions?q=invoice-4711',
      'transactions?q=0.051 USDB',
    ]) {
      process.stdout.write(`${path}: ${await timeUntil(path, first)} ms\n`)
    }
    const overview = await timeUntil('overview?hours=168', () =>
      page.getByRole('img', { name: /^Outgoing/ }).waitFor(),
    )
    process.stdout.write(`overview: ${overview} ms\n`)
    await dashboard.isFitEverywhere('many')
    expect(dashboard.complaints).toEqual([])
  })
})
