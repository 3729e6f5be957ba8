/** Transfers in and out of a customer’s accounts. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aCustomer, accountOf, untilEnded } from '../../../payments/customers.ts'
import { anExternalAccount, shown } from '../../../support/builders.ts'
import { sparkAddress } from '../../../support/sandboxNumbers.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'
import { ada, bank, meetAda, transferBody } from '../payer.ts'

/** What is wrong with transfers in either direction. */
function describeTransferInput(path: string, body: (more?: object) => object): void {
  test('every wrong field is named, and nothing moves', async () => {
    await leavesNothing(async () => {
      expect(fieldsOf(await call('POST', path, {}))).toEqual({
        source: 'required',
        destination: 'required',
        amount: 'required',
      })
      for (const amount of [0, -1, 1.5, 9_000_000_000_000_001, '10', null]) {
        expect(Object.keys(fieldsOf(await call('POST', path, body({ amount }))))).toEqual([
          'amount',
        ])
      }
    })
  })

  test('accounts that are not there, or not on that side', async () => {
    const usd = accountOf(ada, 'USD').id
    const none = [`ExternalAccount:${randomUUID()}`, `InternalAccount:${randomUUID()}`, 'x']
    for (const id of none) {
      expectRefusal(await call('POST', path, transferBody(id, usd)), 404, 'ACCOUNT_NOT_FOUND')
      expectRefusal(await call('POST', path, transferBody(usd, id)), 404, 'ACCOUNT_NOT_FOUND')
    }
    const swapped = path === '/transfer-in' ? [usd, bank.id] : [bank.id, usd]
    expectRefusal(
      await call('POST', path, transferBody(...(swapped as [string, string]))),
      404,
      'ACCOUNT_NOT_FOUND',
    )
  })

  test('a key stands for one transfer', async () => {
    const key = randomUUID()
    const once = (more: object = {}) => call('POST', path, body(more), { 'Idempotency-Key': key })
    const first = shown('transfer', await once(), 201)
    await untilEnded(ada.api, first.id)
    const replay = await once()
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true')
    expect(replay.body).toEqual(first)
    expectRefusal(await once({ amount: 1_001 }), 409, 'DUPLICATE_PAY_REQUEST')
  })

  test('beyond the corridor’s maximum', async () => {
    const answer = await call('POST', path, body({ amount: 100_000_001 }))
    expectRefusal(answer, 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
  })
}

describeOperation('createTransferIn', () => {
  beforeAll(meetAda)
  const body = (more: object = {}): object => transferBody(bank.id, accountOf(ada, 'USD').id, more)
  describeTransferInput('/transfer-in', body)

  test('one currency, and an account that can be pulled', async () => {
    const wallet = accountOf(ada, 'USDB').id
    expectRefusal(
      await call('POST', '/transfer-in', transferBody(bank.id, wallet)),
      400,
      'INVALID_CURRENCY',
    )
    const spark = await call('POST', '/customers/external-accounts', {
      customerId: ada.customer.id,
      currency: 'USDB',
      accountInfo: { accountType: 'SPARK_WALLET', address: sparkAddress() },
    })
    const answer = await call(
      'POST',
      '/transfer-in',
      transferBody(shown('spark', spark, 201).id, wallet),
    )
    expect(fieldsOf(answer)).toEqual({ 'source.accountId': 'enum' })
  })
})

describeOperation('createTransferOut', () => {
  beforeAll(meetAda)
  const body = (more: object = {}): object => transferBody(accountOf(ada, 'USD').id, bank.id, more)
  describeTransferInput('/transfer-out', body)

  test('a rail of the destination, a remittance that fits, a purpose that exists', async () => {
    const answer = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      remittanceInformation: 'x'.repeat(81),
      purposeOfPayment: 'FUN',
    })
    expect(fieldsOf(answer)).toEqual({
      remittanceInformation: 'maxLength',
      purposeOfPayment: 'enum',
    })
    const wrongRail = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      destination: { accountId: bank.id, paymentRail: 'SEPA' },
    })
    expect(fieldsOf(wrongRail)).toEqual({ 'destination.paymentRail': 'enum' })
  })

  test('a wallet must sign; too little money; nothing left after the fees', async () => {
    const { wallet } = service().mine
    const signed = await call('POST', '/transfer-out', transferBody(wallet.id, bank.id))
    expect(fieldsOf(signed)).toEqual({ 'source.accountId': 'const' })
    const poor = await aCustomer(service().stack)
    const account = await anExternalAccount(poor.api, poor.customer)
    const answer = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(poor, 'USD').id, account.id),
    )
    expectRefusal(answer, 400, 'INSUFFICIENT_FUNDS')
    const tiny = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(poor, 'USD').id, account.id, { amount: 1 }),
    )
    expectRefusal(tiny, 400, 'INVALID_AMOUNT')
  })
})
