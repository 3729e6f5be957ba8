/** What becomes of a link's coins and operations when the link ends, by the SQL functions alone. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useStablecoins } from './stablecoinFixture.ts'

const coins = useStablecoins()
const { aScene, link, begin, aBurn, beginTransfer, aDeposit, hear, compare, caseOf } = coins

const revoke = (linkId: string) =>
  coins.database.call('revoke_stablecoin_link', linkId, 'ops', 'its login has leaked')

test('a coin whose link was revoked goes over to the next link of its account', async () => {
  const scene = await aScene()
  const burnt = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  await beginTransfer(burnt)
  await hear(burnt, 'pending', { isFinal: false })
  const done = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  await hear(done, 'complete')
  const deposited = await aBurn(scene)
  await aDeposit(deposited)
  await revoke(scene.linkId)
  const code = 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'
  expect(await begin(scene)).toEqual({ outcome: 'REFUSED', code })
  const next = randomUUID()
  expect(await link(scene, next, 'the next login')).toMatchObject({ outcome: 'COMMITTED' })
  const begun = await aBurn(scene, 'PROVIDER_INTERNAL_BALANCE')
  const factsOf = (id: string) => coins.database.call('stablecoin_operation_to_advance', id)
  expect(await factsOf(begun)).toMatchObject({
    link: { id: next, status: 'ACTIVE', api_client_id: 'the next login' },
    // Of the burn that the revoked link has begun.
    depositAddresses: [`address of ${deposited}`],
  })
  // What the revoked one has begun is read with the new login, and compared.
  expect(await factsOf(burnt)).toMatchObject({
    operation: { link_id: scene.linkId },
    link: { id: next, status: 'REVOKED', api_client_id: 'the next login' },
  })
  await compare('failed', async () => 0n)
  expect(await caseOf(done)).toBe('RETURNED_AFTER_COMPLETION')
})
