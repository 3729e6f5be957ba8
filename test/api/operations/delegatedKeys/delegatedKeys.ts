/** Delegated keys: made by three calls. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createDevice, type Device } from '../../../../scripts/serviceDriver/device.ts'
import { rowsOf } from '../../../durability/payments.ts'
import {
  aLoggedInWallet,
  aPlatform,
  type LoggedInWallet,
  type Resource,
} from '../../../support/builders.ts'
import { aCard } from '../../../support/cards.ts'
import {
  aDelegatedKey,
  aKeyBody,
  aKeyToActivate,
  anOpenKey,
  keysOf,
  privateHalfOf,
  stampedCall,
} from '../../../support/delegatedKeys.ts'
import { countOf } from '../../../support/seed.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const path = '/auth/delegated-keys'
const owner = (): LoggedInWallet => service().mine
const create = (body: object) => call('POST', path, body)
const statusOf = async (key: { id: string }): Promise<unknown> =>
  (await call('GET', `${path}/${key.id}`)).body.status

/** Sets columns of a customer for one request. */
async function whileCustomer(
  { customer }: LoggedInWallet,
  [column, value]: readonly [string, string | null],
  work: () => Promise<void>,
): Promise<void> {
  const id = customer.id.split(':')[1]
  const { database } = service()
  const { before } = await database.one<{ before: string | null }>({
    text: `select ${column}::text as before from customers where id = $1`,
    values: [id],
  })
  const set = `update customers set ${column} = $2 where id = $1`
  await database.query({ text: set, values: [id, value] })
  await work()
  await database.query({ text: set, values: [id, before] })
}

describeOperation('createDelegatedKey', () => {
  let card: Resource
  beforeAll(async () => {
    card = await aCard(service().api, owner())
  })

  test('three calls make it ACTIVE, two activities make it known to the provider', async () => {
    const { card: mine, key } = await aDelegatedKey(owner())
    const { wallet } = owner()
    expect(key).toEqual({
      ...{ id: expect.stringMatching(/^DelegatedKey:/), cardId: mine.id, nickname: 'Card pulls' },
      ...{ fundingSourceId: wallet.id, accountId: wallet.id, status: 'ACTIVE' },
      publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect((await call('GET', `${path}/${key.id}`)).body).toEqual(key)
    expect(await privateHalfOf(service().stack, key)).toMatch(/^sealed:1:/)
    const made = await rowsOf(
      { databaseUrl: service().stack.sandboxDatabaseUrl },
      `select u.is_root, count(*)::integer as policies from sandbox.users u join sandbox.policies p on p.name = u.name
        where u.name = $1 group by 1`,
      [key.id],
    )
    expect(made).toEqual([{ is_root: false, policies: 1 }])
  })

  test('names everything that is wrong at once', async () => {
    await leavesNothing(async () => {
      expect(fieldsOf(await create({}))).toEqual({
        ...{ cardId: 'required', internalAccountId: 'required', nickname: 'required' },
      })
      const wrong = { cardId: '', internalAccountId: 7, nickname: 'x'.repeat(257) }
      expect(fieldsOf(await create(wrong))).toEqual({
        ...{ cardId: 'minLength', internalAccountId: 'type', nickname: 'maxLength' },
      })
    })
  })

  test('is of a card and a wallet of this platform', async () => {
    const { theirs } = service()
    const body = aKeyBody(owner(), card)
    const foreign = await aCard(theirs.api, theirs)
    await leavesNothing(async () => {
      for (const cardId of [`Card:${randomUUID()}`, foreign.id, 'x']) {
        expectRefusal(await create({ ...body, cardId }), 404, 'REFERENCE_NOT_FOUND')
      }
      for (const internalAccountId of [`InternalAccount:${randomUUID()}`, theirs.wallet.id, 'x']) {
        expectRefusal(await create({ ...body, internalAccountId }), 404, 'ACCOUNT_NOT_FOUND')
      }
    })
  })

  sampled('the account is a funding source of the card', async () => {
    const other = await aLoggedInWallet(service().stack)
    const answer = await create({ ...aKeyBody(owner(), card), internalAccountId: other.wallet.id })
    expect(fieldsOf(answer)).toEqual({ internalAccountId: 'not' })
  })

  test('a wallet that is not made yet has none', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'No Contact', region: 'US' }
    const { id } = (await call('POST', '/customers', body)).body
    const accounts = (await call('GET', `/internal-accounts?customerId=${id}&type=EMBEDDED_WALLET`))
      .body
    const [wallet] = accounts.data as Resource[]
    const asked = { ...aKeyBody(owner(), card), internalAccountId: wallet?.id }
    expectRefusal(await create(asked), 409, 'WALLET_NOT_PROVISIONED')
  })

  sampled('a customer who may not pay gets none', async () => {
    const ready = await aLoggedInWallet(service().stack)
    const body = aKeyBody(ready, await aCard(service().api, ready))
    await whileCustomer(ready, ['kyc_status', 'REJECTED'], async () => {
      expectRefusal(await create(body), 403, 'USER_NOT_READY')
    })
    await whileCustomer(ready, ['region', 'DE'], async () => {
      expectRefusal(await create(body), 409, 'SCA_SESSION_REQUIRED')
    })
    // Asked again where it matters: when the stamp comes.
    const open = await anOpenKey(ready, {
      id: String((body as { cardId: string }).cardId),
    } as Resource)
    await whileCustomer(ready, ['kyc_status', 'REJECTED'], async () => {
      expectRefusal(await stampedCall(ready.api, open, ready.device), 403, 'USER_NOT_READY')
    })
    expect((await stampedCall(ready.api, open, ready.device)).status).toBe(202)
  })

  sampled('a customer who has not accepted the terms gets none', async () => {
    const { stack, database } = service()
    const platform = await aPlatform(stack)
    const waiting = await aLoggedInWallet(stack, { platform })
    const body = aKeyBody(waiting, await aCard(waiting.api, waiting))
    await database.query({
      text: `update platforms set is_regulated = false where id =
        (select platform_id from customers where id = $1)`,
      values: [waiting.customer.id.split(':')[1]],
    })
    const answer = await waiting.api.call('POST', path, body)
    expectRefusal(answer, 403, 'END_USER_TERMS_NOT_ACCEPTED')
  })

  sampled('a funding source has one ACTIVE key; what is abandoned stays PENDING', async () => {
    const abandoned = await anOpenKey(owner(), card)
    const late = await aKeyToActivate(owner(), card)
    const { key } = await aDelegatedKey(owner(), card)
    expectRefusal(await create(aKeyBody(owner(), card)), 409, 'CONFLICT')
    expectRefusal(await stampedCall(service().api, abandoned, owner().device), 409, 'CONFLICT')
    expectRefusal(await stampedCall(service().api, late, owner().device), 409, 'CONFLICT')
    const ofCard = (await keysOf(owner())).filter(({ cardId }) => cardId === card.id)
    expect(ofCard.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'ACTIVE'])
    // Another card has a key of its own for the same wallet.
    expect((await aDelegatedKey(owner())).key.status).toBe('ACTIVE')
    // The late one may still be activated once there is no other.
    expect((await call('DELETE', `${path}/${key.id}`)).status).toBe(204)
    const answer = await stampedCall(service().api, late, owner().device)
    expect([answer.status, answer.body.status]).toEqual([201, 'ACTIVE'])
  })

  sampled('of many at once one is activated', async () => {
    const single = await aCard(service().api, owner())
    const count = countOf(10, 50)
    const open = await Promise.all(
      Array.from({ length: count }, () => aKeyToActivate(owner(), single)),
    )
    const answers = await Promise.all(
      open.map((one) => stampedCall(service().api, one, owner().device)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: count - 1 }, () => 409)])
    const active = (await keysOf(owner())).filter(
      ({ cardId, status }) => cardId === single.id && status === 'ACTIVE',
    )
    expect(active).toHaveLength(1)
  })

  sampled('both stamps are of a session of the wallet, over what was shown, once', async () => {
    const single = await aCard(service().api, owner())
    const strangers: readonly Pick<Device, 'stamp'>[] = [createDevice(), service().theirs.device]
    for (const leg of [anOpenKey, aKeyToActivate]) {
      const open = await leg(owner(), single)
      const { method, body } = open.request
      const headers = {
        'Service-Wallet-Signature': await owner().device.stamp(open.opened.payload),
        'Request-Id': open.opened.requestId,
      }
      const spoiled: readonly [object, Record<string, string | undefined>, string][] = [
        [body, { ...headers, 'Service-Wallet-Signature': undefined }, 'WALLET_SIGNATURE_MISSING'],
        [body, { ...headers, 'Service-Wallet-Signature': 'x' }, 'WALLET_SIGNATURE_MALFORMED'],
        [body, { ...headers, 'Request-Id': undefined }, 'REQUEST_ID_MISSING'],
        [body, { ...headers, 'Request-Id': `Request:${randomUUID()}` }, 'UNAUTHORIZED'],
        [{ ...body, nickname: 'other' }, headers, 'WALLET_SIGNATURE_BODY_MISMATCH'],
      ]
      for (const [sent, given, code] of spoiled) {
        expectRefusal(await call(method, path, sent, given), 401, code)
      }
      for (const stranger of strangers) {
        const answer = await stampedCall(service().api, open, stranger)
        expectRefusal(answer, 401, 'WALLET_SIGNATURE_INVALID')
      }
      const foreign = await stampedCall(service().theirs.api, open, owner().device)
      expectRefusal(foreign, 404, 'REFERENCE_NOT_FOUND')
      expect((await stampedCall(service().api, open, owner().device)).status).toBeLessThan(203)
      expectRefusal(await stampedCall(service().api, open, owner().device), 401, 'UNAUTHORIZED')
    }
  })

  sampled('a card that is closed, or draws on others, has none', async () => {
    const closing = await aCard(service().api, owner())
    const open = await aKeyToActivate(owner(), closing)
    expect((await call('PATCH', `/cards/${closing.id}`, { state: 'CLOSED' })).status).toBe(200)
    expectRefusal(await create(aKeyBody(owner(), closing)), 409, 'CONFLICT')
    expectRefusal(await stampedCall(service().api, open, owner().device), 409, 'CONFLICT')
    const { card: charged, key } = await aDelegatedKey(owner())
    await call('PATCH', `/cards/${charged.id}`, { state: 'CLOSED' })
    expect(await statusOf(key)).toBe('REVOKED')
    expect(await privateHalfOf(service().stack, key)).toBeNull()
  })
})
