/** The test clock in the dashboard: its buttons move the whole stack's, so it has one of its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { shown } from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { findChromium } from './browser.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

const executable = findChromium()
const HOUR_MS = 3_600_000

describe.skipIf(executable === undefined)('the clock in the dashboard', () => {
  let stack: TestStack
  let stage: Stage
  let dashboard: Dashboard

  beforeAll(async () => {
    stack = await aRunningStack({ env: { TEST_CLOCK: 'true' } })
    stage = await anOwnStage('moveSandboxClock', stack)
    dashboard = await openDashboard(stack, executable, stage.platform, 'sandbox?tab=clock')
  })
  afterAll(async () => {
    await dashboard?.close()
    await stage?.stop()
    await stack?.stop()
  })

  const press = async (title: string): Promise<void> => {
    const { page } = dashboard
    await page.getByRole('button', { name: title, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It never goes back.').waitFor()
    await dialog.getByRole('button', { name: title, exact: true }).click()
    await dialog.waitFor({ state: 'detached', timeout: 60_000 })
  }
  /** Milliseconds since 1970. */
  const shownTime = async (): Promise<number> => {
    const text = await dashboard.page.getByLabel('The time').innerText()
    return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`)
  }
  const time = async (): Promise<number> =>
    Date.parse(String(shown('clock', await stage.api.call('GET', '/sandbox/clock'), 200).now))
  const isShown = async (): Promise<void> =>
    expect.poll(async () => Math.abs((await shownTime()) - (await time()))).toBeLessThan(5_000)

  it('is moved by a button, and says what was done', async () => {
    const { page } = dashboard
    const before = await time()
    await isShown()
    const quote = await stage.text('quote')
    await press('An hour')
    await page
      .getByText(/The clock is moved; \d+ things? w(as|ere) done\./)
      .first()
      .waitFor()
    const done = page.getByRole('list', { name: 'What was done, in order' })
    await done.getByText('QUOTE_EXPIRY').waitFor()
    await done.getByText(quote).first().waitFor()
    expect((await time()) - before).toBeGreaterThanOrEqual(HOUR_MS)
    await isShown()
    expect(shown('quote', await stage.api.call('GET', `/quotes/${quote}`), 200).status).toBe(
      'EXPIRED',
    )
    await dashboard.isFitEverywhere('sandbox-5-clock')
  })

  it('is moved by each of the buttons, as far as it says', async () => {
    for (const [title, hours] of [
      ['15 minutes', 0.25],
      ['A day', 24],
      ['A week', 7 * 24],
      ['30 days', 30 * 24],
    ] as const) {
      const before = await time()
      await press(title)
      const moved = (await time()) - before
      expect(moved, title).toBeGreaterThanOrEqual(hours * HOUR_MS)
      expect(moved, title).toBeLessThan(hours * HOUR_MS + HOUR_MS / 10)
      await isShown()
    }
    await dashboard.page.getByText('Nothing of yours was due.').waitFor()
  })

  it('is as far ahead after a reload, on every page', async () => {
    await dashboard.goTo('sandbox?tab=clock')
    await isShown()
    expect(dashboard.complaints).toEqual([])
  })

  it('may be read without MANAGE, and not moved', async () => {
    const token = shown(
      'token',
      await stage.api.call('POST', '/tokens', { name: 'reader', permissions: ['VIEW'] }),
      201,
    )
    const credentials = {
      clientId: String(token.clientId),
      clientSecret: String(token.clientSecret),
    }
    const reader = await openDashboard(stack, executable, credentials, 'sandbox?tab=clock')
    await reader.page.getByLabel('The time').waitFor()
    const button = reader.page.getByRole('button', { name: 'A week', exact: true })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    const before = await time()
    await button.click({ force: true })
    expect(await reader.page.getByRole('dialog').count()).toBe(0)
    expect((await time()) - before).toBeLessThan(HOUR_MS)
    await reader.close()
  })
})
