/** The dashboard in a browser, signed in as a platform, for tests of its views. */
import { expect } from 'vitest'
import { chanceOf, isLong } from '../support/seed.ts'
import type { SharedStack } from '../support/stack.ts'
import { type BrowserPage, openBrowser } from './browser.ts'

type Credentials = { readonly clientId: string; readonly clientSecret: string }

export type Dashboard = BrowserPage & {
  /** Opens an address below `/console`: `transactions?status=FAILED`. */
  goTo(path: string): Promise<void>
  /** `transactions?status=FAILED` of the present address. */
  path(): string
  /**
   * axe finds nothing and nothing scrolls sideways: at 390 and 1440 pixels, light and dark; no list is cut, at 1280
   * either. Keeps a picture of each when CONSOLE_SCREENSHOTS names a folder. axe takes most of the time of a view:
   * `npm test` has it look at each width in one scheme, and at each scheme at one width, by the seed.
   */
  isFitEverywhere(name: string): Promise<void>
}

const widths = [1440, 390] as const
const schemes = ['light', 'dark'] as const

/** Lists whose last columns are cut, and what runs out of panels; evaluated in the page. */
const cutParts = `[...document.querySelectorAll('.table-frame, .panel')]
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .flatMap((part) => {
    const edge = part.getBoundingClientRect().right
    const out = [...part.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge)
    return [part, ...out.slice(0, 3)].map((one) => one.tagName + '.' + one.className + ': ' + one.textContent.slice(0, 40))
  })`

/** @param path below `/console`, shown after the sign-in */
export async function openDashboard(
  stack: Pick<SharedStack, 'apiUrls'>,
  executable: string | undefined,
  credentials: Credentials,
  path = '',
): Promise<Dashboard> {
  const browser = await openBrowser(executable ?? '')
  const { page } = browser
  // By name: an address cannot be the relying party of a passkey.
  const root = `http://localhost:${new URL(stack.apiUrls[0] ?? '').port}/console`
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${root}/${path}`)
  await page.getByLabel('Client id').fill(credentials.clientId)
  await page.getByLabel('Client secret').fill(credentials.clientSecret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  return {
    ...browser,
    async goTo(next) {
      await page.goto(`${root}/${next}`)
      await page.getByRole('banner').waitFor()
    },
    path() {
      return page.url().slice(root.length + 1)
    },
    async isFitEverywhere(name) {
      const odd = chanceOf(`axe ${name}`).integer(2)
      for (const [row, width] of widths.entries()) {
        await page.setViewportSize({ width, height: 900 })
        for (const [column, colorScheme] of schemes.entries()) {
          await page.emulateMedia({ colorScheme })
          const where = `${name}-${width}-${colorScheme}`
          await browser.picture(where)
          const isPicked = isLong || (row + column) % 2 === odd
          if (isPicked) expect(await browser.accessibilityProblems(), where).toEqual([])
          const fits = 'document.documentElement.scrollWidth <= window.innerWidth'
          expect(await page.evaluate(fits), `${where} fits`).toBe(true)
        }
      }
      for (const width of [1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(cutParts), `${name} at ${width}`).toEqual([])
      }
      await page.emulateMedia({ colorScheme: null })
    },
  }
}
