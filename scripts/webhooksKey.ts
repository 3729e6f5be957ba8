/**
 * `npm run webhooks:key -- new | public`: a fresh key for signing webhooks, or the public half of
 * the one in use (WEBHOOK_SIGNING_KEY, or the running stack's). See docs/operating.md, "Rotating
 * keys".
 */
import { createECDH } from 'node:crypto'
import { parseArgs } from 'node:util'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { publicHalf } from './devstack/secrets.ts'

await command(async () => {
  const [what] = parseArgs({ allowPositionals: true }).positionals
  if (what === 'public') {
    const given = parseConfig(process.env).WEBHOOK_SIGNING_KEY
    const key = given ?? need(parseConfig(environmentOfStack(process.env)), 'WEBHOOK_SIGNING_KEY')
    process.stdout.write(`WEBHOOK_VERIFYING_KEYS=${publicHalf(key)}\n`)
  } else if (what === 'new') {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    const key = curve.getPrivateKey('hex').padStart(64, '0')
    const lines = [`WEBHOOK_SIGNING_KEY=${key}`, `WEBHOOK_VERIFYING_KEYS=${publicHalf(key)}`]
    process.stdout.write(`${lines.join('\n')}\n`)
  } else throw new Error('usage: npm run webhooks:key -- new | public')
})
