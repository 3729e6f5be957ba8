/**
 * What may not be stored: after an export and logins of every kind, the databases, their files,
 * the workflow server's store and all logs, at their most talkative, are searched.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { decryptCredentialBundle, generateP256KeyPair } from '@turnkey/crypto'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretsOf } from '../../scripts/devstack/secrets.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, signed, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { anOpenLogin, challenge, sealCodes, verify } from '../durability/logins.ts'
import { rowsOf } from '../durability/payments.ts'
import { aCustomerBody, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { enrolTotp } from '../support/sca.ts'
import { aPayerQuote, aScaPayer, authorize, executeQuote } from '../support/scaPayers.ts'
import { bytesOf, dumpOf, filesBelow, foundIn } from '../support/secretSearch.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import {
  anOwner as aBeneficialOwner,
  aBusiness,
  submit,
  untilStatus,
} from '../verification/businesses.ts'
import { anIdToken, nonceOf } from './actors.ts'
import { anOwner, type Owner, open, send, signedOperations } from './signedOperations.ts'
import { uploadedSecrets } from './uploads.ts'

let stack: TestStack
let owner: Owner
/** Secrets that only a client may read, by name. */
const secrets = new Map<string, string>()
/** Gone from every live row and every log once answered; a dead row's bytes wait for the vacuum. */
const spent = new Map<string, string>()

beforeAll(async () => {
  stack = await aRunningStack({ own: true, env: { LOG_LEVEL: 'debug', SWEEP_SECONDS: '1' } })
  owner = await anOwner(stack)
  await aWrongCode()
  await anExport()
  await aSealedLogin('the passkey session', await passkeyLogin())
  await aSealedLogin('the identity session', await identityLogin())
  await lapsedLogins()
  await identityNumbers()
  await aVerifiedBusiness()
  await proofsOfAPayer()
  for (const [name, secret] of await uploadedSecrets(stack)) secrets.set(name, secret)
})
afterAll(() => stack?.stop())

async function aWrongCode(): Promise<void> {
  const code = `guess-${randomUUID()}`
  const challenged = await untilSettled(() => challenge(owner.api, owner))
  const [body] = await sealCodes(stack, challenged, [code])
  if (body === undefined) throw new Error('no code was sealed')
  expectStatus('verify', await untilSettled(() => verify(owner.api, owner, body)), 401)
  secrets.set('a sealed code', code)
}

async function anExport(): Promise<void> {
  const client = createDevice()
  const request = {
    ...signedOperations.EXPORT.request(owner),
    body: { clientPublicKey: client.publicKeyUncompressed },
  }
  const opened = await open(owner.api, request)
  const answer = await untilSettled(() => send(owner.api, request, opened, owner.device))
  const bundle = String(expectStatus('export', answer, 200).body.encryptedWalletCredentials)
  const { organizationId } = JSON.parse(opened.payload) as { organizationId: string }
  const signers = await aSandboxControl(stack).signers()
  secrets.set('the mnemonic', await client.openExport(bundle, organizationId, signers.export))
  const { data } = JSON.parse(bundle) as { data: string }
  const { ciphertext } = JSON.parse(Buffer.from(data, 'hex').toString()) as { ciphertext: string }
  secrets.set('the export bundle', bundle)
  secrets.set('the export bundle’s data', data)
  secrets.set('the sealed mnemonic', ciphertext)
}

type Login = { readonly sealed: string; readonly privateKey: string }

async function aSealedLogin(name: string, { sealed, privateKey }: Login): Promise<void> {
  secrets.set(`${name}’s sealed key`, sealed)
  secrets.set(`${name}’s key`, decryptCredentialBundle(sealed, privateKey))
}

async function passkeyLogin(): Promise<Login> {
  const { privateKey, publicKeyUncompressed: clientPublicKey } = generateP256KeyPair()
  const path = `/auth/credentials/${owner.passkeyCredential.id}`
  const started = await owner.api.call('POST', `${path}/challenge`, { clientPublicKey })
  const body = { type: 'PASSKEY', assertion: owner.passkey.assert(String(started.body.challenge)) }
  const headers = { 'Request-Id': String(started.body.requestId) }
  const login = await untilSettled(() => owner.api.call('POST', `${path}/verify`, body, headers))
  return { sealed: sealedKeyOf(login), privateKey }
}

/** Another identity each time. @returns the path of its logins, and its subject */
async function anIdentity(): Promise<{ path: string; sub: string }> {
  const sub = randomUUID()
  const registering = anIdToken({ sub })
  const addition = { type: 'OAUTH', accountId: owner.wallet.id, oidcToken: registering }
  const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', addition)
  spent.set(`the registering token of ${sub}`, registering)
  return { path: `/auth/credentials/${expectStatus('add', added, 201).body.id}/verify`, sub }
}

async function identityLogin(): Promise<Login> {
  const { privateKey, publicKeyUncompressed: clientPublicKey } = generateP256KeyPair()
  const { path, sub } = await anIdentity()
  const oidcToken = anIdToken({ sub, nonce: nonceOf(clientPublicKey) })
  const body = { type: 'OAUTH', clientPublicKey, oidcToken }
  const login = await untilSettled(() => owner.api.call('POST', path, body))
  spent.set('the login token', oidcToken)
  return { sealed: sealedKeyOf(login), privateKey }
}

/** Logins whose time runs out before anybody has claimed them: their tokens go all the same. */
async function lapsedLogins(): Promise<void> {
  await anOpenLogin(stack, owner)
  const { path, sub } = await anIdentity()
  const { publicKey: clientPublicKey } = generateP256KeyPair()
  const oidcToken = anIdToken({ sub, nonce: nonceOf(clientPublicKey) })
  stack.hold('temporal')
  await stack.kill('temporal')
  const login = await owner.api.call('POST', path, { type: 'OAUTH', clientPublicKey, oidcToken })
  expectStatus('a login without Temporal', login, 200)
  // As after an API that died between the opening of the request and its claim.
  await rowsOf(
    stack,
    `with opened as (update requests set status = 'OPEN', claimed_at = null, claimed_public_key = null
        where status = 'CLAIMED' and provider_body is not null returning id)
      delete from pending_starts where kind = 'REQUEST' and subject_id in (select id from opened)`,
  )
  const kept = await rowsOf<{ secret: string | null; provider_body: string | null }>(
    stack,
    `update requests set expires_at = service_now()
      where status = 'OPEN' and (secret is not null or provider_body is not null)
      returning secret, provider_body`,
  )
  // Both were there, and would be used by a retry in time.
  expect(kept.filter(({ provider_body: body }) => body?.includes(oidcToken))).toHaveLength(1)
  const [verificationToken] = kept.flatMap(({ secret }) => secret ?? [])
  stack.release('temporal')
  await stack.waitReady()
  await waitUntil('lapsed secrets are gone', async () => {
    const text = `select 1 from requests where secret is not null or provider_body is not null`
    return (await rowsOf(stack, text)).length === 0
  })
  spent.set('the lapsed login token', oidcToken)
  spent.set('the lapsed verification token', verificationToken ?? '?')
  expect(verificationToken).toMatch(/^ey/)
}

/** Of a new customer, changed, and in a contact change that waits for its stamp. */
async function identityNumbers(): Promise<void> {
  const [created, changed, waiting] = [anSsn(), anSsn(), anSsn()]
  const withSsn = (identifier: string): object => aCustomerBody({ idType: 'SSN', identifier })
  const customer = await owner.api.call('POST', '/customers', withSsn(created))
  const path = `/customers/${expectStatus('create', customer, 201).body.id}`
  const change = { customerType: 'INDIVIDUAL', identifier: changed }
  expectStatus('change', await owner.api.call('PATCH', path, change), 200)
  const contact = { ...change, identifier: waiting, email: `${randomUUID()}@example.com` }
  const asked = await owner.api.call('PATCH', `/customers/${owner.customer.id}`, contact)
  expectStatus('a contact change', asked, 202)
  secrets.set('a new customer’s number', created)
  secrets.set('a changed number', changed)
  secrets.set('the number of a change that waits', waiting)
}

/** Its tax id and its owner's number, both changed, and given to the vendor. */
async function aVerifiedBusiness(): Promise<void> {
  const [taxId, changedTaxId, ofOwner, changedOfOwner] = [aTaxId(), aTaxId(), anSsn(), anSsn()]
  const { api } = owner
  const business = await aBusiness(api, 'C-1', taxId)
  const person = await aBeneficialOwner(api, business, {}, { identifier: ofOwner })
  const change = { customerType: 'BUSINESS', businessInfo: { taxId: changedTaxId } }
  expectStatus('change', await api.call('PATCH', `/customers/${business.id}`, change), 200)
  const path = `/beneficial-owners/${person.id}`
  const info = { personalInfo: { identifier: changedOfOwner } }
  expectStatus('change an owner', await api.call('PATCH', path, info), 200)
  await untilStatus(api, await submit(api, business), 'APPROVED')
  secrets.set('a tax id', taxId)
  secrets.set('a changed tax id', changedTaxId)
  secrets.set('the number of a beneficial owner', ofOwner)
  secrets.set('a changed number of a beneficial owner', changedOfOwner)
}

/** What a payer proves itself with, and codes that were guessed wherever one is asked for. */
async function proofsOfAPayer(): Promise<void> {
  const payer = await aScaPayer(stack)
  const { api, bank, customer } = payer
  const sca = (method: string, path: string, body?: object) =>
    api.call(method, `/sca${path}?customerId=${customer.id}`, body)
  const { secret, recoveryCodes } = await enrolTotp({ sca })
  secrets.set('a TOTP secret', secret)
  secrets.set('the bytes of a TOTP secret', Secret.fromBase32(secret).hex.toLowerCase())
  for (const code of recoveryCodes) secrets.set(`the recovery code ${code}`, code)
  const quote = await aPayerQuote(payer)
  expectStatus('execute', await executeQuote(api, quote), 200)
  const trust = `/customers/external-accounts/${bank.id}/trust`
  expectStatus('trust', await api.call('POST', trust), 200)
  const login = { factor: 'TOTP', endUserIpAddress: '203.0.113.7' }
  const guesses: readonly ((code: string) => ReturnType<typeof api.call>)[] = [
    (code) => authorize(api, quote, { code }),
    (code) => api.call('POST', `${trust}/confirm`, { code }),
    (code) => sca('POST', '/login/complete', { ...login, code }),
  ]
  for (const [index, guess] of guesses.entries()) {
    const code = `guess-${randomUUID().slice(0, 10)}`
    expectStatus('a guess', await guess(code), 400)
    secrets.set(`guessed code ${index}`, code)
  }
}

function aTaxId(): string {
  return `${randomInt(10, 100)}-${randomInt(1_000_000, 10_000_000)}`
}

function anSsn(): string {
  return `${randomInt(100, 666)}-${randomInt(10, 100)}-${randomInt(1_000, 10_000)}`
}

function sealedKeyOf(answer: Parameters<typeof expectStatus>[1]): string {
  return String(expectStatus('login', answer, 200).body.encryptedSessionSigningKey)
}

const all = (): Map<string, string> => new Map([...secrets, ...spent])

describe('nothing of it is', () => {
  it('in a row of ours, or plain in the provider’s', async () => {
    const ours = await dumpOf(stack.databaseUrl)
    expect(ours).toContain(owner.device.publicKey)
    expect(foundIn(ours, all())).toEqual([])
    const theirs = await dumpOf(stack.sandboxDatabaseUrl)
    expect(theirs).toContain(owner.device.publicKey)
    // The vendor was given them: it notes that there was a number.
    expect(theirs).toContain('hasTaxNumber')
    expect(foundIn(theirs, secrets)).toEqual([])
  })

  it('in the database’s files, its journal included', async () => {
    await rowsOf(stack, 'checkpoint')
    const files = filesBelow(
      realpathSync(stack.postgresDirectory ?? join(stack.dataDir, 'postgres')),
    )
    let seen = 0
    for (const file of files) {
      const bytes = bytesOf(file)
      if (bytes.includes(owner.device.publicKey)) seen += 1
      expect([file, foundIn(bytes, secrets)]).toEqual([file, []])
    }
    expect(seen).toBeGreaterThan(1)
  })

  it('in the workflow server’s store', () => {
    const files = filesBelow(stack.dataDir).filter((path) =>
      basename(path).startsWith('temporal.db'),
    )
    const store = Buffer.concat(files.map((path) => readFileSync(path)))
    expect(store.includes('walletOperation')).toBe(true)
    expect(store.includes('verification')).toBe(true)
    expect(foundIn(store, all())).toEqual([])
    // What history holds is encrypted: not even a stamp, a contact or a provider body is plain.
    for (const plain of ['ACTIVITY_TYPE_', String(owner.customer.email), 'SIGNATURE_SCHEME']) {
      expect([plain, store.includes(plain)]).toEqual([plain, false])
    }
  })

  it('in a stored document', () => {
    const stored = filesBelow(join(stack.dataDir, 'documents'))
    expect(stored.length).toBeGreaterThan(1)
    for (const file of stored) {
      expect([file, foundIn(readFileSync(file), secrets)]).toEqual([file, []])
    }
  })

  it('in a log', () => {
    const logs = filesBelow(stack.dataDir).filter((path) => path.endsWith('.log'))
    const lines = logs.map((path) => readFileSync(path, 'utf8')).join('\n')
    expect(lines).toContain('verifyAuthCredential')
    const { sandboxStoreKey } = secretsOf(stack.dataDir)
    const keys = [
      'SANDBOX_WALLET_API_PRIVATE_KEY',
      'WEBHOOK_MASTER_KEYS',
      'CODEC_KEYS',
      'RECORD_KEYS',
    ]
    const own = keys.map((name) => [name, String(stack.env[name])] as const)
    expect(own.filter(([, value]) => !/^[0-9a-f]{64}$/.test(value))).toEqual([])
    const password = new URL(stack.databaseUrl).password
    const more = [
      ...own,
      ['the key of the sandbox’s store', sandboxStoreKey] as const,
      ['the client secret', stack.platform.clientSecret] as const,
    ]
    if (password !== '') more.push(['the database’s password', password])
    expect(foundIn(lines, new Map([...all(), ...more]))).toEqual([])
    expect(lines).not.toContain(owner.customer.email)
    expect(lines).not.toMatch(/"signature":"30[0-9a-f]{100}/)
  })
})
