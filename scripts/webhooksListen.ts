/**
 * `npm run webhooks:listen -- --forward-to URL`: a platform's webhooks on a laptop, its endpoint
 * left as it is. Reads the events over the API and posts each to the URL, with the headers and the
 * body bytes of a delivery.
 *
 *   --since 30m|2h|7d|INSTANT   begins in the past; without it, now
 *   --types A,B                 these event types alone
 *   --failed                    only what was given up; with --since
 *   --redeliveries              also what is sent again through the API
 *
 * Settings: API_URL, CLIENT_ID, CLIENT_SECRET (without these two the demo platform).
 */
import { parseArgs } from 'node:util'
import { type Clock, instant, systemClock } from '../contract/time.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readDemo } from './devstack/demoPlatform.ts'
import { createForwarder } from './listen/forward.ts'
import { listen } from './listen/listen.ts'
import { type Credentials, createApiClient, expectStatus } from './serviceDriver/apiClient.ts'

const USAGE =
  'usage: npm run webhooks:listen -- --forward-to URL [--since 2h] [--types A,B] [--failed] [--redeliveries]'

const unitsMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      'forward-to': { type: 'string' },
      since: { type: 'string' },
      types: { type: 'string' },
      failed: { type: 'boolean', default: false },
      redeliveries: { type: 'boolean', default: false },
    },
  })
  const target = values['forward-to']
  if (target === undefined || !URL.canParse(target) || !/^https?:/.test(target)) {
    throw new Error(USAGE)
  }
  const since = values.since === undefined ? undefined : sinceOf(values.since, systemClock)
  const env = environmentOfStack(process.env)
  const api = createApiClient(env.API_URL ?? '', credentialsOf(env))
  const config = expectStatus('GET /config', await api.call('GET', '/config'), 200)
  const keys = new URL(String(config.body.webhookKeysPath), api.baseUrl).href

  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stopped.abort())
  }
  const forwarded = await listen({
    api,
    forward: createForwarder(target, say),
    say,
    since,
    types: values.types?.split(',').filter(Boolean) ?? [],
    failedOnly: values.failed,
    withRedeliveries: values.redeliveries,
    // The service's clock, not the laptop's, says what is new.
    beganAt: instant(config.headers.get('Date') ?? systemClock.now().toISOString()),
    onListening() {
      say(`Forwarding webhooks to ${target}; Ctrl-C ends it.`)
      say(`Signed with the key below; all keys: ${keys}\n${config.body.webhookPublicKey}`)
    },
    signal: stopped.signal,
  })
  say(`${forwarded} forwarded.`)
})

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function credentialsOf(env: Record<string, string | undefined>): Credentials {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = env
  if (clientId && clientSecret) return { clientId, clientSecret }
  const demo = readDemo(env.DATA_DIR ?? '')
  if (demo === undefined) throw new Error('Give CLIENT_ID and CLIENT_SECRET of a platform.')
  return demo
}

/** `2h` before now, or an ISO 8601 instant. @throws Error in words */
function sinceOf(text: string, clock: Clock): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) {
    return instant(clock.now().getTime() - Number(count) * (unitsMs[unit] ?? 0))
  }
  try {
    return instant(text)
  } catch {
    throw new Error(`--since ${text}: neither a time like 30m, 2h, 7d nor an ISO 8601 instant`)
  }
}
