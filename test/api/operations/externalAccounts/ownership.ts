/** Proving that a wallet is one's own, on a platform that counterparty rules bind. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32m, createBase58check } from '@scure/base'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPlatform, type PlatformCredentials } from '../../../../db/platforms.ts'
import type { Answer, ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import { exampleInfo, type Info, variantNamed } from '../../../support/accountBodies.ts'
import {
  aFundedWallet,
  apiOf,
  aWebhookReceiver,
  createCustomer,
  waitUntil,
} from '../../../support/builders.ts'
import { describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

type Owner = {
  readonly type: string
  readonly currency: string
  readonly address: string
  sign(message: string, scheme?: string): string
}

let bound: PlatformCredentials
let api: ApiClient
let customerId: string
/** The bound platform, once for all of this file. */
async function bind(): Promise<void> {
  if (api !== undefined) return
  const { stack } = service()
  const name = `bound ${crypto.randomUUID()}`
  bound = await createPlatform(stack.databaseUrl, { name, counterpartyRequirements: true })
  api = apiOf(stack, bound)
  customerId = (await createCustomer(api)).id
}

/** A secp256k1 key that signs a prefixed message's hash; `r || s` and the recovery bit. */
function secpOwner(): {
  key: Uint8Array
  sign(hash: Uint8Array): { rs: Uint8Array; recovery: number }
} {
  const secret = secp256k1.utils.randomSecretKey()
  return {
    key: secp256k1.getPublicKey(secret, false),
    sign(hash) {
      const bytes = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      return { rs: bytes.slice(1), recovery: bytes[0] ?? 0 }
    },
  }
}

function evmOwner(type = 'ETHEREUM_WALLET', prefix = '\x19Ethereum Signed Message:\n'): Owner {
  const { key, sign: signHash } = secpOwner()
  const account = keccak_256(key.slice(1)).slice(-20)
  const isTron = type === 'TRON_WALLET'
  return {
    type,
    currency: variantNamed(type).currencies[0] ?? '',
    address: isTron
      ? createBase58check(sha256).encode(Uint8Array.of(0x41, ...account))
      : `0x${Buffer.from(account).toString('hex')}`,
    sign(message) {
      const text = Buffer.from(message)
      const { rs, recovery } = signHash(
        keccak_256(Buffer.from(`${prefix}${text.length}${message}`)),
      )
      return `0x${Buffer.from(rs).toString('hex')}${(27 + recovery).toString(16)}`
    },
  }
}

function solanaOwner(): Owner {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'jwk' }).x ?? ''
  return {
    type: 'SOLANA_WALLET',
    currency: 'USDC',
    address: base58.encode(Buffer.from(raw, 'base64url')),
    sign: (message) =>
      base58.encode(
        sign(
          null,
          Buffer.from(message),
          createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
        ),
      ),
  }
}

function sparkOwner(): Owner {
  const { key, sign: signHash } = secpOwner()
  const compressed = secp256k1.Point.fromBytes(key).toBytes(true)
  const words = bech32m.toWords(Uint8Array.of(0x0a, 33, ...compressed))
  return {
    type: 'SPARK_WALLET',
    currency: 'BTC',
    address: bech32m.encode('sparkrt', words, 1023),
    sign(message, scheme = 'bip137') {
      const text = Buffer.from(message)
      const head = Buffer.from('\x18Bitcoin Signed Message:\n')
      const { rs, recovery } = signHash(
        sha256(sha256(Buffer.concat([head, Buffer.of(text.length), text]))),
      )
      const header = (scheme === 'electrum' ? 31 : 39) + recovery
      return Buffer.from([header, ...rs]).toString('base64')
    },
  }
}

const owners: readonly (readonly [string, () => Owner])[] = [
  ['Ethereum', () => evmOwner()],
  ['Base', () => evmOwner('BASE_WALLET')],
  ['Polygon', () => evmOwner('POLYGON_WALLET')],
  ['Arbitrum', () => evmOwner('ARBITRUM_WALLET')],
  ['Plasma', () => evmOwner('PLASMA_WALLET')],
  ['Tron', () => evmOwner('TRON_WALLET', '\x19TRON Signed Message:\n')],
  ['Solana', solanaOwner],
  ['Spark', sparkOwner],
]

type Place = 'customers' | 'platform'
async function wallet(
  owner: Owner,
  place: Place = 'customers',
  fields: Info = {},
): Promise<Answer> {
  const { type, currency, address } = owner
  return api.call('POST', `/${place}/external-accounts`, {
    ...(place === 'customers' && { customerId }),
    currency,
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: type, address },
    ...fields,
  })
}

const pathOf = (id: unknown, place: Place = 'customers'): string =>
  `/${place}/external-accounts/${id}`
const challenge = (id: unknown, method = 'WALLET_SIGNATURE', place?: Place): Promise<Answer> =>
  api.call('POST', `${pathOf(id, place)}/challenge`, { method })
const verify = (
  id: unknown,
  signature: string,
  fields: Info = {},
  place?: Place,
): Promise<Answer> => api.call('POST', `${pathOf(id, place)}/verify`, { signature, ...fields })
const statusOf = async (id: unknown): Promise<unknown> =>
  (await api.call('GET', pathOf(id))).body.status

describe('counterparty rules', () => {
  beforeAll(bind)

  test('the platform’s configuration says that they hold, and no call changes it', async () => {
    expect((await api.call('GET', '/config')).body.hasCounterpartyRequirements).toBe(true)
    const body = { hasCounterpartyRequirements: false, embeddedWalletConfig: { appName: 'Ours' } }
    expect((await api.call('PATCH', '/config', body)).body.hasCounterpartyRequirements).toBe(true)
  })

  test('a self-custody wallet must say whose it is; a custodian’s and a bank account need not', async () => {
    const owner = evmOwner()
    expect(fieldsOf(await wallet(owner, 'customers', { ownershipType: undefined }))).toEqual({
      ownershipType: 'required',
    })
    const { type: accountType, address } = owner
    const custodial = { accountInfo: { accountType, address, vaspName: 'Custody Ltd' } }
    const kept = await wallet(owner, 'customers', { ...custodial, ownershipType: undefined })
    expect([kept.status, kept.body.status]).toEqual([201, 'ACTIVE'])
    const bank = await api.call('POST', '/customers/external-accounts', {
      customerId,
      currency: 'USD',
      accountInfo: exampleInfo(variantNamed('USD_ACCOUNT')),
    })
    expect([bank.status, bank.body.status]).toEqual([201, 'ACTIVE'])
  })

  test('a third party must be named, and is not asked for a proof', async () => {
    const owner = solanaOwner()
    const third = { ownershipType: 'THIRD_PARTY' }
    expect(fieldsOf(await wallet(owner, 'customers', third))).toEqual({
      'accountInfo.beneficiary': 'required',
    })
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Bob', countryOfResidence: 'DE' }
    const accountInfo = { accountType: owner.type, address: owner.address, beneficiary }
    const { status, body } = await wallet(owner, 'customers', { ...third, accountInfo })
    expect([status, body.status]).toEqual([201, 'ACTIVE'])
    expectRefusal(await challenge(body.id), 409, 'CONFLICT')
  })

  test('a wallet that is not proven is paid small amounts only', async () => {
    const { stack } = service()
    const { customer, wallet: source } = await aFundedWallet(stack, { minor: 5_000_000_000n })
    const platform = await service().api.call('POST', '/customers/external-accounts', {
      customerId: customer.id,
      currency: 'BTC',
      accountInfo: { accountType: 'SPARK_WALLET', address: sparkOwner().address },
    })
    const move = (status: string): Promise<unknown> =>
      service().database.query({
        text: `select move_external_account(id, $2) from external_accounts
          where 'ExternalAccount:' || id = $1`,
        values: [platform.body.id, status],
      })
    const quote = (lockedCurrencyAmount: number): Promise<Answer> =>
      service().api.call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: source.id },
        destination: { destinationType: 'ACCOUNT', accountId: platform.body.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      })
    const code = 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'
    await move('PENDING_OWNERSHIP_VERIFICATION')
    expect((await quote(1_000_000_000)).status).toBe(201)
    expectRefusal(await quote(1_000_000_001), 400, code)
    // A proof that has failed is not one that is still to come.
    await move('UNVERIFIED')
    expectRefusal(await quote(1_000_000), 400, code)
    await move('ACTIVE')
    expect((await quote(1_000_000_001)).status).toBe(201)
  })
})

describeOperation('createExternalAccountOwnershipChallenge', () => {
  beforeAll(bind)

  test('names the wallet and the account in words to sign', async () => {
    const owner = evmOwner()
    const { body } = await wallet(owner)
    expect(body.status).toBe('PENDING_OWNERSHIP_VERIFICATION')
    const { status, body: asked } = await challenge(body.id)
    expect([status, asked.method]).toEqual([201, 'WALLET_SIGNATURE'])
    expect(asked.messageToSign).toContain(owner.address)
    expect(asked.messageToSign).toContain(body.id)
    const lifeMs = Date.parse(String(asked.expiresAt)) - Date.now()
    expect(lifeMs).toBeGreaterThan(10 * 60_000)
  })

  test('a liveness check ends at the vendor, well or badly, and never by a signature', async () => {
    const receiver = await aReceiverOf()
    try {
      const good = await wallet(sparkOwner())
      const bad = await wallet(sparkOwner())
      for (const [{ body }, decision, end] of [
        [good, 'approve', 'ACTIVE'],
        [bad, 'reject', 'UNVERIFIED'],
      ] as const) {
        const { status, body: asked } = await challenge(body.id, 'LIVENESS')
        expect([status, asked.method]).toEqual([201, 'LIVENESS'])
        const page = await fetch(String(asked.verificationLink))
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('liveness')])
        expectRefusal(await verify(body.id, 'x'), 409, 'CONFLICT')
        await fetch(`${page.url}/decide/${decision}`, { method: 'POST' })
        await waitUntil('the check ends', async () => (await statusOf(body.id)) === end)
        await waitUntil('the platform gets the webhook', () =>
          receiver.webhooks.some(({ type, data }) => {
            const isAbout = data.id === body.id && data.status === end
            return isAbout && type === 'EXTERNAL_ACCOUNT.STATUS_UPDATED'
          }),
        )
      }
    } finally {
      await receiver.stop()
    }
  })

  test('what needs no proof is a 409; what is none a 404; a wrong method a 400', async () => {
    const { mine, api: unbound } = service()
    const bank = await unbound.call('POST', `${pathOf(mine.account.id)}/challenge`, {
      method: 'LIVENESS',
    })
    expectRefusal(bank, 409, 'CONFLICT')
    const active = await unbound.call('POST', '/customers/external-accounts', {
      currency: 'USDC',
      accountInfo: { accountType: 'BASE_WALLET', address: evmOwner().address },
    })
    const method = 'WALLET_SIGNATURE'
    const needless = await unbound.call('POST', `${pathOf(active.body.id)}/challenge`, { method })
    expectRefusal(needless, 409, 'CONFLICT')
    expectRefusal(
      await challenge(`ExternalAccount:${crypto.randomUUID()}`),
      404,
      'ACCOUNT_NOT_FOUND',
    )
    expect(fieldsOf(await challenge(active.body.id, 'ORACLE'))).toEqual({ method: 'enum' })
  })

  test('production has a vendor of its own for it; an unknown check has no page', async () => {
    const { stack } = service()
    const live = await createPlatform(stack.databaseUrl, {
      name: `bound live ${crypto.randomUUID()}`,
      environment: 'PRODUCTION',
      counterpartyRequirements: true,
    })
    const client = apiOf(stack, live)
    const made = await client.call('POST', '/platform/external-accounts', {
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'BASE_WALLET', address: evmOwner().address },
    })
    const path = `${pathOf(made.body.id, 'platform')}/challenge`
    const { status, body } = await client.call('POST', path, { method: 'LIVENESS' })
    expect(status).toBe(201)
    expect((await fetch(String(body.verificationLink))).url).toContain('/websdk/')
    const unknown = String(body.verificationLink).replace(/[^/]*$/, crypto.randomUUID())
    expect((await fetch(unknown)).status).toBe(410)
  })
})

/** The webhooks of the platform with counterparty requirements. */
function aReceiverOf(): ReturnType<typeof aWebhookReceiver> {
  return aWebhookReceiver(service().stack, { platform: bound })
}

describeOperation('verifyExternalAccountOwnership', () => {
  beforeAll(bind)

  test.each(owners)(
    '%s: the owner’s signature makes the account active, once',
    async (_n, make) => {
      const owner = make()
      const { body } = await wallet(owner)
      const { body: asked } = await challenge(body.id)
      const signature = owner.sign(String(asked.messageToSign))
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => verify(body.id, signature)),
      )
      const [first, ...others] = answers.sort((a, b) => a.status - b.status)
      expect([first?.status, first?.body]).toEqual([200, { ...body, status: 'ACTIVE' }])
      for (const other of others) expectRefusal(other, 409, 'CONFLICT')
      expectRefusal(await challenge(body.id), 409, 'CONFLICT')
    },
  )

  test('Electrum’s header is taken where the caller says so', async () => {
    const owner = sparkOwner()
    const { body } = await wallet(owner)
    const { body: asked } = await challenge(body.id)
    const message = String(asked.messageToSign)
    const answer = await verify(body.id, owner.sign(message, 'electrum'), {
      signatureScheme: 'electrum',
    })
    expect([answer.status, answer.body.status]).toEqual([200, 'ACTIVE'])
  })

  test.each(owners)(
    '%s: another’s signature, or one over other words, proves nothing',
    async (_n, make) => {
      const owner = make()
      const { body } = await wallet(owner)
      const wrong = [
        (message: string) => make().sign(message),
        (message: string) => owner.sign(`${message} `),
        (message: string) => owner.sign(message).slice(0, -2),
        () => 'x',
        () => '0x',
      ]
      for (const forge of wrong) {
        const { body: asked } = await challenge(body.id)
        expect(await statusOf(body.id)).toBe('PENDING_OWNERSHIP_VERIFICATION')
        const answer = await verify(body.id, forge(String(asked.messageToSign)))
        expect(fieldsOf(answer)).toEqual({ signature: 'format' })
        expect(await statusOf(body.id)).toBe('UNVERIFIED')
        // The right one is too late: a new challenge is needed.
        const right = owner.sign(String(asked.messageToSign))
        expectRefusal(await verify(body.id, right), 409, 'CONFLICT')
      }
    },
  )

  test('a new challenge abandons the one before; an expired one is a 400', async () => {
    const owner = evmOwner()
    const { body } = await wallet(owner)
    const { body: old } = await challenge(body.id)
    const { body: asked } = await challenge(body.id)
    expect(fieldsOf(await verify(body.id, owner.sign(String(old.messageToSign))))).toEqual({
      signature: 'format',
    })
    const { body: last } = await challenge(body.id)
    expect(last.messageToSign).not.toBe(asked.messageToSign)
    await service().database.query({
      text: `update external_account_challenges set expires_at = service_now() where state = 'OPEN'
        and 'ExternalAccount:' || account_id = $1`,
      values: [body.id],
    })
    const late = await verify(body.id, owner.sign(String(last.messageToSign)))
    expect(fieldsOf(late)).toEqual({ signature: 'format' })
    expect(await statusOf(body.id)).toBe('UNVERIFIED')
  })

  test('each change is sent as an event, as the account’s GET shows it', async () => {
    const receiver = await aReceiverOf()
    try {
      const owner = solanaOwner()
      const { body } = await wallet(owner)
      await challenge(body.id)
      await verify(body.id, 'x')
      const { body: asked } = await challenge(body.id)
      await verify(body.id, owner.sign(String(asked.messageToSign)))
      const about = () => receiver.webhooks.filter(({ data }) => data.id === body.id)
      await waitUntil('three events', () => about().length === 3)
      const states = about().map(({ data }) => data.status)
      expect(states.sort()).toEqual(['ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED'])
      const active = about().find(({ data }) => data.status === 'ACTIVE')
      expect(active?.data).toEqual((await api.call('GET', pathOf(body.id))).body)
      expect(about().every(({ isSigned }) => isSigned)).toBe(true)
    } finally {
      await receiver.stop()
    }
  })

  test('an invalid body is a 400 and changes nothing', async () => {
    const { body } = await wallet(evmOwner())
    await challenge(body.id)
    expect(fieldsOf(await api.call('POST', `${pathOf(body.id)}/verify`, {}))).toEqual({
      signature: 'required',
    })
    expect(fieldsOf(await verify(body.id, '', { signatureScheme: 'bip322' }))).toEqual({
      signature: 'minLength',
      signatureScheme: 'enum',
    })
    expect(await statusOf(body.id)).toBe('PENDING_OWNERSHIP_VERIFICATION')
    expectRefusal(await verify('x', 'y'), 404, 'ACCOUNT_NOT_FOUND')
  })
})

describeOperation('createPlatformExternalAccountOwnershipChallenge', () => {
  beforeAll(bind)

  test('for a wallet of the platform’s own, and for no customer’s', async () => {
    const own = await wallet(evmOwner(), 'platform')
    expect((await challenge(own.body.id, 'WALLET_SIGNATURE', 'platform')).status).toBe(201)
    const customers = await wallet(evmOwner())
    const answer = await challenge(customers.body.id, 'WALLET_SIGNATURE', 'platform')
    expectRefusal(answer, 404, 'ACCOUNT_NOT_FOUND')
  })
})

describeOperation('verifyPlatformExternalAccountOwnership', () => {
  beforeAll(bind)

  test('makes a wallet of the platform’s own active', async () => {
    const owner = solanaOwner()
    const { body } = await wallet(owner, 'platform')
    expectRefusal(await verify(body.id, 'x', {}, 'platform'), 409, 'CONFLICT')
    const { body: asked } = await challenge(body.id, 'WALLET_SIGNATURE', 'platform')
    const answer = await verify(body.id, owner.sign(String(asked.messageToSign)), {}, 'platform')
    expect([answer.status, answer.body]).toEqual([200, { ...body, status: 'ACTIVE' }])
  })
})
