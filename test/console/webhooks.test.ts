/** The log of webhooks in the dashboard, and its frame: sign-in, permissions, keys, colours. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import {
  aPlatform,
  apiOf,
  aWebhookReceiver,
  createCustomer,
  listed,
  type Resource,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()

describe.skipIf(executable === undefined)('the dashboard, about webhooks', () => {
  let stack: SharedStack
  let platform: Awaited<ReturnType<typeof aPlatform>>
  let dashboard: Dashboard
  let receiver: WebhookReceiver

  beforeAll(async () => {
    stack = await aSharedStack()
    platform = await aPlatform(stack)
    receiver = await aWebhookReceiver(stack, { platform })
    dashboard = await openDashboard(stack, executable, platform, 'webhooks')
  })
  afterAll(async () => {
    await dashboard?.close()
    await receiver?.stop()
    await stack?.stop()
  })

  const api = () => apiOf(stack, platform)
  const row = (text: string | RegExp) =>
    dashboard.page
      .getByRole('table', { name: 'Webhooks' })
      .getByRole('row')
      .filter({ hasText: text })

  it('says in words what is wrong with a token', async () => {
    const { page } = dashboard
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Client id').fill(platform.clientId)
    await page.getByLabel('Client secret').fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('UNAUTHORIZED · 401').waitFor()
    await dashboard.isFitEverywhere('sign-in')
    await page.getByLabel('Client secret').fill(platform.clientSecret)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.getByText('Sandbox', { exact: true }).first().waitFor()
  })

  it('tests the endpoint, and shows what it was sent', async () => {
    const { page } = dashboard
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The endpoint has answered 200.').waitFor()
    await row('TEST').filter({ hasText: 'Delivered' }).first().getByRole('link').click()
    await page.getByText('Attempt 1: answered 200').waitFor()
    await page.getByText('"type"').waitFor()
    await page.getByText('Healthy').waitFor()
    await dashboard.isFitEverywhere('webhook')
  })

  it('shows what was given up, and sends all of it again', async () => {
    const { page } = dashboard
    receiver.behave(500)
    await createCustomer(api())
    const events = await waitUntil('there are events', async () => {
      const found = listed(await api().call('GET', '/webhooks/events?status=PENDING'))
      return found.length > 0 ? found : undefined
    })
    await givenUp(events)
    await dashboard.goTo('webhooks?status=FAILED')
    await row('Failed').first().waitFor()
    await dashboard.goTo('overview')
    const card = page.getByRole('listitem').filter({ hasText: 'Undelivered webhooks' })
    await card.getByText(String(events.length), { exact: true }).waitFor()
    await card.getByRole('link').click()
    await page.waitForURL(/webhooks\?status=FAILED$/)
    receiver.behave(200)
    await page.getByRole('button', { name: 'Send all undelivered again' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Send all undelivered again' })
      .click()
    await waitUntil('all of them arrive', () =>
      events.every(({ id }) => receiver.webhooks.some((webhook) => webhook.id === id)),
    )
    await page.getByText('No event matches these filters.').waitFor()
    await dashboard.goTo('webhooks')
    await row('Delivered').first().waitFor()
    await dashboard.isFitEverywhere('webhooks')
  })

  it('moves what waits at a former address to the present one', async () => {
    const { page } = dashboard
    receiver.behave(500)
    await createCustomer(api())
    const events = await waitUntil('there are events', async () => {
      const found = listed(await api().call('GET', '/webhooks/events?status=PENDING'))
      return found.length > 0 ? found : undefined
    })
    const corrected = await aWebhookReceiver(stack, { platform })
    await dashboard.goTo('webhooks')
    await page.getByText(`${events.length} waiting at a former address`).waitFor()
    await dashboard.isFitEverywhere('former-endpoint')
    const name = `Move to the present one: ${receiver.url}`
    await page.getByRole('button', { name, exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Move to the present one/ })
      .click()
    await waitUntil('all of them arrive', () =>
      events.every(({ id }) => corrected.webhooks.some((webhook) => webhook.id === id)),
    )
    await page.getByText('waiting at a former address').waitFor({ state: 'detached' })
    receiver.behave(200)
    await api().call('PATCH', '/config', { webhookEndpoint: receiver.url })
    await corrected.stop()
  })

  it('has keys, and a list of them', async () => {
    const { page } = dashboard
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keys' })
    await help.getByText('Next row').waitFor()
    await dashboard.isFitEverywhere('keys')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Transactions' }).waitFor()
    await page.getByText('No transaction yet.').waitFor()
    await dashboard.goTo('nowhere')
    await page.getByText('There is no such view.').waitFor()
  })

  it('keeps the colours that were chosen', async () => {
    const { page } = dashboard
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('Dark')
    await page.reload()
    const scheme = 'getComputedStyle(document.documentElement).colorScheme'
    expect(await page.evaluate(scheme)).toBe('dark')
    await page.getByRole('combobox', { name: 'Colours' }).selectOption('System colours')
    expect(await page.evaluate(scheme)).toBe('light dark')
  })

  it('a token that may only view is shown what it cannot press; a revoked one is signed out', async () => {
    const { page } = dashboard
    const body = { name: 'sees', permissions: ['VIEW'] }
    const token = (await api().call('POST', '/tokens', body)).body as Resource
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Client id').fill(String(token.clientId))
    await page.getByLabel('Client secret').fill(String(token.clientSecret))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await dashboard.goTo('webhooks')
    const send = page.getByRole('button', { name: 'Send a test' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    expect(await send.getAttribute('title')).toContain('TRANSACT')
    await api().call('DELETE', `/tokens/${token.id}`)
    await page.getByText('The token is not valid any more').waitFor()
  })

  it('cannot be mistaken for the sandbox with real money, and has no page of it', async () => {
    const name = `real ${randomUUID()}`
    const real = await createPlatform(stack.databaseUrl, { name, environment: 'PRODUCTION' })
    const { page } = dashboard
    await page.getByLabel('Client id').fill(real.clientId)
    await page.getByLabel('Client secret').fill(real.clientSecret)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Production · real money').waitFor()
    await page.getByText(name).waitFor()
    expect(await page.getByRole('link', { name: 'Mails' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0)
    await dashboard.isFitEverywhere('production')
    expect(dashboard.complaints).toEqual([])
  })

  /** As seven days of retries would leave them. */
  async function givenUp(events: readonly Resource[]): Promise<void> {
    const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
    await database.query({
      text: `update webhook_deliveries set status = 'STOPPED' where event_id = any ($1)
        and status = 'PENDING'`,
      values: [events.map(({ id }) => id.split(':')[1])],
    })
    await database.close()
  }
})
