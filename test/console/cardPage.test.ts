/** The page that reveals a card, in an iframe of a platform's page, in a real browser. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aFundedWallet, apiOf, type Resource } from '../support/builders.ts'
import { aCard } from '../support/cards.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the page that reveals a card', () => {
  let stack: SharedStack
  let api: ApiClient
  let card: Resource
  let browser: BrowserPage
  let platform: Server
  let frameUrl = ''

  beforeAll(async () => {
    stack = await aSharedStack()
    api = apiOf(stack)
    card = await aCard(api, await aFundedWallet(stack))
    browser = await openBrowser(executable ?? '')
    platform = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      const frame = `<iframe title="Your card" src="${frameUrl.replaceAll('&', '&amp;')}"></iframe>`
      response.end(`<!doctype html><html lang="en"><title>My bank</title><h1>My card</h1>${frame}`)
    })
    await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await browser?.close()
    platform?.close()
    await stack?.stop()
  })

  const show = async (): Promise<void> => {
    await browser.page.goto(`http://127.0.0.1:${(platform.address() as AddressInfo).port}/`)
  }

  it('shows number, expiry and security code in the platform’s page', async () => {
    const { body } = await api.call('POST', `/cards/${card.id}/reveal`)
    frameUrl = String(body.panEmbedUrl)
    await show()
    const frame = browser.page.frameLocator('iframe')
    const number = await frame.getByRole('button', { name: 'Card number' }).innerText()
    expect(number.replaceAll(/\s/g, '')).toMatch(new RegExp(`^\\d{12}${card.last4}$`))
    expect(await frame.locator('#month').innerText()).toBe(String(card.expMonth).padStart(2, '0'))
    expect(await frame.locator('#year').innerText()).toBe(String(card.expYear))
    expect(await frame.getByRole('button', { name: 'Security code' }).innerText()).toMatch(
      /^\d{3}$/,
    )
    await browser.picture('card-revealed')
    // The number is in the frame alone.
    expect(await browser.page.locator('body').innerText()).not.toContain(String(card.last4))
  })

  it('shows nothing by an address that was changed', async () => {
    frameUrl = frameUrl.replace(/hmac=[^&]+/, 'hmac=AAAA')
    await show()
    const frame = browser.page.frameLocator('iframe')
    await frame.getByText('This link is over, or was never good.').waitFor()
    expect(await frame.locator('body').innerText()).not.toContain(String(card.last4))
  })
})
