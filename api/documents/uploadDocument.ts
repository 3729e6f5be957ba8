import { Document, DocumentUploadRequest } from '../../contract/components/documents.ts'
import { Refusal } from '../../contract/errors.ts'
import { documentCodes } from '../../domain/verification/documentCodes.ts'
import { createdId, createOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'
import { findOpenVerification, forwardAtOnce } from './forward.ts'
import { requireHolder } from './holder.ts'
import { releaseObject } from './objects.ts'
import {
  documentForm,
  documentProblems,
  shownDocument,
  storeDocument,
  uploadRefusal,
} from './upload.ts'

export const uploadDocument = operation({
  id: 'uploadDocument',
  group: 'Documents',
  method: 'post',
  path: '/documents',
  permission: 'MANAGE',
  summary: 'Upload a document of a customer or a beneficial owner',
  description:
    'A PDF, JPEG or PNG of 10 MB at most. A passport, driving licence or national id needs ' +
    '`documentNumber` and `issuingAuthority`, the last two a `side`. A holder has one document ' +
    'of a type and side: replace it with PUT. The content cannot be read again. While a ' +
    'verification is open the verification vendor looks at it at once, and may refuse it.',
  headers: { idempotencyKey: 'kept' },
  body: DocumentUploadRequest,
  multipart: documentForm,
  validate: documentProblems,
  status: 201,
  responses: { 201: Document },
  outside: { byRequest: ['VERIFICATION_VENDOR'] },
  errors: [
    'DOCUMENT_HOLDER_NOT_FOUND',
    'DOCUMENT_ALREADY_EXISTS',
    'DUPLICATE_PAY_REQUEST',
    ...documentCodes,
  ],
  async handle(call) {
    const { body, platform, dependencies } = call
    const holder = await requireHolder(dependencies, platform.id, body)
    // Of a key, the transaction knows whose document it is.
    if (holder.hasDocument && call.idempotencyKey === undefined)
      throw new Refusal('DOCUMENT_ALREADY_EXISTS')
    const { kind: holderKind, id: holderId } = holder
    const open = await findOpenVerification(call, holderId)
    const id = createdId(call)
    const stored = await storeDocument(call, id, body)
    const facts = await forwardAtOnce(call, open, stored)
    const document = { ...facts, holderKind, holderId }
    try {
      return await createOnce(
        call,
        async (tx) => {
          const written = await tx.call('add_document', document)
          if (written.refused !== undefined) throw uploadRefusal(written.refused)
          return shownDocument(dependencies, written.document)
        },
        id,
      )
    } catch (error) {
      await releaseObject(call, facts.objectKey)
      throw error
    }
  },
})
