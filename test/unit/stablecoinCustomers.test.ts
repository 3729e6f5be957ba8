/** Customers whose accounts mints and burns name: deleted, erased. By the SQL functions alone. */
import { expect, test } from 'vitest'
import { countOf } from '../support/seed.ts'
import { useStablecoins } from './stablecoinFixture.ts'

const coins = useStablecoins()
const { aScene, begin, aBurn, hear, remove } = coins

test('an erased customer’s operations say nothing that was written with them', async () => {
  const [scene, other] = [await aScene(), await aScene()]
  const answered = async (id: string) => {
    await coins.query(
      `update stablecoin_operations set description = 'rent of Ada' where id = $1`,
      id,
    )
    const [row] = await coins.query<{ key: string }>(
      'select key from stablecoin_operations where id = $1',
      id,
    )
    const answer = ['createStablecoinBurn', String(row?.key)] as const
    await coins.database.call('answer_stablecoin_operation', id, ...answer)
    await hear(id, 'complete')
    return id
  }
  const [its, another] = [await answered(await aBurn(scene)), await answered(await aBurn(other))]
  const written = () =>
    coins.query<{ id: string; description: string | null; kept: string | null }>(
      `select o.id, o.description, k.answer ->> 'description' as kept
        from stablecoin_operations o join idempotency_keys k on k.resource_id = o.id
        where o.id = any ($1) order by o.created_at`,
      [its, another],
    )
  const full = { description: 'rent of Ada', kept: 'rent of Ada' }
  expect(await written()).toEqual([
    { id: its, ...full },
    { id: another, ...full },
  ])
  expect(await remove(scene)).toMatchObject({ outcome: 'COMMITTED' })
  await coins.query(
    `update customers set deleted_at = service_now() - interval '32 days' where id = $1`,
    scene.customerId,
  )
  expect(await coins.fixture.ask('erase_customers', 31, 10)).toBe(1)
  expect(await written()).toEqual([
    { id: its, description: null, kept: null },
    { id: another, ...full },
  ])
})

test('of a deletion and an operation at one instant, one comes first and the other sees it', async () => {
  const scenes = await Promise.all(Array.from({ length: countOf(20, 200) }, aScene))
  const ends = new Set<string>()
  await Promise.all(
    scenes.map(async (scene) => {
      const [begun, removed] = await Promise.all([begin(scene), remove(scene)])
      const { outcome } = removed as { outcome: string }
      ends.add(`${begun.outcome} ${outcome}`)
    }),
  )
  // Never both, and never neither.
  expect([...ends].filter((end) => new Set(end.split(' ')).size !== 2)).toEqual([])
  const left = await coins.query<{ id: string }>(
    `select o.id from stablecoin_operations o
      join external_accounts a on a.id = o.destination_account_id join customers c on c.id = a.customer_id
      where c.is_deleted and is_open_stablecoin_operation(o.status)`,
  )
  expect(left).toEqual([])
})
