/**
 * Numbers and security codes of cards, addresses of the page that shows one, and codes of wallets: all that a stack
 * has stored is searched for them, its logs at their most talkative, after all that is done with cards.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVault } from '../../sandbox/store/vault.ts'
import { secretsOf } from '../../scripts/devstack/secrets.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { sendSigned } from '../support/cardIssuer.ts'
import { play, purchaseOf, untilTransaction } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { decodedHistories } from '../support/decodedHistories.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { bytesOf, dumpOf, filesBelow, foundIn } from '../support/secretSearch.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let owner: LoggedInWallet
let card: Resource
const secrets = new Map<string, string>()
/** As long as a number, and no secret: a platform's own name of a card. It is found in each place that has rows. */
const decoy = String(randomInt(10 ** 7, 10 ** 8)) + String(randomInt(10 ** 7, 10 ** 8))
/** For the logs: the path of a call. */
const shownInLogs = `Card:${randomUUID()}`

const controls = new Map([['the decoy', decoy]])

beforeAll(async () => {
  stack = await aRunningStack({ own: true, env: { LOG_LEVEL: 'debug', SWEEP_SECONDS: '1' } })
  owner = await aLoggedInWallet(stack)
  card = await aCard(owner.api, owner, { platformCardId: `${decoy}-x` })
  await numbersOf('the card', card)
  await aLongSecurityCode()
  await reveal()
  await aDelegatedKey(owner, card)
  await simulators()
  await changes()
  await tokenizations()
})
afterAll(() => stack?.stop())

async function atIssuer(path: string, init: RequestInit = {}): Promise<Response> {
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
  return fetch(`${url}/v1${path}`, { ...init, headers: { authorization } })
}

async function numbersOf(name: string, of: Resource): Promise<{ pan: string; cvv: string }> {
  const numbers = (await (await atIssuer(`/cards/${of.issuerRef}`)).json()) as {
    readonly pan: string
    readonly cvv: string
  }
  secrets.set(`the number of ${name}`, numbers.pan)
  // Three digits alone are everywhere.
  secrets.set(`the answer about ${name}`, `"cvv":"${numbers.cvv}"`)
  return numbers
}

/** In place of its three digits at the issuer, whose wire is copied by named members. */
async function aLongSecurityCode(): Promise<void> {
  const cvv = `${randomInt(10 ** 9, 10 ** 10)}${randomInt(10 ** 9, 10 ** 10)}`
  const pan = secrets.get('the number of the card')
  const vault = openVault(secretsOf(stack.dataDir).sandboxStoreKey)
  const sealed = vault.seal(`card:${card.issuerRef}`, JSON.stringify({ pan, cvv }))
  await rowsOf(
    { databaseUrl: stack.sandboxDatabaseUrl },
    'update sandbox.issuer_cards set sealed_numbers = $2 where token = $1',
    [card.issuerRef, sealed],
  )
  expect((await numbersOf('the same card', card)).cvv).toBe(cvv)
  secrets.set('the security code', cvv)
}

async function reveal(): Promise<void> {
  const { body } = await owner.api.call('POST', `/cards/${card.id}/reveal`)
  const url = new URL(String(body.panEmbedUrl))
  const page = await (await fetch(url)).text()
  const shown = foundIn(page.replaceAll(/\D/g, ''), secrets)
  expect(shown).toContain('the number of the card')
  expect(shown).toContain('the security code')
  secrets.set('the signature of the page', url.searchParams.get('hmac') ?? '?')
}

async function played(what: string, body: object): Promise<unknown> {
  const answer = await play(owner.api, card, what, body)
  expect([what, answer.status]).toEqual([what, 202])
  return answer.body.issuerTransactionToken
}

/** All ten: each reads the number, but for those that name a transaction. */
async function simulators(): Promise<void> {
  const until = (token: unknown, status: string) =>
    untilTransaction(owner.api, owner.customer, token, status)
  const held = await played('authorization', purchaseOf(1_000))
  const { id: cardTransactionId } = await until(held, 'AUTHORIZED')
  await played('authorization_advice', { cardTransactionId, amount: 1_200 })
  await played('clearing', { cardTransactionId, amount: 1_500 })
  await until(held, 'SETTLED')
  const back = await played('return', { cardTransactionId, amount: 1_500 })
  await until(back, 'SETTLED')
  await played('return_reversal', { cardTransactionId })
  await until(back, 'VOIDED')
  for (const what of ['financial_authorization', 'financial_credit_authorization']) {
    await until(await played(what, purchaseOf(700)), 'SETTLED')
  }
  for (const what of ['credit_authorization', 'credit_authorization_advice']) {
    await until(await played(what, purchaseOf(300)), 'AUTHORIZED')
  }
  await played('balance_inquiry', { merchant: { descriptor: 'ATM' } })
  await played('authorization', purchaseOf(100, 'SHOP 002'))
}

/** Answers that hold the number and come to nothing: lost ones, refusals. */
async function changes(): Promise<void> {
  const control = aSandboxControl(stack)
  await control.order({ party: 'cards', operation: 'updateCard', kind: 'lostAnswer' })
  await owner.api.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' })
  await control.order({ party: 'cards', operation: 'createCard', kind: 'errorAfter' })
  const other = await aCard(owner.api, owner)
  await waitUntil('it is made', async () => {
    const { body } = await owner.api.call('GET', `/cards/${other.id}`)
    return body.state === 'ACTIVE' && numbersOf('another card', body as Resource)
  })
  const unknown = await owner.api.call('GET', `/cards/${shownInLogs}`)
  expect(unknown.status).toBe(404)
  await played('authorization', purchaseOf(100))
}

/** A code of the issuer's own, and one that is long enough to be looked for. */
async function tokenizations(): Promise<void> {
  const contact = `${randomUUID()}@example.com`
  const code = `${randomInt(10 ** 9, 10 ** 10)}${randomInt(10 ** 9, 10 ** 10)}`
  const event = (authentication_code: string): string =>
    JSON.stringify({
      event_type: 'tokenization.two_factor_authentication_code',
      ...{ card_token: card.issuerRef, authentication_code },
      activation_method: { type: 'EMAIL_TO_CARDHOLDER_ADDRESS', value: contact },
    })
  secrets.set('the code of a wallet', code)
  const control = aSandboxControl(stack)
  const fault = { party: 'messages', operation: 'mail', match: contact } as const
  await control.order({ ...fault, kind: 'errorBefore' })
  const id = randomUUID()
  expect((await sendSigned(stack, event(code), { id })).status).toBe(503)
  expect((await sendSigned(stack, event(code), { id })).status).toBe(200)
  // One that is not sent to the cardholder, and one that cannot be.
  const lost = `${code.slice(1)}7`
  secrets.set('a code of another shape', lost)
  expect((await sendSigned(stack, event(`${lost}\n`))).status).toBe(200)
  const [mail] = (await control.mails(contact)) as { text: string }[]
  expect(foundIn(mail?.text ?? '', secrets)).toEqual(['the code of a wallet'])
}

test('the search finds each of them where one is written', () => {
  expect(secrets.size).toBeGreaterThanOrEqual(9)
  for (const [name, secret] of secrets) {
    for (const text of [secret, Buffer.from(secret).toString('hex')]) {
      expect(foundIn(`before ${text} after`, secrets)).toContain(name)
    }
  }
})

test('no row holds one: ours, or the sandbox’s, which encrypts what an issuer must keep', async () => {
  const ours = await dumpOf(stack.databaseUrl)
  expect(foundIn(ours, controls)).toEqual(['the decoy'])
  expect(foundIn(ours, secrets)).toEqual([])
  expect(ours).not.toMatch(/\bcvv\b|panEmbedUrl/)
  const theirs = await dumpOf(stack.sandboxDatabaseUrl)
  expect(theirs).toContain(String(card.issuerRef))
  expect(foundIn(theirs, secrets)).toEqual([])
})

test('no file of the databases does, their journal included', async () => {
  await rowsOf(stack, 'checkpoint')
  const folder = realpathSync(stack.postgresDirectory ?? join(stack.dataDir, 'postgres'))
  let seen = 0
  for (const file of filesBelow(folder)) {
    const bytes = bytesOf(file)
    seen += foundIn(bytes, controls).length
    expect([file, foundIn(bytes, secrets)]).toEqual([file, []])
  }
  expect(seen).toBeGreaterThan(1)
})

test('no history does, in clear or as the workflow server keeps it', async () => {
  const { ids, text } = await decodedHistories(stack)
  expect(ids).toContain(card.id)
  expect(ids.filter((id) => id.startsWith('CardTransaction:')).length).toBeGreaterThan(0)
  // What a run is started with, decoded.
  expect(text).toContain(`"cardId":"${card.id.split(':')[1]}"`)
  expect(foundIn(text, secrets)).toEqual([])
  expect(text).not.toMatch(/\bcvv\b|\bpan\b|authentication_code|panEmbedUrl/)
  const files = filesBelow(stack.dataDir).filter((path) => basename(path).startsWith('temporal.db'))
  const store = Buffer.concat(files.map((path) => readFileSync(path)))
  expect(store.includes('signCardPull')).toBe(true)
  expect(foundIn(store, secrets)).toEqual([])
  expect(foundIn(store, controls)).toEqual([])
})

test('no log does, nor another file of the stack', () => {
  const isOfServer = (path: string): boolean => path.includes(join(stack.dataDir, 'postgres'))
  let lines = ''
  for (const file of filesBelow(stack.dataDir).filter((path) => !isOfServer(path))) {
    const bytes = bytesOf(file)
    if (file.endsWith('.log')) lines += bytes.toString('utf8')
    expect([file, foundIn(bytes, secrets)]).toEqual([file, []])
  }
  expect(foundIn(lines, new Map([['a path', shownInLogs]]))).toEqual(['a path'])
  for (const operation of ['createCard', 'sandboxSimulateCardReturn', 'cardEvent', 'issueCard']) {
    expect([operation, lines.includes(`"${operation}"`)]).toEqual([operation, true])
  }
})
