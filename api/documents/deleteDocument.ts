import { Refusal } from '../../contract/errors.ts'
import { operation, reply } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { removeObject } from './objects.ts'

export const deleteDocument = operation({
  id: 'deleteDocument',
  group: 'Documents',
  method: 'delete',
  path: '/documents/:documentId',
  permission: 'MANAGE',
  summary: 'Delete a document that has not been submitted',
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const { params, platform, dependencies } = call
    const id = requireId('Document', params.documentId)
    const deleted = await dependencies.database.call('delete_document', platform.id, id)
    if (deleted.outcome === 'SUBMITTED') {
      throw new Refusal('CONFLICT', { reason: 'The document has been submitted.' })
    }
    if (deleted.outcome !== 'DELETED') throw new Refusal('REFERENCE_NOT_FOUND')
    await removeObject(call, deleted.objectKey)
    return reply(204)
  },
})
