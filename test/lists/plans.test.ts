/** A page of a long list costs what a page of a short one costs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type PagedList,
  pagedTables,
  pageOf,
  pagesOf,
  placesIn,
  queriesOf,
} from '../../scripts/bench/listPages.ts'
import { isLong } from '../support/seed.ts'
import { aVolume, expectFrugal, type Volume, watch } from './lists.ts'

const lengths = isLong
  ? { transactions: 1_000_000, customers: 100_000 }
  : { transactions: 20_000, customers: 10_000 }
const LIMIT = 20

let volume: Volume
beforeAll(async () => {
  volume = await aVolume(lengths)
}, 1_800_000)
afterAll(() => volume?.stop())

test.each(Object.keys(pagedTables) as PagedList[])(
  '%s reads no table from end to end, with no filter, on no page',
  async (id) => {
    const { rows } = volume
    const places = await placesIn(volume.database, rows, id)
    for (const query of queriesOf(rows)[id] ?? []) {
      for (const asked of pagesOf(id, query, places, LIMIT)) {
        const { database, plans } = watch(volume.database)
        const page = await pageOf(database, rows, id, asked)
        expect(page.data.length).toBeLessThanOrEqual(LIMIT)
        expectFrugal(plans, LIMIT, `${id} ${JSON.stringify(asked)}`)
      }
    }
  },
)

test('nor does what is not paged', async () => {
  const id = 'listPlatformInternalAccounts'
  for (const query of queriesOf(volume.rows)[id] ?? []) {
    const { database, plans } = watch(volume.database)
    await pageOf(database, volume.rows, id, query)
    expectFrugal(plans, LIMIT, `${id} ${JSON.stringify(query)}`)
  }
})
