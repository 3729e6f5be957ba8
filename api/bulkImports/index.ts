import { getBulkCustomerImportJob } from './getBulkCustomerImportJob.ts'
import { listBulkCustomerImportErrors } from './listBulkCustomerImportErrors.ts'
import { uploadCustomersCsv } from './uploadCustomersCsv.ts'

export default [uploadCustomersCsv, getBulkCustomerImportJob, listBulkCustomerImportErrors]
