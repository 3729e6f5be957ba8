/** The operators' pages: one document for all of them, whose script reads the API of this listener. */
import type { Config } from '../../runtime/config.ts'
import { pageScript, pageSource, sendPage } from '../pages.ts'
import type { ApiRouter } from '../router.ts'

/** Each is named by its path; `console/operators/main.ts` shows what belongs to it. */
const pages = ['/', '/search', '/platforms', '/ledger', '/health', '/requests', '/audit'] as const

/** Adds the pages and their files. They have nothing of a customer in them, and need no login. */
export function operatorPages(
  router: ApiRouter,
  { TEMPORAL_UI_URL: url, TEMPORAL_NAMESPACE: namespace }: Config,
): void {
  const serve = (path: string, type: string, read: () => Promise<string>): void => {
    router.get(path, async (context) => {
      sendPage(context, 'operator:page', type, await read())
    })
  }
  for (const path of pages) {
    serve(path, 'text/html; charset=utf-8', () => pageSource('operators.html'))
  }
  serve('/console.css', 'text/css; charset=utf-8', () => pageSource('console.css'))
  serve('/operators.css', 'text/css; charset=utf-8', () => pageSource('operators.css'))
  serve('/operators.js', 'text/javascript; charset=utf-8', pageScript('operators/main.ts'))
  const settings = url === undefined ? {} : { temporalUi: { url, namespace } }
  serve('/settings.json', 'application/json', async () => JSON.stringify(settings))
}
