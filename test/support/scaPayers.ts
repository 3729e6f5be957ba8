/** Customers in a region of strong authentication, who have logged in, and their proofs. */
import { randomUUID } from 'node:crypto'
import type { PlatformCredentials } from '../../db/platforms.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aPasskey, type Ceremony, type Passkey } from '../../scripts/serviceDriver/authenticator.ts'
import { rowsOf } from '../durability/payments.ts'
import { accountOf, aFundedCustomer, from, type TestCustomer, to } from '../payments/customers.ts'
import { anExternalAccount, type Resource, shown } from './builders.ts'
import { ibanLike } from './sandboxNumbers.ts'
import { assertionOf, CODE } from './sca.ts'
import type { SharedStack } from './stack.ts'

export type ScaPayer = TestCustomer & {
  /** With money, in dollars. */
  readonly source: Resource
  readonly bank: Resource
}

type PayerOptions = {
  readonly platform?: PlatformCredentials
  readonly region?: string
  readonly minor?: bigint
}

/** A customer with money and a bank account, a verified phone number and a live login. */
export async function aScaPayer(
  stack: SharedStack,
  { platform, region = 'DE', minor = 1_000_000n }: PayerOptions = {},
): Promise<ScaPayer> {
  const phoneNumber = `+49170${Math.floor(1e7 + Math.random() * 8e7)}`
  const fields = { region, phoneNumber }
  const payer = await aFundedCustomer(stack, 'USD', minor, {
    ...(platform && { platform }),
    fields,
  })
  await verifyAndLogIn(stack, payer.customer)
  const bank = await anExternalAccount(payer.api, payer.customer)
  return { ...payer, source: accountOf(payer, 'USD'), bank }
}

/** As the customer's own verification of its number, and its login, would leave it. */
export async function verifyAndLogIn(stack: SharedStack, customer: Resource): Promise<void> {
  const uuid = customer.id.split(':')[1]
  await rowsOf(stack, 'update customers set phone_verified_at = service_now() where id = $1', [
    uuid,
  ])
  await rowsOf(
    stack,
    `insert into sca_sessions (id, platform_id, customer_id, factor, expires_at)
      select $2, platform_id, id, 'SMS_OTP', service_now() + interval '180 days' from customers where id = $1`,
    [uuid, randomUUID()],
  )
}

/** Ends the customer's logins. */
export async function logOut(stack: SharedStack, customer: Resource): Promise<void> {
  await rowsOf(stack, 'select end_sca_sessions($1)', [customer.id.split(':')[1]])
}

/** Enrols a passkey of the customer, at any port of localhost. */
export async function aPasskeyFactor(stack: SharedStack, customer: Resource): Promise<Passkey> {
  const passkey = aPasskey()
  await rowsOf(
    stack,
    `insert into sca_factors (id, platform_id, customer_id, type, status, credential_id, public_key, counter, rp_id)
      select $2, platform_id, id, 'PASSKEY', 'ACTIVE', $3, $4, 0, 'localhost' from customers where id = $1`,
    [customer.id.split(':')[1], randomUUID(), passkey.credentialId, passkey.publicKey],
  )
  return passkey
}

/** A bank account of the payer in another currency than its money. */
export async function aEuroAccount({ api, customer }: TestCustomer): Promise<Resource> {
  const answer = await api.call('POST', '/customers/external-accounts', {
    customerId: customer.id,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: ibanLike('DE89370400440532013000', '789'),
      beneficiary: {
        ...{ beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
        address: { line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
      },
    },
  })
  return shown('account', answer, 201)
}

/** A quote out of the payer's account, by default to its bank. */
export async function aPayerQuote(
  { api, source, bank }: Pick<ScaPayer, 'api' | 'source' | 'bank'>,
  more: { readonly destination?: object; readonly fields?: object } = {},
): Promise<Resource> {
  const answer = await api.call('POST', '/quotes', {
    source: from(source),
    destination: more.destination ?? to(bank),
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
    ...more.fields,
  })
  return shown('quote', answer, 201)
}

export function executeQuote(
  api: ApiClient,
  quote: { readonly id: string },
  body?: object,
  headers?: Record<string, string>,
): Promise<Answer> {
  return api.call('POST', `/quotes/${quote.id}/execute`, body, headers)
}

export function authorize(
  api: ApiClient,
  quote: { readonly id: string },
  body: object = { code: CODE },
): Promise<Answer> {
  return api.call('POST', `/quotes/${quote.id}/authorize`, body)
}

type PasskeyChallenge = {
  readonly passkeyAssertionOptions: { readonly challenge: string }
}

/** The body that answers a challenge with a passkey. */
export function assertionOver(
  passkey: Passkey,
  challenge: unknown,
  ceremony: Ceremony = {},
): { readonly passkeyAssertion: object; readonly origin: string } {
  const { passkeyAssertionOptions: options } = challenge as PasskeyChallenge
  return {
    origin: ceremony.origin ?? 'http://localhost',
    passkeyAssertion: assertionOf(passkey, options, ceremony),
  }
}

/** Trusts, or trusts no longer, an external account of the customer. */
export async function changeTrust(
  api: ApiClient,
  account: { readonly id: string },
  verb: 'trust' | 'untrust' = 'trust',
): Promise<void> {
  const path = `/customers/external-accounts/${account.id}/${verb}`
  shown('start', await api.call('POST', path), 200)
  shown('confirm', await api.call('POST', `${path}/confirm`, { code: CODE }), 200)
}
