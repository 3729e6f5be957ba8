import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleInfo, variantNamed } from '../../../support/accountBodies.ts'
import { aCustomerBody, listed, type Resource, shown } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, leavesNothing } from '../../service.ts'

async function aCustomer(fields: object = {}): Promise<Resource> {
  return shown('customer', await call('POST', '/customers', aCustomerBody({ ...fields })), 201)
}

const erase = (id: string): ReturnType<typeof call> => call('DELETE', `/customers/${id}`)

describeOperation('deleteCustomerById', () => {
  test('answers the record, hides it from lists and is refused the second time', async () => {
    const customer = await aCustomer()
    const bank = await call('POST', '/customers/external-accounts', {
      ...{
        customerId: customer.id,
        currency: 'USD',
        accountInfo: exampleInfo(variantNamed('USD_ACCOUNT')),
      },
    })
    const deleted = await erase(customer.id)
    expect(deleted.status).toBe(200)
    expect(deleted.body).toMatchObject({
      ...customer,
      isDeleted: true,
      updatedAt: deleted.body.updatedAt,
    })
    expectRefusal(await erase(customer.id), 410, 'CUSTOMER_DELETED')
    expect((await call('GET', `/customers/${customer.id}`)).body).toEqual(deleted.body)
    const named = `/customers?platformCustomerId=${customer.platformCustomerId}`
    expect(listed(await call('GET', named))).toEqual([])
    expect(listed(await call('GET', `${named}&isIncludingDeleted=true`))).toEqual([deleted.body])
    const accounts = listed(await call('GET', `/internal-accounts?customerId=${customer.id}`))
    expect(accounts.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
    expect((await call('GET', `/customers/external-accounts/${bank.body.id}`)).status).toBe(404)
    const wallet = accounts.find(({ type }) => type === 'EMBEDDED_WALLET')
    expect(listed(await call('GET', `/auth/credentials?accountId=${wallet?.id}`))).toEqual([])
    const again = aCustomerBody({ platformCustomerId: customer.platformCustomerId })
    expect((await call('POST', '/customers', again)).status).toBe(201)
  })

  test('nothing is made for a deleted customer, and its address is nobody else’s', async () => {
    const customer = await aCustomer()
    await erase(customer.id)
    const customerId = customer.id
    await leavesNothing(async () => {
      const change = { customerType: 'INDIVIDUAL', fullName: 'Ada' }
      expectRefusal(await call('PATCH', `/customers/${customerId}`, change), 404, 'USER_NOT_FOUND')
      const account = {
        customerId,
        currency: 'USD',
        accountInfo: exampleInfo(variantNamed('USD_ACCOUNT')),
      }
      expectRefusal(
        await call('POST', '/customers/external-accounts', account),
        404,
        'USER_NOT_FOUND',
      )
      const taken = aCustomerBody({ umaAddress: customer.umaAddress })
      expectRefusal(await call('POST', '/customers', taken), 409, 'UMA_ADDRESS_EXISTS')
      const address = encodeURIComponent(String(customer.umaAddress))
      expect((await call('GET', `/receiver/uma/${address}?customerId=${customerId}`)).status).toBe(
        404,
      )
    })
  })

  test('is refused while there is a balance', async () => {
    const customer = await aCustomer()
    const accounts = listed(await call('GET', `/internal-accounts?customerId=${customer.id}`))
    const fiat = accounts.find(({ type }) => type === 'INTERNAL_FIAT') as Resource
    const funded = await call('POST', `/sandbox/internal-accounts/${fiat.id}/fund`, { amount: 500 })
    expect(funded.status).toBe(200)
    await leavesNothing(async () => {
      expectRefusal(await erase(customer.id), 409, 'CONFLICT')
    })
  })

  test.each([`Customer:${randomUUID()}`, 'Customer:x', randomUUID()])(
    '%s names nobody',
    async (id) => {
      expectRefusal(await erase(id), 404, 'USER_NOT_FOUND')
    },
  )

  test('of many at one instant, one deletes', async () => {
    const customer = await aCustomer()
    const answers = await Promise.all(Array.from({ length: 5 }, () => erase(customer.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
  })
})
