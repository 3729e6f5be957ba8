/** Decisions on the operators' pages: two people, what has changed meanwhile, a lost answer, who only reads, keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { type LedgerFixture, useLedgerFixture } from '../unit/ledgerFixture.ts'
import { findChromium } from './browser.ts'
import { type OperatorPages, openOperatorPages } from './operatorPages.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('decisions on the operators’ pages', () => {
  let database: Database
  let fixture: LedgerFixture
  let url: string
  let listener: OperatorListener
  let pages: OperatorPages
  let ada: string
  let grace: string

  useLedgerFixture((given) => {
    ;({ database, fixture, url } = given)
  })
  beforeAll(async () => {
    listener = await anOperatorListener(url, { OPERATOR_SECOND_PERSON_ABOVE_USD: '100' })
    ada = await anOperator(database, 'Ada')
    grace = await anOperator(database, 'Grace')
    pages = await openOperatorPages(executable, listener.port)
    await pages.logIn(grace)
  })
  afterAll(async () => {
    await pages?.close()
    await listener?.stop()
  })

  const goTo = async (path: string): Promise<void> => {
    await pages.page.goto(`http://operators.localhost:${listener.port}/${path}`)
  }
  /** Money that fits nothing. @returns its id */
  async function aDeposit(id: string, amount: number): Promise<string> {
    await fixture.ask('receive_deposit', 'SANDBOX', id, 'nobody waits', amount, 'USD')
    const { subject } = await database.one<{ subject: string }>({
      text: `select 'Deposit:' || deposit_uuid('SANDBOX', $1) as subject`,
      values: [id],
    })
    return subject
  }
  const decisionsOn = async (subject: string): Promise<readonly { status: string }[]> =>
    (await listener.as(ada, `/api/decisions?subject=${subject}`)).body.data
  const returnIt = async (subject: string, reason: string): Promise<void> => {
    const { page } = pages
    await goTo(`inbox/${subject}?tab=decide`)
    await page.getByRole('button', { name: 'Decide: return' }).click()
    await page.getByLabel('Reason').fill(reason)
  }
  const send = (): Promise<void> =>
    pages.page.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click()

  it('say what is empty, and that the search has nothing', async () => {
    const { page, looks } = pages
    await page.getByText('Nothing needs a person.').first().waitFor()
    await looks('operators-empty')
    await goTo('search?id=nothing-of-ours')
    await page.getByText('Nothing has this id or reference.').waitFor()
    await goTo('audit?subject=never-read')
    await page.getByText('Nothing is written down about this.').waitFor()
  })

  it('show what comes, without a reload, and open it by keys', async () => {
    const { page, row, view } = pages
    await goTo('')
    await page.getByText('Nothing needs a person.').first().waitFor()
    await aDeposit('keyed', 500)
    await row('Inbox', 'Unapplied funds').waitFor()
    await view('Inbox').getByText('1').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Unapplied funds' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/inbox\/Deposit:/)
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Unapplied funds' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/inbox')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'Health', exact: true }).waitFor()
  })

  it('refuse a decision about what has changed since it was seen: nothing is done, and it says so', async () => {
    const { page, looks } = pages
    const subject = await aDeposit('changed', 500)
    await returnIt(subject, 'nobody knows it')
    const { body } = await listener.as(ada, `/api/inbox/${subject}`)
    const others = { subject, decision: 'return', reason: 'I was first', state: body.state }
    expect((await listener.as(ada, '/api/decisions', others)).status).toBe(201)
    await send()
    await page.getByText('CONFLICT · 409').waitFor()
    await page.getByText('It has changed since it was shown: read it again.').waitFor()
    await page.getByText(/^Nothing was decided/).waitFor()
    await looks('operators-changed')
    expect(await decisionsOn(subject)).toHaveLength(1)
    // What lies behind it is read again meanwhile.
    await page.getByRole('button', { name: 'Look at it' }).click()
    await page.getByText('It is being sent back over the rail.').waitFor()
  })

  it('send a decision once, also where its answer is lost, and lead to what has come of it', async () => {
    const { page } = pages
    const subject = await aDeposit('lost', 500)
    await returnIt(subject, 'the answer will be lost')
    let sent = 0
    await page.route('**/api/decisions', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      // As the page would have sent it; the answer does not come back.
      const headers = await route.request().allHeaders()
      const arrived = await listener.ask('/api/decisions', {
        ...{ method: 'POST', headers, body: route.request().postDataJSON() },
      })
      expect(arrived.status).toBe(201)
      await route.abort()
    })
    await send()
    await page.getByText('NETWORK').waitFor()
    await page.getByText(/^Whether it was decided is not known/).waitFor()
    await page.getByRole('button', { name: 'Look at it' }).click()
    await page.getByRole('link', { name: /^Decisions/ }).click()
    await page.getByText('the answer will be lost').waitFor()
    await page.unroute('**/api/decisions')
    expect([sent, (await decisionsOn(subject)).length]).toEqual([1, 1])
  })

  it('have a second person confirm what is worth much, and not the first one', async () => {
    const { page, looks } = pages
    const subject = await aDeposit('large', 20_000)
    await returnIt(subject, 'a large one')
    await send()
    await page.getByText('Pending confirmation').waitFor()
    const confirm = page.getByRole('button', { name: 'Confirm: return' })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    expect(await confirm.getAttribute('title')).toBe('Another person must confirm it.')
    await looks('operators-second-person')
    await pages.logOut()
    await pages.logIn(ada)
    await goTo('')
    await page.getByRole('heading', { name: 'Decisions that wait for a second person' }).waitFor()
    await looks('operators-open-decisions')
    await page.getByRole('link', { name: subject }).first().click()
    await confirm.click()
    await looks('operators-confirming')
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirmed by Ada.').waitFor()
    expect(await decisionsOn(subject)).toMatchObject([{ status: 'CARRIED_OUT' }])
  })

  it('let who only reads decide nothing', async () => {
    const { page } = pages
    const subject = await aDeposit('read', 500)
    await pages.logOut()
    await pages.logIn(await anOperator(database, 'Linus', 'VIEW'))
    await page.getByText('Linus (VIEW)').waitFor()
    await goTo(`inbox/${subject}?tab=decide`)
    const decide = page.getByRole('button', { name: 'Decide: return' })
    expect(await decide.getAttribute('aria-disabled')).toBe('true')
    await decide.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    await goTo('health')
    const pause = page.getByRole('button', { name: 'Pause payouts' })
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
  })

  it('pause and resume payouts, with a reason', async () => {
    const { page, looks } = pages
    await pages.logOut()
    await pages.logIn(grace)
    await goTo('health')
    await page.getByRole('button', { name: 'Pause payouts' }).click()
    await page.getByLabel('Reason').fill('the rail repeats itself')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const paused = page.getByRole('list', { name: 'Paused payouts' })
    await paused.getByText('the rail repeats itself').waitFor()
    await looks('operators-paused')
    await paused.getByRole('button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('Payouts are not paused.').waitFor()
  })

  it('say what went wrong, keep what was shown, and go on after a session has ended', async () => {
    const { page, looks } = pages
    await goTo('ledger')
    await page.getByText('Own accounts').waitFor()
    await page.route('**/api/ledger', (route) => route.abort())
    await page.keyboard.press('r')
    await page.getByText(/^What is shown may be old/).waitFor()
    await page.getByText('Own accounts').waitFor()
    await looks('operators-problem')
    await page.unroute('**/api/ledger')
    await page.context().clearCookies()
    await page.keyboard.press('r')
    await page.getByText('The session has ended: log in again.').waitFor()
    await pages.logIn(grace)
    await page.getByText('Own accounts').waitFor()
    // The browser says of each lost connection that it was.
    const others = pages.complaints.filter((each) => !each.includes('net::ERR_FAILED'))
    expect(others).toEqual([])
  })
})
