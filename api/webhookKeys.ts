/** The public keys of webhook signatures, as JWKS: one set for each environment of a platform. */
import { uuidOf } from '../contract/ids.ts'
import { notFound } from '../contract/notFound.ts'
import type { Database } from '../db/database.ts'
import type { Config } from '../runtime/config.ts'
import { type PlatformSide, webhookKeyring } from '../runtime/webhookKeys.ts'
import type { Context } from './middleware/state.ts'
import type { ApiRouter } from './router.ts'

/** How long a receiver may cache the list: a key is published at least this long before it signs. */
const CACHE_SECONDS = 300

/** The path of a platform's key set. @param id `PlatformConfig:<uuid>` */
export function webhookKeysPath(id: string): string {
  return `/platforms/${id}/webhooks/jwks.json`
}

/**
 * Adds the key sets.
 *
 * @throws ConfigError without WEBHOOK_MASTER_KEYS
 */
export function webhookKeyRoutes(
  config: Config,
  database: Pick<Database, 'maybeOne'>,
): (router: ApiRouter) => void {
  const keyring = webhookKeyring(config)
  return (router) => {
    router.get(webhookKeysPath(':platformId'), async (context) => {
      const platformId = uuidOf('PlatformConfig', context.params.platformId ?? '')
      const environment = platformId && (await environmentOf(database, platformId))
      if (!platformId || !environment) throw notFound('PlatformConfig')
      show(context, keyring.of({ platformId, environment }).published)
    })
  }
}

function show(context: Context, keys: readonly object[]): void {
  context.state.operation = 'webhookKeys'
  context.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  context.body = { keys }
}

async function environmentOf(
  database: Pick<Database, 'maybeOne'>,
  platformId: string,
): Promise<PlatformSide['environment'] | undefined> {
  const row = await database.maybeOne<Pick<PlatformSide, 'environment'>>({
    name: 'environment_of_platform',
    text: 'select environment from platforms where id = $1',
    values: [platformId],
  })
  return row?.environment
}
