/** A newcomer in the wallet playground, from a customer to money that has moved, and beyond. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPlatform, ledgerHolds } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the wallet playground', () => {
  let stack: SharedStack
  let dashboard: Dashboard

  beforeAll(async () => {
    stack = await aSharedStack()
    dashboard = await openDashboard(stack, executable, await aPlatform(stack), 'playground')
  })
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  const part = (name: string) => dashboard.page.getByRole('region', { name, exact: true })
  const press = (within: string, name: string | RegExp): Promise<void> =>
    part(within).getByRole('button', { name }).click()
  const shows = (within: string, text: string | RegExp): Promise<void> =>
    part(within).getByText(text).first().waitFor()
  const isGone = (within: string, name: string | RegExp): Promise<void> =>
    part(within).getByRole('button', { name }).waitFor({ state: 'hidden' })
  const isTurnOf = async (title: string): Promise<void> => {
    const current = dashboard.page.locator('[aria-current="step"]')
    await current.getByRole('heading', { name: title }).waitFor()
    // One thing to do, and no more.
    expect(await dashboard.page.locator('.button.primary').count()).toBe(1)
  }
  /** The requests shown beside a step. */
  const requestsOf = (title: string): Promise<string[]> =>
    dashboard.page
      .locator('.step', { has: part(title) })
      .locator('.exchange summary')
      .allInnerTexts()
  const lackOf = (within: string, name: string | RegExp): Promise<string | null> =>
    part(within).getByRole('button', { name }).getAttribute('title')

  async function signInByCode(code = '000000'): Promise<void> {
    await press('Sign in as the customer', 'Email a code')
    await enterCode(code)
  }

  async function enterCode(code: string): Promise<void> {
    await part('Sign in as the customer').getByLabel('Code', { exact: true }).fill(code)
    await press('Sign in as the customer', 'Sign in with code')
  }

  async function pay(): Promise<void> {
    await press('Ask for a quote', 'Ask for a quote')
    await isTurnOf('Sign it')
    await press('Sign it', 'Sign with the session’s key')
    await isTurnOf('Send the payment')
    await press('Send the payment', 'Send payment')
  }

  it('makes a customer, whose requests are shown with their answers', async () => {
    const { page } = dashboard
    await isTurnOf('Create a customer')
    await dashboard.isFitEverywhere('playground-1-customer')
    await press('Create a customer', 'Create customer')
    await isTurnOf('Sign in as the customer')
    await shows('Create a customer', 'Ada Lovelace')
    expect(dashboard.path()).toMatch(/^playground\/Customer:/)
    expect(await requestsOf('Create a customer')).toEqual([
      expect.stringMatching(/POST \/customers\s+201/),
    ])
    await page.getByText('curl -sS -X POST').first().waitFor()
  })

  it('lets nobody change anything who has not signed in', async () => {
    expect(await lackOf('Credentials', 'Add passkey')).toBe('Sign in first.')
    expect(await lackOf('Export', 'Export the wallet')).toBe('Sign in first.')
    expect(await part('Ask for a quote').getByRole('button').count()).toBe(0)
  })

  it('signs in by the mailed code, not by another, and says why a request is sent twice', async () => {
    await signInByCode('111111')
    await shows('Sign in as the customer', /UNAUTHORIZED · 401/)
    await dashboard.page.getByText('What is signed, and why').click()
    await shows('Sign in as the customer', /byte for byte/)
    await dashboard.isFitEverywhere('playground-2-wrong-code')
    await press('Sign in as the customer', 'Another code')
    await signInByCode()
    await isTurnOf('Add sandbox money')
    await shows('Sign in as the customer', /Signed in with Email code/)
    await shows('Sessions', 'this page')
    const requests = await requestsOf('Sign in as the customer')
    expect(requests.slice(-2)).toEqual([
      expect.stringMatching(/verify\s+202/),
      expect.stringMatching(/verify\s+200/),
    ])
  })

  it('takes sandbox money', async () => {
    await press('Add sandbox money', 'Add money')
    await isTurnOf('Ask for a quote')
    await shows('Add sandbox money', /100\.00/)
  })

  it('sends money: quote, stamp, and the payment until it has moved', async () => {
    await press('Ask for a quote', 'Ask for a quote')
    await isTurnOf('Sign it')
    await shows('Sign it', '10.00 USDB')
    await dashboard.isFitEverywhere('playground-3-sign')
    await press('Sign it', 'Sign with the session’s key')
    await isTurnOf('Send the payment')
    await dashboard.page.getByText('SIGNATURE_SCHEME_TK_API_P256').first().waitFor()
    await dashboard.isFitEverywhere('playground-4-send')
    await press('Send the payment', 'Send payment')
    await shows('Watch the money move', 'The money has moved')
    await isTurnOf('Watch the money move')
    await shows('Watch the money move', 'settled')
    await shows('Add sandbox money', /90\.00/)
    await dashboard.isFitEverywhere('playground-5-moved')
    await ledgerHolds(stack)
  })

  it('adds a passkey, signs in by it and pays, on a phone', async () => {
    const { page } = dashboard
    await page.setViewportSize({ width: 390, height: 844 })
    await part('Credentials').getByLabel('Name of a new passkey').fill('Laptop')
    await press('Credentials', 'Add passkey')
    await shows('Credentials', 'Passkey Laptop')
    expect(await dashboard.passkeys()).toBe(1)
    await press('Watch the money move', 'Another payment')
    await isTurnOf('Ask for a quote')
    await press('Sign in as the customer', 'Sign out here')
    await press('Sign in as the customer', 'Use passkey “Laptop”')
    await shows('Sign in as the customer', /Signed in with Passkey Laptop/)
    await pay()
    await shows('Watch the money move', 'The money has moved')
    await shows('Add sandbox money', /80\.00/)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('shows a payment that fails, and its money back', async () => {
    await press('Watch the money move', 'Another payment')
    await part('Ask for a quote')
      .getByLabel('To', { exact: true })
      .selectOption('A new bank account')
    await part('Ask for a quote').getByLabel('Account number').fill('000111222004')
    await pay()
    await shows('Watch the money move', 'ACCOUNT_CANNOT_RECEIVE')
    await shows('Watch the money move', 'The money is back in the wallet.')
    await shows('Add sandbox money', /80\.00/)
    await dashboard.isFitEverywhere('playground-6-failed')
  })

  it('gives a quote up, and adds more money at any time', async () => {
    await press('Watch the money move', 'Another payment')
    await press('Ask for a quote', 'Ask for a quote')
    await isTurnOf('Sign it')
    await press('Ask for a quote', 'Not this one')
    await isTurnOf('Ask for a quote')
    await press('Add sandbox money', 'Add more')
    await part('Add sandbox money').getByLabel('Amount').fill('1.5')
    await press('Add sandbox money', 'Add money')
    await shows('Add sandbox money', /81\.50/)
  })

  it('exports the wallet to this page, and its words are in no request', async () => {
    await press('Export', 'Export the wallet')
    const words = part('Export').locator('pre')
    await words.waitFor()
    const text = await words.innerText()
    expect(text.split(' ')).toHaveLength(12)
    const exchanges = await dashboard.page.locator('.exchanges').allTextContents()
    expect(exchanges.join()).not.toContain(text)
    await press('Export', 'Hide the words')
  })

  it('ends another session', async () => {
    await press('Sessions', /^End Email code/)
    await isGone('Sessions', /^End Email code/)
    await shows('Sessions', 'this page')
    await dashboard.isFitEverywhere('playground-7-more')
  })

  it('revokes the passkey, whose sessions end with it', async () => {
    const { page } = dashboard
    await press('Sign in as the customer', 'Sign out here')
    await signInByCode()
    await shows('Sign in as the customer', /Signed in with Email code/)
    await press('Credentials', /^Revoke Passkey Laptop/)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click()
    await shows('Credentials', /the last one stays/)
    await isGone('Sessions', /^End Passkey Laptop/)
  })

  it('keeps no key: a reload signs out where it was, and nothing stored is one', async () => {
    const { page } = dashboard
    const stored = 'JSON.stringify({ ...localStorage, ...sessionStorage })'
    expect(await page.evaluate(stored)).not.toMatch(/[0-9a-f]{64}/)
    const before = dashboard.path()
    await page.reload()
    await isTurnOf('Sign in as the customer')
    expect(dashboard.path()).toBe(before)
    expect(await lackOf('Sessions', /^End Email code/)).toBe('Sign in first.')
  })

  it('signs out with its own session', async () => {
    await signInByCode()
    await shows('Sessions', 'this page')
    const own = part('Sessions').getByRole('listitem').filter({ hasText: 'this page' })
    await own.getByRole('button').click()
    await isTurnOf('Sign in as the customer')
    await own.waitFor({ state: 'detached' })
  })

  it('starts again, goes on with a customer that exists, and forgets keys with the platform', async () => {
    const { page } = dashboard
    await signInByCode()
    await isTurnOf('Ask for a quote')
    const customer = dashboard.path()
    await page.getByRole('button', { name: 'Start again' }).click()
    await isTurnOf('Create a customer')
    expect(await page.locator('.exchange').count()).toBe(0)
    await page.getByText('Or go on with one that exists').click()
    await part('Create a customer')
      .getByRole('link', { name: /^Ada Lovelace/ })
      .click()
    await isTurnOf('Sign in as the customer')
    expect(dashboard.path()).toBe(customer)
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByText('Or go on with one that exists').click()
    await part('Create a customer')
      .getByLabel('Customer id')
      .fill(customer.split('/')[1] ?? '')
    await press('Create a customer', 'Open customer')
    await isTurnOf('Sign in as the customer')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('Client secret').waitFor()
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toBe('{}')
  })

  it('broke no rule of its own policy', () => {
    expect(dashboard.complaints).toEqual([])
  })
})
