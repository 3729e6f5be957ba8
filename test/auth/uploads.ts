/** What platforms upload that nobody may read again: contents of documents, numbers, rows of a file. */
import { randomUUID } from 'node:crypto'
import { documentKeyOf } from '../../contract/sealedText.ts'
import { parseConfig } from '../../runtime/config.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { rowsOf } from '../durability/payments.ts'
import { apiOf, shown } from '../support/builders.ts'
import { aBusiness, csvOf, domainOf, ended, upload } from '../support/importFiles.ts'
import type { TestStack } from '../support/stack.ts'
import { aPerson, submit, untilStatus, uploadTo } from '../verification/businesses.ts'

/**
 * A document that goes to the vendor with a submission, one that goes at once, and an import.
 *
 * @returns the secrets by name
 */
export async function uploadedSecrets(stack: TestStack): Promise<Map<string, string>> {
  const api = apiOf(stack)
  const [submitted, atOnce, number, taxId, unread] = Array.from({ length: 5 }, () => randomUUID())
  const person = await aPerson(api, 'Ada Lovelace 001')
  const passport = { documentType: 'PASSPORT', documentNumber: number }
  shown('passport', await uploadTo(stack, person, passport, submitted), 201)
  await untilStatus(api, await submit(api, person), 'PENDING_MANUAL_REVIEW')
  shown('selfie', await uploadTo(stack, person, { documentType: 'SELFIE' }, atOnce), 201)

  const business = aBusiness(await domainOf(api), { businessTaxId: taxId, description: unread })
  const columns = [...Object.keys(business), 'description']
  await ended(api, await upload(api, csvOf([business], [...new Set(columns)])))

  const cipher = createRecordCipher(recordKeys(parseConfig(stack.env)))
  const rows = await rowsOf<{ id: string; type: string; wrapped_key: string; image: string }>(
    stack,
    `select id, type, wrapped_key, vendor_image_id as image from documents where holder_id = $1`,
    [person.id.split(':')[1]],
  )
  if (rows.some(({ image }) => image === null)) throw new Error('a document was not forwarded')
  const keys = rows.map(({ id, type, wrapped_key: wrapped }) => {
    const key = cipher.open(wrapped, documentKeyOf(id))
    return [`the key of a ${type}`, Buffer.from(key, 'base64').toString('hex')] as const
  })
  return new Map([
    ...keys,
    ['the content of a submitted document', String(submitted)],
    ['the content of a document during a review', String(atOnce)],
    ['the number of a document', String(number)],
    ['the tax id of an imported business', String(taxId)],
    ['a column of an import that is not kept', String(unread)],
  ])
}
