/** A platform's people at the dashboard: payments as they move, and one that has failed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeQuote } from '../../scripts/serviceDriver/device.ts'
import { askQuote, funding, to } from '../payments/customers.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  aQuote,
  aWebhookReceiver,
  type LoggedInWallet,
  type Resource,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the dashboard, about payments', () => {
  let stack: SharedStack
  let dashboard: Dashboard
  let wallet: LoggedInWallet
  let receiver: WebhookReceiver
  let quote: Resource

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    receiver = await aWebhookReceiver(stack, { platform })
    wallet = await aLoggedInWallet(stack, { platform })
    dashboard = await openDashboard(stack, executable, platform, 'transactions')
  })
  afterAll(async () => {
    await dashboard?.close()
    await receiver?.stop()
    await stack?.stop()
  })

  const table = () => dashboard.page.getByRole('table', { name: 'Transactions' })
  const row = (text: string | RegExp) => table().getByRole('row').filter({ hasText: text })
  const panel = () => dashboard.page.getByRole('region', { name: /payment$|^Transaction$/ })
  const shows = (text: string | RegExp): Promise<void> => panel().getByText(text).first().waitFor()
  const tab = (name: string): Promise<void> => panel().getByRole('link', { name }).click()
  const search = async (text: string): Promise<void> => {
    await dashboard.page.getByRole('searchbox').fill(text)
    await dashboard.page.getByRole('searchbox').press('Enter')
  }
  const pay = (asked: Resource): Promise<unknown> =>
    executeQuote(wallet.api, wallet.device, asked, randomUUID())

  it('shows a payment as it appears, without being asked', async () => {
    await row('+1 000.00 USDB').waitFor()
    quote = await aQuote(wallet, { minor: 10_000_000n })
    await row('10.00 USDB').filter({ hasText: 'Pending' }).waitFor()
  })

  it('follows it: whose turn it is, what happened, until it has settled', async () => {
    await row('10.00 USDB').getByRole('link').first().click()
    expect(dashboard.path()).toBe(`transactions/${quote.transactionId}`)
    await shows('Next: customer. It waits for the execute call.')
    await tab('Money')
    await shows('No money has moved.')
    await tab('What happened')
    await pay(quote)
    await shows('settled')
    await row('10.00 USDB').filter({ hasText: 'Completed' }).waitFor()
  })

  it('shows its books: own accounts by id, the others by what they are for', async () => {
    await tab('Money')
    const rows = panel().getByRole('table', { name: 'Ledger entries' }).getByRole('row')
    await rows.nth(4).waitFor()
    const cells = await rows.evaluateAll((all) =>
      all.map((each) => [...each.children].map((cell) => cell.textContent)),
    )
    const own = `…${wallet.wallet.id.slice(-6)}`
    expect(cells.slice(1, 5)).toEqual([
      ['hold', 'held', own, 'Liquidity', '10.00 USDB'],
      ['post', 'hold posted', own, 'Liquidity', '10.00 USDB'],
      ['service-fee', 'posted', 'Liquidity', 'Fees', expect.stringMatching(/USDB$/)],
      ['payout', 'posted', 'Liquidity', 'Rail', expect.stringMatching(/USD$/)],
    ])
  })

  it('leads to the workflow in Temporal, and to its customer', async () => {
    await tab('What happened')
    const link = panel().getByRole('link', { name: 'Workflow in Temporal' })
    const address = new URL((await link.getAttribute('href')) ?? '')
    expect(address.origin).toBe(new URL(stack.env.TEMPORAL_UI_URL ?? '').origin)
    expect(decodeURIComponent(address.pathname)).toContain(`/workflows/${quote.id}`)
    await shows(wallet.customer.id)
  })

  it('records that the receipt was given, and then asks no more', async () => {
    await panel().getByRole('button', { name: 'Receipt was given' }).click()
    await shows('Receipt given')
    await panel().getByRole('button', { name: 'Receipt was given' }).waitFor({ state: 'detached' })
    await dashboard.isFitEverywhere('transaction')
  })

  it('keeps filters and selection in the address: back leads to where one was', async () => {
    const { page } = dashboard
    await page.keyboard.press('Escape')
    expect(dashboard.path()).toBe('transactions')
    await page.getByLabel('Status').selectOption('Completed')
    await page.waitForURL(/status=COMPLETED/)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await panel().waitFor()
    expect(dashboard.path()).toMatch(/^transactions\/Transaction:.+\?status=COMPLETED$/)
    await page.keyboard.press('j')
    await page.goBack()
    await panel().waitFor({ state: 'detached' })
    expect(dashboard.path()).toBe('transactions?status=COMPLETED')
    await page.goForward()
    await page.reload()
    await panel().waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('COMPLETED')
  })

  it('finds by amount, by customer, by id, and says when there is none', async () => {
    const { page } = dashboard
    await dashboard.goTo('transactions')
    await page.keyboard.press('/')
    await page.keyboard.type('10 usdb')
    await page.getByText('Transactions of exactly this amount.').waitFor()
    await row('Completed').waitFor()
    expect(await table().getByRole('row').count()).toBe(2)
    await search('10')
    await page.getByRole('button', { name: 'USDB', exact: true }).click()
    await page.waitForURL(/q=10\+USDB/)
    await search(wallet.customer.id)
    await page.getByText('Transactions of this customer.').waitFor()
    await row('+1 000.00 USDB').waitFor()
    await search(String(quote.transactionId))
    await row('10.00 USDB').waitFor()
    await search('nothing like it')
    await page.getByText('No transaction matches.').waitFor()
    await page.getByRole('button', { name: 'Search your ids of customers instead' }).click()
    await search(String(wallet.customer.platformCustomerId))
    await row('+1 000.00 USDB').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL(/transactions$/)
  })

  it('exports what is filtered, for a spreadsheet', async () => {
    const { page } = dashboard
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const [head, ...lines] = Buffer.concat(chunks).toString().trim().split('\r\n')
    expect(head).toMatch(/^id,type,status,created_at/)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      new RegExp(`^${quote.transactionId},OUTGOING,COMPLETED,.*,10.00,USDB,`),
    )
  })

  it('shows the request as curl, without the secret', async () => {
    const { page } = dashboard
    await page.getByRole('button', { name: 'List as curl' }).click()
    const command = page.getByRole('dialog').locator('pre')
    expect(await command.textContent()).toBe(
      'curl -sS -u "$CLIENT_ID:$CLIENT_SECRET" "$API_URL/transactions?limit=50"',
    )
    await dashboard.isFitEverywhere('curl')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('a failed payment is found by its reference, explained, and its webhook sent again', async () => {
    const { page } = dashboard
    receiver.behave(500)
    const account = await anExternalAccount(wallet.api, wallet.customer, '002')
    const source = funding('USD', { customerId: wallet.customer.id })
    const asked = shown('quote', await askQuote(wallet.api, source, to(account), 12_50), 201)
    const sent = { quoteId: asked.id, currencyCode: 'USD' }
    expect((await wallet.api.call('POST', '/sandbox/send', sent)).status).toBe(200)
    const failed = await waitUntil('it has failed', async () => {
      const { body } = await wallet.api.call('GET', `/transactions/${asked.transactionId}`)
      return body.status === 'FAILED' ? body : undefined
    })
    const { reference } = failed.reconciliationInstructions as { reference: string }

    await dashboard.goTo('transactions')
    await search(reference)
    await row('Failed').getByRole('link').first().click()
    await shows(String(failed.failureReason))
    await shows(/^failed/)
    await shows(reference)
    await dashboard.isFitEverywhere('failed')
    await tab('Webhooks')
    const list = panel().getByRole('list', { name: 'Webhooks of this transaction' })
    await list.getByText('OUTGOING_PAYMENT.FAILED').click()
    await shows('Attempt 1: answered 500')
    receiver.behave(200)
    await panel().getByRole('button', { name: 'Send again: OUTGOING_PAYMENT.FAILED' }).click()
    await shows('Attempt 1: answered 200')
    await waitUntil('it arrives', () =>
      receiver.webhooks.some(
        ({ type, data }) => type === 'OUTGOING_PAYMENT.FAILED' && data.id === failed.id,
      ),
    )
    await dashboard.isFitEverywhere('failed-webhooks')
    await page.keyboard.press('Escape')
    await dashboard.isFitEverywhere('transactions')
  })

  it('draws the balances with their true extremes, and the volume', async () => {
    await dashboard.goTo('overview?hours=1')
    const balance = dashboard.page.getByRole('img', {
      name: /^USDB: 990\.00 USDB; highest 1 000\.00/,
    })
    await balance.waitFor()
    await balance.locator('canvas').waitFor()
    const volume = dashboard.page.getByRole('img', { name: /^Outgoing, USDB: 10\.00 USDB in 1/ })
    await volume.waitFor()
    await dashboard.isFitEverywhere('overview')
  })

  it('forgets the platform at the sign-out, and broke no rule of its policy', async () => {
    const { page } = dashboard
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Client secret').waitFor()
    const kept = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')
    expect(kept).not.toContain('clientSecret')
    expect(dashboard.complaints).toEqual([])
  })
})
