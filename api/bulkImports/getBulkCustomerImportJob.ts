import { BulkCustomerImportJob } from '../../contract/components/bulkImports.ts'
import { Refusal } from '../../contract/errors.ts'
import { type BulkImportRow, presentBulkImport } from '../../contract/present/bulkImports.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

export const getBulkCustomerImportJob = operation({
  id: 'getBulkCustomerImportJob',
  group: 'Customers',
  method: 'get',
  path: '/customers/bulk/jobs/:jobId',
  permission: 'VIEW',
  summary: 'Read how far an import is',
  description: 'With its first 1,000 errors; `/errors` below it lists all of them.',
  status: 200,
  responses: { 200: BulkCustomerImportJob },
  errors: ['BULK_UPLOAD_JOB_NOT_FOUND'],
  async handle({ params, platform, dependencies: { database } }) {
    const uuid = requireId('Job', params.jobId)
    const found = await database.maybeOne<{ row: BulkImportRow }>({
      name: 'bulk_import_shown',
      text: `select bulk_import_row(i) as row from bulk_imports i
        where i.id = $1 and i.platform_id = $2`,
      values: [uuid, platform.id],
    })
    if (found === undefined) throw new Refusal('BULK_UPLOAD_JOB_NOT_FOUND')
    return presentBulkImport(found.row)
  },
})
