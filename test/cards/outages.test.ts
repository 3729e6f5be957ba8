/** Live authorizations need the API and PostgreSQL: everything else may be gone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLoggedInWallet, type LoggedInWallet, type Resource } from '../support/builders.ts'
import { anAuthorization, decisionOf } from '../support/cardIssuer.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let owner: LoggedInWallet
let card: Resource

beforeAll(async () => {
  stack = await aRunningStack({ own: true })
  owner = await aLoggedInWallet(stack)
  card = (await aDelegatedKey(owner)).card
})
afterAll(async () => {
  signal('SIGCONT')
  await stack?.stop()
})

function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const { role, pid } of stack?.processes ?? []) {
    if (['temporal', 'worker', 'sandbox'].includes(role) && pid !== null) process.kill(pid, name)
  }
}

test('decided while Temporal, the worker, the wallet provider and the issuer stand still', async () => {
  signal('SIGSTOP')
  try {
    const { origin } = new URL(stack.apiUrls[0] ?? '')
    const ready = async (url: string): Promise<unknown> => {
      const answer = await fetch(url)
      return [answer.status, await answer.json()]
    }
    // What was found is kept for a second.
    await expect
      .poll(() => ready(`${origin}/readyz`), { timeout: 30_000 })
      .toMatchObject([200, { checks: { temporal: 'unknown' } }])
    const decides = await ready(`${stack.decisionOrigins[0]}/readyz/card-decisions`)
    expect(decides).toMatchObject([200, {}])
    const asked = anAuthorization(card, 500)
    expect((await decisionOf(stack, asked)).result).toBe('APPROVED')
    expect((await decisionOf(stack, asked)).result).toBe('APPROVED')
    expect((await decisionOf(stack, anAuthorization(card, 999_999_999))).result).toBe(
      'INSUFFICIENT_FUNDS',
    )
  } finally {
    signal('SIGCONT')
  }
})
