/** Images of documents: looked at once, by their first bytes and size, and not kept. */
import { createHash } from 'node:crypto'
import type { Answer } from '../http.ts'
import { applicantRow, refusal } from './applicants.ts'
import type { Vendor } from './vendor.ts'

const BYTES_MAX = 50_000_000

export type Document = {
  readonly idDocType: string
  readonly idDocSubType?: string | undefined
  readonly country: string
  readonly content: Buffer
}

/** What a document's bytes may say, so that a platform can try every refusal: see docs/guides. */
const marks: readonly (readonly [mark: string, tag: string])[] = [
  ['sandbox:expired', 'expiredDoc'],
  ['sandbox:unreadable', 'dataNotReadable'],
  ['sandbox:incomplete', 'missingImportantInfo'],
  ['sandbox:forbidden', 'forbiddenDocument'],
  ['sandbox:different', 'differentDocTypeOrCountry'],
  ['sandbox:forged', 'FORGERY'],
  ['sandbox:mismatch', 'REQUESTED_DATA_MISMATCH'],
]

/** @throws Refusal with the vendor's number of the error */
export async function addDocument(
  vendor: Vendor,
  applicantId: string,
  { idDocType, idDocSubType, country, content }: Document,
): Promise<Answer & { imageId: string }> {
  await applicantRow(vendor, 'id', applicantId)
  if (content.length === 0) throw refusal(400, 'The file is empty', { errorCode: 1003 })
  if (content.length > BYTES_MAX) throw refusal(400, 'The file is too big', { errorCode: 1002 })
  if (!isKnownFormat(content)) throw refusal(400, 'Unsupported format', { errorCode: 1005 })
  const text = content.toString('latin1')
  const errors = marks.filter(([mark]) => text.includes(mark)).map(([, tag]) => tag)
  const { rows } = await vendor.store.pool.query<{ image_id: string }>(
    `with act as (
       insert into acts (party, operation, reference) values ('verification', 'document', $1)
     )
     insert into vendor_documents (applicant_id, id_doc_type, id_doc_sub_type, country, size, sha256, errors)
     values ($1, $2, $3, $4, $5, $6, $7) returning image_id`,
    [
      applicantId,
      idDocType,
      idDocSubType,
      country,
      content.length,
      createHash('sha256').update(content).digest(),
      errors,
    ],
  )
  return {
    status: 200,
    imageId: String(rows[0]?.image_id),
    body: { idDocType, country, errors, warnings: null },
  }
}

export async function documentsOf(
  { store }: Vendor,
  applicantId: string,
): Promise<{ id_doc_type: string; id_doc_sub_type: string | null; size: number }[]> {
  const { rows } = await store.pool.query(
    'select id_doc_type, id_doc_sub_type, size from vendor_documents where applicant_id = $1 order by image_id',
    [applicantId],
  )
  return rows
}

const addressProofs = ['UTILITY_BILL', 'BANK_STATEMENT', 'TAX_RETURN', 'RENTAL_AGREEMENT']
const steps: Readonly<Record<string, (type: string) => boolean>> = {
  IDENTITY: (type) => ['PASSPORT', 'ID_CARD', 'DRIVERS'].includes(type),
  COMPANY: (type) => type === 'COMPANY_DOC',
  PROOF_OF_RESIDENCE: (type) => addressProofs.includes(type),
}

/** What an applicant has sent for each step; null for nothing that is of use. */
export async function readSteps(vendor: Vendor, applicantId: string): Promise<Answer> {
  const { type } = await applicantRow(vendor, 'id', applicantId)
  const { rows } = await vendor.store.pool.query<{ image_id: string; id_doc_type: string }>(
    "select image_id, id_doc_type from vendor_documents where applicant_id = $1 and errors = '{}' order by image_id",
    [applicantId],
  )
  const body: Record<string, object | null> = {}
  for (const name of [type === 'company' ? 'COMPANY' : 'IDENTITY', 'PROOF_OF_RESIDENCE']) {
    const images = rows.filter((row) => steps[name]?.(row.id_doc_type))
    body[name] =
      images.length === 0
        ? null
        : {
            idDocType: images.at(-1)?.id_doc_type,
            imageIds: images.map(({ image_id: image }) => Number(image)),
            reviewResult: { reviewAnswer: 'GREEN' },
          }
  }
  return { status: 200, body }
}

function isKnownFormat(content: Buffer): boolean {
  const start = content.subarray(0, 8).toString('latin1')
  return (
    start.startsWith('%PDF-') || start.startsWith('\xff\xd8\xff') || start === '\x89PNG\r\n\x1a\n'
  )
}
