/** An operator at `/console/operations`, in a real browser: money as it moves. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeQuote } from '../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  aQuote,
  aWebhookReceiver,
  type LoggedInWallet,
  type Resource,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the operations page', () => {
  let stack: SharedStack
  let browser: BrowserPage
  let wallet: LoggedInWallet
  let receiver: WebhookReceiver
  let quote: Resource

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    receiver = await aWebhookReceiver(stack, { platform })
    wallet = await aLoggedInWallet(stack, { platform })
    browser = await openBrowser(executable ?? '')
    await browser.page.goto(new URL('/console/operations', stack.apiUrls[0]).href)
    await browser.accessibilityProblems()
    await browser.page.getByLabel('Client id').fill(platform.clientId)
    await browser.page.getByLabel('Client secret').fill(platform.clientSecret)
    await press('Platform', 'Connect')
    await part('Transactions').waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await receiver?.stop()
    await stack?.stop()
  })

  const part = (name: string) => browser.page.getByRole('region', { name, exact: true })
  const press = (within: string, name: string | RegExp): Promise<void> =>
    part(within).getByRole('button', { name }).first().click()
  const shows = (within: string, text: string | RegExp): Promise<void> =>
    part(within).getByText(text).first().waitFor()
  const isAccessible = async (): Promise<void> => {
    expect(await browser.accessibilityProblems()).toEqual([])
  }
  const pay = (asked: Resource): Promise<unknown> =>
    executeQuote(wallet.api, wallet.device, asked, randomUUID())

  it('shows a payment as it appears, without being asked', async () => {
    await shows('Transactions', '+ 1 000.00 USDB')
    await browser.picture('operations-1-before')
    quote = await aQuote(wallet, { minor: 10_000_000n })
    await shows('Transactions', /^10\.00 USDB → /)
    await part('Transactions')
      .getByRole('button', { name: /PENDING/ })
      .waitFor()
    await isAccessible()
  })

  it('follows it: whose turn it is, what happened, until it has settled', async () => {
    await press('Transactions', /^10\.00 USDB → /)
    await shows('Transaction', 'Next: customer. It waits for the execute call.')
    await shows('Transaction', 'No money has moved.')
    await browser.picture('operations-2-waits')
    await pay(quote)
    await shows('Transaction', 'settled')
    await shows('Transaction', 'It has ended: no action is needed.')
    await part('Transactions').getByText('COMPLETED').nth(1).waitFor()
  })

  it('shows its books: own accounts by id, the others by what they are for', async () => {
    const rows = part('Ledger entries').getByRole('row')
    await rows.nth(4).waitFor()
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    )
    const own = `account …${wallet.wallet.id.slice(-6)}`
    expect(cells.slice(1, 5)).toEqual([
      ['hold', 'held', own, 'liquidity', '10.00 USDB'],
      ['post', 'hold posted', own, 'liquidity', '10.00 USDB'],
      ['service-fee', 'posted', 'liquidity', 'fees', expect.stringMatching(/USDB$/)],
      ['payout', 'posted', 'liquidity', 'rail', expect.stringMatching(/USD$/)],
    ])
  })

  it('shows its webhooks, and sends one again', async () => {
    const list = part('Transaction').getByRole('list', { name: 'Webhooks of this transaction' })
    await list.getByText('DELIVERED').nth(2).waitFor()
    const before = receiver.webhooks.length
    await press('Transaction', 'Send again: OUTGOING_PAYMENT.COMPLETED')
    await shows('Transaction', /^Sent again .* taken with 200/)
    expect(receiver.webhooks.length).toBe(before + 1)
    expect(receiver.webhooks.at(-1)?.type).toBe('OUTGOING_PAYMENT.COMPLETED')
    await browser.picture('operations-3-settled')
    await isAccessible()
  })

  it('leads to the workflow in Temporal', async () => {
    const link = part('Transaction').getByRole('link', { name: 'Workflow in Temporal' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.origin).toBe(new URL(stack.env.TEMPORAL_UI_URL ?? '').origin)
    expect(decodeURIComponent(address.pathname)).toContain(`/workflows/${quote.id}`)
  })

  it('draws the balances', async () => {
    const chart = part('Balances').getByRole('img', { name: /^USDB: 990\.00 USDB/ })
    await chart.waitFor()
    expect(await chart.locator('path').count()).toBe(2)
    await part('Balances').getByLabel('Period').selectOption('Last day')
    await shows('Balances', '990.00 USDB')
  })

  it('shows what was not delivered, and sends all of it again', async () => {
    receiver.behave(500)
    const failing = await aQuote(wallet, {
      account: await anExternalAccount(wallet.api, wallet.customer, '002'),
    })
    await pay(failing)
    await press('Transactions', /^1\.00 USDB → /)
    await shows('Transaction', /^FAILED: /)
    await shows('Transaction', /waits: answered 500/)
    await press('Transaction', 'Send again: OUTGOING_PAYMENT.FAILED')
    await shows('Transaction', /given up: answered 500/)
    const events = await wallet.api.call('GET', `/webhooks/events?subject=${failing.transactionId}`)
    expect(events.status).toBe(200)
    await browser.picture('operations-4-failed')
    await isAccessible()
    const ids = (events.body.data as { id: string }[]).map(({ id }) => id)
    await givenUp(ids)
    await part('Undelivered webhooks').getByText('FAILED', { exact: true }).first().waitFor()
    await browser.picture('operations-5-given-up')
    receiver.behave(200)
    await press('Undelivered webhooks', 'Send all of them again')
    await waitUntil('all of them arrive', () =>
      ids.every((id) => receiver.webhooks.some((webhook) => webhook.id === id)),
    )
    await shows('Undelivered webhooks', 'None.')
    await isAccessible()
  })

  it('is readable in the dark and on a narrow screen', async () => {
    await browser.page.emulateMedia({ colorScheme: 'dark' })
    await isAccessible()
    await browser.picture('operations-6-dark')
    await browser.page.setViewportSize({ width: 390, height: 844 })
    await isAccessible()
    expect(
      await browser.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
    ).toBe(true)
    await browser.picture('operations-7-narrow')
  })

  it('forgets the platform when it is told to, and broke no rule of its policy', async () => {
    await browser.page.getByRole('button', { name: 'Disconnect' }).click()
    await part('Platform').waitFor()
    expect(await part('Transactions').isVisible()).toBe(false)
    expect(browser.complaints).toEqual([])
  })

  /** As seven days of retries would leave them. */
  async function givenUp(ids: readonly string[]): Promise<void> {
    const { openDatabase } = await import('../../db/database.ts')
    const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
    await database.query({
      text: `update webhook_deliveries set status = 'STOPPED' where event_id = any ($1)
        and status = 'PENDING'`,
      values: [ids.map((id) => id.split(':')[1])],
    })
    await database.close()
  }
})
