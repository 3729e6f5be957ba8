/** What the upload and the replacement of a document share: the form, its rules, and its content. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import type { Document, DocumentReplaceRequest } from '../../contract/components/documents.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { type DocumentRow, presentDocument } from '../../contract/present/documents.ts'
import { documentKeyOf, documentNumberOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import type { DocumentFacts, DocumentWritten } from '../../db/sqlFunctions.ts'
import { type Judgement, judgeContent } from '../../domain/documents/problem.ts'
import { sealBytes } from '../../runtime/keyRing.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Call, MultipartRule, UploadedFile, ValidationInput } from '../operation.ts'
import { fileNameOf } from './fileName.ts'
import { releaseObject, removeObject, WRITTEN_WITHIN_SECONDS } from './objects.ts'

export const DOCUMENT_BYTES_MAX = 10 * 1_024 * 1_024
const UPLOAD_SECONDS = 120
const CONTENT_KEY_BYTES = 32

type DocumentContent = { readonly bytes: Buffer; readonly judgement: Judgement }

/** The content is held in memory in clear text, and nowhere else. It is judged once, when all of it is here. */
export const documentForm: MultipartRule = {
  fileBytesMax: DOCUMENT_BYTES_MAX,
  timeLimitMs: UPLOAD_SECONDS * 1_000,
  async receive(content) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const judged: DocumentContent = { bytes, judgement: judgeContent(bytes) }
    return { content: judged, discard: async () => undefined }
  },
}

/** Types that name a person's document of identity. */
const identityDocuments: readonly unknown[] = ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID']
const twoSidedDocuments: readonly unknown[] = ['DRIVERS_LICENSE', 'NATIONAL_ID']

/** The rules of a form beyond its schema, whether or not that has found errors. */
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
  const problem = file && contentOf(file).judgement.problem
  if (problem) problems.push({ field: 'file', ...problem })
  return problems
}

/**
 * Stores the content of a validated form, encrypted. Its object is deleted later unless a row
 * refers to it.
 *
 * @param id bare uuid of the document
 * @throws Refusal SERVICE_UNAVAILABLE when the store cannot be reached
 */
export async function storeDocument(
  call: Pick<Call, 'platform' | 'dependencies' | 'file' | 'log'>,
  id: string,
  form: FromSchema<typeof DocumentReplaceRequest>,
): Promise<DocumentFacts> {
  const { platform, dependencies, file, log } = call
  const { database, documents, records } = dependencies
  if (file === undefined) throw new Error('validated without its file')
  const { bytes, judgement } = contentOf(file)
  const { type: contentType } = judgement
  if (contentType === undefined) throw new Error('validated with another content')
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
 * Ends an upload whose row has been written, or refused: the object that is not referred to is
 * deleted.
 *
 * @throws Refusal for what was refused
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
  if (refused === 'HOLDER_NOT_FOUND') return new Refusal('REFERENCE_NOT_FOUND')
  if (refused !== 'SERVICE_UNAVAILABLE') return new Refusal(refused)
  return new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
}

/** As the API shows it, with its number in clear text. */
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
