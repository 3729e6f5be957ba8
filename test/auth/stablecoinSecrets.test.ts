/**
 * The logins of a platform at the stablecoin provider, one in force and one that was replaced, and the tokens that they
 * get: the databases, their files, the workflow server's store and all logs, at their most talkative, are searched.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClientSecretOf } from '../../contract/sealedText.ts'
import { parseConfig } from '../../runtime/config.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { rowsOf } from '../durability/payments.ts'
import { aFundedWallet, type Resource, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { bytesOf, dumpOf, filesBelow, foundIn } from '../support/secretSearch.ts'
import {
  aBank,
  aBurnBody,
  aLinkBody,
  aLinkedAccount,
  aMint,
  aSparkWallet,
  aTokenBody,
  operationWith,
  uuidOf,
  withKey,
} from '../support/stablecoins.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

const first = aLinkBody()
const next = { ...first, apiClientSecret: aLinkBody().apiClientSecret }
/** What every token of the provider's begins with. */
const TOKEN = 'ory_at_'

const basicOf = ({ apiClientId, apiClientSecret }: typeof first): string =>
  Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')
/** By name. */
const secrets = new Map([
  ['the replaced secret', first.apiClientSecret],
  ['the replaced login as a header', basicOf(first)],
  ['the secret in force', next.apiClientSecret],
  ['the login in force as a header', basicOf(next)],
  ['a token', TOKEN],
])

let stack: TestStack
let link: Resource
let burnt: Resource

async function sealedSecret(): Promise<string> {
  const [row] = await rowsOf<{ api_client_secret: string }>(
    stack,
    'select api_client_secret from stablecoin_provider_accounts',
  )
  return row?.api_client_secret ?? ''
}

beforeAll(async () => {
  const env = { STABLECOIN_POLL_SECONDS: '1', STABLECOIN_COMPARE_SECONDS: '1', SWEEP_SECONDS: '1' }
  stack = await aRunningStack({ own: true, env: { ...env, LOG_LEVEL: 'debug' } })
  const { api, customer } = await aFundedWallet(stack)
  const control = aSandboxControl(stack)
  await control.coins('POST', '/behaviour', { arrivalMs: 300, stepMs: 100 })
  link = await aLinkedAccount(api, first)
  const made = await api.call('POST', '/stablecoins', aTokenBody(link), withKey())
  const coin = made.body as Resource
  const wallet = await aSparkWallet(api, customer)
  await operationWith(api, await aMint(api, coin, wallet), 'COMPLETED')
  // The platform changes the secret; the former one is refused, and its token with it.
  await control.coins('POST', `/clients/${first.apiClientId}`, { secret: next.apiClientSecret })
  await waitUntil('the link is INVALID', async () => {
    const { body } = await api.call('GET', `/stablecoin-provider-accounts/${link.id}`)
    return body.status === 'INVALID'
  })
  await aLinkedAccount(api, next)
  const bank = await aBank(api, customer)
  const burn = await api.call('POST', `/stablecoins/${coin.id}/burns`, aBurnBody(bank), withKey())
  burnt = await operationWith(api, burn.body as Resource, 'COMPLETED')
})
afterAll(() => stack?.stop())

test('the search finds a login or a token wherever one is written, in any spelling', async () => {
  for (const [name, secret] of secrets) {
    const bytes = Buffer.from(secret)
    for (const spelled of [secret, bytes.toString('base64'), bytes.toString('hex')]) {
      expect(foundIn(`before ${spelled} after`, secrets)).toContain(name)
    }
  }
  const { body } = await request(`${stack.env.SANDBOX_STABLECOIN_PROVIDER_URL}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${basicOf(next)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  expect(foundIn(await body.text(), secrets)).toEqual(['a token'])
})

test('no row holds one, ours or the provider’s', async () => {
  const ours = await dumpOf(stack.databaseUrl)
  const sealed = await sealedSecret()
  const cipher = createRecordCipher(recordKeys(parseConfig(stack.env)))
  expect(cipher.open(sealed, apiClientSecretOf(uuidOf(link)))).toBe(next.apiClientSecret)
  expect(ours).toContain(first.apiClientId)
  expect(foundIn(ours, secrets)).toEqual([])
  // One row holds what is encrypted.
  expect(ours.split(sealed)).toHaveLength(2)
  const theirs = await dumpOf(stack.sandboxDatabaseUrl)
  expect(theirs).toContain(first.apiClientId)
  expect(foundIn(theirs, secrets)).toEqual([])
})

test('no file of the database does, its journal included', async () => {
  await rowsOf(stack, 'checkpoint')
  const folder = realpathSync(stack.postgresDirectory ?? join(stack.dataDir, 'postgres'))
  let seen = 0
  for (const file of filesBelow(folder)) {
    const bytes = bytesOf(file)
    if (bytes.includes(first.apiClientId)) seen += 1
    expect([file, foundIn(bytes, secrets)]).toEqual([file, []])
  }
  expect(seen).toBeGreaterThan(1)
})

test('no history does, in clear or encrypted by the record key', async () => {
  const files = filesBelow(stack.dataDir).filter((path) => basename(path).startsWith('temporal.db'))
  const store = Buffer.concat(files.map((path) => readFileSync(path)))
  expect(store.includes('stablecoinOperation')).toBe(true)
  expect(store.includes(burnt.id)).toBe(true)
  expect(foundIn(store, secrets)).toEqual([])
  expect(store.includes(await sealedSecret())).toBe(false)
})

test('no log does', async () => {
  const logs = filesBelow(stack.dataDir).filter((path) => path.endsWith('.log'))
  const lines = logs.map((path) => readFileSync(path, 'utf8')).join('\n')
  expect(lines).toContain('linkStablecoinProviderAccount')
  expect(foundIn(lines, secrets)).toEqual([])
  expect(lines).not.toContain(await sealedSecret())
})
