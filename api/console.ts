/**
 * `/console`: the dashboard of platforms, one page with routes of its own. In the sandbox `/mails`
 * leads to its view of the captured messages, and `/console/wallet` to the wallet playground.
 */
import { currencies } from '../contract/money.ts'
import { faultyCalls } from '../contract/sandboxFaults.ts'
import { sandboxOutcomes } from '../contract/sandboxOutcomes.ts'
import type { Config } from '../runtime/config.ts'
import { VERSION } from './app.ts'
import { keyedOperations } from './operations.ts'
import { assetRoute, pageWithAssets, sendPage } from './pages.ts'
import type { ApiRouter } from './router.ts'
import { askSandbox } from './sandboxControl.ts'

const SIGNERS_TIMEOUT_MS = 2_000
const ASSETS = '/console/assets'

/** Adds `/console` and its files; in production where the setting CONSOLE says so. */
export function consoleRoutes(config: Config): (router: ApiRouter) => void {
  return (router) => {
    const isSandbox = config.ENVIRONMENT !== 'production'
    const serve = (
      path: string,
      type: string,
      read: () => Promise<string>,
      frames: readonly string[] = [],
    ): void => {
      router.get(path, async (context) => sendPage(context, 'console', type, await read(), frames))
    }
    const lead = (from: string, to: string): void => {
      router.get(from, (context) => {
        context.state.operation = 'console'
        context.redirect(to)
      })
    }
    if (config.CONSOLE ?? isSandbox) {
      if (isSandbox) {
        // Known addresses that lead to views.
        lead('/console/wallet', '/console/playground')
        lead('/mails', '/console/sandbox')
      }
      const page = () => pageWithAssets('app', ASSETS)
      // Where a card is revealed, and there alone, a page of the issuer's is in a frame.
      serve('/console/reveal/:selected', 'text/html; charset=utf-8', page, cardIssuers(config))
      // The page reads its own address: a view, and what is selected in it.
      for (const path of ['/console', '/console/:view', '/console/:view/:selected']) {
        serve(path, 'text/html; charset=utf-8', page)
      }
      assetRoute(router, 'app', ASSETS, 'console')
      // Independent of the sandbox: the dashboard must work while it is down.
      serve('/console/app.json', 'application/json', async () =>
        JSON.stringify({
          basePath: `/${VERSION}`,
          currencies: [...currencies.values()].map(({ code, decimals }) => ({ code, decimals })),
          hasSandboxPages: isSandbox,
          hasTestClock: config.TEST_CLOCK,
          keyedOperations,
          // In production it is in the network of the operators, whose pages have it: the dashboard is public.
          ...(isSandbox && temporalUiOf(config)),
        }),
      )
    }
    if (!isSandbox) return
    serve('/console/settings.json', 'application/json', async () =>
      JSON.stringify({ basePath: `/${VERSION}`, ...(await signersOf(config)) }),
    )
    serve('/console/outcomes.json', 'application/json', async () =>
      JSON.stringify({ outcomes: sandboxOutcomes, faults: faultyCalls }),
    )
  }
}

/** Origins of the issuers: who will sign in is not known yet, so of both environments' platforms. */
function cardIssuers({ SANDBOX_CARD_ISSUER_URL, PRODUCTION_CARD_ISSUER_URL }: Config): string[] {
  const urls = [SANDBOX_CARD_ISSUER_URL, PRODUCTION_CARD_ISSUER_URL]
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).origin])))]
}

function temporalUiOf({ TEMPORAL_UI_URL: url, TEMPORAL_NAMESPACE: namespace }: Config): object {
  return url === undefined ? {} : { temporalUi: { url, namespace } }
}

/**
 * Public keys of the sandbox's signers, which a wallet client takes in place of its own constants.
 * Without a sandbox there are none: the constants hold.
 */
async function signersOf(config: Config): Promise<object> {
  const signers = await askSandbox(config, '/signers', { timeoutMs: SIGNERS_TIMEOUT_MS })
  if (signers === undefined) return {}
  const { otp, export: exported } = signers as { otp: string; export: string }
  return { otpSigner: otp, exportSigner: exported }
}
