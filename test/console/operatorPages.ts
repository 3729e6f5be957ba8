/** The operators' pages in a browser, for tests of what people do there. */
import { expect } from 'vitest'
import { sampleOf } from '../support/seed.ts'
import { type BrowserPage, openBrowser } from './browser.ts'

type Locator = ReturnType<BrowserPage['page']['locator']>

export type OperatorPages = BrowserPage & {
  logIn(token: string): Promise<void>
  logOut(): Promise<void>
  /** A link of the navigation. */
  view(name: string): Locator
  /** Rows of a table that have the text. */
  row(table: string, text: string): Locator
  /** It has no problem of access, fits a telephone, and is kept as pictures where these are wanted. */
  looks(name: string): Promise<void>
}

const all = [390, 1_440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** @param port of the operators' listener */
export async function openOperatorPages(
  executable: string | undefined,
  port: number | string,
): Promise<OperatorPages> {
  const browser = await openBrowser(executable ?? '')
  const { page } = browser
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(`http://operators.localhost:${port}/`)
  return {
    ...browser,
    async logIn(token) {
      await page.getByLabel('Token').fill(token)
      // The answer has come: who goes on to another address does not cut the log-in short.
      const answered = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/session') && answer.request().method() === 'POST',
      )
      await page.getByRole('button', { name: 'Log in' }).click()
      await answered
    },
    async logOut() {
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByLabel('Token').waitFor()
    },
    view: (name) =>
      page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: false }),
    row: (table, text) =>
      page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text }),
    async looks(name) {
      const wanted = process.env.CONSOLE_SCREENSHOTS === undefined ? sampleOf(name, all, 1) : all
      for (const { width, colorScheme } of wanted) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const needed = await page.evaluate('document.documentElement.scrollWidth')
        expect([name, needed]).toEqual([name, width])
        expect(await browser.accessibilityProblems()).toEqual([])
        await browser.picture(`${name}-${width}-${colorScheme}`)
      }
      await page.emulateMedia({ colorScheme: null })
      await page.setViewportSize({ width: 1_440, height: 900 })
    },
  }
}
