/** The way of a verification: submitted, reviewed by the vendor, decided, each event once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { apiOf, listed, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aBusiness,
  anOwner,
  aPerson,
  aVendor,
  businessDocuments,
  documentsOn,
  eventsOf,
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

test('a business that the sandbox approves: its owners follow their names', async () => {
  const business = await aBusiness(api)
  const [good, held, bad] = [
    await anOwner(api, business),
    await anOwner(api, business, {}, { lastName: 'Hopper 001' }),
    await anOwner(api, business, {}, { lastName: 'Hopper 002' }),
  ]
  const verification = await submit(api, business)
  expect(verification).toMatchObject({ verificationStatus: 'IN_PROGRESS', errors: [] })
  expect(await statusOf(api, business)).toBe('PENDING')
  await untilStatus(api, verification, 'APPROVED')
  expect(await statusOf(api, business)).toBe('APPROVED')
  const owners = listed(await api.call('GET', `/beneficial-owners?customerId=${business.id}`))
  expect(owners.map(({ id, kycStatus }) => [id, kycStatus])).toEqual([
    [good.id, 'APPROVED'],
    [held.id, 'PENDING'],
    [bad.id, 'REJECTED'],
  ])
  expect((await eventsOf(stack, business)).sort()).toEqual([
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_PENDING',
    'VERIFICATION.APPROVED',
    'VERIFICATION.IN_PROGRESS',
  ])
})

test('a business that the sandbox rejects', async () => {
  const business = await aBusiness(api, 'C-002')
  const verification = await submit(api, business)
  const decided = await untilStatus(api, verification, 'REJECTED')
  expect(decided.errors).toEqual([
    expect.objectContaining({ resourceId: business.id, type: 'APPLICANT_REJECTED' }),
  ])
  expect((await eventsOf(stack, business)).sort()).toEqual([
    'CUSTOMER.KYB_PENDING',
    'CUSTOMER.KYB_REJECTED',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.REJECTED',
  ])
  const again = await api.call('POST', '/verifications', { customerId: business.id })
  expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT'])
})

test('everything that a business lacks is reported at once; a submission goes on under the same id', async () => {
  const business = await aBusiness(api, 'C-001')
  const first = await submit(api, business)
  expect(first.verificationStatus).toBe('RESOLVE_ERRORS')
  const types = (errors: unknown): string[] =>
    (errors as { type: string }[]).map(({ type }) => type)
  expect(types(first.errors)).toEqual([
    'MISSING_LEGAL_PRESENCE_DOCUMENT',
    'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    'MISSING_CONTROL_PERSON',
    'MISSING_BENEFICIAL_OWNER',
  ])
  expect(await statusOf(api, business)).toBe('UNVERIFIED')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  const second = await submit(api, business)
  expect(second.id).toBe(first.id)
  expect(second.errors).toEqual([
    expect.objectContaining({ resourceId: owner.id, type: 'MISSING_IDENTITY_DOCUMENT' }),
  ])
  await documentsOn(stack, owner, 'PASSPORT')
  expect(await submit(api, business)).toMatchObject({
    ...{ id: first.id, verificationStatus: 'IN_PROGRESS' },
  })
  // Nobody decides of itself. The business waits for its owner, whichever is decided first.
  await waitUntil('the vendor reviews both', async () => {
    const [own, its] = await Promise.all([vendor.notices(business), vendor.notices(owner)])
    return own.includes('applicantPending') && its.includes('applicantPending')
  })
  await vendor.review(business, green)
  await waitUntil('the notice was taken', async () => (await vendor.notices(business)).length > 2)
  expect(await statusOf(api, business)).toBe('PENDING')
  await vendor.review(owner, green)
  await untilStatus(api, first, 'APPROVED')
  expect((await eventsOf(stack, business)).sort()).toEqual([
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_PENDING',
    'VERIFICATION.APPROVED',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.RESOLVE_ERRORS',
  ])
})

test('more is asked for, and the same verification is submitted again; notices may repeat', async () => {
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, ['DRIVERS_LICENSE', 'FRONT'], ['DRIVERS_LICENSE', 'BACK'])
  const verification = await submit(api, business)
  await waitUntil('the vendor reviews', async () =>
    (await vendor.notices(business)).includes('applicantPending'),
  )
  await vendor.review(business, { reviewStatus: 'onHold' })
  await untilStatus(api, verification, 'PENDING_MANUAL_REVIEW')
  await vendor.review(business, red('RETRY', 'LOW_QUALITY', 'EXPIRATION_DATE'))
  const held = await untilStatus(api, verification, 'RESOLVE_ERRORS')
  expect(held.errors).toMatchObject([
    { resourceId: business.id, type: 'POOR_QUALITY_DOCUMENT' },
    { resourceId: business.id, type: 'EXPIRED_DOCUMENT' },
  ])
  expect(await statusOf(api, business)).toBe('HOLD')
  await vendor.repeat(business)
  expect(await submit(api, business)).toMatchObject({
    ...{ id: verification.id, verificationStatus: 'IN_PROGRESS' },
  })
  await waitUntil('the vendor reviews again', async () => {
    const pending = (await vendor.notices(business)).filter((type) => type === 'applicantPending')
    return pending.length === 2
  })
  await vendor.review(owner, green)
  await vendor.review(business, green)
  await vendor.repeat(business)
  await untilStatus(api, verification, 'APPROVED')
  expect((await eventsOf(stack, business)).sort()).toEqual([
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_PENDING',
    'CUSTOMER.KYB_PENDING',
    'VERIFICATION.APPROVED',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
    'VERIFICATION.RESOLVE_ERRORS',
  ])
})

test('an individual of suffix 003 is shown a poor picture as an error, and stays unverified', async () => {
  const person = await aPerson(api)
  const first = await submit(api, person)
  expect(first.errors).toMatchObject([{ type: 'MISSING_IDENTITY_DOCUMENT' }])
  await documentsOn(stack, person, 'PASSPORT')
  const second = await submit(api, person)
  expect(second.verificationStatus).toBe('RESOLVE_ERRORS')
  expect(second.errors).toMatchObject([{ type: 'POOR_QUALITY_DOCUMENT' }])
  expect(await statusOf(api, person)).toBe('UNVERIFIED')
  expect(await eventsOf(stack, person)).toEqual([
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.RESOLVE_ERRORS',
  ])
})

test('an individual of suffix 001 is reviewed by a person', async () => {
  const person = await aPerson(api, 'Ada Lovelace 001')
  await documentsOn(stack, person, 'PASSPORT')
  const verification = await submit(api, person)
  await untilStatus(api, verification, 'PENDING_MANUAL_REVIEW')
  expect(await statusOf(api, person)).toBe('PENDING')
  await vendor.review(person, green)
  await untilStatus(api, verification, 'APPROVED')
  expect((await eventsOf(stack, person)).sort()).toEqual([
    'CUSTOMER.KYC_APPROVED',
    'CUSTOMER.KYC_PENDING',
    'VERIFICATION.APPROVED',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
  ])
})
