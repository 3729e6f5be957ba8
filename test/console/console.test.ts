/** A user at `/console`, from the first login to the last revocation, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerHolds } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the console', () => {
  let stack: SharedStack
  let browser: BrowserPage
  let address: string

  beforeAll(async () => {
    stack = await aSharedStack()
    const { port } = new URL(stack.apiUrls[0] ?? '')
    // By name: an address cannot be the relying party of a passkey.
    address = `http://localhost:${port}/console/wallet`
    browser = await openBrowser(executable ?? '')
    await browser.page.goto(address)
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const part = (name: string) => browser.page.getByRole('region', { name })
  const press = (within: string, name: string | RegExp): Promise<void> =>
    part(within).getByRole('button', { name }).click()
  const shows = (within: string, text: string | RegExp): Promise<void> =>
    part(within).getByText(text).first().waitFor()
  const isGone = (within: string, name: string | RegExp): Promise<void> =>
    part(within).getByRole('button', { name }).waitFor({ state: 'hidden' })
  const isAccessible = async (): Promise<void> => {
    expect(await browser.accessibilityProblems()).toEqual([])
  }

  async function signInByCode(code = '000000'): Promise<void> {
    await press('Sign-in', 'Email a code')
    await part('Sign-in').getByLabel('Code').fill(code)
    await press('Sign-in', 'Sign in with code')
  }

  it('takes the credentials of a platform, and says in words which are wrong', async () => {
    const { page } = browser
    await isAccessible()
    await page.getByLabel('Client id').fill(stack.platform.clientId)
    await page.getByLabel('Client secret').fill('wrong')
    await press('Platform', 'Connect')
    await shows('Platform', 'UNAUTHORIZED · 401')
    await browser.picture('1-platform')
    await page.getByLabel('Client secret').fill(stack.platform.clientSecret)
    await press('Platform', 'Connect')
    await part('Customer').waitFor()
  })

  it('makes a customer, whose wallet takes sandbox money', async () => {
    await browser.picture('2-customer')
    await isAccessible()
    await press('Customer', 'Create customer')
    await shows('Wallet of Ada Lovelace', '0.00 USDB')
    await browser.picture('3-wallet')
    await press('Wallet of Ada Lovelace', 'Add money')
    await shows('Wallet of Ada Lovelace', '100.00 USDB')
    await isAccessible()
  })

  it('lets nobody change anything who has not signed in', async () => {
    await press('Send money', 'Ask for a quote')
    await shows('Send money', 'Sign in first.')
    await press('Credentials', 'Add passkey')
    await shows('Credentials', 'Sign in first.')
  })

  it('signs in by the mailed code, not by another', async () => {
    await signInByCode('111111')
    await shows('Sign-in', /UNAUTHORIZED · 401/)
    await browser.picture('4-wrong-code')
    await isAccessible()
    await signInByCode()
    await shows('Sign-in', /Signed in with Email code/)
    await shows('Sessions', 'this page')
  })

  it('adds a passkey and signs in by it', async () => {
    await part('Credentials').getByLabel('Name of a new passkey').fill('Laptop')
    await press('Credentials', 'Add passkey')
    await shows('Credentials', 'Passkey Laptop')
    expect(await browser.passkeys()).toBe(1)
    await press('Sign-in', 'Sign out here')
    await press('Sign-in', 'Use passkey “Laptop”')
    await shows('Sign-in', /Signed in with Passkey Laptop/)
  })

  it('sends money: quote, stamp, and the payment until it has ended', async () => {
    await press('Send money', 'Ask for a quote')
    await shows('Send money', '10.00 USDB')
    await browser.picture('5-quote')
    await isAccessible()
    await press('Send money', 'Approve and send')
    await shows('Send money', 'COMPLETED')
    await shows('Send money', 'settled')
    await shows('Wallet of Ada Lovelace', '90.00 USDB')
    await browser.picture('6-payment')
    await isAccessible()
    await ledgerHolds(stack)
  })

  it('shows a payment that fails, and its money back', async () => {
    await press('Send money', 'Another payment')
    await part('Send money').getByLabel('To').selectOption('A new bank account')
    await part('Send money').getByLabel('Account number').fill('000111222004')
    await press('Send money', 'Ask for a quote')
    await press('Send money', 'Approve and send')
    await shows('Send money', /^(FAILED|REFUNDED): /)
    await shows('Wallet of Ada Lovelace', '90.00 USDB')
    await browser.picture('7-failed-payment')
  })

  it('ends another session', async () => {
    await press('Sessions', /^End Email code/)
    await isGone('Sessions', /^End Email code/)
    await shows('Sessions', 'this page')
  })

  it('revokes the passkey, whose sessions end with it', async () => {
    browser.page.on('dialog', (dialog) => void dialog.accept())
    await press('Sign-in', 'Sign out here')
    await signInByCode()
    await shows('Sign-in', /Signed in with Email code/)
    await press('Credentials', /^Revoke Passkey Laptop/)
    await shows('Credentials', /the last one stays/)
    await isGone('Sessions', /^End Passkey Laptop/)
    await isGone('Sign-in', 'Use passkey “Laptop”')
    await browser.picture('8-revoked')
  })

  it('keeps no key: a reload signs out, and nothing stored is one', async () => {
    const stored = 'JSON.stringify({ ...localStorage, ...sessionStorage })'
    expect(await browser.page.evaluate(stored)).not.toMatch(/[0-9a-f]{64}/)
    await browser.page.reload()
    await press('Customer', /^Ada Lovelace/)
    await press('Sessions', /^End Email code/)
    await shows('Sessions', 'Sign in first.')
    await browser.picture('9-after-reload')
  })

  it('signs out with its own session', async () => {
    await signInByCode()
    await shows('Sign-in', /Signed in with Email code/)
    const own = part('Sessions').getByRole('listitem').filter({ hasText: 'this page' })
    await own.getByRole('button').click()
    await part('Sign-in').getByRole('button', { name: 'Email a code' }).waitFor()
    expect(await own.count()).toBe(0)
  })

  it('forgets the platform when it is told to', async () => {
    await browser.page.getByRole('button', { name: 'Disconnect' }).click()
    await part('Platform').waitFor()
    const secret = await browser.page.evaluate('JSON.stringify({ ...sessionStorage })')
    expect(secret).not.toContain(stack.platform.clientSecret)
    await browser.page.reload()
    await part('Platform').waitFor()
  })

  it('broke no rule of its own policy', () => {
    expect(browser.complaints).toEqual([])
  })
})
