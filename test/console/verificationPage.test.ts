/** The hosted page of the sandbox's verification vendor, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { apiOf, listed, type Resource, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aPerson, statusOf, untilStatus } from '../verification/businesses.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the hosted verification page', () => {
  let stack: SharedStack
  let api: ApiClient
  let browser: BrowserPage
  let person: Resource
  let link: string

  beforeAll(async () => {
    stack = await aSharedStack()
    api = apiOf(stack)
    browser = await openBrowser(executable ?? '')
    person = await aPerson(api)
    const redirectUri = 'http://localhost:3000/done'
    const { body } = await api.call('POST', `/customers/${person.id}/kyc-link`, { redirectUri })
    link = String(body.kycUrl)
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const press = (name: string): Promise<void> =>
    browser.page.getByRole('button', { name, exact: true }).click()
  const says = (text: string): Promise<void> =>
    browser.page.getByRole('status').getByText(text).waitFor()

  /** On a phone, in light and dark. */
  async function expectToFit(): Promise<void> {
    const { page } = browser
    await page.setViewportSize({ width: 390, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // A control beyond the edge of the card need not make the page wider.
      const beyond = await page.evaluate(
        `[...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right
          > document.querySelector('main').getBoundingClientRect().right).map((one) => one.tagName)`,
      )
      expect(beyond).toEqual([])
      expect(await browser.accessibilityProblems()).toEqual([])
    }
    await page.setViewportSize({ width: 1100, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
  }

  it('opens by the link, once, and takes a document', async () => {
    const { page } = browser
    await page.goto(link)
    await press('Continue')
    await page.getByText('Not submitted yet').waitFor()
    await page.getByRole('heading', { name: 'Verification', exact: true }).waitFor()
    expect(await browser.accessibilityProblems()).toEqual([])
    await browser.picture('verification-1-open')
    await expectToFit()
    await page.getByLabel('File (PDF, JPEG or PNG)').setInputFiles({
      ...{ name: '<b>passport</b>.pdf', mimeType: 'application/pdf' },
      buffer: Buffer.from('%PDF-1.7 a passport'),
    })
    await press('Upload')
    await says('The document was received.')
    await page.getByText('Passport, 19 bytes').waitFor()
    await browser.picture('verification-2-uploaded')
  })

  it('is reviewed: more is asked for, then it is approved', async () => {
    const submit = browser.page.getByRole('button', { name: 'Submit for review' })
    await browser.page.getByText('Not submitted yet').waitFor()
    await submit.click()
    await says('Submitted for review.')
    await browser.page.getByText('Under review').waitFor()
    expect(await submit.count()).toBe(0)
    const verification = await waitUntil('there is a verification', async () =>
      listed(await api.call('GET', `/verifications?customerId=${person.id}`)).at(0),
    )
    await press('Ask for more')
    await says('More information was asked for.')
    await browser.page.getByText('More is needed. Please send a sharper picture').waitFor()
    await submit.waitFor()
    await untilStatus(api, verification, 'RESOLVE_ERRORS')
    await press('Approve')
    await says('Approved.')
    await browser.picture('verification-3-approved')
    expect(await browser.accessibilityProblems()).toEqual([])
    await untilStatus(api, verification, 'APPROVED')
    expect(await statusOf(api, person)).toBe('APPROVED')
    const back = browser.page.getByRole('link', { name: 'Return to the platform' })
    expect(await back.getAttribute('href')).toBe('http://localhost:3000/done')
  })

  it('can reject; a link that was used leads nowhere', async () => {
    const another = await aPerson(api)
    const { body } = await api.call('POST', `/customers/${another.id}/kyc-link`)
    await browser.page.goto(String(body.kycUrl))
    await press('Continue')
    await press('Reject')
    await says('Rejected.')
    await waitUntil('the customer is rejected', async () => {
      return (await statusOf(api, another)) === 'REJECTED'
    })
    await browser.page.goto(link)
    await browser.page.getByText('has been used or has expired').waitFor()
    expect(await browser.accessibilityProblems()).toEqual([])
    // Its 410 is logged by the browser.
    expect(browser.complaints).toEqual([])
  })
})
