/** Cards and stablecoins in the dashboard: a card from its issue to a refund, and a coin minted. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aLoggedInWallet,
  aPlatform,
  type LoggedInWallet,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { aBank, aSparkWallet, operationWith } from '../support/stablecoins.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()
const PANEL = 'section.panel'
/** Letters that no other coin of a test has. */
const ticker = Array.from(randomBytes(6), (byte) => String.fromCharCode(65 + (byte % 26))).join('')

describe.skipIf(executable === undefined)('the dashboard, about cards and coins', () => {
  let stack: SharedStack
  let dashboard: Dashboard
  let wallet: LoggedInWallet
  let card: Resource
  let coin: Resource

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    wallet = await aLoggedInWallet(stack, { platform })
    dashboard = await openDashboard(stack, executable, platform, 'cards')
  })
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  const panel = () => dashboard.page.locator(PANEL)
  const status = (words: string): Promise<void> =>
    panel().locator('> header').getByText(words, { exact: true }).waitFor()
  const shows = (text: string | RegExp): Promise<void> => panel().getByText(text).first().waitFor()
  const press = (name: string): Promise<void> =>
    panel().getByRole('button', { name, exact: true }).click()
  const confirm = (name: string): Promise<void> =>
    dashboard.page.getByRole('dialog').getByRole('button', { name }).click()
  const form = (name: string) => dashboard.page.getByRole('form', { name, exact: true })
  const row = (table: string, text: string | RegExp) =>
    dashboard.page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

  const operation = async (type: string): Promise<Resource> => {
    const path = `/stablecoins/${coin.id}/operations?operationType=${type}`
    const [found] = listed(await wallet.api.call('GET', path))
    if (found === undefined) throw new Error(`there is no ${type}`)
    return found
  }

  it('issues a card, and says which field is wrong before', async () => {
    const { page } = dashboard
    await page.getByText('No card yet.').waitFor()
    await page.getByRole('button', { name: 'Issue a card' }).click()
    await page.waitForURL(/cards\/new$/)
    await form('Issue a card').getByLabel('Cardholder').fill(wallet.customer.id)
    const sources = form('Issue a card').getByLabel('Draws on').locator('option')
    await sources.filter({ hasText: '1 000.00 USDB' }).waitFor({ state: 'attached' })
    await form('Issue a card')
      .getByLabel(/^Limit/)
      .fill('50.001')
    await press('Issue the card')
    await form('Issue a card').getByText('USD has 2 decimals at most.').first().waitFor()
    await dashboard.isFitEverywhere('card-issue')
    await form('Issue a card')
      .getByLabel(/^Limit/)
      .fill('50')
    await form('Issue a card').getByLabel('Your id of the card').fill('card-4711')
    await panel().getByRole('button', { name: 'as curl' }).click()
    const command = await page.getByRole('dialog').locator('pre').textContent()
    expect(command).toContain('"maxSpendPerTransaction": 5000')
    await page.keyboard.press('Escape')
    await press('Issue the card')
    await page.waitForURL(/cards\/Card:/)
    await status('Active')
    await row('Cards', 'card-4711').filter({ hasText: '50.00 USD' }).waitFor()
    const [issued] = listed(await wallet.api.call('GET', '/cards'))
    if (issued === undefined) throw new Error('there is no card')
    card = issued
    await shows('The card cannot spend yet.')
    await dashboard.isFitEverywhere('card-without-key')
  })

  it('shows its key, once the owner of the wallet has made one', async () => {
    await aDelegatedKey(wallet, card)
    await shows('Card pulls')
    await panel().getByRole('button', { name: 'Revoke the key' }).waitFor()
  })

  it('buys a coffee, clears it with a tip, and gives the money back', async () => {
    const { page } = dashboard
    await panel().getByRole('link', { name: 'Buy something with it' }).click()
    await page.waitForURL(/merchant\?card=Card:/)
    const buy = form('Buy with the card')
    await buy.getByLabel('Amount, USD').fill('12.50')
    await buy.getByLabel('Merchant').fill('BLUE BOTTLE COFFEE')
    await buy.getByRole('button', { name: 'Send to the issuer' }).click()
    await row('Purchases', 'Authorized').getByRole('link').click()
    await status('Authorized')
    await page.getByText('987.50').first().waitFor()
    await dashboard.isFitEverywhere('merchant-authorized')
    await form('Clear it').getByLabel('Clear it, USD').fill('15')
    await press('Clear')
    await status('Settled')
    await shows('CARD_TRANSACTION.SETTLED')
    expect(await form('Give money back').getByRole('textbox').inputValue()).toBe('15.00')
    await press('Return')
    await waitUntil('all of it is back', async () => {
      const [account] = listed(
        await wallet.api.call('GET', `/internal-accounts?customerId=${wallet.customer.id}`),
      )
      return JSON.stringify(account?.balance).includes('"amount":1000000000,')
    })
    await dashboard.isFitEverywhere('merchant-refunded')
  })

  it('leads from the purchase to its ledger entries', async () => {
    await panel().getByRole('link', { name: 'The transaction and its ledger entries' }).click()
    await dashboard.page.waitForURL(/transactions\/Transaction:/)
    await row('Ledger entries', 'Card settlement').nth(1).waitFor()
    await shows('Card payment')
    await panel().getByRole('link', { name: 'What happened' }).click()
    await panel().getByRole('link', { name: card.id }).click()
    await dashboard.page.waitForURL(/cards\/Card:/)
    await row('Purchases', 'BLUE BOTTLE COFFEE').filter({ hasText: 'Settled' }).first().waitFor()
    await dashboard.isFitEverywhere('card')
  })

  it('plays every other simulator', async () => {
    const { page } = dashboard
    await dashboard.goTo(`merchant?card=${card.id}`)
    const buy = form('Buy with the card')
    const send = async (kind: string, amount: string | undefined, merchant: string) => {
      await buy.getByLabel('What the shop does').selectOption(kind)
      if (amount !== undefined) await buy.getByLabel('Amount, USD').fill(amount)
      await buy.getByLabel('Merchant').fill(merchant)
      await Promise.all([
        page.waitForResponse(/\/simulate\//),
        buy.getByRole('button', { name: 'Send to the issuer' }).click(),
      ])
      await buy.locator('button[type=submit][aria-busy=false]').waitFor()
    }
    await send('balance_inquiry', undefined, 'A QUESTION')
    await send('financial_authorization', '3', 'AT ONCE')
    await row('Purchases', 'AT ONCE').filter({ hasText: 'Settled' }).waitFor()
    await send('credit_authorization', '4', 'ANNOUNCED')
    await row('Purchases', 'ANNOUNCED').waitFor()
    await send('financial_credit_authorization', '5', 'CREDIT')
    await row('Purchases', 'CREDIT').filter({ hasText: 'Settled' }).waitFor()
    await send('credit_authorization_advice', '6', 'ADVISED')
    await row('Purchases', 'ADVISED').waitFor()
    await send('authorization', '7', 'A HOTEL')
    await row('Purchases', 'A HOTEL').getByRole('link').click()
    await form('New total').getByLabel('New total, USD').fill('9')
    await press('Change the total')
    await row('Purchases', 'A HOTEL').filter({ hasText: '9.00 USD' }).waitFor()
    await press('Let it expire')
    await status('Voided')
    await shows('Nothing more can follow')
    // Its return is the newer one.
    await row('Purchases', 'BLUE BOTTLE COFFEE').first().getByRole('link').click()
    await press('Take the return back')
    await status('Voided')
    await page.keyboard.press('Escape')
    await dashboard.isFitEverywhere('merchant')
  })

  it('freezes, unfreezes and limits a card, and revokes its key', async () => {
    await dashboard.goTo(`cards/${card.id}`)
    await press('Freeze')
    await status('Frozen')
    await press('Unfreeze')
    await status('Active')
    await form('Change the limits')
      .getByLabel(/^Limit/)
      .fill('')
    await press('Set the limits')
    await row('Cards', 'No limit').waitFor()
    await press('Revoke the key')
    await confirm('Revoke the key')
    await shows('The card cannot spend yet.')
  })

  it('shows the number in a frame of the issuer’s, on a page of its own', async () => {
    const { page } = dashboard
    await panel().getByRole('link', { name: 'Show the number and the code' }).click()
    await page.waitForURL(/reveal\/Card:/)
    await page.getByRole('button', { name: 'Show the card' }).click()
    await confirm('Show the card')
    const frame = page.frameLocator('iframe')
    const number = await frame.getByRole('button', { name: 'Card number' }).innerText()
    expect(number.replaceAll(/\s/g, '')).toMatch(new RegExp(`^\\d{12}${card.last4}$`))
    await dashboard.isFitEverywhere('card-number')
    await page.getByRole('button', { name: 'Hide it' }).click()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the card' }).click()
    await page.waitForURL(/cards\/Card:/)
    // The page after it is another document, whose policy lets no frame in.
    expect(await page.evaluate('performance.getEntriesByType("navigation")[0].name')).toMatch(
      /cards\/Card:/,
    )
  })

  it('closes a card, and finds it by its status', async () => {
    const { page } = dashboard
    await press('Close the card')
    await confirm('Close the card')
    await status('Closed')
    await shows('The platform has closed it.')
    await page.keyboard.press('Escape')
    await page.getByLabel('Status').selectOption('Closed')
    await row('Cards', 'card-4711').waitFor()
    await page.getByRole('searchbox').fill('card-0')
    await page.getByText('No card matches.').waitFor()
    await dashboard.goTo('cards')
    await row('Cards', 'card-4711').waitFor()
    await dashboard.isFitEverywhere('cards')
  })

  it('links a provider account, and registers a coin', async () => {
    const { page } = dashboard
    await dashboard.goTo('stablecoins')
    await page.getByText('No stablecoin yet.').waitFor()
    await page.getByRole('button', { name: 'Link a provider account' }).click()
    const link = form('Link a provider account')
    await link.getByLabel('Client id').fill(`client-${randomUUID()}-abc`)
    await link.getByLabel('Client secret').fill('a-secret-of-the-provider')
    await link.getByRole('button', { name: 'as curl' }).click()
    const command = await page.getByRole('dialog').locator('pre').textContent()
    expect(command).toContain('idempotency-key')
    expect(command).not.toContain('a-secret-of-the-provider')
    await page.keyboard.press('Escape')
    await press('Link the account')
    await page.waitForURL(/StablecoinProviderAccount:/)
    await status('Active')
    await row('Provider accounts', 'Active').waitFor()
    await dashboard.isFitEverywhere('provider-account')
    await page.getByRole('button', { name: 'Register a coin' }).click()
    const register = form('Register a coin')
    await register.getByLabel('Ticker at the provider').fill(ticker)
    await register.getByLabel('Token on Spark').fill(`btkn1${randomUUID()}`)
    await dashboard.isFitEverywhere('coin-register')
    await press('Register the coin')
    await page.waitForURL(/Stablecoin:/)
    await status('Provisioned')
    const [made] = listed(await wallet.api.call('GET', '/stablecoins'))
    if (made === undefined) throw new Error('there is no coin')
    coin = made
    await press('Ask for enablement')
    await shows('A person decides whether quotes and accounts may have it.')
  })

  it('mints it, and says where to send the dollars', async () => {
    const { page } = dashboard
    const spark = await aSparkWallet(wallet.api, wallet.customer)
    await panel().getByRole('link', { name: 'Mint', exact: true }).click()
    await form('Mint')
      .getByLabel(/^Amount/)
      .fill('12.50')
    await form('Mint').getByLabel('Into the Spark wallet').fill(spark.id)
    await dashboard.isFitEverywhere('coin-mint')
    await press('Mint')
    await page.getByRole('dialog').getByText(`12.50 ${ticker} are made`).waitFor()
    await confirm('Mint')
    await page.waitForURL(/StablecoinOperation:/)
    await shows('Where to send the dollars')
    await shows('Routing number')
    await dashboard.isFitEverywhere('coin-mint-funding')
    await operationWith(wallet.api, await operation('MINT'), 'COMPLETED')
    await status('Completed')
    await panel()
      .getByRole('link', { name: `Back to ${ticker}` })
      .click()
    await row('Operations', `12.50 ${ticker}`).filter({ hasText: 'Completed' }).waitFor()
  })

  it('burns it, and shows the address to send it to', async () => {
    const { page } = dashboard
    const bank = await aBank(wallet.api, wallet.customer)
    await panel().getByRole('link', { name: 'Burn', exact: true }).click()
    await form('Burn')
      .getByLabel(/^Amount/)
      .fill('10')
    await form('Burn').getByLabel('Dollars to the bank account').fill(bank.id)
    await press('Burn')
    await confirm('Burn')
    await page.waitForURL(/StablecoinOperation:/)
    await shows('Deposit address')
    await dashboard.isFitEverywhere('coin-burn-funding')
    await operationWith(wallet.api, await operation('BURN'), 'COMPLETED')
    await status('Completed')
    await dashboard.goTo(`stablecoins/${coin.id}`)
    await row('Operations', 'Burn').waitFor()
    await dashboard.isFitEverywhere('coin')
  })

  it('broke no rule of its policy', () => {
    expect(dashboard.complaints).toEqual([])
  })
})
