/** Customers who are created without a contact: their wallet is made with the first one. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { executeQuote, logIn } from '../../scripts/serviceDriver/device.ts'
import { untilEnded } from '../payments/customers.ts'
import {
  anExternalAccount,
  apiOf,
  aQuote,
  fund,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

let stack: SharedStack
let api: ApiClient

beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
})
afterAll(() => stack?.stop())

const INDIVIDUAL = { customerType: 'INDIVIDUAL' }
const anEmail = (): string => `first-${randomUUID().slice(0, 8)}@example.com`
const aPhoneNumber = (): string => `+1415${Math.floor(2_000_000 + Math.random() * 7_999_999)}`

type Holder = { readonly customer: Resource; readonly wallet: Resource }

async function create(fields: object): Promise<Holder> {
  const customer = shown('customer', await api.call('POST', '/customers', fields), 201)
  return { customer, wallet: await walletOf(customer) }
}

async function walletOf(customer: { readonly id: string }): Promise<Resource> {
  const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
  const [wallet] = listed(await api.call('GET', path))
  if (wallet === undefined) throw new Error('no wallet')
  return wallet
}

const patch = ({ customer }: Holder, fields: object): Promise<Answer> =>
  api.call('PATCH', `/customers/${customer.id}`, { ...INDIVIDUAL, ...fields })

const credentialsOf = async ({ wallet }: Holder): Promise<Resource[]> =>
  listed(await api.call('GET', `/auth/credentials?accountId=${wallet.id}`))

async function logsInAndPays(holder: Holder, type: 'EMAIL_OTP' | 'SMS_OTP'): Promise<void> {
  const wallet = await waitUntil('the wallet is active', async () => {
    const now = await walletOf(holder.customer)
    return now.status === 'ACTIVE' ? now : undefined
  })
  const credentials = await credentialsOf(holder)
  expect(credentials.map((credential) => credential.type)).toEqual([type])
  const { otp } = await aSandboxControl(stack).signers()
  const login = { credentialId: credentials[0]?.id ?? '', otpSigner: otp, type }
  const device = await logIn(api, login)
  await fund(api, wallet, 10_000_000n)
  const account = await anExternalAccount(api, holder.customer)
  const quote = await aQuote({ api, wallet, account })
  const executed = await executeQuote(api, device, quote, randomUUID())
  expect(executed.status).toBe(200)
  expect(await untilEnded(api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
}

describe('without a contact', () => {
  test('the wallet waits, without an alarm; an email makes it, and its owner logs in and pays', async () => {
    const holder = await create(INDIVIDUAL)
    expect([holder.wallet.status, await credentialsOf(holder)]).toEqual(['PENDING', []])
    const bank = await anExternalAccount(api, holder.customer)
    const answers = [
      await api.call('POST', `/sandbox/internal-accounts/${holder.wallet.id}/fund`, { amount: 5 }),
      await api.call('POST', '/quotes', {
        source: { sourceType: 'ACCOUNT', accountId: holder.wallet.id },
        destination: { destinationType: 'ACCOUNT', accountId: bank.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000_000,
      }),
      await api.call('POST', '/auth/credentials', {
        type: 'EMAIL_OTP',
        accountId: holder.wallet.id,
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'WALLET_NOT_PROVISIONED']),
    )
    expect(await openRowsOf(holder)).toEqual([])
    expect((await patch(holder, { fullName: 'Ada King' })).status).toBe(200)
    expect((await walletOf(holder.customer)).status).toBe('PENDING')
    const email = anEmail()
    const changed = await patch(holder, { email })
    expect([changed.status, changed.body.email]).toEqual([200, email])
    await logsInAndPays(holder, 'EMAIL_OTP')
  })

  test('a phone number does as well, also at the creation', async () => {
    const holder = await create(INDIVIDUAL)
    expect((await patch(holder, { phoneNumber: aPhoneNumber() })).status).toBe(200)
    await logsInAndPays(holder, 'SMS_OTP')
    await logsInAndPays(await create({ ...INDIVIDUAL, phoneNumber: aPhoneNumber() }), 'SMS_OTP')
  })

  test('both may come in one change; the email is the credential', async () => {
    const holder = await create(INDIVIDUAL)
    const both = { email: anEmail(), phoneNumber: aPhoneNumber() }
    expect((await patch(holder, both)).body).toMatchObject(both)
    await logsInAndPays(holder, 'EMAIL_OTP')
  })

  test('of fifty first contacts sent at once one becomes the credential', async () => {
    const holder = await create(INDIVIDUAL)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patch(holder, { email: `${index}-${anEmail()}` })),
    )
    const changed = answers.filter(({ status }) => status === 200)
    expect(changed).toHaveLength(1)
    for (const { status } of answers) expect([200, 202, 409]).toContain(status)
    const [credential] = await credentialsOf(holder)
    expect(credential?.nickname).toBe(changed[0]?.body.email)
    const stored = await api.call('GET', `/customers/${holder.customer.id}`)
    expect(stored.body.email).toBe(credential?.nickname)
    await logsInAndPays(holder, 'EMAIL_OTP')
  })

  const openRowsOf = ({ customer }: Holder): Promise<unknown[]> =>
    withClient(stack.databaseUrl, async (client) => {
      const { rows } = await client.query(
        `select kind from ${openRows()} where start_row(kind, id, number) ->> 'customer_id' = $1`,
        [customer.id.split(':')[1]],
      )
      return rows
    })
})

describe('a contact', () => {
  test('belongs to one credential: creation, change and a further credential refuse another customer’s', async () => {
    const [email, phoneNumber] = [anEmail(), aPhoneNumber()]
    await create({ ...INDIVIDUAL, email })
    await create({ ...INDIVIDUAL, phoneNumber })
    const bare = await create(INDIVIDUAL)
    const taken = [
      await api.call('POST', '/customers', { ...INDIVIDUAL, email: email.toUpperCase() }),
      await patch(bare, { email: email.toUpperCase() }),
    ]
    for (const { status, body } of taken) {
      expect([status, body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'])
    }
    for (const answer of [
      await api.call('POST', '/customers', { ...INDIVIDUAL, phoneNumber }),
      await patch(bare, { phoneNumber }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([
        409,
        'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
      ])
    }
    // Not linked, a phone number is data like any other; as a credential it is refused.
    const other = await create({ ...INDIVIDUAL, email: anEmail(), phoneNumber })
    await waitUntil('active', async () => (await walletOf(other.customer)).status === 'ACTIVE')
    const added = await api.call('POST', '/auth/credentials', {
      type: 'SMS_OTP',
      accountId: other.wallet.id,
    })
    expect([added.status, added.body.code]).toEqual([409, 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'])
  })

  test('of fifty customers with one email, sent at once, one is created', async () => {
    const email = anEmail()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call('POST', '/customers', { ...INDIVIDUAL, email })),
    )
    for (const { status, body } of answers) {
      // A busy service answers 503, also of the one that it creates.
      if (status === 201 || status === 503) continue
      expect([status, body.code]).toEqual([409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS'])
    }
    const all = await waitUntil('it is created', async () => {
      const customers = listed(await api.call('GET', '/customers?limit=100'))
      const found = customers.filter((customer) => customer.email === email)
      return found.length > 0 ? found : undefined
    })
    expect(all).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThan(2)
  })

  test('that a credential is linked to is changed without other contacts', async () => {
    const holder = await create({ ...INDIVIDUAL, email: anEmail() })
    await waitUntil('active', async () => (await walletOf(holder.customer)).status === 'ACTIVE')
    const { email } = holder.customer
    for (const both of [
      { email: anEmail(), phoneNumber: aPhoneNumber() },
      { email, phoneNumber: aPhoneNumber() },
    ]) {
      const { status, body } = await patch(holder, both)
      const { errors } = body.details as { errors: { field: string }[] }
      expect([status, errors.map(({ field }) => field)]).toEqual([400, ['phoneNumber']])
    }
    const phoneNumber = aPhoneNumber()
    expect((await patch(holder, { phoneNumber })).status).toBe(200)
    // Nothing changes.
    expect((await patch(holder, { email, phoneNumber })).status).toBe(200)
  })
})
