import { Document, DocumentReplaceRequest } from '../../contract/components/documents.ts'
import { documentCodes } from '../../domain/verification/documentCodes.ts'
import { operation } from '../operation.ts'
import { findDocument } from './findDocument.ts'
import { findOpenVerification, forwardAtOnce } from './forward.ts'
import { documentForm, documentProblems, endUpload, storeDocument } from './upload.ts'

export const replaceDocument = operation({
  id: 'replaceDocument',
  group: 'Documents',
  method: 'put',
  path: '/documents/:documentId',
  permission: 'MANAGE',
  summary: 'Replace the file and the facts of a document',
  description:
    'Under the same id and for the same holder; facts that are left out are gone. A document that ' +
    'was submitted is submitted again with the next verification.',
  body: DocumentReplaceRequest,
  multipart: documentForm,
  validate: documentProblems,
  status: 200,
  responses: { 200: Document },
  outside: { byRequest: ['VERIFICATION_VENDOR'] },
  errors: ['REFERENCE_NOT_FOUND', 'DOCUMENT_ALREADY_EXISTS', ...documentCodes],
  async handle(call) {
    const { params, body, platform, dependencies } = call
    const found = await findDocument(dependencies, platform.id, params.documentId)
    const open = await findOpenVerification(call, found.holder_id)
    const stored = await storeDocument(call, found.id, body)
    const facts = await forwardAtOnce(call, open, stored)
    return endUpload(call, facts, await dependencies.database.call('replace_document', facts))
  },
})
