/** Delegated keys that exist: listed, read, revoked, and revoked with their cards. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aLoggedInWallet, apiOf, type LoggedInWallet } from '../../../support/builders.ts'
import {
  aDelegatedKey,
  aKeyBody,
  aKeyToActivate,
  keysOf,
  privateHalfOf,
  stampedCall,
} from '../../../support/delegatedKeys.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const path = '/auth/delegated-keys'
const owner = (): LoggedInWallet => service().mine
const statusOf = async (key: { id: string }): Promise<unknown> =>
  (await call('GET', `${path}/${key.id}`)).body.status

test('a key outlives the closing of its card while authorized money is held', async () => {
  const { database } = service()
  const { card, key } = await aDelegatedKey(owner())
  const cardId = card.id.split(':')[1] ?? ''
  const hold = await database.one<{ id: string }>({
    text: `insert into card_transactions (id, platform_id, environment, customer_id, card_id, account_id, currency,
        units_per_cent, token, merchant, held)
      select gen_random_uuid(), platform_id, environment, customer_id, id, funding_sources[1], currency,
        units_per_cent, id::text, '{}', 1250 from cards where id = $1 returning id`,
    values: [cardId],
  })
  await call('PATCH', `/cards/${card.id}`, { state: 'CLOSED' })
  expect(await statusOf(key)).toBe('ACTIVE')
  // Revoked by its platform, it may still be replaced: what is held waits for a key.
  await call('DELETE', `${path}/${key.id}`)
  const { key: second } = await aDelegatedKey(owner(), card)
  await database.query({ text: 'delete from card_transactions where id = $1', values: [hold.id] })
  await database.call('end_delegated_keys', cardId)
  expect(await statusOf(second)).toBe('REVOKED')
  expectRefusal(await call('POST', path, aKeyBody(owner(), card)), 409, 'CONFLICT')
})

describeOperation('listDelegatedKeys', () => {
  test('by account or by funding source, in the order in which they were made', async () => {
    const single = await aLoggedInWallet(service().stack)
    const { key: first } = await aDelegatedKey(single)
    const { key: second } = await aDelegatedKey(single)
    const { id } = single.wallet
    for (const query of [
      `accountId=${id}`,
      `fundingSourceId=${id}`,
      `accountId=${id}&fundingSourceId=${id}`,
    ]) {
      expect((await call('GET', `${path}?${query}`)).body).toEqual({ data: [first, second] })
    }
    const others = `accountId=${id}&fundingSourceId=${owner().wallet.id}`
    for (const query of [others, `accountId=InternalAccount:${randomUUID()}`]) {
      expect((await call('GET', `${path}?${query}`)).body).toEqual({ data: [] })
    }
    const foreign = await service().theirs.api.call('GET', `${path}?accountId=${id}`)
    expect(foreign.body).toEqual({ data: [] })
  })

  test('needs an account', async () => {
    expect(fieldsOf(await call('GET', path))).toEqual({ accountId: 'required' })
    expect(fieldsOf(await call('GET', `${path}?accountId=x&fundingSourceId=y`))).toEqual({
      ...{ accountId: 'pattern', fundingSourceId: 'pattern' },
    })
  })
})

describeOperation('getDelegatedKeyById', () => {
  test("another platform's, another environment's and none are not found", async () => {
    const { key } = await aDelegatedKey(owner())
    expect(await statusOf(key)).toBe('ACTIVE')
    const { stack, production, theirs } = service()
    for (const api of [theirs.api, apiOf(stack, production)]) {
      expectRefusal(await api.call('GET', `${path}/${key.id}`), 404, 'REFERENCE_NOT_FOUND')
    }
    for (const id of [`DelegatedKey:${randomUUID()}`, 'x']) {
      expectRefusal(await call('GET', `${path}/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('revokeDelegatedKey', () => {
  test('destroys the private half, once and for all', async () => {
    const { key } = await aDelegatedKey(owner())
    for (const _ of ['first', 'again']) {
      expect((await call('DELETE', `${path}/${key.id}`)).status).toBe(204)
      expect(await statusOf(key)).toBe('REVOKED')
      expect(await privateHalfOf(service().stack, key)).toBeNull()
    }
  })

  test('a PENDING one cannot be activated any more', async () => {
    const open = await aKeyToActivate(owner())
    const [key] = (await keysOf(owner())).filter(({ cardId }) => cardId === open.card.id)
    expect((await call('DELETE', `${path}/${key?.id}`)).status).toBe(204)
    expectRefusal(await stampedCall(service().api, open, owner().device), 409, 'CONFLICT')
  })

  sampled("another platform's, another environment's and none are not found", async () => {
    const { key } = await aDelegatedKey(owner())
    const { stack, production, theirs } = service()
    for (const api of [theirs.api, apiOf(stack, production)]) {
      expectRefusal(await api.call('DELETE', `${path}/${key.id}`), 404, 'REFERENCE_NOT_FOUND')
    }
    for (const id of [`DelegatedKey:${randomUUID()}`, 'x']) {
      expectRefusal(await call('DELETE', `${path}/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
    expect(await statusOf(key)).toBe('ACTIVE')
  })
})
