/**
 * The private halves of delegated keys, one in force and one revoked after it signed: the databases, their
 * files, the workflow server's store and all logs, at their most talkative, are searched for them.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { delegatedKeyOf } from '../../contract/sealedText.ts'
import { parseConfig } from '../../runtime/config.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { rowsOf } from '../durability/payments.ts'
import { aLoggedInWallet, type LoggedInWallet, type Resource } from '../support/builders.ts'
import { aDelegatedKey, anOpenKey, keysOf, privateHalfOf } from '../support/delegatedKeys.ts'
import { outsideActivities } from '../support/outsideActivities.ts'
import { bytesOf, dumpOf, filesBelow, foundIn } from '../support/secretSearch.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let owner: LoggedInWallet
let kept: Resource
/** By name; hex. */
const secrets = new Map<string, string>()

const bare = (id: unknown): string => String(id).split(':')[1] ?? ''

async function sealedHalfOf(key: Resource): Promise<string> {
  return (await privateHalfOf(stack, key)) ?? ''
}

beforeAll(async () => {
  stack = await aRunningStack({ own: true, env: { LOG_LEVEL: 'debug' } })
  owner = await aLoggedInWallet(stack)
  const cipher = createRecordCipher(recordKeys(parseConfig(stack.env)))
  const remember = async (name: string, key: Resource): Promise<void> => {
    secrets.set(name, cipher.open(await sealedHalfOf(key), delegatedKeyOf(bare(key.id))))
  }
  const activities = outsideActivities(stack)
  const made = [await aDelegatedKey(owner), await aDelegatedKey(owner)]
  for (const [index, { card, key }] of made.entries()) {
    await remember(index === 0 ? 'the key in force' : 'the revoked key', key)
    const pull = { pullId: bare(key.id), cardId: bare(card.id), accountId: bare(owner.wallet.id) }
    expect((await activities.signCardPull({ ...pull, amount: '1' })).outcome).toBe('SIGNED')
  }
  await activities.close()
  kept = made[0]?.key as Resource
  await owner.api.call('DELETE', `/auth/delegated-keys/${made[1]?.key.id}`)
  const { card } = await anOpenKey(owner)
  const pending = (await keysOf(owner)).find(({ cardId }) => cardId === card.id)
  await remember('an abandoned key', pending as Resource)
})
afterAll(() => stack?.stop())

test('the search finds a private half wherever one is written, in any spelling', () => {
  expect([...secrets.values()].filter((secret) => /^[0-9a-f]{64}$/.test(secret))).toHaveLength(3)
  for (const [name, secret] of secrets) {
    const bytes = Buffer.from(secret, 'hex')
    for (const spelled of [secret, bytes.toString('base64'), bytes.toString('latin1')]) {
      expect(foundIn(`before ${spelled} after`, secrets)).toEqual([name])
    }
    expect(foundIn(bytes, secrets)).toEqual([name])
  }
})

test('no row holds one, ours or the provider’s', async () => {
  const ours = await dumpOf(stack.databaseUrl)
  expect(ours).toContain(await sealedHalfOf(kept))
  expect(foundIn(ours, secrets)).toEqual([])
  const theirs = await dumpOf(stack.sandboxDatabaseUrl)
  expect(theirs).toContain(String(kept.publicKey))
  expect(foundIn(theirs, secrets)).toEqual([])
})

test('one table holds what is encrypted', async () => {
  const columns = await rowsOf<{ table_name: string; column_name: string }>(
    stack,
    `select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_name like '%private_key%'`,
  )
  expect(columns).toEqual([{ table_name: 'delegated_keys', column_name: 'private_key' }])
  const sealed = await sealedHalfOf(kept)
  expect((await dumpOf(stack.databaseUrl)).split(sealed)).toHaveLength(2)
})

test('no file of the database does, its journal included', async () => {
  await rowsOf(stack, 'checkpoint')
  const folder = realpathSync(stack.postgresDirectory ?? join(stack.dataDir, 'postgres'))
  let seen = 0
  for (const file of filesBelow(folder)) {
    const bytes = bytesOf(file)
    if (bytes.includes(String(kept.publicKey))) seen += 1
    expect([file, foundIn(bytes, secrets)]).toEqual([file, []])
  }
  expect(seen).toBeGreaterThan(1)
})

test('no history does, and none holds it encrypted by the record key', async () => {
  const files = filesBelow(stack.dataDir).filter((path) => basename(path).startsWith('temporal.db'))
  const store = Buffer.concat(files.map((path) => readFileSync(path)))
  expect(store.includes('walletOperation')).toBe(true)
  expect(foundIn(store, secrets)).toEqual([])
  expect(store.includes(await sealedHalfOf(kept))).toBe(false)
})

test('no log does', async () => {
  const logs = filesBelow(stack.dataDir).filter((path) => path.endsWith('.log'))
  const lines = logs.map((path) => readFileSync(path, 'utf8')).join('\n')
  expect(lines).toContain('createDelegatedKey')
  expect(foundIn(lines, secrets)).toEqual([])
  expect(lines).not.toContain(await sealedHalfOf(kept))
})
