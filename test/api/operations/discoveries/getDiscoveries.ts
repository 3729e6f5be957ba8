import { expect, test } from 'vitest'
import { variants } from '../../../../contract/externalAccounts.ts'
import { call, describeOperation, fieldsOf } from '../../service.ts'

describeOperation('getDiscoveries', () => {
  const names = async (query: string): Promise<unknown[]> =>
    ((await call('GET', `/discoveries?${query}`)).body.data as { bankName: string }[]).map(
      ({ bankName }) => bankName,
    )

  test('banks of a country, of a currency, of both, and all', async () => {
    const all = await call('GET', '/discoveries')
    expect(all.status).toBe(200)
    expect(Object.keys(all.body)).toEqual(['data'])
    expect(await names('country=CN')).toEqual(expect.arrayContaining(['AliPay', 'WechatPay']))
    expect(await names('currency=NGN')).toEqual(await names('country=NG'))
    expect(await names('country=NG&currency=PHP')).toEqual([])
    expect(fieldsOf(await call('GET', '/discoveries?country=ZZ&currency=x'))).toEqual({
      country: 'format',
      currency: 'format',
    })
  })

  test('every variant that needs a bank’s name finds one, and those of Israel and Turkey do', async () => {
    const needing = variants.filter(
      ({ accountType, required }) =>
        (required.includes('bankName') && accountType !== 'SWIFT_ACCOUNT') ||
        ['ILS_ACCOUNT', 'TRY_ACCOUNT'].includes(accountType),
    )
    expect(needing.length).toBeGreaterThan(10)
    for (const { currencies, properties } of needing) {
      const found = await names(`currency=${currencies[0]}`)
      expect(found).toContain(properties.bankName?.example)
    }
  })
})
