/** The example of an app with its backend, started as its README says, used by a customer in Chromium. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type BrowserPage, findChromium, openBrowser } from '../console/browser.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type Example, startExample } from './example.ts'

const chromium = findChromium()
const email = `ada-${process.pid}@example.com`

describe.skipIf(chromium === undefined)('the shop', () => {
  let stack: SharedStack
  let folder: string
  let shop: Example
  let browser: BrowserPage

  beforeAll(async () => {
    stack = await aSharedStack()
    folder = mkdtempSync(join(tmpdir(), 'payments-shop-'))
    shop = await startExample(stack, 'web-app', { DATA_DIR: folder, SHOP_PORT: '0' })
    browser = await openBrowser(chromium ?? '')
    browser.page.setDefaultTimeout(120_000)
    await browser.page.goto(shop.url)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
    rmSync(folder, { recursive: true, force: true })
    await stack?.stop()
  })

  const press = (name: string): Promise<void> =>
    browser.page.getByRole('button', { name, exact: true }).click()
  const shows = (text: string | RegExp): Promise<void> =>
    browser.page.getByText(text).first().waitFor()
  const type = (label: string, text: string): Promise<void> =>
    browser.page.getByLabel(label, { exact: true }).fill(text)
  const asBrowser = (script: string): Promise<unknown> =>
    browser.page.evaluate(`(async () => { ${script} })()`)

  test('a customer logs in by a mailed code, and by no other', async () => {
    await type('Email', ` ${email.toUpperCase()} `)
    await press('Email a code')
    await type('Code', '111111')
    await press('Log in')
    await shows('UNAUTHORIZED')
    await press('Email a code')
    await type('Code', '000000')
    await press('Log in')
    await shows(`${email}, 50.00 USDB`)
  })

  test('adds a passkey, logs out, and logs in by it', async () => {
    await press('Add a passkey')
    await shows('The passkey is added.')
    expect(await browser.passkeys()).toBe(1)
    await press('Log out')
    await press('Use my passkey')
    await shows(`${email}, 50.00 USDB`)
  })

  test('pays once, however often the button is pressed', async () => {
    await press('Coffee, 3.50 USD')
    await shows(/You pay 3\.\d\d USDB, fees included\./)
    const paid: Promise<unknown>[] = []
    browser.page.on('response', (response) => {
      if (response.url().endsWith('/orders/pay')) paid.push(response.json())
    })
    await browser.page.getByRole('button', { name: 'Pay', exact: true }).dblclick()
    await expect.poll(() => paid.length).toBe(2)
    const [first, second] = await Promise.all(paid)
    expect(first).toEqual({ transactionId: expect.stringMatching(/^Transaction:/) })
    expect(second).toEqual(first)
    await shows('Paid.')
    await shows(/^3\.\d\d USDB COMPLETED$/)
    expect(await browser.page.getByRole('listitem').count()).toBe(1)
    await shows(/, 46\.\d\d USDB$/)
    const { clientId, clientSecret } = stack.platform
    const api = createApiClient(stack.apiUrls[0] ?? '', { clientId, clientSecret })
    const { body } = await api.call('GET', '/transactions?type=OUTGOING')
    expect(body.data).toEqual([expect.objectContaining({ status: 'COMPLETED' })])
  })

  test('a reload keeps the session, and its key', async () => {
    await browser.page.reload()
    await shows(/, 46\.\d\d USDB$/)
    await press('Lunch, 12.00 USD')
    await press('Pay')
    await shows(/^12\.\d\d USDB COMPLETED$/)
    expect(await browser.page.getByRole('listitem').count()).toBe(2)
  })

  test('what the page may not do is refused', async () => {
    const asked = (path: string, body: string, type = 'application/json') =>
      asBrowser(`const { status } = await fetch('/api${path}', { method: 'POST',
        headers: { 'Content-Type': '${type}' }, body: '${body}' }); return status`)
    const order = Object.keys(JSON.parse(recordsText()).orders)[0]
    expect(await asked('/orders', '{"item":"yacht"}')).toBe(400)
    expect(await asked('/orders/pay', '{"id":"toString","stamp":"e"}')).toBe(404)
    expect(await asked('/orders/pay', `{"id":"${order}","stamp":"not one"}`)).toBe(400)
    expect(await asked('/orders', '{"item":"coffee"}', 'text/plain')).toBe(415)
    expect(await asked('/login/passkey', '{"email":"b@example.com","key":""}')).toBe(404)
    await browser.page.context().clearCookies()
    expect(await asked('/orders', '{"item":"coffee"}')).toBe(401)
  })

  test('no key is in the shop’s records, and the page complained of nothing', () => {
    expect(recordsText()).toContain('"idempotencyKey":"order-')
    expect(recordsText()).not.toContain(stack.platform.clientSecret)
    expect(browser.complaints).toEqual([])
  })

  function recordsText(): string {
    return readFileSync(join(folder, 'example-web-app.json'), 'utf8')
  }
})
