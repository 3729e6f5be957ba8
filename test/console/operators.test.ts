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
import { findChromium } from './browser.ts'
import { type OperatorPages, openOperatorPages } from './operatorPages.ts'

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
  it('signals the workflow that waits, by a decision that a worker carries out', async () => {
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
  let pages: OperatorPages
  let id: string

  beforeAll(async () => {
    id = await aPayout('007')
    await untilOnTimeline(id, /refund refused/)
    pages = await openOperatorPages(executable, new URL(stack.env.OPERATOR_URL ?? '').port)
  })
  afterAll(async () => {
    await pages?.close()
  })

  it('ask for a token, and keep the session where no script reads it', async () => {
    const { page, looks } = pages
    await page.getByLabel('Token').waitFor()
    await looks('operators-login')
    await pages.logIn('opr_wrong')
    await page.getByText('UNAUTHORIZED · 401').waitFor()
    await pages.logIn(token)
    await page.getByText(`${name} (DECIDE)`).waitFor()
    const [cookie] = await page.context().cookies()
    expect(cookie).toMatchObject({
      ...{ name: '__Host-operator', domain: 'operators.localhost', path: '/' },
      ...{ httpOnly: true, secure: true, sameSite: 'Strict' },
    })
    expect(await page.evaluate('document.cookie')).toBe('')
  })

  it('have a person sign in at the issuer, and show why somebody has no access', async () => {
    const { page, logOut, looks } = pages
    const signIn = async (person: string, password = stack.env.SANDBOX_STAFF_PASSWORD ?? '') => {
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Who are you?').selectOption(person)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await logOut()
    await page.goto(`${new URL(page.url()).origin}/health`)
    await signIn('mallory')
    await page.getByText('no group of yours has a role').waitFor()
    await looks('operators-no-access')
    await signIn('linus')
    await page.getByText('linus@staff.example (VIEW)').waitFor()
    expect(new URL(page.url()).pathname).toBe('/health')
    await logOut()
    await pages.logIn(token)
    await page.getByText(`${name} (DECIDE)`).waitFor()
    await page.goto(`${new URL(page.url()).origin}/`)
  })

  it('show what needs a person, what happened to it, and what a decision would book', async () => {
    const { page, row, looks } = pages
    await row('Inbox', id.slice(-6)).waitFor()
    await looks('operators-inbox')
    await row('Inbox', id.slice(-6)).getByRole('link').first().click()
    await page.getByText(/refund refused/).waitFor()
    await looks('operators-item')
    // What a person can do is said in words, and the words lead there.
    await page.getByText(/^It waits for a person: /).waitFor()
    await page.getByRole('link', { name: 'Decide', exact: true }).click()
    const booked = page.getByRole('table', { name: 'Booked (at once)' })
    await booked.getByText('resolved-refund').waitFor()
    await booked.getByText('Suspense').waitFor()
    await looks('operators-decide')
    // The address has it all: the list, what is selected, and the part of it.
    expect(new URL(page.url()).pathname).toBe(`/inbox/${id}`)
    await page.reload()
    await booked.getByText('resolved-refund').waitFor()
  })

  it('take the decision, with its reason: the money is back, and the audit has it', async () => {
    const { page, row, view, looks } = pages
    const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
    await page.getByRole('button', { name: 'Decide: refund' }).click()
    await page.getByLabel('Reason').fill('the account is closed')
    await looks('operators-deciding')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const made = page.getByRole('list', { name: 'Decisions about it' })
    await made.getByText('the account is closed').waitFor()
    await made.getByText('Carried out').waitFor()
    await untilOnTimeline(id, /^refunded from suspense/)
    const after = await amountsOf(ada.api, accountOf(ada, 'USD'))
    expect(after).not.toEqual(before)
    const rows = await listAudit(database, { operator: name, subject: id, limit: 20 })
    expect(rows.find(({ action }) => action === 'decide')).toMatchObject({
      details: { decision: 'refund', reason: 'the account is closed' },
    })
    await looks('operators-decided')
    await view('Audit').click()
    await row('Entries', 'reason: the account is closed').first().waitFor()
    await looks('operators-audit')
    await row('Entries', 'reason: the account is closed').getByRole('link').first().click()
    await page.getByText('"the account is closed"').waitFor()
    await looks('operators-audit-entry')
    expect(pages.complaints).toEqual([])
  })

  it('find a payment by its quote, and show what was sent to its platform, ledger and health', async () => {
    const { page, row, view, looks } = pages
    // The key leads to the search wherever the reader is.
    await view('Health').click()
    await page.getByRole('cell', { name: 'Alive' }).first().waitFor()
    await looks('operators-health')
    await page.keyboard.press('/')
    await page.getByText('What is it about?').waitFor()
    await page.getByLabel('Id or reference').fill(id.split(':')[1] ?? '')
    await page.keyboard.press('Enter')
    await row('Found', id).waitFor()
    await looks('operators-search')
    await row('Found', id).getByRole('link', { name: id }).click()
    await page.getByRole('link', { name: 'What happened, and what can be decided' }).waitFor()
    await looks('operators-found')
    await page.getByRole('link', { name: 'What its platform was sent about it' }).click()
    await row('Events', 'OUTGOING_PAYMENT').first().waitFor()
    expect(new URL(page.url()).searchParams.get('subject')).toBe(id)
    await looks('operators-platform')
    await row('Events', 'OUTGOING_PAYMENT').getByRole('link').first().click()
    await page
      .getByText(/^Attempt 1: /)
      .or(page.getByText('It was never sent.'))
      .first()
      .waitFor()
    await page.getByText('"type"').first().waitFor()
    await page.getByRole('link', { name: id }).waitFor()
    await looks('operators-event')
    await page.keyboard.press('Escape')
    await page.getByRole('table', { name: 'All platforms' }).waitFor()
    await looks('operators-platforms')
    await view('Ledger').click()
    await page.getByRole('cell', { name: 'Liquidity' }).first().waitFor()
    await looks('operators-ledger')
    expect(pages.complaints).toEqual([])
  })

  it('answer what happened at 14:32: requests by time, id and status, and of which platform', async () => {
    const { page, row, view, looks } = pages
    const requestId = `asked-${randomUUID()}`
    const headers = { 'X-Request-Id': requestId }
    const path = `/transactions/Transaction:${randomUUID()}`
    await ada.api.call('GET', `${path}?as=it-was`, undefined, headers)
    const { minute, before } = await waitUntil('it is in the log', async () => {
      const minuteOf = (sql: string) =>
        `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')`
      const text = `select ${minuteOf('at')} as minute, ${minuteOf(`at - interval '1 minute'`)} as before
        from request_log where request_id = $1`
      return database.maybeOne<{ minute: string; before: string }>({ text, values: [requestId] })
    })
    await view('Requests').click()
    const found = row('Requests', requestId)
    const filter = async (values: Record<string, string>): Promise<void> => {
      for (const [label, kept] of Object.entries({ 'X-Request-Id, or part': '', Status: '' })) {
        await page.getByLabel(label).fill(values[label] ?? kept)
        await page.keyboard.press('Enter')
      }
      for (const label of ['From, UTC', 'To, UTC']) {
        await page.getByLabel(label).fill(values[label] ?? '')
      }
    }
    await page.getByRole('table', { name: 'Requests' }).waitFor()
    await filter({
      'From, UTC': minute,
      'To, UTC': minute,
      'X-Request-Id, or part': '/transactions/',
      Status: '400',
    })
    await found.waitFor()
    expect(await found.textContent()).toContain(`GET ${path}`)
    expect(await found.textContent()).not.toContain('it-was')
    await looks('operators-requests')
    await filter({ 'X-Request-Id, or part': requestId })
    await found.waitFor()
    expect(await page.getByRole('table', { name: 'Requests' }).getByRole('row').count()).toBe(2)
    await filter({ 'X-Request-Id, or part': requestId, 'To, UTC': before })
    await page.getByText('No request matches these filters.').waitFor()
    await looks('operators-requests-none')
    await filter({ 'X-Request-Id, or part': requestId })
    await found.getByRole('link').first().click()
    await page.getByRole('link', { name: 'What else was asked around that minute' }).waitFor()
    await page.getByText(`/2025-10-13${path}`, { exact: true }).waitFor()
    await looks('operators-request')
    // To the platform whose request it was.
    await page.getByRole('definition').getByRole('link').first().click()
    await page.getByRole('heading', { name: 'What was sent' }).waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('end with the logout', async () => {
    const { page } = pages
    await pages.logOut()
    expect(await page.context().cookies()).toEqual([])
  })
})
