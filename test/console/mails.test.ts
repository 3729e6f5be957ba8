/** The page `/mails` in a real browser: a platform sees its own messages, and no others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPlatform, apiOf } from '../support/builders.ts'
import { anUnverifiedCustomer, type ScaCustomer } from '../support/sca.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the page of mails', () => {
  let stack: SharedStack
  let browser: BrowserPage
  let mine: ScaCustomer
  let theirs: ScaCustomer

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    mine = await anUnverifiedCustomer(apiOf(stack, platform))
    theirs = await anUnverifiedCustomer(apiOf(stack))
    for (const { api, customer } of [mine, theirs]) {
      await api.call('POST', `/customers/${customer.id}/verify-email`)
    }
    browser = await openBrowser(executable ?? '')
    await browser.page.goto(new URL('/mails', stack.apiUrls[0]).href)
    await browser.page.getByLabel('Client id').fill(platform.clientId)
    await browser.page.getByLabel('Client secret').fill(platform.clientSecret)
    await browser.page.getByRole('button', { name: 'Connect' }).click()
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  })

  it('shows what was sent, as it is sent', async () => {
    const list = browser.page.getByRole('list', { name: 'Messages, newest first' })
    await list.getByText(mine.customer.email).waitFor()
    await list.getByText('123456 is your code').first().waitFor()
    await mine.api.call('POST', `/customers/${mine.customer.id}/verify-phone`)
    await list.getByText(mine.customer.phoneNumber).waitFor()
    expect(await list.getByText(theirs.customer.email).count()).toBe(0)
    expect(await browser.accessibilityProblems()).toEqual([])
    await browser.picture('mails')
  })
})
