import { BulkCustomerImportErrorList } from '../../contract/components/bulkImports.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentImportError } from '../../contract/present/bulkImports.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const listBulkCustomerImportErrors = operation({
  id: 'listBulkCustomerImportErrors',
  group: 'Customers',
  method: 'get',
  path: '/customers/bulk/jobs/:jobId/errors',
  permission: 'VIEW',
  summary: 'List the rows of an import that have made no customer, in the order of the file',
  query: { type: 'object', properties: { ...pageQuery } },
  status: 200,
  responses: { 200: BulkCustomerImportErrorList },
  errors: ['BULK_UPLOAD_JOB_NOT_FOUND'],
  async handle({ params, query, platform, dependencies: { database } }) {
    const uuid = requireId('Job', params.jobId)
    const found = await database.maybeOne({
      name: 'bulk_import_exists',
      text: 'select id from bulk_imports where id = $1 and platform_id = $2',
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('BULK_UPLOAD_JOB_NOT_FOUND')
    return pageFrom(database, {
      name: 'bulk_import_errors',
      query: { ...query, jobId: uuid },
      table: 'bulk_import_errors',
      direction: 'asc',
      branches: (bind) => [`t.import_id = ${bind(uuid)}`],
      select: 'to_jsonb(t)',
      present: presentImportError,
    })
  },
})
