/** The public key of webhook signatures, as JWKS. */
import { type Config, need } from '../contract/config.ts'
import { webhookKeys } from '../contract/webhookKeys.ts'
import type { ApiRouter } from './app.ts'

export function webhookKeyRoutes(config: Config): (router: ApiRouter) => void {
  const { publicJwk } = webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY'))
  return (router) => {
    router.get('/.well-known/webhook-keys.json', (context) => {
      context.body = { keys: [publicJwk] }
    })
  }
}
