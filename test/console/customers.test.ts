/** A support person at the dashboard: a customer who cannot pay, a token, and the request log. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createApiClient, formOf } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aLoggedInWallet,
  aPlatform,
  apiOf,
  createCustomer,
  type LoggedInWallet,
  listed,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aPng } from '../support/documentFiles.ts'
import { aScaCustomer, type ScaCustomer } from '../support/sca.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the dashboard, about customers', () => {
  let stack: SharedStack
  let platform: Awaited<ReturnType<typeof aPlatform>>
  let dashboard: Dashboard
  let wallet: LoggedInWallet
  let german: ScaCustomer
  /** All that the pages have asked for. */
  const addresses: string[] = []

  beforeAll(async () => {
    stack = await aSharedStack()
    platform = await aPlatform(stack)
    wallet = await aLoggedInWallet(stack, { platform })
    // Of the sandbox: not verified.
    const consent = {
      ...{ type: 'BANK_PRIVACY_POLICY', acceptedAt: '2026-01-15T09:30:00.000Z' },
      ...{ ipAddress: '203.0.113.7', termsVersion: '2025-10-13', acceptanceMethod: 'CHECKBOX' },
    }
    german = await aScaCustomer(api(), {
      ...{ fullName: 'Emmy Noether 003', agreementConsents: [consent] },
    })
    dashboard = await openDashboard(stack, executable, platform, 'customers')
    dashboard.page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  })
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  const api = () => apiOf(stack, platform)
  const factorsAskedOf = (customer: string): boolean =>
    addresses.some((address) => address.includes(`/sca/factors?customerId=${customer}`))
  const row = (table: string, text: string | RegExp) =>
    dashboard.page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })
  const panel = () => dashboard.page.locator('section.panel')
  const shows = (text: string | RegExp): Promise<void> => panel().getByText(text).first().waitFor()
  const tab = (name: string): Promise<void> =>
    panel()
      .getByRole('navigation', { name: 'About the customer' })
      .getByRole('link', { name })
      .click()
  const search = async (text: string): Promise<void> => {
    await dashboard.page.getByRole('searchbox').fill(text)
    await dashboard.page.getByRole('searchbox').press('Enter')
  }
  const press = (name: string) => panel().getByRole('button', { name, exact: true }).click()
  const agree = (name: string) =>
    dashboard.page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

  it('finds a customer by an own id, and shows that it can pay', async () => {
    const { page } = dashboard
    await row('Customers', 'Emmy Noether').waitFor()
    await search(String(wallet.customer.platformCustomerId))
    await page.getByText('Customers with this id of yours.').waitFor()
    await row('Customers', 'Ada Lovelace').filter({ hasText: 'Approved' }).getByRole('link').click()
    await shows('1 000.00 USDB')
    await shows('Not locked')
    await shows('Not demanded')
    await dashboard.isFitEverywhere('customer')
  })

  it('finds customers by a name, a last name and an e-mail', async () => {
    const { page } = dashboard
    await dashboard.goTo('customers')
    await search('emmy n')
    await page.getByText('Customers whose name or last name begins with it.').waitFor()
    await row('Customers', 'Emmy Noether').waitFor()
    expect(await row('Customers', 'Ada Lovelace').count()).toBe(0)
    await search('LOVELA')
    await row('Customers', 'Ada Lovelace').waitFor()
    expect(await row('Customers', 'Emmy Noether').count()).toBe(0)
    await search(String(wallet.customer.email).toUpperCase())
    await page.getByText('Customers with this e-mail.').waitFor()
    await row('Customers', 'Ada Lovelace').waitFor()
    expect(await row('Customers', 'Emmy Noether').count()).toBe(0)
    await search('de')
    await page.getByText('Customers in the region DE.').waitFor()
    await page.getByRole('button', { name: 'It is a name' }).click()
    await page.getByText('No customer matches.').waitFor()
    await dashboard.isFitEverywhere('customers-none')
    await page.getByRole('button', { name: 'Clear' }).click()
    await row('Customers', 'Ada Lovelace').getByRole('link').click()
    await shows('1 000.00 USDB')
  })

  it('says why it cannot: its login is locked; and unlocks it', async () => {
    await setFailures(wallet.credential.id)
    await shows(/a hundred wrong codes in a row/)
    await dashboard.isFitEverywhere('customer-locked')
    await panel()
      .getByRole('button', { name: /^Unlock/ })
      .click()
    await agree('Unlock')
    await dashboard.page.getByText(/is unlocked\.$/).waitFor()
    await shows('Not locked')
    const path = `/auth/credentials?accountId=${wallet.wallet.id}`
    expect((await api().call('GET', path)).body).toEqual({ data: [wallet.credential] })
  })

  it('shows its accounts, credentials and sessions, and leads to its payments', async () => {
    const { page } = dashboard
    await tab('Accounts')
    await row('Internal accounts', 'Embedded wallet').filter({ hasText: '1 000.00' }).waitFor()
    await panel().getByText('Usd account').click()
    await shows('"accountType"')
    await dashboard.isFitEverywhere('customer-accounts')
    await tab('Access')
    await row('Credentials of the wallet in USDB', 'Email otp').waitFor()
    await row('Sessions of the wallet in USDB', 'Email otp').waitFor()
    await shows('Not demanded')
    expect(factorsAskedOf(wallet.customer.id)).toBe(false)
    await dashboard.isFitEverywhere('customer-access')
    await panel().getByRole('link', { name: 'Payments' }).click()
    await page.getByText('Transactions of this customer.').waitFor()
  })

  it('says that strong authentication has locked it out, and opens that lock', async () => {
    const eventType = 'FAILED_LOGIN_ATTEMPT'
    for (let count = 0; count < 5; count += 1) {
      shown('count', await german.sca('POST', '/record-event', { eventType }), 200)
    }
    await dashboard.goTo(`customers/${german.customer.id}`)
    await shows('5 wrong proofs in a row')
    await shows(/Bank privacy policy 2025-10-13, accepted/)
    expect(factorsAskedOf(german.customer.id)).toBe(true)
    await press('Record a reset password')
    await agree('Record a reset password')
    await shows('Not logged in')
  })

  it('says that it is not verified and what is missing, and shows its documents', async () => {
    const form = formOf(
      { documentType: 'SELFIE', country: 'DE', documentHolder: german.customer.id },
      { name: 'selfie.png', content: aPng() },
    )
    shown('upload', await api().call('POST', '/documents', form), 201)
    await shows('CUSTOMER_NOT_VERIFIED')
    await tab('Verification')
    await row('Documents', 'selfie.png').waitFor()
    await press('Submit')
    await dashboard.page.getByText(/^Submitted: /).waitFor()
    await panel().locator('.card').first().waitFor()
    await dashboard.isFitEverywhere('customer-verification')
    const { id } = await createCustomer(api(), { region: 'DE', phoneNumber: '+491701234567' })
    await dashboard.goTo(`customers/${id}?tab=verification`)
    await press('Send a code by e-mail')
    await dashboard.page.getByText('A code is sent by e-mail.').waitFor()
  })

  it('deletes one that has no money, and says why it does not delete another', async () => {
    const { id } = await createCustomer(api(), { fullName: 'Mary Somerville' })
    await dashboard.goTo(`customers/${id}`)
    await press('Delete customer')
    await agree('Delete customer')
    await shows('Nothing is paid by a deleted customer, or to it.')
    await dashboard.goTo('customers')
    await row('Customers', 'Emmy Noether').waitFor()
    expect(await row('Customers', 'Mary Somerville').count()).toBe(0)
    await dashboard.page.getByLabel('Deleted ones').selectOption('Deleted too')
    await row('Customers', 'Mary Somerville').filter({ hasText: 'Deleted' }).waitFor()
    await dashboard.page.getByLabel('Type').selectOption('Business')
    await dashboard.page.getByText('No customer matches.').waitFor()
    await dashboard.goTo(`customers/${wallet.customer.id}`)
    await press('Delete customer')
    await agree('Delete customer')
    await dashboard.page.getByRole('dialog').getByText('CONFLICT · 409').waitFor()
    await dashboard.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await dashboard.goTo('customers')
    await row('Customers', 'Emmy Noether').waitFor()
    await dashboard.isFitEverywhere('customers')
  })

  it('makes a token whose secret is shown once, sees its use, and revokes it', async () => {
    const { page } = dashboard
    const name = `reports ${randomUUID().slice(0, 8)}`
    await dashboard.goTo('tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await dashboard.isFitEverywhere('token-new')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('heading', { name: `Keep the secret of ${name} now` }).waitFor()
    const [clientId = '', clientSecret = ''] = await page
      .locator('.note code')
      .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''))
    expect(clientSecret).toMatch(/^[\w-]{43}$/)
    await dashboard.isFitEverywhere('token-secret')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.getByText(clientSecret).waitFor({ state: 'detached' })
    const kept = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])'
    expect(await page.evaluate(kept)).not.toContain(clientSecret)

    await row('Tokens', name).filter({ hasText: 'Never' }).waitFor()
    const its = createApiClient(stack.apiUrls[0] ?? '', { clientId, clientSecret })
    expect((await its.call('GET', '/customers')).status).toBe(200)
    expect((await its.call('POST', '/customers', {})).status).toBe(403)
    await row('Tokens', name)
      .filter({ hasText: 'ago' })
      .or(row('Tokens', name).filter({ hasText: 'just now' }))
      .first()
      .waitFor()
    await dashboard.isFitEverywhere('tokens')
    await row('Tokens', name).getByRole('link').click()
    await press('Revoke')
    await agree('Revoke')
    await page.getByText(`${name} is revoked.`).waitFor()
    await row('Tokens', name).waitFor({ state: 'detached' })
    await waitUntil('it is refused', async () => {
      return (await its.call('GET', '/customers')).status === 401
    })
  })

  it('finds what happened at a minute, and one request by its id', async () => {
    const { page } = dashboard
    const requestId = `support-${randomUUID()}`
    const headers = { 'X-Request-Id': requestId }
    const refused = await api().call('POST', '/quotes', {}, headers)
    expect(refused.status).toBe(400)
    const line = await waitUntil('it is written', async () => {
      const [found] = listed(await api().call('GET', `/requests?requestId=${requestId}`))
      return found
    })
    const minute = String(line.timestamp).slice(0, 16)
    await dashboard.goTo('requests')
    await page.getByLabel('From, UTC').fill(minute)
    await page.getByLabel('To, UTC').fill(minute)
    await page.getByLabel('Method').selectOption('POST')
    await page.getByLabel('Status').selectOption('400')
    await search('/quotes')
    await row('Requests', 'POST /quotes').filter({ hasText: '400' }).getByRole('link').click()
    await shows(requestId)
    await shows('createQuote')
    expect(dashboard.path()).toContain(`requests/${requestId}`)
    await dashboard.isFitEverywhere('request')
    await panel()
      .getByRole('link', { name: /around that minute/ })
      .click()
    await row('Requests', 'GET /').first().waitFor()
    await dashboard.isFitEverywhere('requests')
    await search(`none-${randomUUID()}`)
    await page.getByText('No request matches these filters.').waitFor()
  })

  it('leads from an error to the line of its request', async () => {
    const { page } = dashboard
    await dashboard.goTo(`customers/Customer:${randomUUID()}`)
    await panel().getByText('USER_NOT_FOUND · 404').waitFor()
    await panel().getByRole('link', { name: 'In the log' }).click()
    await shows('getCustomer')
    expect(await page.getByRole('heading', { name: 'Request log' }).count()).toBe(1)
    expect(dashboard.complaints).toEqual([])
  })

  /** As wrong codes in a row would leave it. */
  async function setFailures(credentialId: string): Promise<void> {
    const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
    await database.query({
      text: 'update credentials set consecutive_failures = 100 where id = $1',
      values: [credentialId.split(':')[1]],
    })
    await database.close()
  }
})
