import { described } from '../../contract/components/described.ts'
import { DocumentHolder, DocumentListResponse } from '../../contract/components/documents.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import type { DocumentRow } from '../../contract/present/documents.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { holderOf } from './holder.ts'
import { shownDocument } from './upload.ts'

export const listDocuments = operation({
  id: 'listDocuments',
  group: 'Documents',
  method: 'get',
  path: '/documents',
  permission: 'VIEW',
  summary: 'List documents, newest first',
  query: {
    type: 'object',
    properties: {
      documentHolder: described(
        DocumentHolder,
        'Documents about this customer or beneficial owner only.',
      ),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: DocumentListResponse },
  errors: [],
  async handle({ query, platform, dependencies }) {
    const holder = query.documentHolder === undefined ? undefined : holderOf(query.documentHolder)
    return pageFrom(dependencies.database, {
      name: 'documents',
      query,
      table: 'documents',
      direction: 'desc',
      branches: (bind) => [
        [
          `t.platform_id = ${bind(platform.id)}`,
          't.deleted_at is null',
          ...(holder
            ? [`t.holder_id = ${bind(holder.id)}`, `t.holder_kind = ${bind(holder.kind)}`]
            : []),
        ].join(' and '),
      ],
      select: 'document_row(t)',
      present: (row: DocumentRow) => shownDocument(dependencies, row),
    })
  },
})
