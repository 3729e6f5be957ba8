/** The reference and its pages in Chromium: what a reader sees, at both widths, light and dark. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { type Api, startApi } from '../api/framework.ts'
import { type BrowserPage, findChromium, openBrowser } from '../console/browser.ts'
import { chanceOf, isLong } from '../support/seed.ts'

const chromium = findChromium()
const widths = [390, 1_440] as const
/** For a busy machine: how fast it is, is no matter of a test. */
const PATIENCE_MS = 60_000
const schemes = ['light', 'dark'] as const
/** Each width and each scheme once, by the seed: axe takes seconds for the reference. */
const odd = chanceOf('views of the reference').integer(2)
const views = widths.flatMap((width, row) =>
  schemes
    .filter((_, column) => isLong || (row + column) % 2 === odd)
    .map((scheme) => [width, scheme] as const),
)

describe.skipIf(chromium === undefined)('in Chromium', { timeout: 300_000 }, () => {
  let api: Api
  let browser: BrowserPage
  let origin: string

  beforeAll(async () => {
    api = await startApi({}, {}, operations)
    origin = `http://127.0.0.1:${api.port}`
    browser = await openBrowser(chromium ?? '')
    browser.page.setDefaultTimeout(PATIENCE_MS)
  })
  afterAll(async () => {
    await browser?.close()
    await api?.drain(0)
  })

  async function look(path: string, width: number, scheme: 'light' | 'dark'): Promise<void> {
    const { page } = browser
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${origin}${path}`)
  }

  /** How many pixels the page is wider than its window. */
  const overflow = (): Promise<number> =>
    browser.page.evaluate('document.documentElement.scrollWidth - innerWidth')

  describe.each(views)('at %i px, %s', (width, scheme) => {
    test.each(['/docs/guides', '/docs/guides/limits', '/docs/errors'])('%s', async (path) => {
      await look(path, width, scheme)
      expect(await browser.page.locator('h1').count()).toBe(1)
      expect(await overflow()).toBeLessThanOrEqual(0)
      expect(await browser.accessibilityProblems()).toEqual([])
      await browser.picture(`prose${path.replaceAll('/', '-')}-${width}-${scheme}`)
    })

    test('the reference', async () => {
      await look('/docs', width, scheme)
      await browser.page.locator('section[id$="GET/config"]').waitFor()
      await browser.page.locator('button[aria-label="Copy"]').first().waitFor({ state: 'attached' })
      expect(await overflow()).toBeLessThanOrEqual(0)
      expect(await browser.accessibilityProblems()).toEqual([])
      await browser.picture(`reference-${width}-${scheme}`)
    })
  })

  test('an address of an error leads to its entry', async () => {
    await look('/docs/errors#QUOTE_EXPIRED', 1_440, 'light')
    const entry = browser.page.locator('#QUOTE_EXPIRED')
    expect(await entry.isVisible()).toBe(true)
    expect((await entry.boundingBox())?.y).toBeLessThan(300)
  })

  test('the theme is chosen and kept', async () => {
    await look('/docs/guides/limits', 1_440, 'light')
    const { page } = browser
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.goto(`${origin}/docs/errors`)
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.evaluate('localStorage.clear()')
  })

  test('nothing was refused by a policy, and nothing failed', () => {
    expect(browser.complaints).toEqual([])
  })
})
