/** UMA addresses looked up before they are paid. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aCustomer } from '../../../payments/customers.ts'
import { aCustomerBody, apiOf, shown } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'
import { ada, meetAda } from '../payer.ts'

describeOperation('lookupUma', () => {
  beforeAll(meetAda)
  const lookUp = (address: unknown, query = `customerId=${ada.customer.id}`): Promise<Answer> =>
    call('GET', `/receiver/uma/${encodeURIComponent(String(address))}?${query}`)

  test('a customer here, in any spelling, and a counterparty of the sandbox', async () => {
    const bob = await aCustomer(service().stack)
    const { status, body } = await lookUp(String(bob.customer.umaAddress).toUpperCase())
    expect([status, body.receiverUmaAddress]).toEqual([200, bob.customer.umaAddress])
    const outside = await lookUp('$success.mxn@sandbox.uma.money')
    expect(outside.body).toMatchObject({
      supportedCurrencies: [{ currency: { code: 'MXN' }, min: 1 }],
      requiredPayerDataFields: [],
      lookupId: expect.stringMatching(/^Lookup:/),
    })
  })

  test('no address, nobody, oneself, another domain, no sender', async () => {
    for (const address of ['ada', '$ada', 'ada@x.example', '$a b@x.example', '$@x']) {
      expectRefusal(await lookUp(address), 400, 'INVALID_UMA_ADDRESS')
    }
    expectRefusal(await lookUp('$nobody@sandbox.uma.money'), 404, 'UMA_NOT_FOUND')
    expectRefusal(await lookUp(ada.customer.umaAddress), 400, 'SELF_PAYMENT')
    expectRefusal(await lookUp('$bob@bank.example'), 424, 'LNURLP_REQUEST_FAILED')
    const good = '$success.usd@sandbox.uma.money'
    expect(fieldsOf(await lookUp(good, ''))).toEqual({ customerId: 'oneOf' })
    expectRefusal(await lookUp(good, `customerId=Customer:${randomUUID()}`), 404, 'USER_NOT_FOUND')
  })

  test('a provider that is blocked, until it is allowed again', async () => {
    const domain = `${randomUUID()}.example`
    const { UmaProvider } = service().database.models
    const entry = { environment: 'SANDBOX', domain, name: 'x', logoUrl: null, lei: null } as const
    const put = (isAllowed: boolean): Promise<unknown> =>
      UmaProvider.upsert({ ...entry, regions: ['US'], currencies: ['USD'], isAllowed })
    await put(false)
    expectRefusal(await lookUp(`$bob@${domain}`), 403, 'COUNTERPARTY_NOT_ALLOWED')
    await put(true)
    // The sandbox's rail does not know it.
    expectRefusal(await lookUp(`$bob@${domain}`), 424, 'LNURLP_REQUEST_FAILED')
    await UmaProvider.destroy({ where: { domain } })
  })

  test('a customer of the production side is nobody here: sandbox money stays sandbox money', async () => {
    const { stack, production } = service()
    const created = await apiOf(stack, production).call('POST', '/customers', aCustomerBody())
    const real = shown('production customer', created, 201)
    expectRefusal(await lookUp(real.umaAddress), 424, 'LNURLP_REQUEST_FAILED')
  })

  test('a customer whose accounts are all closed receives nothing', async () => {
    const bob = await aCustomer(service().stack)
    await service().database.query({
      text: `update internal_accounts set status = 'FROZEN' where 'Customer:' || customer_id = $1`,
      values: [bob.customer.id],
    })
    expectRefusal(await lookUp(bob.customer.umaAddress), 400, 'INVALID_RECEIVER')
  })
})
