/** An operator on its pages, in a real browser: a payment that waits for a person is found and resolved. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { listAudit } from '../../db/operators.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  from,
  type TestCustomer,
  timelineOf,
  to,
} from '../payments/customers.ts'
import { type Resource, shown, waitUntil } from '../support/builders.ts'
import { anOperator } from '../support/operators.ts'
import { sampleOf } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type BrowserPage, findChromium, openBrowser } from './browser.ts'

const executable = findChromium()
const AMOUNT = 10_000

let stack: SharedStack
let database: Database
let ada: TestCustomer
let token: string
const name = `Grace ${randomUUID()}`

beforeAll(async () => {
  stack = await aSharedStack()
  database = openDatabase(stack.databaseUrl, { poolMax: 2 })
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  token = await anOperator(database, name)
})
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

/** A payout to an account whose last characters choose its fate. @returns the transaction's id */
async function aPayout(suffix: string): Promise<string> {
  const bank = to(await anExternalAccount(ada.api, ada.customer, suffix), { paymentRail: 'ACH' })
  const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), bank, AMOUNT)
  const quote = shown('quote', asked, 201)
  await ada.api.call('POST', `/quotes/${quote.id}/execute`)
  return String(quote.transactionId)
}

const untilOnTimeline = (id: string, what: string | RegExp): Promise<unknown> =>
  waitUntil(`${what} is on the timeline`, async () =>
    (await timelineOf(ada.api, id)).some((each) => each.match(what) !== null),
  )

describe('the operators’ API on a running stack', () => {
  it('tells the workflow that waits, by a decision that a worker carries out', async () => {
    const id = await aPayout('003')
    await untilOnTimeline(id, /^payout submitted/)
    const ask = async (path: string, body?: object): Promise<Resource> => {
      const answer = await fetch(`${stack.env.OPERATOR_URL}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as Resource
    }
    const { state } = await ask(`/inbox/${id}`)
    const reason = 'the bank confirmed by telephone'
    const made = await ask('/decisions', { subject: id, decision: 'paid', reason, state })
    expect(made.status).toBe('ORDERED')
    await untilOnTimeline(id, new RegExp(`^decided by ${name}: paid \\(${reason}\\)$`))
    await untilOnTimeline(id, /^recorded as paid, not confirmed by the rail/)
    await waitUntil('the decision is carried out', async () => {
      const { data } = await ask(`/decisions?subject=${id}`)
      return (data as Resource[])[0]?.status === 'CARRIED_OUT'
    })
    const again = await ask('/decisions', { subject: id, decision: 'paid', reason, state })
    expect(again.code).toBe('CONFLICT')
    expect(
      (await timelineOf(ada.api, id)).filter((each) => each.startsWith('decided')),
    ).toHaveLength(1)
  })
})

describe.skipIf(executable === undefined)('the operators’ pages', () => {
  let browser: BrowserPage
  let id: string

  beforeAll(async () => {
    id = await aPayout('007')
    await untilOnTimeline(id, /refund refused/)
    browser = await openBrowser(executable ?? '')
    const url = new URL(stack.env.OPERATOR_URL ?? '')
    url.hostname = 'operators.localhost'
    await browser.page.goto(url.href)
  })
  afterAll(async () => {
    await browser?.close()
  })

  const isAccessible = async (): Promise<void> => {
    expect(await browser.accessibilityProblems()).toEqual([])
  }

  /** It has no problem of access, fits a telephone, and is kept as pictures where these are wanted. */
  const looks = async (name: string): Promise<void> => {
    const { page } = browser
    const size = page.viewportSize() ?? { width: 1100, height: 900 }
    const all = [390, 1_440].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
    )
    const wanted = process.env.CONSOLE_SCREENSHOTS === undefined ? sampleOf(name, all, 1) : all
    for (const { width, colorScheme } of wanted) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const needed = await page.evaluate('document.documentElement.scrollWidth')
      expect([name, needed]).toEqual([name, width])
      await isAccessible()
      await browser.picture(`${name}-${width}-${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize(size)
  }

  it('ask for a token, and keep the session where no script reads it', async () => {
    const { page } = browser
    await page.getByLabel('Token').waitFor()
    await looks('operators-login')
    await page.getByLabel('Token').fill('opr_wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('UNAUTHORIZED · 401').waitFor()
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText(`${name} (DECIDE)`).waitFor()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({
      ...{ name: '__Host-operator', domain: 'operators.localhost', path: '/' },
      ...{ httpOnly: true, secure: true, sameSite: 'Strict' },
    })
    expect(await page.evaluate('document.cookie')).toBe('')
  })

  it('show what needs a person, what happened to it, and what a decision would book', async () => {
    const { page } = browser
    await page.getByRole('link', { name: id }).first().waitFor()
    await looks('operators-inbox')
    await page.getByRole('link', { name: id }).first().click()
    await page
      .getByText(/refund refused/)
      .first()
      .waitFor()
    const booked = page.getByRole('region', { name: 'Booked (at once)' })
    await booked.getByText('resolved-refund').waitFor()
    await booked.getByText('SUSPENSE').waitFor()
    await looks('operators-item')
  })

  it('take the decision, with its reason: the money is back, and the audit has it', async () => {
    const { page } = browser
    const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
    await page.getByLabel('Reason for “refund”').fill('the account is closed')
    await page.getByRole('button', { name: 'Decide: refund' }).click()
    await page.getByRole('cell', { name: 'the account is closed' }).first().waitFor()
    await untilOnTimeline(id, /^refunded from suspense/)
    const after = await amountsOf(ada.api, accountOf(ada, 'USD'))
    expect(after).not.toEqual(before)
    const rows = await listAudit(database, { operator: name, subject: id, limit: 20 })
    expect(rows.find(({ action }) => action === 'decide')).toMatchObject({
      details: { decision: 'refund', reason: 'the account is closed' },
    })
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('cell', { name: 'decide', exact: true }).first().waitFor()
    await looks('operators-audit')
    expect(browser.complaints).toEqual([])
  })

  it('find a payment by its quote, and show what was sent to its platform, ledger and health', async () => {
    const { page } = browser
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('Id or reference').fill(id.split(':')[1] ?? '')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('cell', { name: id }).first().waitFor()
    await looks('operators-search')
    const platform = page.getByRole('region', { name: 'Found' }).getByRole('link').first()
    await platform.click()
    const sent = page.getByRole('region', { name: 'Events' })
    await sent.getByRole('row', { name: id }).first().waitFor()
    await sent.getByText('Body').nth(1).click()
    await sent
      .getByText(/"type":/)
      .first()
      .waitFor()
    await looks('operators-platform')
    await page.getByRole('link', { name: 'Platforms' }).click()
    await page.getByRole('region', { name: 'All platforms' }).waitFor()
    await looks('operators-platforms')
    await page.getByRole('link', { name: 'Ledger' }).click()
    await page.getByRole('cell', { name: 'LIQUIDITY' }).first().waitFor()
    await looks('operators-ledger')
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('cell', { name: 'alive' }).first().waitFor()
    await looks('operators-health')
    expect(browser.complaints).toEqual([])
  })

  it('answer what happened at 14:32: requests by time, id and status, and of which platform', async () => {
    const { page } = browser
    const requestId = `asked-${randomUUID()}`
    const headers = { 'X-Request-Id': requestId }
    const before = new Date(Date.now() - 60_000).toISOString()
    await ada.api.call('GET', '/transactions/Transaction:none?as=it-was', undefined, headers)
    const after = new Date(Date.now() + 60_000).toISOString()
    await waitUntil('it is in the log', async () => {
      const text = 'select 1 from request_log where request_id = $1'
      return (await database.query({ text, values: [requestId] })).length > 0
    })
    await page.getByRole('link', { name: 'Requests' }).click()
    const found = page.getByRole('region', { name: 'Newest first' })
    const row = found.getByRole('row', { name: requestId })
    const filter = async (values: Record<string, string>): Promise<void> => {
      for (const label of ['From', 'Until', 'X-Request-Id', 'Part of the path', 'Status']) {
        await page.getByLabel(label).fill(values[label] ?? '')
      }
      await page.getByRole('button', { name: 'Filter' }).click()
    }
    await found.waitFor()
    await filter({
      From: before,
      Until: after,
      'Part of the path': '/transactions/',
      Status: '400',
    })
    await row.waitFor()
    expect(await row.textContent()).toContain('GET /2025-10-13/transactions/Transaction:none')
    expect(await row.textContent()).not.toContain('it-was')
    await looks('operators-requests')
    await filter({ 'X-Request-Id': requestId })
    await row.waitFor()
    expect(await found.getByRole('row').count()).toBe(2)
    await filter({ 'X-Request-Id': requestId, Until: before })
    await page.getByText('Newest first: none.').waitFor()
    await filter({ 'X-Request-Id': requestId })
    // To the platform whose request it was.
    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'What was sent' }).waitFor()
    expect(browser.complaints).toEqual([])
  })

  it('end with the logout', async () => {
    const { page } = browser
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Token').waitFor()
    expect(await page.context().cookies()).toEqual([])
  })
})
