import { Document } from '../../contract/components/documents.ts'
import { operation } from '../operation.ts'
import { findDocument } from './findDocument.ts'
import { shownDocument } from './upload.ts'

export const getDocument = operation({
  id: 'getDocument',
  group: 'Documents',
  method: 'get',
  path: '/documents/:documentId',
  permission: 'VIEW',
  summary: 'Read the facts of a document',
  description: 'Type, status and file facts. The content of a document cannot be downloaded.',
  status: 200,
  responses: { 200: Document },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const row = await findDocument(dependencies, platform.id, params.documentId)
    return shownDocument(dependencies, row)
  },
})
