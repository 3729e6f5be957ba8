/** Owners whom the vendor was not given, or who are others since: the business is not approved with them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { apiOf, listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aBusiness,
  anOwner,
  aVendor,
  businessDocuments,
  documentsOn,
  green,
  red,
  statusOf,
  submit,
  untilStatus,
  type VendorSays,
} from './businesses.ts'

let stack: SharedStack
let api: ApiClient
let vendor: VendorSays

beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
  vendor = aVendor(stack)
})
afterAll(async () => {
  await stack?.stop()
})

const checksOf = async (resource: Resource): Promise<number> =>
  (await vendor.notices(resource)).filter((type) => type === 'applicantPending').length

/** A check asked for after a decision opens the review again: tests decide once all are asked for, the business last. */
const untilChecked = (business: Resource, times: number): Promise<unknown> =>
  waitUntil('the vendor reviews', async () => (await checksOf(business)) === times)

const ownerStatus = async (owner: Resource): Promise<unknown> =>
  (await api.call('GET', `/beneficial-owners/${owner.id}`)).body.kycStatus

test('a business that is approved on the hosted page is asked to submit its owners', async () => {
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  const link = await api.call('POST', `/customers/${business.id}/kyc-link`)
  expect((await fetch(String(link.body.kycUrl), { method: 'POST' })).status).toBe(200)
  await vendor.review(business, { reviewStatus: 'pending' })
  await vendor.review(business, green)
  const verification = await waitUntil('there is a verification', async () =>
    listed(await api.call('GET', `/verifications?customerId=${business.id}`)).at(0),
  )
  const read = await untilStatus(api, verification, 'RESOLVE_ERRORS')
  expect(read.errors).toMatchObject([{ resourceId: owner.id, type: 'MISSING_BENEFICIAL_OWNER' }])
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, 'PASSPORT')
  expect((await submit(api, business)).id).toBe(verification.id)
  // The first was begun on the hosted page.
  await untilChecked(business, 2)
  await vendor.review(owner, green)
  await vendor.review(business, green)
  await untilStatus(api, verification, 'APPROVED')
})

test('an approved owner who becomes another person is verified anew', async () => {
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, 'PASSPORT')
  const verification = await submit(api, business)
  await untilChecked(business, 1)
  await vendor.review(owner, green)
  await waitUntil('the owner is approved', async () => (await ownerStatus(owner)) === 'APPROVED')
  const same = { personalInfo: { lastName: 'Hopper' } }
  shown('same', await api.call('PATCH', `/beneficial-owners/${owner.id}`, same), 200)
  expect(await ownerStatus(owner)).toBe('APPROVED')
  const other = { personalInfo: { firstName: 'Mallory', lastName: 'Other' } }
  const changed = await api.call('PATCH', `/beneficial-owners/${owner.id}`, other)
  expect(shown('change', changed, 200).kycStatus).toBe('UNVERIFIED')
  await vendor.review(business, green)
  const read = await untilStatus(api, verification, 'RESOLVE_ERRORS')
  expect(read.errors).toMatchObject([{ resourceId: owner.id, type: 'MISSING_BENEFICIAL_OWNER' }])
  expect([await ownerStatus(owner), await statusOf(api, business)]).toEqual(['UNVERIFIED', 'HOLD'])
  await submit(api, business)
  await untilChecked(business, 2)
  await vendor.review(owner, red('FINAL', 'FORGERY'))
  await vendor.review(business, green)
  await waitUntil('the owner is rejected', async () => (await ownerStatus(owner)) === 'REJECTED')
  expect(await statusOf(api, business)).not.toBe('APPROVED')
})
