/** Agents and the inbox of their approvals in the dashboard. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgentClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  decide,
  executeQuote,
  setPolicy,
  transferOut,
  untilTransactionIs,
  usdPolicy,
} from '../support/agentActions.ts'
import { aPlatform, listed, type Resource, shown } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

/** A person sees what is above 10.00 USD; 200.00 a day. */
const policy = {
  ...usdPolicy,
  spendingLimits: { currency: 'USD', perTransactionLimit: 10_000, dailyLimit: 20_000 },
  approvalThresholds: { currency: 'USD', amount: 1_000 },
}

describe.skipIf(executable === undefined)('the dashboard, about agents', () => {
  let stack: SharedStack
  let acting: Acting
  let dashboard: Dashboard

  beforeAll(async () => {
    stack = await aSharedStack()
    const platform = await aPlatform(stack)
    acting = await anActingAgent(stack, policy, 10_000_000n, platform)
    dashboard = await openDashboard(stack, executable, platform, 'approvals')
  })
  afterAll(async () => {
    await dashboard?.close()
    await stack?.stop()
  })

  const submitted = async (amount: number): Promise<Resource & { transaction: Resource }> =>
    actionOf(await transferOut(acting, amount, randomUUID()), 'PENDING_APPROVAL')
  const row = (table: string, text: string | RegExp) =>
    dashboard.page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })
  const dialog = () => dashboard.page.getByRole('dialog')

  it('has nothing in the inbox, and says what would come there', async () => {
    const { page } = dashboard
    await page.getByText('Nothing waits for you.').waitFor()
    await dashboard.isFitEverywhere('approvals-empty')
    await page.keyboard.type('gn')
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
    await page.keyboard.type('gi')
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor()
  })

  it('approves one payment of an agent and rejects another, the oldest first', async () => {
    const { page } = dashboard
    const first = await submitted(4_000)
    const second = actionOf(
      await executeQuote(acting, await anAgentQuote(acting, 2_500)),
      'PENDING_APPROVAL',
    )
    await row('Approvals', '40.00').waitFor()
    await row('Approvals', '25.00').waitFor()
    await dashboard.isFitEverywhere('approvals')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/approvals/${first.id}`)
    await page.getByText('because of: approval threshold').waitFor()
    await page.getByText('Left before: 175.00 USD').waitFor()
    await page.getByText('after: 135.00 USD').waitFor()
    const { accountNumber } = acting.bank.accountInfo as { accountNumber: string }
    await page.getByText(`ending ${accountNumber.slice(-4)}`).waitFor()
    await dashboard.isFitEverywhere('approval')

    // After `g` it is no key of its own: nothing is approved.
    await page.keyboard.type('ga')
    expect(await dialog().count()).toBe(0)
    await page.keyboard.press('a')
    await dialog().getByText('It is judged once more').waitFor()
    await dashboard.isFitEverywhere('approve')
    await page.keyboard.press('Enter')
    await page.getByText('The payment is approved.').waitFor()
    await page.getByText('It was approved.').waitFor()
    await untilTransactionIs(acting, first, 'COMPLETED')
    await row('Approvals', '40.00').waitFor({ state: 'detached' })

    await row('Approvals', '25.00').getByRole('link').first().click()
    await page.waitForURL(`**/approvals/${second.id}`)
    await page.getByText('Time left:').waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('Not this month')
    await dialog().getByRole('button', { name: 'Reject' }).click()
    await page.getByText('The payment is rejected.').waitFor()
    await page.getByText('Not this month').waitFor()
    await untilTransactionIs(acting, second, 'FAILED')
    await page.getByText('Nothing waits for you.').waitFor()
    await dashboard.isFitEverywhere('approval-rejected')
  })

  it('says so when another person has decided first', async () => {
    const { page } = dashboard
    const action = await submitted(1_500)
    await dashboard.goTo(`approvals/${action.id}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // What the page shows stays as it is until it is pressed.
    await page.route(`**/agents/actions/${action.id}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue().catch(() => undefined)
    })
    await page.keyboard.press('a')
    actionOf(await decide(acting, action, 'reject', { reason: 'Too dear' }), 'REJECTED')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Another person decided first').waitFor()
    await page.getByText('Too dear').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dashboard.isFitEverywhere('approval-late')
  })

  it('warns of what would fail, and lists all actions with their policies', async () => {
    const { page } = dashboard
    const action = await submitted(3_000)
    await setPolicy(acting, { spendingLimits: { perTransactionLimit: 2_999 } })
    await dashboard.goTo(`approvals/${action.id}`)
    await page.getByText('Approved now it would fail: limit of one transaction.').waitFor()
    await page.keyboard.press('a')
    await dialog().getByRole('button', { name: 'Approve' }).click()
    await page.getByText('It has failed: Limit of one transaction.').waitFor()
    await setPolicy(acting, policy)
    await dashboard.goTo(`approvals?list=all&agent=${acting.agent.id}`)
    actionOf(await transferOut(acting, 500, randomUUID()), 'APPROVED')
    await row('Actions', 'version 3').waitFor()
    await row('Actions', 'version 1').first().waitFor()
  })

  it('tries a policy on past actions before it is saved', async () => {
    const { page } = dashboard
    await dashboard.goTo(`agents/${acting.agent.id}?tab=policy`)
    const limit = page.getByLabel('At most each (USD)')
    await limit.fill('20')
    await page.getByLabel('At most a day (USD)').fill('10')
    await page.getByRole('button', { name: 'Try on past actions' }).click()
    // A policy that contradicts itself is refused where it is wrong.
    await page.locator('.field-problem').first().waitFor()
    await page.getByLabel('At most a day (USD)').fill('200')
    await page.getByRole('button', { name: 'Try on past actions' }).click()
    await page.getByText('The policy in force says something else of 3.').waitFor()
    await page.getByText('Denied by: limit of one transaction').waitFor()
    await dashboard.isFitEverywhere('policy')
    const denied = row('Past actions by this policy', '40.00')
    await denied.getByText('Denied').waitFor()
    await denied.getByText('Approved').waitFor()
    await page.getByRole('button', { name: 'Save the policy' }).click()
    await dialog().getByRole('button', { name: 'Save the policy' }).click()
    await page.getByText('The policy is saved.').waitFor()
    const saved = shown('agent', await acting.api.call('GET', `/agents/${acting.agent.id}`), 200)
    expect(saved.policy).toMatchObject({
      permissions: policy.permissions,
      spendingLimits: { currency: 'USD', perTransactionLimit: 2_000, dailyLimit: 20_000 },
      approvalThresholds: { currency: 'USD', amount: 1_000 },
    })
    await setPolicy(acting, { defaultExecutionMode: 'APPROVAL_REQUIRED' })
    await page.getByText('The policy was changed meanwhile.').waitFor()
    await page.getByRole('button', { name: 'Begin with the newest' }).click()
    expect(await page.getByLabel('Payments').first().inputValue()).toBe('APPROVAL_REQUIRED')
  })

  it('shows usage and actions of an agent, pauses and resumes it', async () => {
    const { page } = dashboard
    await submitted(1_200)
    await dashboard.goTo('agents')
    await row('Agents', String(acting.agent.name)).getByRole('link').first().click()
    await page.getByText('Used 45.00 USD').first().waitFor()
    await page.getByText('Reserved 12.00 USD').first().waitFor()
    await page.getByText('Left 143.00 USD').waitFor()
    await dashboard.isFitEverywhere('agent')
    await page.getByRole('button', { name: 'Pause' }).click()
    await dialog().getByRole('button', { name: 'Pause' }).click()
    await page.getByText('The agent is paused.').waitFor()
    await row('Agents', 'Paused').waitFor()
    await page.getByRole('button', { name: 'Resume' }).click()
    await dialog().getByRole('button', { name: 'Resume' }).click()
    await row('Agents', 'Active').waitFor()
    await page.getByRole('link', { name: 'Actions', exact: true }).click()
    await row('Actions', 'version 1').first().waitFor()
    await dashboard.isFitEverywhere('agent-actions')
    await row('Actions', '40.00').getByRole('link', { name: /…/ }).click()
    await page.waitForURL('**/transactions/Transaction:*')
  })

  it('creates an agent, shows its code once, and sees the program connect', async () => {
    const { page } = dashboard
    await dashboard.goTo('agents')
    await page.getByRole('button', { name: 'New agent' }).click()
    await page.waitForURL('**/agents/new')
    await page.getByLabel('Name', { exact: true }).fill('Invoices')
    await page.getByLabel('Customer', { exact: true }).fill('Customer:nobody')
    await dashboard.isFitEverywhere('agent-new')
    await page.getByRole('button', { name: 'Create the agent' }).click()
    await page.getByText('USER_NOT_FOUND · 404').waitFor()
    await page.getByLabel('Customer', { exact: true }).fill(acting.customer.id)
    await page.getByLabel('Accounts', { exact: true }).selectOption('some')
    const bank = page
      .getByRole('group', { name: 'Allowed accounts' })
      .getByText(acting.bank.id.slice(-6))
    await bank.click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByLabel('At most each (USD)').nth(1).fill('5')
    await dashboard.isFitEverywhere('agent-new-accounts')
    await page.getByRole('button', { name: 'Create the agent' }).click()
    await page.getByText('Invoices is created', { exact: true }).waitFor()
    await page.getByText(/Time left: 14 min \d+ s/).waitFor()
    await page.getByRole('button', { name: 'Make a new code' }).click()
    const before = await page.locator('.device-code code').textContent()
    await dialog().getByRole('button', { name: 'Make a new code' }).click()
    await page.getByText('The new code is shown').waitFor()
    const agents = listed(await acting.api.call('GET', '/agents'))
    expect(agents.find(({ name }) => name === 'Invoices')?.policy).toMatchObject({
      accountRestrictions: {
        allowedAccountIds: [acting.bank.id],
        accountRules: [{ accountId: acting.bank.id, perTransactionLimit: 500 }],
      },
    })
    const code = await page.locator('.device-code code').textContent()
    expect(code).not.toBe(before)
    await dashboard.isFitEverywhere('device-code')
    const anybody = createAgentClient(acting.api.baseUrl, '')
    const redeemed = await anybody.call('POST', `/agents/device-codes/${code}/redeem`)
    expect(redeemed.status).toBe(200)
    await page.getByText('The device code was redeemed').waitFor()
    await page.getByRole('link', { name: 'Open the agent' }).click()
    await page.getByRole('heading', { name: 'Invoices' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('The agent is deleted.').waitFor()
    await row('Agents', 'Invoices').waitFor({ state: 'detached' })
    expect(dashboard.complaints).toEqual([])
  })
})
