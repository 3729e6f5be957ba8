/** What only the sandbox has, in the dashboard: messages, money, outcomes and faults. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planFor } from '../../sandbox/payoutRail/outcomes.ts'
import { aCustomer, accountOf, amountsOf, type TestCustomer } from '../payments/customers.ts'
import { aPlatform, apiOf, type Resource } from '../support/builders.ts'
import { anUnverifiedCustomer, type ScaCustomer } from '../support/sca.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the view of the sandbox', () => {
  let stack: SharedStack
  let dashboard: Dashboard
  let mine: ScaCustomer
  let theirs: ScaCustomer
  let ada: TestCustomer

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    ada = await aCustomer(stack, { platform })
    mine = await anUnverifiedCustomer(apiOf(stack, platform))
    theirs = await anUnverifiedCustomer(apiOf(stack))
    for (const { api, customer } of [mine, theirs]) {
      await api.call('POST', `/customers/${customer.id}/verify-email`)
    }
    dashboard = await openDashboard(stack, executable, platform, 'sandbox')
  })
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  const form = (name: string) => dashboard.page.getByRole('form', { name })
  const send = (name: string, button: string): Promise<void> =>
    form(name).getByRole('button', { name: button }).click()
  /** The answer beside a form, once it is there. */
  const answerTo = async (title: string): Promise<Resource> => {
    const copy = dashboard.page.getByRole('button', { name: `Copy Answer to ${title}` })
    const shown = dashboard.page.locator('.code-block', { has: copy }).locator('pre')
    await shown.waitFor()
    return JSON.parse(await shown.innerText()) as Resource
  }

  it('is where the page of mails leads', async () => {
    const { page } = dashboard
    await page.goto(new URL('/mails', page.url()).href)
    await page.getByRole('list', { name: 'Messages, newest first' }).waitFor()
    expect(dashboard.path()).toBe('sandbox')
  })

  it('shows what was sent, as it is sent, and nothing of another platform', async () => {
    const { page } = dashboard
    const list = page.getByRole('list', { name: 'Messages, newest first' })
    await list.getByText(mine.customer.email).first().waitFor()
    await list.getByText('123456 is your code').first().waitFor()
    await list.getByRole('button', { name: 'Copy 123456' }).first().waitFor()
    await mine.api.call('POST', `/customers/${mine.customer.id}/verify-phone`)
    await list.getByText(mine.customer.phoneNumber).first().waitFor()
    expect(await list.getByText(theirs.customer.email).count()).toBe(0)
    await dashboard.isFitEverywhere('sandbox-1-messages')
  })

  it('funds an account of a customer', async () => {
    await dashboard.goTo('sandbox?tab=money')
    const before = (await amountsOf(ada.api, accountOf(ada, 'USD'))).total
    await form('Fund an account').getByLabel('Customer').fill(ada.customer.id)
    await form('Fund an account').getByLabel('Amount').fill('12.50')
    await send('Fund an account', 'Add money')
    expect(await answerTo('Fund an account')).toMatchObject({ id: accountOf(ada, 'USD').id })
    expect((await amountsOf(ada.api, accountOf(ada, 'USD'))).total).toBe(before + 1_250)
    await dashboard.isFitEverywhere('sandbox-2-money')
  })

  it('sends the deposit of a quote', async () => {
    const quote = (
      await ada.api.call('POST', '/quotes', {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR', customerId: ada.customer.id },
        destination: { destinationType: 'ACCOUNT', accountId: accountOf(ada, 'USD').id },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 2_000,
      })
    ).body as Resource
    const name = 'Send the deposit of a quote'
    await form(name).getByLabel('Quote').fill(String(quote.id))
    await send(name, 'Send the deposit')
    expect(await answerTo(name)).toMatchObject({ id: quote.transactionId })
  })

  it('receives from a UMA address', async () => {
    const name = 'Receive from a UMA address'
    await form(name).getByLabel('Customer').fill(ada.customer.id)
    await send(name, 'Send to the customer')
    expect(await answerTo(name)).toMatchObject({ type: 'INCOMING', customerId: ada.customer.id })
  })

  it('says what is wrong with what was typed', async () => {
    const name = 'Fund an account'
    await form(name).getByLabel('Amount').fill('nothing')
    await send(name, 'Add money')
    await form(name)
      .getByText(/Write an amount of USD/)
      .waitFor()
  })

  it('has every outcome that can be chosen, as the code has it', async () => {
    const { page } = dashboard
    await dashboard.goTo('sandbox?tab=outcomes')
    const payouts = page.getByRole('group', { name: 'Payouts to an external account' })
    await payouts.waitFor()
    const values = await payouts.getByRole('row').locator('code').allInnerTexts()
    expect(values.length).toBeGreaterThan(5)
    for (const accountNumber of values) {
      const account = { accountType: 'USD_ACCOUNT', accountInfo: { accountNumber } }
      const steps = planFor('OUT', account)
      const others = planFor('OUT', { ...account, accountInfo: { accountNumber: '000111222789' } })
      expect(steps).not.toEqual(others)
    }
    await dashboard.isFitEverywhere('sandbox-3-outcomes')
  })

  it('orders a fault, shows what has met it, and ends it', async () => {
    const { page } = dashboard
    await dashboard.goTo('sandbox?tab=faults')
    await page.getByLabel('What fails').selectOption('WEBHOOK')
    await page.getByLabel('How', { exact: true }).selectOption('UNSIGNED')
    await page.getByRole('button', { name: 'Order it' }).click()
    const plans = page.getByRole('group', { name: 'Ordered faults' }).getByRole('row')
    const plan = plans.filter({ hasText: '0 of 1' })
    await plan.waitFor()
    await dashboard.isFitEverywhere('sandbox-4-faults')
    await plan.getByRole('button', { name: 'End it' }).click()
    await plans.filter({ hasText: 'Deleted' }).waitFor()
    expect(dashboard.complaints).toEqual([])
  })
})
