/** Every function about stablecoins, called once, on one connection whose statements are explained. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'

export async function callStablecoins(database: Queryable, platformId: string): Promise<void> {
  const linkId = randomUUID()
  const link = {
    ...{
      linkId,
      platformId,
      key: randomUUID(),
      requestHash: '00',
      providerAccountId: randomUUID(),
    },
    ...{ apiClientId: 'x', apiClientSecret: 'x' },
  }
  await database.call('link_stablecoin_account', link)
  await database.call('link_stablecoin_account', link)
  await database.call('note_stablecoin_login', linkId, 1, true)
  await database.call('note_stablecoin_login', linkId, 1, false)
  await database.call('link_stablecoin_account', { ...link, key: randomUUID() })
  const coin = {
    ...{ id: randomUUID(), platformId, key: randomUUID(), requestHash: '00', linkId, name: 'x' },
    ...{ providerToken: 'XYZ', networkToken: 'x', symbol: 'QQXYZ', decimals: 6 },
    issuanceStatus: 'PROVISIONED',
  }
  await database.call('register_stablecoin', coin)
  await database.call('register_stablecoin', coin)
  await database.call('register_stablecoin', { ...coin, id: randomUUID(), key: randomUUID() })
  await database.call('request_stablecoin_enablement', platformId, coin.id)
  await database.call('request_stablecoin_enablement', platformId, coin.id)
  await database.call('move_stablecoin', coin.id, 'ENABLED', 'x', 'x')
  await database.call('request_stablecoin_enablement', platformId, coin.id)
  const { id: accountId } = await database.one<{ id: string }>({
    text: 'select id from external_accounts where platform_id = $1 and deleted_at is null order by created_at, id limit 1',
    values: [platformId],
  })
  const id = randomUUID()
  const operation = 'createStablecoinMint'
  const key = randomUUID()
  await database.call('create_stablecoin_operation', {
    ...{ id, platformId, operation, key, requestHash: '00', stablecoinId: coin.id },
    ...{ operationType: 'MINT', amount: '10000', cents: '1', sourceType: 'WIRE' },
    destinationAccountId: accountId,
  })
  await database.call('create_stablecoin_operation', {
    ...{ id: randomUUID(), platformId, operation, key: randomUUID(), requestHash: '00' },
    ...{ stablecoinId: coin.id, operationType: 'MINT', amount: '10000', cents: '1' },
    ...{ sourceType: 'ACH_DEBIT', sourceAccountId: accountId, sourceAddressId: 'x' },
    destinationAccountId: accountId,
  })
  await database.call('stablecoin_operation_to_advance', id)
  const shared = { transferId: 'x', isOver: false, isFinal: false }
  await database.call('record_stablecoin_report', id, {
    ...{ kind: 'ADDRESS', addressId: 'x', externalAccountId: accountId, purpose: 'WALLET' },
  })
  await database.call('record_stablecoin_report', id, {
    ...{ kind: 'SOURCE', addressId: 'x', address: null, isOver: false },
  })
  await database.call('record_stablecoin_report', id, {
    ...{ kind: 'UNFUNDED', isOver: true, cents: '0' },
  })
  await database.call('record_stablecoin_report', id, {
    ...{ kind: 'BEGUN', loginVersion: 1, isAgain: false, surplus: '0' },
  })
  await database.call('record_stablecoin_report', id, { kind: 'UNKNOWN' })
  await database.call('decide_stablecoin_transfer', id, null, 'x', 'x')
  for (const status of ['pending', 'processing', 'complete']) {
    await database.call('record_stablecoin_report', id, { kind: 'TRANSFER', status, ...shared })
  }
  await database.call('record_stablecoin_report', id, {
    ...{ kind: 'REFUSED', code: 'STABLECOIN_PROVIDER_ERROR', reason: 'x' },
  })
  await database.call('answer_stablecoin_operation', id, operation, key)
  await database.query({
    text: "select * from claim_stablecoin_links('SANDBOX', 86400)",
  })
  await database.call('record_stablecoin_report', id, { kind: 'LATE', cents: '1' })
  await database.query({
    text: 'select * from stablecoin_operations_to_compare($1, $2)',
    values: [linkId, id],
  })
  await database.call('revoke_stablecoin_link', linkId, 'x', 'x')
}
