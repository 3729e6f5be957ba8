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

  it('ask for a token, and keep the session where no script reads it', async () => {
    const { page } = browser
    await page.getByLabel('Token').waitFor()
    await isAccessible()
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
    await browser.picture('operators-1-inbox')
    await isAccessible()
    await page.getByRole('link', { name: id }).first().click()
    await page
      .getByText(/refund refused/)
      .first()
      .waitFor()
    const booked = page.getByRole('region', { name: 'Booked (at once)' })
    await booked.getByText('resolved-refund').waitFor()
    await booked.getByText('SUSPENSE').waitFor()
    await browser.picture('operators-2-item')
    await isAccessible()
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
    await browser.picture('operators-3-audit')
    await isAccessible()
    expect(browser.complaints).toEqual([])
  })

  it('find a payment by its quote, and show what was sent to its platform, ledger and health', async () => {
    const { page } = browser
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByLabel('Id or reference').fill(id.split(':')[1] ?? '')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('cell', { name: id }).first().waitFor()
    await isAccessible()
    const platform = page.getByRole('region', { name: 'Found' }).getByRole('link').first()
    await platform.click()
    const sent = page.getByRole('region', { name: 'Events' })
    await sent.getByRole('row', { name: id }).first().waitFor()
    await sent.getByText('Body').nth(1).click()
    await sent
      .getByText(/"type":/)
      .first()
      .waitFor()
    await browser.picture('operators-4-platform')
    await isAccessible()
    await page.getByRole('link', { name: 'Ledger' }).click()
    await page.getByRole('cell', { name: 'LIQUIDITY' }).first().waitFor()
    await isAccessible()
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('cell', { name: 'alive' }).first().waitFor()
    await browser.picture('operators-5-health')
    await isAccessible()
    expect(browser.complaints).toEqual([])
  })

  it('end with the logout', async () => {
    const { page } = browser
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Token').waitFor()
    expect(await page.context().cookies()).toEqual([])
  })
})
