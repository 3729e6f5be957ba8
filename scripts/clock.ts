/**
 * `npm run clock [-- advance 7d | to 2026-12-24T18:00:00Z]`: the time of the sandbox stack that runs here. It is moved
 * ahead by a time (weeks, days, hours, minutes and seconds: `7d`, `1h30m`), or to an instant, and what is done meanwhile
 * is printed, one line each. A call moves it for some minutes; where it is not there then, another one goes on.
 *
 * Settings: CLIENT_ID and CLIENT_SECRET of a token that may MANAGE; without them the demo platform's.
 */
import { parseArgs } from 'node:util'
import type { FromSchema } from 'json-schema-to-ts'
import type { SandboxClock } from '../contract/components/testClock.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readDemo } from './devstack/demoPlatform.ts'
import { createApiClient, expectStatus } from './serviceDriver/apiClient.ts'
import { moveClock } from './serviceDriver/moveClock.ts'

const USE = 'npm run clock -- advance 7d, or to 2026-12-24T18:00:00Z'

await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const body = moveOf(positionals)
  const env = environmentOfStack(process.env)
  const { API_URL: url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = env
  const given = clientId && clientSecret ? { clientId, clientSecret } : undefined
  const credentials = given ?? readDemo(env.DATA_DIR ?? '')
  if (credentials === undefined || url === undefined) throw new Error('No stack is running here.')
  const api = createApiClient(url, credentials)
  if (body === undefined) {
    const answer = expectStatus('the clock', await api.call('GET', '/sandbox/clock'), 200)
    const { now, aheadBySeconds } = answer.body as FromSchema<typeof SandboxClock>
    process.stdout.write(`${now}, ${aheadBySeconds} s ahead of this machine\n`)
    return
  }
  const { now, fired } = await moveClock(api, body, (message) => {
    process.stderr.write(`${message}\n`)
  })
  for (const { at, what, objectId = '', eventIds } of fired) {
    process.stdout.write(`${[at, what, objectId, ...eventIds].join('  ')}\n`)
  }
  process.stdout.write(`${now}\n`)
})

/** @returns undefined where it is only to be read */
function moveOf([verb, given, ...more]: readonly string[]): object | undefined {
  if (verb === undefined) return undefined
  if (given === undefined || more.length > 0) throw new Error(USE)
  if (verb === 'to') return { to: given }
  const [, days = '', time = ''] =
    /^((?:\d+w)?(?:\d+d)?)((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.exec(given) ?? []
  if (verb !== 'advance' || days + time === '') throw new Error(USE)
  return { advanceBy: `P${days}${time && `T${time}`}`.toUpperCase() }
}
