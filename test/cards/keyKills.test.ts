/**
 * kill -9 of each process while a delegated key is made, signs and is revoked: one key comes into force, it signs a
 * pull once, and nothing after its revocation.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CardPullSignature } from '../../activities/cards/pullSignature.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aCard } from '../support/cards.ts'
import { aKeyBody, keysOf, privateHalfOf } from '../support/delegatedKeys.ts'
import { outsideActivities, type TestActivities } from '../support/outsideActivities.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'

const LATEST_KILL_MS = 1_500
/** How long the provider takes for each step, so that kills meet all of them. */
const STEP_MS = 300
const PATH = '/auth/delegated-keys'

const chance = chanceOf('kills of delegated keys')
const roles = ['worker', 'api', 'sandbox'] as const
const first = chance.integer(roles.length)
const kills = Array.from(
  { length: countOf(1, 20) },
  (_, turn) => [roles[(first + turn) % roles.length] ?? 'worker', turn] as const,
)

let stack: TestStack
let owner: LoggedInWallet
let activities: TestActivities
let control: SandboxControl

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
  activities = outsideActivities(stack)
  owner = await aLoggedInWallet(stack)
})
afterAll(async () => {
  await activities?.close()
  await control?.clear().catch(() => undefined)
  await stack?.stop()
})

const bare = (id: unknown): string => String(id).split(':')[1] ?? ''

/** Sends the same call until it has an answer of its own, as the interface says. */
function sent(what: string, call: () => Promise<Answer>): Promise<Answer> {
  return waitUntil(what, async () => {
    const answer = await call().catch(() => undefined)
    const isOpen = answer === undefined || answer.status === 503 || answer.status === 500
    return isOpen || answer.body.status === 'PROCESSING' ? undefined : answer
  })
}

/** A call with the stamp of the challenge that another one has answered. */
async function stamped(what: string, body: object, { body: opened }: Answer): Promise<Answer> {
  const headers = {
    'Service-Wallet-Signature': await owner.device.stamp(String(opened.payloadToSign)),
    'Request-Id': String(opened.requestId),
  }
  return sent(what, () => owner.api.call('POST', PATH, body, headers))
}

const activeOf = async (card: Resource): Promise<Resource[]> =>
  (await keysOf(owner)).filter(({ cardId, status }) => cardId === card.id && status === 'ACTIVE')

/** All three calls. Where an answer was lost for good, the list has the key, or they begin anew. */
async function aKey(card: Resource): Promise<Resource> {
  const body = aKeyBody(owner, card)
  return waitUntil('a key is in force', async () => {
    const opened = await sent('the first call', () => owner.api.call('POST', PATH, body))
    if (opened.status !== 202) expect(opened.body.code).toBe('CONFLICT')
    else {
      const limit = await stamped('the second call', body, opened)
      if (limit.status !== 202) expect([401, 404]).toContain(limit.status)
      else {
        const made = await stamped('the third call', body, limit)
        if (made.status !== 201) expect([401, 404]).toContain(made.status)
      }
    }
    return (await activeOf(card).catch(() => []))[0]
  })
}

function signature(card: Resource, pullId: string): Promise<CardPullSignature> {
  const pull = { pullId, cardId: bare(card.id), accountId: bare(owner.wallet.id), amount: '10000' }
  return waitUntil('the pull is signed or refused', () =>
    activities.signCardPull(pull).catch(() => undefined),
  )
}

/** How often the provider has signed for this wallet. */
async function signaturesAtProvider(): Promise<number> {
  const text = 'select sub_organization_id as id from wallets where account_id = $1'
  const [wallet] = await rowsOf<{ id: string }>(stack, text, [bare(owner.wallet.id)])
  const rows = await rowsOf(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select 1 from sandbox.activities where type like '%SIGN_RAW_PAYLOAD_V2' and status = 'COMPLETED'
      and organization_id = $1`,
    [wallet?.id],
  )
  return rows.length
}

test.each(kills)('kill -9 of the %s (%i): one key, one signature, none after it', async (role) => {
  const card = await aCard(owner.api, owner)
  for (const operation of ['CREATE_USERS_V4', 'CREATE_POLICY_V3', 'SIGN_RAW_PAYLOAD_V2']) {
    await control.order({ party: 'provider', operation, kind: 'delay', delayMs: STEP_MS })
  }
  const pullId = randomUUID()
  const signaturesBefore = await signaturesAtProvider()
  const life = (async () => {
    const key = await aKey(card)
    const signed = await signature(card, pullId)
    const revoked = await sent('revocation', () => owner.api.call('DELETE', `${PATH}/${key.id}`))
    return { key, signed, revoked }
  })()
  await sleep(chance.integer(LATEST_KILL_MS))
  await stack.kill(role)
  await stack.waitReady()
  const { key, signed, revoked } = await life

  expect(signed.outcome).toBe('SIGNED')
  expect([revoked.status, revoked.body]).toEqual([204, {}])
  expect(await signature(card, pullId)).toEqual(signed)
  expect(await signature(card, randomUUID())).toMatchObject({ code: 'KEY_REVOKED' })
  expect(await privateHalfOf(stack, key)).toBeNull()
  expect(await activeOf(card)).toEqual([])
  // What the calls have left waits for a stamp for ever.
  const others = (await keysOf(owner)).filter(
    ({ id, cardId }) => cardId === card.id && id !== key.id,
  )
  expect(others.filter(({ status }) => status !== 'PENDING')).toEqual([])
  const theirs = { databaseUrl: stack.sandboxDatabaseUrl }
  const policies = await rowsOf(theirs, 'select 1 from sandbox.policies where name = $1', [key.id])
  expect(policies).toHaveLength(1)
  expect(await signaturesAtProvider()).toBe(signaturesBefore + 1)
})
