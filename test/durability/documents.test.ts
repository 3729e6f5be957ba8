/**
 * kill -9 of each process while documents are uploaded: no object without a row, no row without its
 * object, and what is shown of a customer under review is at the vendor.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkDocuments } from '../../db/documentCheck.ts'
import { type DocumentStore, openDocumentStore } from '../../providers/documentStore/index.ts'
import { parseConfig } from '../../runtime/config.ts'
import { documentStoreSettings } from '../../runtime/documentStoreSettings.ts'
import { roles } from '../../scripts/devstack/runFile.ts'
import { type ApiClient, formOf } from '../../scripts/serviceDriver/apiClient.ts'
import { deleteUnreferencedObjects } from '../../worker/unreferencedObjects.ts'
import { apiOf, type Resource, shown, waitUntil } from '../support/builders.ts'
import { aPdf } from '../support/documentFiles.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { aPerson, documentForm, submit, untilStatus, uploadTo } from '../verification/businesses.ts'

const KILLS = countOf(1, 20)
const UPLOADERS = 4
const PAUSE_MS_MAX = 400
const victims = roles.filter((role) => ['api', 'worker', 'sandbox'].includes(role))
const TYPES = ['SELFIE', 'UTILITY_BILL', 'TAX_RETURN', 'BANK_STATEMENT', 'OTHER']

let stack: TestStack
let database: Database
let store: DocumentStore
beforeAll(async () => {
  stack = await aKeptStack()
  database = openDatabase(stack.databaseUrl, { poolMax: 2 })
  store = openDocumentStore(documentStoreSettings(parseConfig(stack.env)))
})
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

const content = aPdf('x'.repeat(500_000))

/** Uploads, replaces and deletes until `isOver`. @returns ids of the documents it was shown */
async function upload(api: ApiClient, isOver: () => boolean): Promise<string[]> {
  const shownIds: string[] = []
  const quietly = (method: string, path: string, body?: unknown) =>
    api.call(method, path, body).catch(() => undefined)
  while (!isOver()) {
    const customer = await quietly('POST', '/customers', { customerType: 'INDIVIDUAL' })
    if (customer?.status !== 201) continue
    for (const documentType of TYPES) {
      const form = (fields: Record<string, string>): object =>
        formOf({ documentType, country: 'GB', ...fields }, { name: 'a.pdf', content })
      const made = await quietly(
        'POST',
        '/documents',
        form({ documentHolder: String(customer.body.id) }),
      )
      if (made?.status !== 201) continue
      const id = String(made.body.id)
      if (documentType === 'SELFIE') await quietly('PUT', `/documents/${id}`, form({}))
      if (documentType === 'OTHER') await quietly('DELETE', `/documents/${id}`)
      else shownIds.push(id)
    }
  }
  return shownIds
}

/** A person who is being reviewed, and the path of a document that the vendor has. */
async function aReview(api: ApiClient): Promise<{ person: Resource; path: string }> {
  const person = await aPerson(api, 'Ada Lovelace 001')
  shown('passport', await uploadTo(stack, person, { documentType: 'PASSPORT' }), 201)
  await untilStatus(api, await submit(api, person), 'PENDING_MANUAL_REVIEW')
  const selfie = await uploadTo(stack, person, { documentType: 'SELFIE' })
  return { person, path: `/documents/${shown('selfie', selfie, 201).id}` }
}

async function replace(api: ApiClient, path: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const form = documentForm({ documentType: 'SELFIE' }, randomUUID())
    await api.call('PUT', path, form).catch(() => undefined)
  }
}

test('nothing is missing and nothing is left over', async () => {
  const api = apiOf(stack)
  const chance = chanceOf('upload kills')
  const reviews = [await aReview(api), await aReview(api)]
  let over = false
  const uploading = Promise.all(Array.from({ length: UPLOADERS }, () => upload(api, () => over)))
  const replacing = Promise.all(reviews.map(({ path }) => replace(api, path, () => over)))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(chance.integer(PAUSE_MS_MAX) + 200)
    const role = chance.pick(victims)
    await stack.kill(role)
    await stack.waitReady(role)
  }
  over = true
  const ids = (await uploading).flat()
  expect(ids.length).toBeGreaterThan(0)
  await replacing
  await stack.waitReady()
  const holders = reviews.map(({ person }) => person.id.split(':')[1])
  await waitUntil('the vendor has what is shown', async () => {
    const [{ count } = {}] = await database.query<{ count: number }>({
      text: `select count(*)::integer as count from documents
        where holder_id = any ($1) and vendor_image_id is null and deleted_at is null`,
      values: [holders],
    })
    return count === 0
  })

  // Whoever wrote is dead or done: the time for it is over.
  await database.query({ text: 'update unreferenced_objects set delete_after = service_now()' })
  await deleteUnreferencedObjects(database, store, pino({ level: 'silent' }))
  const report = await checkDocuments(database, store)
  expect(report).toMatchObject({ orphans: [], withoutObject: [] })
  expect(report.documents).toBe(report.objects)
  for (const id of ids) shown('document', await api.call('GET', `/documents/${id}`), 200)
})

test('the check finds an object without a row, and a row without its object', async () => {
  await store.put('documents/sandbox/orphan', Buffer.from('x'))
  const [row] = await database.query<{ id: string; object_key: string }>({
    text: 'select id, object_key from documents where deleted_at is null limit 1',
  })
  const kept = await store.get(row?.object_key ?? '')
  await store.remove(row?.object_key ?? '')
  const report = await checkDocuments(database, store)
  expect(report).toMatchObject({ orphans: ['documents/sandbox/orphan'], withoutObject: [row?.id] })
  await store.remove('documents/sandbox/orphan')
  await store.put(row?.object_key ?? '', kept as Buffer)
})
