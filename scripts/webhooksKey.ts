/**
 * `npm run webhooks:key -- new`: a fresh master key for WEBHOOK_MASTER_KEYS.
 *
 * `npm run webhooks:key -- public ID SANDBOX|PRODUCTION`: the public keys of a platform's webhooks
 * in that environment, as PEM, the signing one first; for a platform that wants them out of band.
 * ID is the one that `GET /config` shows. Takes WEBHOOK_MASTER_KEYS from the environment or from
 * the running stack. See docs/operating.md, "Rotating keys".
 *
 * Settings: WEBHOOK_MASTER_KEYS, for `public` alone.
 */
import { createPublicKey, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { uuidOf } from '../contract/ids.ts'
import { parseConfig } from '../runtime/config.ts'
import { webhookKeyring } from '../runtime/webhookKeys.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE = 'usage: npm run webhooks:key -- new | public PlatformConfig:ID SANDBOX|PRODUCTION'
const MASTER_KEY_BYTES = 32

await command(async () => {
  const [what, id = '', environment] = parseArgs({ allowPositionals: true }).positionals
  if (what === 'new') {
    process.stdout.write(`${randomBytes(MASTER_KEY_BYTES).toString('hex')}\n`)
    return
  }
  const platformId = uuidOf('PlatformConfig', id)
  const isEnvironment = environment === 'SANDBOX' || environment === 'PRODUCTION'
  if (what !== 'public' || platformId === undefined || !isEnvironment) throw new Error(USAGE)
  const own = parseConfig(process.env)
  const config =
    own.WEBHOOK_MASTER_KEYS === undefined ? parseConfig(environmentOfStack(process.env)) : own
  for (const key of webhookKeyring(config).of({ platformId, environment }).published) {
    const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    process.stdout.write(`# ${key.kid}\n${pem}`)
  }
})
