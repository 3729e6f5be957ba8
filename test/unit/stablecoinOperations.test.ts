/** Mints and burns by the SQL functions alone: what may begin, what a report makes of it, what is compared. */
import { expect, test } from 'vitest'
import { StablecoinProviderError } from '../../providers/stablecoinProvider/index.ts'
import { alarmOf } from '../support/alarms.ts'
import { useStablecoins } from './stablecoinFixture.ts'

const coins = useStablecoins()
const {
  aScene,
  begin,
  aBurn,
  record,
  beginTransfer,
  aDeposit,
  hear,
  remove,
  compared,
  compare,
  caseOf,
} = coins

test('what was begun does not expire', async () => {
  const id = await aBurn(await aScene())
  await aDeposit(id)
  await beginTransfer(id)
  const unfunded = { kind: 'UNFUNDED', isOver: true, cents: '0' } as const
  expect((await record(id, unfunded)).status).toBe('PENDING_FUNDING')
  await record(id, { ...unfunded, isOver: false, isRefused: true })
  expect((await record(id, unfunded)).status).toBe('EXPIRED')
})

test('a burn whose deposit address never becomes active expires', async () => {
  const id = await aBurn(await aScene())
  const pending = { kind: 'SOURCE', addressId: 'x', address: null } as const
  expect((await record(id, { ...pending, isOver: false })).status).toBe('CREATED')
  expect(await record(id, { ...pending, isOver: true })).toMatchObject({
    ...{ status: 'EXPIRED', isOpen: false, case: null },
  })
})

test('operations that are open for twice as long as expected are counted', async () => {
  const scene = await aScene()
  const overdue = () => alarmOf(coins.database, 'stablecoin_operations_overdue')
  const started = await overdue()
  const aged = async (id: string, age: string, set = '') =>
    coins.query(
      `update stablecoin_operations set created_at = service_now() - $2::interval ${set} where id = $1`,
      ...[id, age],
    )
  const silent = await aBurn(scene)
  await aged(silent, '59 minutes')
  expect(await overdue()).toBe(started)
  await aged(silent, '2 hours')
  expect(await overdue()).toBe(started + 1)
  const paid = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  await hear(paid, 'processing', { isFinal: false })
  await aged(paid, '9 days', ", rail = 'ACH_CREDIT'")
  expect(await overdue()).toBe(started + 1)
  await aged(paid, '11 days')
  expect(await overdue()).toBe(started + 2)
  // One that waits for its money until then is not late.
  const waiting = await aBurn(scene)
  await aDeposit(waiting)
  await aged(waiting, '20 days', ", expires_at = service_now() - interval '5 minutes'")
  expect(await overdue()).toBe(started + 2)
  await aged(waiting, '20 days', ", expires_at = service_now() - interval '20 days'")
  expect(await overdue()).toBe(started + 3)
  for (const id of [silent, paid, waiting]) await hear(id, 'complete')
  expect(await overdue()).toBe(started)
})

test('a transfer of which the state is unknown waits for a person, who says what there is', async () => {
  const scene = await aScene()
  const [made, never] = [await aBurn(scene), await aBurn(scene)]
  const decide = (id: string, transferId: string | null) =>
    coins.database.call('decide_stablecoin_transfer', id, transferId, 'ops', 'seen there')
  const operationOf = async (id: string) =>
    (await coins.database.call('stablecoin_operation_to_advance', id)).operation
  for (const id of [made, never]) {
    await aDeposit(id)
    await beginTransfer(id)
    expect(await decide(id, null)).toBe(false)
    expect(await record(id, { kind: 'UNKNOWN' })).toMatchObject({
      ...{ status: 'PENDING_FUNDING', isOpen: true, isWaiting: true, case: 'UNKNOWN_TRANSFER' },
    })
  }
  // Its login has changed since.
  await coins.query(
    'update stablecoin_provider_accounts set login_version = 2 where id = $1',
    scene.linkId,
  )
  const before = (await operationOf(never)).transfer_begun_at
  expect(await decide(never, null)).toBe(true)
  const again = await operationOf(never)
  expect(again).toMatchObject({ transfer_id: null, transfer_login_version: 2 })
  expect(again.transfer_begun_at).not.toBe(before)
  // What was typed wrong can be put right, until the provider has answered.
  expect(await decide(made, 'x')).toBe(true)
  expect(await decide(made, `transfer of ${made}`)).toBe(true)
  expect(await caseOf(made)).toBe(null)
  expect((await hear(made, 'pending', { isFinal: false })).status).toBe('PENDING_PROVIDER')
  expect(await decide(made, null)).toBe(false)
  expect((await hear(made, 'complete')).status).toBe('COMPLETED')
})

test('a customer is not deleted while an operation of its accounts is open', async () => {
  const scene = await aScene()
  const id = await aBurn(scene)
  const reason = 'A stablecoin operation of the customer is in progress.'
  expect(await remove(scene)).toEqual({ outcome: 'REFUSED', code: 'CONFLICT', reason })
  await hear(id, 'complete')
  expect(await remove(scene)).toMatchObject({ outcome: 'COMMITTED' })
  expect(await begin(scene)).toEqual({
    outcome: 'REFUSED',
    code: 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
  })
})

test('nothing begins with a link that is revoked, and what was refused so is a case', async () => {
  const scene = await aScene()
  const code = 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'
  const refused = { kind: 'REFUSED', code, reason: 'x' } as const
  const [shown, begun] = [await aBurn(scene), await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')]
  await aDeposit(shown)
  await beginTransfer(begun)
  await coins.database.call('revoke_stablecoin_link', scene.linkId, 'ops', 'left')
  expect(await begin(scene)).toEqual({ outcome: 'REFUSED', code })
  expect(await record(shown, refused)).toMatchObject({
    ...{ status: 'FAILED', case: 'REFUSED_AFTER_DEPOSIT' },
  })
  expect(await record(begun, { ...refused, isUnknown: true })).toMatchObject({
    ...{ status: 'FAILED', case: 'UNKNOWN_TRANSFER' },
  })
})

test('a burn of the balance is given the deposit addresses of its link', async () => {
  const scene = await aScene()
  const deposited = await aBurn(scene)
  await aDeposit(deposited)
  const id = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  const facts = await coins.database.call('stablecoin_operation_to_advance', id)
  expect(facts.depositAddresses).toEqual([`address of ${deposited}`])
})

test('a failure that the provider completes after all is compared, and is a case', async () => {
  const scene = await aScene()
  const id = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  expect((await hear(id, 'failed')).status).toBe('FAILED')
  expect(await hear(id, 'failed')).toMatchObject({ status: 'FAILED', case: null })
  expect(await compared(scene)).toEqual([id])
  expect(await hear(id, 'complete')).toMatchObject({
    ...{ status: 'FAILED', case: 'COMPLETED_AFTER_FAILURE' },
  })
  const { operation } = await coins.database.call('stablecoin_operation_to_advance', id)
  expect(operation.provider_status).toBe('complete')
})

test('one that cannot be read does not keep the others of its link from being compared', async () => {
  const scene = await aScene()
  const expired = await aBurn(scene)
  await aDeposit(expired)
  await record(expired, { kind: 'UNFUNDED', isOver: true, cents: '0' })
  const returned = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  await hear(returned, 'complete')
  expect(await compared(scene)).toEqual([expired, returned])
  await compare('failed', () => Promise.reject(new StablecoinProviderError('UNAVAILABLE', 'x')))
  expect(await caseOf(returned)).toBe('RETURNED_AFTER_COMPLETION')
})

test('coins that are left at a deposit address are a case', async () => {
  const scene = await aScene()
  const [failed, paidTwice] = [await aBurn(scene), await aBurn(scene)]
  await aDeposit(failed)
  await aDeposit(paidTwice)
  expect(await hear(failed, 'failed')).toMatchObject({ status: 'FAILED', case: 'COINS_RETURNED' })
  expect(await hear(paidTwice, 'complete')).toMatchObject({ status: 'COMPLETED', case: null })
  await compare('complete', async () => 0n)
  expect(await caseOf(paidTwice)).toBe(null)
  await compare('complete', async () => 6_200n)
  expect(await caseOf(paidTwice)).toBe('SURPLUS')
})

test('more than a page of a link are compared', async () => {
  const scene = await aScene()
  const first = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  await hear(first, 'complete')
  // At one instant: pages go on by id.
  await coins.database.query({
    text: `insert into stablecoin_operations (id, platform_id, environment, stablecoin_id, link_id, operation_type,
        status, amount, cents, source_type, destination_account_id, transfer_id, created_at)
      select gen_random_uuid(), o.platform_id, o.environment, o.stablecoin_id, o.link_id, o.operation_type, o.status,
        o.amount, o.cents, o.source_type, o.destination_account_id, o.transfer_id, o.created_at
      from stablecoin_operations o, generate_series(1, 600) where o.id = $1`,
    values: [first],
  })
  await compare('failed', async () => 0n)
  const [left] = await coins.database.query<{ count: string }>({
    text: `select count(*)::text from stablecoin_operations where link_id = $1 and case_reason is null`,
    values: [scene.linkId],
  })
  expect(left?.count).toBe('0')
})
