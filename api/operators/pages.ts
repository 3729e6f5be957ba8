/** The operators' pages: one document for all of them, whose script reads the API of this listener. */
import type { Config } from '../../runtime/config.ts'
import { assetRoute, pageWithAssets, sendPage } from '../pages.ts'
import type { ApiRouter } from '../router.ts'

/** The views; `console/operators/views.ts` shows what belongs to each. */
const views = ['inbox', 'search', 'platforms', 'ledger', 'health', 'requests', 'audit'] as const

const ASSETS = '/assets'
const OPERATION = 'operator:page'

/** Adds the pages and their files. They have nothing of a customer in them, and need no login. */
export function operatorPages(
  router: ApiRouter,
  { TEMPORAL_UI_URL: url, TEMPORAL_NAMESPACE: namespace, OPERATOR_SSO_ISSUER: issuer }: Config,
): void {
  const serve = (path: string, type: string, read: () => Promise<string>): void => {
    router.get(path, async (context) => {
      sendPage(context, OPERATION, type, await read())
    })
  }
  // The page reads its own address: a view, and what is selected in it.
  for (const path of ['/', ...views.flatMap((view) => [`/${view}`, `/${view}/:selected`])]) {
    serve(path, 'text/html; charset=utf-8', () => pageWithAssets('operators', ASSETS))
  }
  assetRoute(router, 'operators', ASSETS, OPERATION)
  const settings = {
    ...(url !== undefined && { temporalUi: { url, namespace } }),
    hasSignIn: issuer !== undefined,
  }
  serve('/settings.json', 'application/json', async () => JSON.stringify(settings))
}
