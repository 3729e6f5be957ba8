/** Chromium for tests, with an authenticator that always consents. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'

const wellKnown = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where a Chromium is: CHROMIUM_PATH, or a well-known place; undefined when there is none. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...wellKnown].find((path) => path && isExecutable(path))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export type BrowserPage = {
  readonly page: Page
  /** What the page wrote to its console as an error, violations of its policy among it. */
  readonly complaints: readonly string[]
  /** How many passkeys the authenticator holds. */
  passkeys(): Promise<number>
  /** What axe finds wrong with the page as it is now. */
  accessibilityProblems(): Promise<string[]>
  /** Keeps a picture when CONSOLE_SCREENSHOTS names a folder. */
  picture(name: string): Promise<void>
  close(): Promise<void>
}

export async function openBrowser(executablePath: string): Promise<BrowserPage> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath,
    // Chromium refuses its own sandbox to root.
    args: isRoot ? ['--no-sandbox', '--disable-dev-shm-usage'] : [],
  })
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } })
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal of the API is logged too; it is the tests' own doing.
    const isComplaint = message.type() === 'error' && !message.text().includes('status of 4')
    if (isComplaint) complaints.push(message.text())
  })
  return browserPage(browser, page, complaints)
}

async function browserPage(
  browser: Browser,
  page: Page,
  complaints: readonly string[],
): Promise<BrowserPage> {
  const session = await page.context().newCDPSession(page)
  const authenticatorId = await virtualAuthenticator(session)
  const pictures = process.env.CONSOLE_SCREENSHOTS
  return {
    page,
    complaints,
    async passkeys() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async accessibilityProblems() {
      await page.evaluate(axeSource())
      const found = (await page.evaluate('axe.run()')) as { violations: Violation[] }
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)
    },
    async picture(name) {
      if (pictures === undefined) return
      mkdirSync(pictures, { recursive: true })
      // What sticks to the top would stand in the middle of the page.
      await page.evaluate('scrollTo(0, 0)')
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
    },
    close: () => browser.close(),
  }
}

type Violation = { readonly id: string; readonly nodes: readonly { readonly target: string[] }[] }

/** The script as text: the page's own policy lets nothing in, the debugger may. */
function axeSource(): string {
  const { source } = createRequire(import.meta.url)('axe-core') as { source: string }
  return source
}

async function virtualAuthenticator(session: CDPSession): Promise<string> {
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}
