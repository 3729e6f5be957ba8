/** Sends documents to the verification vendor, each content once. */
import type { Environment } from '../../contract/outsideParties.ts'
import { documentKeyOf, documentNumberOf } from '../../contract/sealedText.ts'
import {
  type DocumentUpload,
  VendorError,
  vendorDocumentOf,
} from '../../providers/verificationVendor/index.ts'
import { openBytes } from '../../runtime/keyRing.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { unknownOutcome } from '../retryableFailures.ts'

/** A document whose content is stored; its row may not be written yet. Numbers and keys are encrypted. */
export type StoredDocument = {
  /** UUID without prefix. */
  readonly id: string
  readonly environment: Environment
  /** The vendor's id of the holder. */
  readonly applicantId: string
  readonly objectKey: string
  readonly wrappedKey: string
  readonly type: string
  readonly side?: string | null | undefined
  readonly country: string
  readonly number?: string | null | undefined
  readonly fileName: string
  readonly contentType: string
}

export type ForwardingAnswer =
  | { readonly outcome: 'DONE'; readonly imageId: string }
  /** The vendor's words for what is wrong with it. */
  | { readonly outcome: 'REFUSED'; readonly tags: readonly string[] }

/** The vendor's numbers of errors. */
const DUPLICATE = 1_000
const UNUSABLE: readonly (number | undefined)[] = [1_001, 1_002, 1_003, 1_004, 1_005]
/** Of a content that the vendor has already: the answer to an earlier call was lost. */
const KNOWN_IMAGE = 'known'

export function createDocumentForwarding(dependencies: ActivityDependencies) {
  const { database, documents, records, outside } = dependencies

  async function uploadOf(document: StoredDocument): Promise<DocumentUpload> {
    const { id, objectKey, wrappedKey, side, number } = document
    const sealed = await documents.get(objectKey)
    if (sealed === undefined) throw new Error(`no object of document ${id}`)
    const key = Buffer.from(records.open(wrappedKey, documentKeyOf(id)), 'base64')
    return {
      ...vendorDocumentOf(document.type),
      ...((side === 'FRONT' || side === 'BACK') && { side: `${side}_SIDE` }),
      country: document.country,
      ...(number && { number: records.open(number, documentNumberOf(id)) }),
      fileName: document.fileName,
      contentType: document.contentType,
      content: openBytes(key, sealed, objectKey),
    }
  }

  async function send(document: StoredDocument): Promise<ForwardingAnswer> {
    const upload = await uploadOf(document)
    const vendor = outside.verificationVendor(document.environment)
    try {
      const { imageId, errors } = await vendor.uploadDocument(document.applicantId, upload)
      return errors.length > 0 ? { outcome: 'REFUSED', tags: errors } : { outcome: 'DONE', imageId }
    } catch (error) {
      if (!(error instanceof VendorError)) throw unknownOutcome('the document', error)
      if (error.errorCode === DUPLICATE) return { outcome: 'DONE', imageId: KNOWN_IMAGE }
      if (UNUSABLE.includes(error.errorCode)) return { outcome: 'REFUSED', tags: [''] }
      throw unknownOutcome('the document', error)
    }
  }

  /** Sends one document. Where its row is there, the row says what became of it. */
  async function forwardDocument(document: StoredDocument): Promise<ForwardingAnswer> {
    const answer = await send(document)
    const imageId = answer.outcome === 'DONE' ? answer.imageId : null
    await database.call('note_forwarding', document.objectKey, imageId)
    return answer
  }

  return {
    forwardDocument,

    /** Like `forwardDocument`, of a document whose row is written; one that has gone meanwhile has nothing to send. */
    async forwardRecordedDocument(input: {
      /** UUID without prefix. */
      readonly documentId: string
    }): Promise<ForwardingAnswer> {
      const document = await documentToForward(dependencies, input.documentId)
      return document ? forwardDocument(document) : { outcome: 'DONE', imageId: KNOWN_IMAGE }
    },
  }
}

const selectUnsent = `select d.id, d.environment, a.applicant_id as "applicantId", d.object_key as "objectKey",
    d.wrapped_key as "wrappedKey", d.type, d.side, d.country, d.number, d.file_name as "fileName",
    d.content_type as "contentType"
  from documents d join verification_applicants a on a.holder_id = d.holder_id
  where d.deleted_at is null and d.vendor_image_id is null`

/** The documents of a holder that the vendor has not got, the oldest first. */
export async function documentsToForward(
  { database }: Pick<ActivityDependencies, 'database'>,
  holderId: string,
): Promise<StoredDocument[]> {
  return database.query<StoredDocument>({
    name: 'documents_to_forward',
    text: `${selectUnsent} and d.holder_id = $1 order by d.created_at, d.id`,
    values: [holderId],
  })
}

async function documentToForward(
  { database }: Pick<ActivityDependencies, 'database'>,
  documentId: string,
): Promise<StoredDocument | undefined> {
  return database.maybeOne<StoredDocument>({
    name: 'document_to_forward',
    text: `${selectUnsent} and d.id = $1`,
    values: [documentId],
  })
}
