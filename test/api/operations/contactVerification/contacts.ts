import { expect, test } from 'vitest'
import { aCustomerBody, shown, waitUntil } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { anUnverifiedCustomer, aPhoneNumber, CODE, WRONG_CODE } from '../../../support/sca.ts'
import {
  aFreshPlatform,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const UNKNOWN = 'Customer:00000000-0000-4000-8000-000000000000'

/** As if it had been sent longer ago. */
async function age(customerId: string, interval: string): Promise<void> {
  await service().database.query({
    text: `update sca_challenges set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
      where customer_id = $1`,
    values: [customerId.replace('Customer:', ''), interval],
  })
}

for (const [kind, member] of [
  ['Email', 'email'],
  ['Phone', 'phone'],
] as const) {
  const send = (id: string): string => `/customers/${id}/verify-${member}`
  const confirm = (id: string): string => `${send(id)}/confirm`
  const contactOf = (customer: object): string =>
    String((customer as Record<string, unknown>)[kind === 'Email' ? 'email' : 'phoneNumber'])

  describeOperation(`sendCustomer${kind}Verification`, () => {
    test('sends a code that the sandbox captures', async () => {
      const { api, customer } = await anUnverifiedCustomer(service().api)
      expect(customer.contactVerification).toEqual({ email: 'PENDING', phone: 'PENDING' })
      const answer = await api.call('POST', send(customer.id))
      expect([answer.status, answer.body]).toEqual([204, {}])
      const mails = await waitUntil('the code is sent', async () => {
        const found = await aSandboxControl(service().stack).mails(contactOf(customer))
        const own = found.filter((mail) => 'text' in mail && String(mail.text).includes('confirms'))
        return own.length > 0 ? own : undefined
      })
      expect(mails).toEqual([
        expect.objectContaining({
          channel: kind === 'Email' ? 'EMAIL' : 'SMS',
          to: contactOf(customer),
          code: CODE,
        }),
      ])
    })

    test('again after 60 seconds, five times in 24 hours', async () => {
      const { api, customer } = await anUnverifiedCustomer(service().api)
      const sent = async (): Promise<number> => (await api.call('POST', send(customer.id))).status
      expect(await sent()).toBe(204)
      const early = await api.call('POST', send(customer.id))
      expectRefusal(early, 429, 'RATE_LIMITED')
      expect(Number(early.headers.get('Retry-After'))).toBeGreaterThan(50)
      expect(Number(early.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
      for (let count = 1; count < 5; count += 1) {
        await age(customer.id, '61 seconds')
        expect(await sent()).toBe(204)
      }
      await age(customer.id, '61 seconds')
      const late = await api.call('POST', send(customer.id))
      expectRefusal(late, 429, 'RATE_LIMITED')
      // The first of the five was sent 5 minutes and 5 seconds ago.
      const day = 24 * 3_600 - 305
      expect(Math.abs(Number(late.headers.get('Retry-After')) - day)).toBeLessThan(30)
    })

    sampled('is refused where nothing is to be verified', async () => {
      const { api } = service()
      expectRefusal(await api.call('POST', send(UNKNOWN)), 404, 'USER_NOT_FOUND')
      expectRefusal(await api.call('POST', send('nobody')), 404, 'USER_NOT_FOUND')
      for (const region of ['US', 'GB', 'CH', undefined]) {
        const body = aCustomerBody({ region, phoneNumber: aPhoneNumber() })
        const { id } = shown('customer', await api.call('POST', '/customers', body), 201)
        expectRefusal(await api.call('POST', send(id)), 409, 'CONFLICT')
        expectRefusal(await api.call('POST', confirm(id), { code: CODE }), 409, 'CONFLICT')
      }
      const { customer } = await anUnverifiedCustomer(api)
      await api.call('POST', send(customer.id))
      await api.call('POST', confirm(customer.id), { code: CODE })
      expectRefusal(await api.call('POST', send(customer.id)), 409, 'CONFLICT')
      const other = await aFreshPlatform()
      expectRefusal(await other.call('POST', send(customer.id)), 404, 'USER_NOT_FOUND')
    })
  })

  describeOperation(`confirmCustomer${kind}Verification`, () => {
    test('verifies the contact, once', async () => {
      const { api, customer } = await anUnverifiedCustomer(service().api)
      await api.call('POST', send(customer.id))
      const confirmed = await api.call('POST', confirm(customer.id), { code: CODE })
      expect(confirmed.status).toBe(200)
      expect(confirmed.body.contactVerification).toEqual({
        email: 'PENDING',
        phone: 'PENDING',
        [member]: 'VERIFIED',
      })
      const read = await api.call('GET', `/customers/${customer.id}`)
      expect(read.body).toEqual(confirmed.body)
      expectRefusal(await api.call('POST', confirm(customer.id), { code: CODE }), 409, 'CONFLICT')
    })

    test('a wrong code, an old one, one of nobody, and a fifth wrong one', async () => {
      const { api, customer } = await anUnverifiedCustomer(service().api)
      const tryCode = async (code: string): Promise<Record<string, string>> =>
        fieldsOf(await api.call('POST', confirm(customer.id), { code }))
      expect(await tryCode(CODE)).toEqual({ code: 'format' })
      await api.call('POST', send(customer.id))
      for (let count = 0; count < 5; count += 1) {
        expect(await tryCode(WRONG_CODE)).toEqual({ code: 'format' })
      }
      // The right one comes too late.
      expect(await tryCode(CODE)).toEqual({ code: 'format' })
      await age(customer.id, '61 seconds')
      await api.call('POST', send(customer.id))
      await age(customer.id, '10 minutes')
      expect(await tryCode(CODE)).toEqual({ code: 'format' })
      expect(fieldsOf(await api.call('POST', confirm(customer.id), {}))).toEqual({
        code: 'required',
      })
      expectRefusal(await api.call('POST', confirm(UNKNOWN), {}), 404, 'USER_NOT_FOUND')
      const other = await aFreshPlatform()
      const foreign = await other.call('POST', confirm(customer.id), { code: CODE })
      expectRefusal(foreign, 404, 'USER_NOT_FOUND')
    })

    test('a changed contact is not verified, and its old code is of no use', async () => {
      const { api, customer } = await anUnverifiedCustomer(service().api)
      await api.call('POST', send(customer.id))
      const changed = kind === 'Email' ? `new-${customer.email}` : aPhoneNumber()
      // However it is changed: a signed retry's workflow writes the same columns.
      await service().database.query({
        text: `update customers set ${kind === 'Email' ? 'email' : 'phone_number'} = $2 where id = $1`,
        values: [customer.id.replace('Customer:', ''), changed],
      })
      expect(fieldsOf(await api.call('POST', confirm(customer.id), { code: CODE }))).toEqual({
        code: 'format',
      })
      await age(customer.id, '61 seconds')
      await api.call('POST', send(customer.id))
      const confirmed = await api.call('POST', confirm(customer.id), { code: CODE })
      expect(confirmed.body.contactVerification).toMatchObject({ [member]: 'VERIFIED' })
    })
  })
}
