import { randomBytes, randomUUID } from 'node:crypto'
import {
  BulkCustomerImportJobAccepted,
  UploadCustomersCsvRequest,
} from '../../contract/components/bulkImports.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { PendingStart } from '../../contract/openRow.ts'
import { importKeyOf } from '../../contract/sealedText.ts'
import { asUtf8 } from '../../domain/imports/format.ts'
import { type ImportFile, storeFile } from '../../runtime/importFile.ts'
import { createOnce } from '../createOnce.ts'
import { releaseObject, WRITTEN_WITHIN_SECONDS } from '../documents/objects.ts'
import { type MultipartRule, operation, type ValidationInput } from '../operation.ts'
import { requireOutside } from '../outside.ts'

const FILE_BYTES_MAX = 100 * 1_024 * 1_024
const UPLOAD_SECONDS = 600
const CONTENT_KEY_BYTES = 32

type StoredFile = ImportFile & { readonly id: string; readonly size: number }

/** The file goes to the store part by part, encrypted, while it arrives. */
const csvForm: MultipartRule = {
  fileBytesMax: FILE_BYTES_MAX,
  timeLimitMs: UPLOAD_SECONDS * 1_000,
  async receive(content, { platform, dependencies }) {
    const { database, documents, log } = dependencies
    const { has_wallets: hasWallets } = await database.one<{ has_wallets: boolean }>({
      name: 'platform_has_wallets',
      text: `select supported_currencies @> '[{"currencyCode": "USDB"}]' as has_wallets
        from platforms where id = $1`,
      values: [platform.id],
    })
    if (hasWallets) requireOutside({ dependencies, platform }, ['WALLET_PROVIDER'])
    const id = randomUUID()
    const prefix = `imports/${platform.environment.toLowerCase()}/${id}/`
    const file = { prefix, key: randomBytes(CONTENT_KEY_BYTES) }
    const discard = (): Promise<void> => releaseObject({ dependencies, log }, prefix)
    await database.call('begin_object', prefix, true, WRITTEN_WITHIN_SECONDS)
    try {
      const size = await storeFile(documents, file, asUtf8(content))
      return { content: { ...file, id, size } satisfies StoredFile, discard }
    } catch (error) {
      await discard().catch(() => undefined)
      if (error instanceof Refusal) throw error
      log.warn({ err: error }, 'a file could not be stored')
      throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    }
  },
}

function fileProblems({ file }: ValidationInput) {
  if ((file?.content as StoredFile | undefined)?.size !== 0) return []
  return [{ field: 'file', constraint: 'minLength', message: 'must not be empty' }]
}

export const uploadCustomersCsv = operation({
  id: 'uploadCustomersCsv',
  group: 'Customers',
  method: 'post',
  path: '/customers/bulk/csv',
  permission: 'MANAGE',
  summary: 'Create customers from a CSV file',
  description:
    'The file is read in the background; the job says how far, and a webhook when every row has ' +
    'been judged. `umaAddress`, `platformCustomerId`, `customerType`, `addressLine1`, `city`, ' +
    '`state`, `postalCode` and `country` are required columns; a person needs `fullName` and ' +
    '`birthDate`, a business `businessLegalName`. Wallets follow after the rows.',
  headers: { idempotencyKey: 'kept' },
  body: UploadCustomersCsvRequest,
  multipart: csvForm,
  validate: fileProblems,
  outside: { byRequest: ['WALLET_PROVIDER'] },
  status: 202,
  responses: { 202: BulkCustomerImportJobAccepted },
  errors: ['DUPLICATE_PAY_REQUEST'],
  async handle(call) {
    const { file, platform, dependencies, trace } = call
    const { records, handOver } = dependencies
    if (file === undefined) throw new Error('validated form has no file')
    const { id, prefix: objectPrefix, key, size } = file.content as StoredFile
    const wrappedKey = await records.seal(key.toString('base64'), importKeyOf(id))
    const { id: platformId } = platform
    const row = { id, platformId, objectPrefix, wrappedKey, size }
    let start: PendingStart | null = null
    const accepted = await createOnce(call, async (tx) => {
      start = await tx.call('begin_import', row)
      if (start === null) throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
      return { jobId: idOf('Job', id), status: 'PENDING' as const }
    })
    // The file of a repeat is no import's, and is deleted.
    if (start === null) return accepted
    trace.workflowId = idOf('Job', id)
    handOver.handOver(start)
    return accepted
  },
})
