/** Customers whose verification is not done, or went wrong, receive and do not pay. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, executeQuote } from '../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aQuote,
  ledgerHolds,
  type Resource,
  shown,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  from,
  funding,
  lookUpUma,
  to,
  untilEnded,
} from './customers.ts'

let stack: SharedStack

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const codeOf = ({ status, body }: Answer): unknown => [status, body.code]
const NOT_READY = [403, 'USER_NOT_READY']
const NOT_VERIFIED = [403, 'CUSTOMER_NOT_VERIFIED']

const setKycStatus = (customerId: string, status: string): Promise<unknown> =>
  withClient(stack.databaseUrl, (client) =>
    client.query('update customers set kyc_status = $2 where id = $1', [
      customerId.split(':')[1],
      status,
    ]),
  )

describe.each(['UNVERIFIED', 'PENDING', 'REJECTED', 'HOLD'])('a customer who is %s', (status) => {
  test('cannot send by any operation', async () => {
    const holder = await aFundedCustomer(stack, 'USD', 100_000n)
    const { api, customer } = holder
    const bank = await anExternalAccount(api, customer)
    const usd = accountOf(holder, 'USD')
    const before = [
      shown('quote', await askQuote(api, from(usd), to(bank), 1_000), 201),
      shown(
        'funded quote',
        await askQuote(api, funding('USD', { customerId: customer.id }), to(bank), 1_000),
        201,
      ),
    ] as const
    await setKycStatus(customer.id, status)
    const transfer = {
      source: { accountId: usd.id },
      destination: { accountId: bank.id },
      amount: 100,
    }
    const back = { source: { accountId: bank.id }, destination: { accountId: usd.id }, amount: 100 }
    const answers = [
      await askQuote(api, from(usd), to(bank), 1_000),
      await askQuote(api, from(usd), to(bank), 1_000, { immediatelyExecute: true }),
      await askQuote(api, funding('USD', { customerId: customer.id }), to(bank), 1_000),
      await api.call('POST', '/transfer-out', transfer),
      await api.call('POST', '/transfer-in', back),
      await api.call('POST', `/quotes/${before[0].id}/execute`),
      await api.call('POST', '/sandbox/send', { quoteId: before[1].id, currencyCode: 'USD' }),
    ]
    const refused = status === 'UNVERIFIED' ? NOT_VERIFIED : NOT_READY
    expect(answers.map(codeOf)).toEqual(answers.map(() => refused))
    expect(await amountsOf(api, usd)).toEqual({ spendable: 100_000, total: 100_000 })
    await setKycStatus(customer.id, 'APPROVED')
    const executed = await api.call('POST', `/quotes/${before[0].id}/execute`)
    expect(executed.status).toBe(200)
  })
})

test.each([
  ['APPLICANT_SANCTIONED', [403, 'SANCTION_BLOCKED']],
  ['APPLICANT_FRAUD', NOT_READY],
])('a customer who is rejected as %s is refused with %j', async (type, refused) => {
  const holder = await aFundedCustomer(stack, 'USD', 100_000n)
  const { api, customer } = holder
  const bank = await anExternalAccount(api, customer)
  const errors = [{ resourceId: customer.id, type, reason: 'The verification was refused.' }]
  await withClient(stack.databaseUrl, (client) =>
    client.query(
      `insert into verifications (id, platform_id, customer_id, status, errors, is_with_vendor)
       select $1, platform_id, id, 'REJECTED', $3, false from customers where id = $2`,
      [randomUUID(), customer.id.split(':')[1], JSON.stringify(errors)],
    ),
  )
  await setKycStatus(customer.id, 'REJECTED')
  expect(codeOf(await askQuote(api, from(accountOf(holder, 'USD')), to(bank), 1_000))).toEqual(
    refused,
  )
})

test('the signature of a wallet does not replace the verification', async () => {
  const owner = await aLoggedInWallet(stack)
  const quote = await aQuote(owner)
  await setKycStatus(owner.customer.id, 'REJECTED')
  const key = randomUUID()
  const refused = await executeQuote(owner.api, owner.device, quote, key)
  expect(codeOf(refused)).toEqual(NOT_READY)
  await setKycStatus(owner.customer.id, 'APPROVED')
  const executed = await executeQuote(owner.api, owner.device, quote, key)
  expect(executed.status).toBe(200)
})

test('nobody exports the mnemonic of a customer who may not pay', async () => {
  const { api, customer, wallet, device } = await aLoggedInWallet(stack, { minor: 0n })
  const path = `/internal-accounts/${wallet.id}/export`
  const body = { clientPublicKey: createDevice().publicKeyUncompressed }
  const before = shown('challenge', await api.call('POST', path, body), 202)
  await setKycStatus(customer.id, 'REJECTED')
  expect(codeOf(await api.call('POST', path, body))).toEqual(NOT_READY)
  const retry = await api.call('POST', path, body, {
    'Service-Wallet-Signature': await device.stamp(String(before.payloadToSign)),
    'Request-Id': String(before.requestId),
  })
  expect(codeOf(retry)).toEqual(NOT_READY)
})

test("what comes to a rejected customer's address does not go on to its bank", async () => {
  const [payer, receiver] = [await aFundedCustomer(stack, 'USD', 10_000n), await aCustomer(stack)]
  const deposit = await anExternalAccount(receiver.api, receiver.customer)
  const usd = accountOf(receiver, 'USD')
  await withClient(stack.databaseUrl, (client) =>
    client.query('update external_accounts set default_uma_deposit_account = true where id = $1', [
      deposit.id.split(':')[1],
    ]),
  )
  const umaAddress = receiver.customer.umaAddress
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' }
  const quote = async (): Promise<Resource> => {
    const { lookupId } = await lookUpUma(payer, umaAddress)
    const source = from(accountOf(payer, 'USD'))
    return shown('quote', await askQuote(payer.api, source, destination, 1_000, { lookupId }), 201)
  }
  const before = await quote()
  await setKycStatus(receiver.customer.id, 'REJECTED')
  const refused = await payer.api.call('POST', `/quotes/${before.id}/execute`)
  expect(codeOf(refused)).toEqual([409, 'CONFLICT'])
  const paid = await quote()
  shown('execute', await payer.api.call('POST', `/quotes/${paid.id}/execute`), 200)
  expect((await untilEnded(payer.api, paid.transactionId)).status).toBe('COMPLETED')
  expect((await amountsOf(receiver.api, usd)).spendable).toBe(1_000)
})

test('a rejected customer still receives', async () => {
  const [payer, receiver] = [await aFundedCustomer(stack, 'USD', 10_000n), await aCustomer(stack)]
  await setKycStatus(receiver.customer.id, 'REJECTED')
  const path = `/receiver/uma/${encodeURIComponent(String(receiver.customer.umaAddress))}`
  const { body } = await payer.api.call('GET', `${path}?customerId=${payer.customer.id}`)
  const destination = {
    destinationType: 'UMA_ADDRESS',
    umaAddress: receiver.customer.umaAddress,
    currency: 'USD',
  }
  const paid = await askQuote(payer.api, from(accountOf(payer, 'USD')), destination, 1_000, {
    lookupId: body.lookupId,
    immediatelyExecute: true,
  })
  const ended = await untilEnded(payer.api, shown('quote', paid, 201).transactionId)
  expect(ended.status).toBe('COMPLETED')
  const incoming = await receiver.api.call('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.money',
    customerId: receiver.customer.id,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 500,
  })
  await untilEnded(receiver.api, shown('incoming', incoming, 200).id)
  expect((await amountsOf(receiver.api, accountOf(receiver, 'USD'))).spendable).toBe(1_500)
})
