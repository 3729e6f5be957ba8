/** Fifty of one kind at once: each creation, claim and deletion has one outcome. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../../db/platforms.ts'
import type { Answer, ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  apiOf,
  createCustomer,
  listed,
  type Resource,
  shown,
} from '../../../support/builders.ts'
import { anUnverifiedCustomer, CODE } from '../../../support/sca.ts'
import { sampled, service } from '../../service.ts'

const FIFTY = 50

/** As a platform would: a `503` is asked again. How often there was each status and code. */
async function fiftyOf(ask: (index: number) => Promise<Answer>): Promise<Record<string, number>> {
  const patient = async (index: number): Promise<Answer> => {
    for (;;) {
      const answer = await ask(index)
      if (answer.status !== 503) return answer
      await sleep(200)
    }
  }
  const answers = await Promise.all(Array.from({ length: FIFTY }, (_, index) => patient(index)))
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const what = status < 400 ? String(status) : `${status} ${body.code}`
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

/** Of a platform without USDB: no wallet is made for its customers. */
async function aWalletlessPlatform(): Promise<ApiClient> {
  const credentials = await createPlatform(service().stack.databaseUrl, {
    name: `at once ${randomUUID()}`,
    invitationUrl: 'https://invite.example/i',
  })
  const api = apiOf(service().stack, credentials)
  const { body } = await api.call('GET', '/config')
  const currencies = body.supportedCurrencies as { currencyCode: string }[]
  const supportedCurrencies = currencies.filter(({ currencyCode }) => currencyCode === 'USD')
  shown('config', await api.call('PATCH', '/config', { supportedCurrencies }), 200)
  return api
}

describe('fifty at once', () => {
  test('creations under one key are one customer; of one id or address, one', async () => {
    const api = await aWalletlessPlatform()
    const create = (fields: object, key?: string): Promise<Answer> =>
      api.call(
        'POST',
        '/customers',
        aCustomerBody({ ...fields }),
        key ? { 'Idempotency-Key': key } : {},
      )
    const same = { platformCustomerId: randomUUID(), email: 'ada@example.com' }
    const key = randomUUID()
    expect(await fiftyOf(() => create(same, key))).toEqual({ 201: FIFTY })
    const found = listed(
      await api.call('GET', `/customers?platformCustomerId=${same.platformCustomerId}`),
    )
    expect(found).toHaveLength(1)
    const other = { ...same, platformCustomerId: randomUUID() }
    expect((await create(other, key)).body).toMatchObject({ code: 'DUPLICATE_PAY_REQUEST' })
    expect(await fiftyOf(() => create(other, randomUUID()))).toEqual({
      201: 1,
      '409 CONFLICT': FIFTY - 1,
    })
    const umaAddress = `$u${randomUUID().slice(0, 8)}@${String(found[0]?.umaAddress).split('@')[1]}`
    const named = (): object => ({ platformCustomerId: randomUUID(), umaAddress })
    expect(await fiftyOf(() => create(named(), randomUUID()))).toEqual({
      201: 1,
      '409 UMA_ADDRESS_EXISTS': FIFTY - 1,
    })
  })

  sampled('claims of an invitation have one winner, and deletions of a customer, too', async () => {
    const api = await aWalletlessPlatform()
    const [inviter, invitee] = [await createCustomer(api), await createCustomer(api)]
    const invite = async (): Promise<Resource> =>
      shown(
        'invitation',
        await api.call('POST', '/invitations', { inviterUma: inviter.umaAddress }),
        201,
      )
    const [claimed, open] = [await invite(), await invite()]
    const claim = ({ code }: Resource): Promise<Answer> =>
      api.call('POST', `/invitations/${code}/claim`, { inviteeUma: invitee.umaAddress })
    const claims = await fiftyOf(() => claim(claimed))
    expect(Object.values(claims).sort((a, b) => a - b)).toEqual([1, FIFTY - 1])
    expect(claims['400 INVITATION_ALREADY_CLAIMED']).toBe(FIFTY - 1)
    expect(await fiftyOf(() => api.call('DELETE', `/customers/${inviter.id}`))).toEqual({
      200: 1,
      '410 CUSTOMER_DELETED': FIFTY - 1,
    })
    // The deletion has cancelled what was open, for the retention to end.
    expect((await claim(open)).body.code).toBe('INVITATION_CANCELLED')
    const [row] = await service().database.query({
      text: 'select status, cancelled_at is not null as has_end from invitations where code = $1',
      values: [open.code],
    })
    expect(row).toEqual({ status: 'CANCELLED', has_end: true })
  })

  sampled(
    'tokens: each creation has one of its own, of its deletions one is the first',
    async () => {
      const api = await aWalletlessPlatform()
      const body = { name: 'x', permissions: ['VIEW'] }
      expect(await fiftyOf(() => api.call('POST', '/tokens', body))).toEqual({ 201: FIFTY })
      const all = listed(await api.call('GET', '/tokens?limit=100'))
      expect(new Set(all.map(({ clientId }) => clientId)).size).toBe(FIFTY + 1)
      const made = all.find(({ name }) => name === 'x')
      expect(await fiftyOf(() => api.call('DELETE', `/tokens/${made?.id}`))).toEqual({
        204: 1,
        '404 TOKEN_NOT_FOUND': FIFTY - 1,
      })
    },
  )

  sampled('codes of a contact: one is sent, and one confirmation counts', async () => {
    const { api, customer } = await anUnverifiedCustomer(await aWalletlessPlatform())
    const path = `/customers/${customer.id}/verify-email`
    expect(await fiftyOf(() => api.call('POST', path))).toEqual({
      204: 1,
      '429 RATE_LIMITED': FIFTY - 1,
    })
    const confirmed = await fiftyOf(() => api.call('POST', `${path}/confirm`, { code: CODE }))
    expect(confirmed[200]).toBe(1)
    expect(Object.values(confirmed).reduce((sum, count) => sum + count, 0)).toBe(FIFTY)
  })
})
