import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { listed } from '../../../support/builders.ts'
import { sparkAddress } from '../../../support/sandboxNumbers.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

describeOperation('estimateCryptoWithdrawalFee', () => {
  const spark = 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9'
  const estimate = (fields: object = {}): Promise<Answer> =>
    call('POST', '/crypto/estimate-withdrawal-fee', {
      internalAccountId: service().mine.wallet.id,
      currency: 'USDB',
      cryptoNetwork: 'SPARK',
      amount: 5_000_000,
      destinationAddress: spark,
      ...fields,
    })

  test('is what a quote would take and deliver', async () => {
    const { status, body } = await estimate()
    expect([status, body]).toEqual([
      200,
      {
        networkFee: 0,
        networkFeeAsset: 'BTC',
        applicationFee: 10_000,
        totalFee: 10_000,
        netAmount: 4_990_000,
      },
    ])
    const { customer, wallet } = service().mine
    const account = await call('POST', '/customers/external-accounts', {
      customerId: customer.id,
      currency: 'USDB',
      accountInfo: { accountType: 'SPARK_WALLET', address: sparkAddress() },
    })
    const quote = await call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: account.body.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000_000,
    })
    expect(quote.body).toMatchObject({ totalReceivingAmount: 4_990_000, feesIncluded: 10_000 })
  })

  test('the account must be ours and hold the currency; the amount must be payable', async () => {
    const { theirs, mine } = service()
    for (const internalAccountId of [theirs.wallet.id, `InternalAccount:${randomUUID()}`, 'x']) {
      expectRefusal(await estimate({ internalAccountId }), 404, 'ACCOUNT_NOT_FOUND')
    }
    expectRefusal(await estimate({ currency: 'BTC' }), 400, 'INVALID_CURRENCY')
    expectRefusal(await estimate({ amount: 10_000 }), 400, 'INVALID_AMOUNT')
    const above = await estimate({ amount: 1_000_000_000_001 })
    expectRefusal(above, 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
    const list = await call(
      'GET',
      `/internal-accounts?customerId=${mine.customer.id}&currency=USDC`,
    )
    const [usdc] = listed(list)
    const solana = await estimate({
      internalAccountId: usdc?.id,
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      destinationAddress: '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH',
    })
    expect([solana.status, solana.body.networkFeeAsset]).toEqual([200, 'SOL'])
  })

  test('every field that is wrong, in form or meaning, is named in one answer', async () => {
    expect(
      fieldsOf(await estimate({ amount: 0, cryptoNetwork: 'BASE', destinationAddress: 'x' })),
    ).toEqual({
      amount: 'exclusiveMinimum',
      currency: 'enum',
      destinationAddress: 'format',
    })
    expect(fieldsOf(await estimate({ cryptoNetwork: 'BITCOIN', amount: undefined }))).toEqual({
      amount: 'required',
      cryptoNetwork: 'enum',
    })
  })
})
