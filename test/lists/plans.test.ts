/** A page of a long list costs what a page of a short one costs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  indexedTables,
  type PagedList,
  pagedTables,
  pageOf,
  pagesOf,
  placesIn,
  type Query,
  queriesOf,
} from '../../scripts/bench/listPages.ts'
import { isLong } from '../support/seed.ts'
import { aVolume, expectFrugal, scannedTables, type Volume, type Watched, watch } from './lists.ts'

const lengths = isLong
  ? { transactions: 1_000_000, customers: 100_000 }
  : { transactions: 20_000, customers: 10_000 }
const LIMIT = 20

let volume: Volume
beforeAll(async () => {
  volume = await aVolume(lengths)
}, 1_800_000)
afterAll(() => volume?.stop())

/** Every page of a list with each filter, and what the database did for it. */
async function eachPage(
  id: PagedList,
  look: (plans: Watched['plans'], what: string) => void,
): Promise<void> {
  const { rows } = volume
  const places = await placesIn(volume.database, rows, id)
  for (const query of queriesOf(rows)[id] ?? []) {
    for (const asked of pagesOf(id, query, places, LIMIT)) {
      const { database, plans } = watch(volume.database)
      const page = await pageOf(database, rows, id, asked)
      expect(page.data.length).toBeLessThanOrEqual(LIMIT)
      look(plans, `${id} ${JSON.stringify(asked)}`)
    }
  }
}

test.each(Object.keys(pagedTables) as PagedList[])(
  '%s reads no table from end to end, with no filter, on no page',
  (id) => eachPage(id, (plans, what) => expectFrugal(plans, LIMIT, what)),
)

test.each(Object.keys(indexedTables) as PagedList[])(
  '%s reads its pages by index, with every filter',
  (id) =>
    eachPage(id, (plans, what) => {
      // An exact count reads all that it counts.
      const pages = plans.filter(({ text }) => !text.includes('count(*)'))
      expect(pages.length).toBe(1)
      for (const { text, plan } of pages) {
        expect(scannedTables(plan), `${what}\n${text}`).toEqual([])
      }
    }),
)

test('transactions of a name that many deleted customers had are read by index', async () => {
  const platformCustomerId = volume.rows.reusedCustomerId
  const states: Query[] = [{}, { status: 'FAILED' }, { type: 'OUTGOING', status: 'COMPLETED' }]
  const sides: Query[] = [
    { accountIdentifier: volume.rows.busyAccount },
    { reference: 'invoice-4711' },
  ]
  for (const query of [...states, ...sides]) {
    const { database, plans } = watch(volume.database)
    const asked: Query = { ...query, platformCustomerId, limit: String(LIMIT) }
    await pageOf(database, volume.rows, 'listTransactions', asked)
    for (const { text, plan } of plans) {
      expect(scannedTables(plan), `${JSON.stringify(query)}\n${text}`).toEqual([])
    }
  }
})

test('customers of a name that many have elsewhere, and few here, are read by index', async () => {
  const { database, rows } = volume
  await database.query({
    text: `with other as (
        insert into platforms (id, name, environment, uma_domain, supported_currencies)
        select i, 'other', 'SANDBOX', i || '.example', '[]' from gen_random_uuid() i returning id),
      ours as (update customers set profile = '{"fullName": "Maria Silva"}'
        where platform_id = $1 and platform_customer_id in ('customer-70', 'customer-71'))
      insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, region, profile, currencies,
        kyc_status)
      select gen_random_uuid(), o.id, 'm' || i, 'INDIVIDUAL', '$m' || i || '@' || o.id || '.example', 'US',
        '{"fullName": "Maria Silva"}', array['USD'], 'APPROVED'
      from other o, generate_series(1, $2::integer) i`,
    values: [rows.platformId, lengths.customers / 2],
  })
  await database.query({ text: 'analyze customers' })
  const asked: Query[] = [
    { name: 'maria' },
    { name: 'SILVA', isIncludingDeleted: 'true' },
    { name: 'ma', customerType: 'INDIVIDUAL' },
  ]
  for (const query of asked) {
    const watched = watch(database)
    const page = await pageOf(watched.database, rows, 'listCustomers', { ...query, limit: '20' })
    expect(page).toMatchObject({ totalCount: 2 })
    expectFrugal(watched.plans, LIMIT, JSON.stringify(query))
  }
})

test('nor does what is not paged', async () => {
  const id = 'listPlatformInternalAccounts'
  for (const query of queriesOf(volume.rows)[id] ?? []) {
    const { database, plans } = watch(volume.database)
    await pageOf(database, volume.rows, id, query)
    expectFrugal(plans, LIMIT, `${id} ${JSON.stringify(query)}`)
  }
})
