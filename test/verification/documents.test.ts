/** Documents on their way to the verification vendor: with a submission, and while one is open. */
import { Client, Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { reviewChangedSignal } from '../../workflows/verificationSignals.ts'
import { apiOf, listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aBusiness,
  anOwner,
  aPerson,
  aVendor,
  businessDocuments,
  documentForm,
  documentsOn,
  green,
  red,
  submit,
  untilStatus,
  uploadTo,
} from './businesses.ts'

let stack: SharedStack
let api: ApiClient
let temporal: Connection
beforeAll(async () => {
  stack = await aSharedStack()
  temporal = await Connection.connect({ address: stack.env.TEMPORAL_ADDRESS ?? '' })
  api = apiOf(stack)
})
afterAll(async () => {
  await temporal?.close()
  await stack?.stop()
})

type Stored = {
  readonly type: string
  readonly image: string | null
  readonly is_submitted: boolean
  readonly is_to_forward: boolean
  /** The vendor's id of the holder. */
  readonly applicant: string | null
}

async function storedOf(holder: Resource): Promise<Stored[]> {
  const { rows } = await withClient(stack.databaseUrl, (client) =>
    client.query<Stored>(
      `select type, vendor_image_id as image, submitted_at is not null as is_submitted, is_to_forward,
          (select applicant_id from verification_applicants a where a.holder_id = d.holder_id) as applicant
        from documents d where holder_id = $1 and deleted_at is null order by created_at`,
      [holder.id.split(':')[1]],
    ),
  )
  return rows
}

test('a submission sends all documents once, of the owners too', async () => {
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, ['DRIVERS_LICENSE', 'FRONT'], ['DRIVERS_LICENSE', 'BACK'])
  const listedOfOwner = await api.call('GET', `/documents?documentHolder=${owner.id}`)
  expect(listed(listedOfOwner)).toHaveLength(2)
  await submit(api, business)
  await waitUntil('the vendor has all', async () => {
    const all = [...(await storedOf(business)), ...(await storedOf(owner))]
    return (
      all.length === 6 && all.every(({ image, is_submitted }) => image !== null && is_submitted)
    )
  })
  const [first] = listed(await api.call('GET', `/documents?documentHolder=${business.id}`))
  const deleted = await api.call('DELETE', `/documents/${first?.id}`)
  expect([deleted.status, deleted.body.code]).toEqual([409, 'CONFLICT'])
})

/** Signals the workflow that something may have changed, until it has recorded a reading and waits again. */
async function readAgain({ id }: Resource): Promise<void> {
  const handle = new Client({ connection: temporal }).workflow.getHandle(id)
  await handle.signal(reviewChangedSignal)
  await waitUntil('the workflow waits for its next reading', async () => {
    const { events } = await handle.fetchHistory()
    return events?.some(({ timerStartedEventAttributes }) => timerStartedEventAttributes)
  })
}

test('what the vendor refuses then is an error of the document; replaced, it goes again', async () => {
  const vendor = aVendor(stack)
  const person = await aPerson(api, 'Ada Lovelace 001')
  const passport = shown(
    'document',
    await uploadTo(stack, person, { documentType: 'PASSPORT' }, 'sandbox:expired'),
    201,
  )
  const verification = await submit(api, person)
  const refused = await untilStatus(api, verification, 'RESOLVE_ERRORS')
  const errors = [
    {
      resourceId: passport.id,
      type: 'EXPIRED_DOCUMENT',
      reason: 'The document has expired.',
    },
  ]
  expect(refused.errors).toEqual(errors)
  await readAgain(verification)
  expect((await untilStatus(api, verification, 'RESOLVE_ERRORS')).errors).toEqual(errors)
  const form = documentForm({ documentType: 'PASSPORT' })
  shown('replaced', await api.call('PUT', `/documents/${passport.id}`, form), 200)
  await submit(api, person)
  await untilStatus(api, verification, 'PENDING_MANUAL_REVIEW')
  expect(await storedOf(person)).toMatchObject([
    { type: 'PASSPORT', image: expect.any(String), is_submitted: true },
  ])
  await vendor.review(person, green)
  await untilStatus(api, verification, 'APPROVED')
})

test('while a verification is open the vendor looks at once, and a refusal changes nothing', async () => {
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, 'PASSPORT')
  await submit(api, business)
  await waitUntil('the vendor has the owner', async () =>
    (await storedOf(owner)).every(({ image }) => image !== null),
  )
  for (const [mark, code] of [
    ['unreadable', 'LOW_QUALITY'],
    ['incomplete', 'INCOMPLETE'],
    ['expired', 'EXPIRED'],
    ['forbidden', 'UNSUITABLE_DOCUMENT'],
    ['forged', 'SUSPECTED_FRAUD'],
    ['mismatch', 'DATA_MISMATCH'],
  ]) {
    const inside = `sandbox:${mark}`
    const answer = await uploadTo(stack, owner, { documentType: 'SELFIE' }, inside)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(answer.body.precheckErrors).toEqual([expect.stringMatching(/^\w+$/)])
  }
  expect(await storedOf(owner)).toHaveLength(1)
  const [passport] = listed(await api.call('GET', `/documents?documentHolder=${owner.id}`))
  const spoiled = documentForm({ documentType: 'PASSPORT', country: 'FR' }, 'sandbox:expired')
  const refused = await api.call('PUT', `/documents/${passport?.id}`, spoiled)
  expect([refused.status, refused.body.code]).toEqual([400, 'EXPIRED'])
  expect((await api.call('GET', `/documents/${passport?.id}`)).body.country).toBe('US')

  shown('selfie', await uploadTo(stack, owner, { documentType: 'SELFIE' }), 201)
  expect(await storedOf(owner)).toMatchObject([
    { type: 'PASSPORT', image: expect.any(String), is_submitted: true },
    { type: 'SELFIE', image: expect.any(String), is_submitted: true },
  ])
})

test('without the vendor’s answer a document is taken, and goes when the vendor is back', async () => {
  const person = await aPerson(api, 'Ada Lovelace 001')
  await documentsOn(stack, person, 'PASSPORT')
  const verification = await submit(api, person)
  await untilStatus(api, verification, 'PENDING_MANUAL_REVIEW')
  const isBack = await aSandboxControl(stack).order({
    ...{ party: 'verification', operation: 'document', kind: 'errorBefore', count: 1_000 },
    match: (await storedOf(person))[0]?.applicant ?? '',
  })
  shown('selfie', await uploadTo(stack, person, { documentType: 'SELFIE' }), 201)
  expect((await storedOf(person))[1]).toMatchObject({ image: null, is_to_forward: true })
  await isBack()
  await waitUntil('the vendor has it', async () => (await storedOf(person))[1]?.image ?? false)
  expect((await storedOf(person))[1]).toMatchObject({ is_submitted: true, is_to_forward: false })

  // Its workflow has ended before the row was there: the row alone is enough.
  await withClient(stack.databaseUrl, (client) =>
    client.query(
      `update documents set vendor_image_id = null, submitted_at = null, is_to_forward = true,
        updated_at = service_now() - interval '1 minute' where holder_id = $1 and type = 'SELFIE'`,
      [person.id.split(':')[1]],
    ),
  )
  await waitUntil(
    'the vendor has it again',
    async () => (await storedOf(person))[1]?.image ?? false,
  )
})

test('which document the vendor asks for more, its steps say', async () => {
  const vendor = aVendor(stack)
  const person = await aPerson(api, 'Ada Lovelace 001')
  await documentsOn(stack, person, 'PASSPORT')
  const verification = await submit(api, person)
  await untilStatus(api, verification, 'PENDING_MANUAL_REVIEW')
  await vendor.review(person, red('RETRY', 'ADDITIONAL_DOCUMENT_REQUIRED'))
  const { errors } = await untilStatus(api, verification, 'RESOLVE_ERRORS')
  expect(errors).toEqual([
    {
      ...{ resourceId: person.id, type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT' },
      acceptedDocumentTypes: expect.arrayContaining(['UTILITY_BILL']),
      reason: 'A proof of address is needed.',
    },
  ])
})
