/** The public keys of webhook signatures, as JWKS. */
import type { Config } from '../runtime/config.ts'
import { publishedWebhookKeys } from '../runtime/webhookKeys.ts'
import type { ApiRouter } from './router.ts'

/** How long a receiver may keep the list: a key is published so long before it signs, at least. */
const CACHE_SECONDS = 300

export function webhookKeyRoutes(config: Config): (router: ApiRouter) => void {
  const keys = publishedWebhookKeys(config)
  return (router) => {
    router.get('/.well-known/webhook-keys.json', (context) => {
      context.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
      context.body = { keys }
    })
  }
}
