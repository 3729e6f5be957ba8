/** Card pulls signed with a delegated key: once each, for no longer than the key is in force. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CardPull } from '../../activities/cards/pullSignature.ts'
import { isSignedBy } from '../../activities/payments/transferSignature.ts'
import { pullText } from '../../domain/cards/pull.ts'
import { rowsOf } from '../durability/payments.ts'
import { aLoggedInWallet, type LoggedInWallet, type Resource } from '../support/builders.ts'
import { aCard } from '../support/cards.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { outsideActivities, type TestActivities } from '../support/outsideActivities.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const bare = (id: unknown): string => String(id).split(':')[1] ?? ''

let stack: SharedStack
let activities: TestActivities
let control: SandboxControl
let owner: LoggedInWallet

beforeAll(async () => {
  stack = await aSharedStack()
  activities = outsideActivities(stack)
  control = aSandboxControl(stack)
  owner = await aLoggedInWallet(stack)
})
afterEach(() => control.clear())
afterAll(async () => {
  await activities?.close()
  await stack?.stop()
})

function aPull(card: Resource, fields: Partial<CardPull> = {}): CardPull {
  const accountId = bare(owner.wallet.id)
  return { pullId: randomUUID(), cardId: bare(card.id), accountId, amount: '12500000', ...fields }
}

async function addressOf({ accountId }: CardPull): Promise<string> {
  const text = 'select address from wallets where account_id = $1'
  const [row] = await rowsOf<{ address: string }>(stack, text, [accountId])
  return row?.address ?? ''
}

/** How often the provider has signed this pull. */
async function signaturesAt({ pullId }: CardPull): Promise<number> {
  const [row] = await rowsOf<{ provider_activity_id: string | null }>(
    stack,
    'select provider_activity_id from card_pull_signatures where pull_id = $1',
    [pullId],
  )
  return row?.provider_activity_id == null ? 0 : 1
}

const revoke = (key: Resource) => owner.api.call('DELETE', `/auth/delegated-keys/${key.id}`)

test('a pull is signed by the wallet; repeats, also at once, get the same signature', async () => {
  const { card } = await aDelegatedKey(owner)
  const pull = aPull(card)
  const signed = await Promise.all(Array.from({ length: 5 }, () => activities.signCardPull(pull)))
  const [first] = signed
  if (first?.outcome !== 'SIGNED') throw new Error(`not signed: ${JSON.stringify(first)}`)
  for (const one of signed) expect(one).toEqual(first)
  const text = pullText({ ...pull, currency: 'USDB', amount: 12_500_000n })
  expect(isSignedBy(await addressOf(pull), text, first.signature)).toBe(true)
  expect(await signaturesAt(pull)).toBe(1)
  await expect(activities.signCardPull({ ...pull, amount: '1' })).rejects.toThrow('other terms')
})

test('without a key nothing is signed; another card’s key is not taken', async () => {
  await aDelegatedKey(owner)
  const pull = aPull(await aCard(owner.api, owner))
  expect(await activities.signCardPull(pull)).toMatchObject({ outcome: 'REFUSED', code: 'NO_KEY' })
  expect(await signaturesAt(pull)).toBe(0)
})

test('revocation stops the next pull though the provider knows nothing of it; a new key goes on', async () => {
  const { card, key } = await aDelegatedKey(owner)
  const signed = aPull(card)
  const first = await activities.signCardPull(signed)
  expect((await revoke(key)).status).toBe(204)
  const refused = aPull(card)
  expect(await activities.signCardPull(refused)).toMatchObject({
    ...{ outcome: 'REFUSED', code: 'KEY_REVOKED' },
  })
  // What was signed before stays signed.
  expect(await activities.signCardPull(signed)).toEqual(first)
  await aDelegatedKey(owner, card)
  expect(await activities.signCardPull(refused)).toMatchObject({ outcome: 'SIGNED' })
})

test.each(['lostAnswer', 'errorAfter'] as const)(
  'a signature whose answer is lost (%s) is found, also after the key is revoked',
  async (kind) => {
    const { card, key } = await aDelegatedKey(owner)
    const pull = aPull(card)
    const operation = 'SIGN_RAW_PAYLOAD_V2'
    await control.order({ party: 'provider', operation, kind, match: pull.pullId })
    await expect(activities.signCardPull(pull)).rejects.toMatchObject({ type: 'OUTCOME_UNKNOWN' })
    await revoke(key)
    expect(await activities.signCardPull(pull)).toMatchObject({ outcome: 'SIGNED' })
  },
)

test('one that never reached the provider is refused after the key is revoked', async () => {
  const { card, key } = await aDelegatedKey(owner)
  const pull = aPull(card)
  const operation = 'SIGN_RAW_PAYLOAD_V2'
  await control.order({ party: 'provider', operation, kind: 'errorBefore', match: pull.pullId })
  await expect(activities.signCardPull(pull)).rejects.toMatchObject({ type: 'OUTCOME_UNKNOWN' })
  await revoke(key)
  expect(await activities.signCardPull(pull)).toMatchObject({
    outcome: 'REFUSED',
    code: 'KEY_REVOKED',
  })
  expect(await signaturesAt(pull)).toBe(0)
})

test('what the provider does not let the key sign is refused, and may be asked for again', async () => {
  const { card, key } = await aDelegatedKey(owner)
  const theirs = { databaseUrl: stack.sandboxDatabaseUrl }
  const text = 'update sandbox.policies set effect = $2 where name = $1 returning 1'
  expect(await rowsOf(theirs, text, [key.id, 'EFFECT_DENY'])).toHaveLength(1)
  const pull = aPull(card)
  const refused = { outcome: 'REFUSED', code: 'PROVIDER_REFUSED' }
  expect(await activities.signCardPull(pull)).toMatchObject(refused)
  await rowsOf(theirs, text, [key.id, 'EFFECT_ALLOW'])
  expect(await activities.signCardPull(pull)).toMatchObject({ outcome: 'SIGNED' })
})
