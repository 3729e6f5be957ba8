/** Shared by the upload and the replacement of a document: form rules, encryption and storage. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { Document, DocumentReplaceRequest } from '../../contract/components/documents.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { type DocumentRow, presentDocument } from '../../contract/present/documents.ts'
import { documentKeyOf, documentNumberOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import type { DocumentFacts, DocumentWritten } from '../../db/sqlFunctions.ts'
import { type ContentInspection, inspectContent } from '../../domain/documents/problem.ts'
import { sealBytes } from '../../runtime/keyRing.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Call, MultipartRule, UploadedFile, ValidationInput } from '../operation.ts'
import { fileNameOf } from './fileName.ts'
import { releaseObject, removeObject, WRITTEN_WITHIN_SECONDS } from './objects.ts'

export const DOCUMENT_BYTES_MAX = 10 * 1_024 * 1_024
const UPLOAD_SECONDS = 120
const CONTENT_KEY_BYTES = 32

type DocumentContent = { readonly bytes: Buffer; readonly inspection: ContentInspection }

/** Plaintext content exists only in memory, and is validated once, when it is complete. */
export const documentForm: MultipartRule = {
  fileBytesMax: DOCUMENT_BYTES_MAX,
  timeLimitMs: UPLOAD_SECONDS * 1_000,
  async receive(content) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const inspected: DocumentContent = { bytes, inspection: inspectContent(bytes) }
    return { content: inspected, discard: async () => undefined }
  },
}

/** Identity documents: they need a number and an issuing authority. */
const identityDocuments: readonly unknown[] = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID']
const twoSidedDocuments: readonly unknown[] = ['DRIVERS_LICENSE', 'NATIONAL_ID']

/** Validates what the schema cannot express; also runs when schema validation has failed. */
export function documentProblems({ body, file }: ValidationInput): FieldError[] {
  const fields = body as Readonly<Record<string, unknown>>
  const { documentType: type } = fields
  const required = [
    ...(identityDocuments.includes(type) ? ['documentNumber', 'issuingAuthority'] : []),
    ...(twoSidedDocuments.includes(type) ? ['side'] : []),
  ]
  const problems: FieldError[] = required
    .filter((name) => fields[name] === undefined)
    .map((field) => ({ field, constraint: 'required', message: `is required of a ${type}` }))
  const problem = file && contentOf(file).inspection.problem
  if (problem) problems.push({ field: 'file', ...problem })
  return problems
}

/**
 * Encrypts and stores the content of a validated form. A later cleanup deletes the object unless a
 * row refers to it.
 *
 * @param id UUID of the document, without prefix
 * @throws Refusal SERVICE_UNAVAILABLE when the document store is unavailable
 */
export async function storeDocument(
  call: Pick<Call, 'platform' | 'dependencies' | 'file' | 'log'>,
  id: string,
  form: FromSchema<typeof DocumentReplaceRequest>,
): Promise<DocumentFacts> {
  const { platform, dependencies, file, log } = call
  const { database, documents, records } = dependencies
  if (file === undefined) throw new Error('validated form has no file')
  const { bytes, inspection } = contentOf(file)
  const { type: contentType } = inspection
  if (contentType === undefined) throw new Error('validated form has no content type')
  const key = randomBytes(CONTENT_KEY_BYTES)
  const objectKey = `documents/${platform.environment.toLowerCase()}/${randomUUID()}`
  await database.call('begin_object', objectKey, false, WRITTEN_WITHIN_SECONDS)
  try {
    await documents.put(objectKey, sealBytes(key, bytes, objectKey))
  } catch (error) {
    log.warn({ err: error }, 'a document could not be stored')
    await removeObject(call, objectKey)
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
  }
  const { documentNumber, documentType, side, country, issuingAuthority } = form
  return {
    id,
    platformId: platform.id,
    type: documentType,
    side,
    country,
    number: documentNumber && (await records.seal(documentNumber, documentNumberOf(id))),
    issuingAuthority,
    fileName: fileNameOf(file.name, contentType),
    contentType,
    size: bytes.length,
    objectKey,
    wrappedKey: await records.seal(key.toString('base64'), documentKeyOf(id)),
  }
}

/**
 * Completes an upload: deletes the replaced object, or the new one if the row was refused.
 *
 * @throws Refusal if the row was refused
 */
export async function endUpload(
  call: Pick<Call, 'dependencies' | 'log'>,
  { objectKey }: DocumentFacts,
  written: DocumentWritten,
): Promise<Shown<typeof Document>> {
  if (written.refused === undefined) {
    if (written.replacedKey !== undefined) await removeObject(call, written.replacedKey)
    return shownDocument(call.dependencies, written.document)
  }
  await releaseObject(call, objectKey)
  throw uploadRefusal(written.refused)
}

export function uploadRefusal(refused: Exclude<DocumentWritten['refused'], undefined>): Refusal {
  if (refused !== 'SERVICE_UNAVAILABLE') return new Refusal(refused)
  return new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
}

/** The API's document, with its decrypted number. */
export function shownDocument(
  { records }: Pick<Dependencies, 'records'>,
  row: DocumentRow,
): Shown<typeof Document> {
  const number =
    row.number === null ? undefined : records.open(row.number, documentNumberOf(row.id))
  return presentDocument(row, number)
}

function contentOf({ content }: UploadedFile): DocumentContent {
  return content as DocumentContent
}
