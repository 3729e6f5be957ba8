/**
 * Creates the customers of an uploaded file. The file is read through before the first of them; then
 * batches of rows, each one transaction, whose place in the file is part of it. The wallets follow, many
 * by this one workflow.
 */
import {
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { BulkImportInput } from './definitions/customers.ts'
import { closeWithStatus } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { lengthy, quick } from './policy.ts'
import { awaiting } from './progress.ts'

const WALLETS = 'Wallet provider: wallets of imported customers'
/** Before wallets that have failed are tried again. */
const RETRY_WALLETS_AFTER = '10 seconds'

export async function bulkImport(input: BulkImportInput): Promise<void> {
  const { readImport, importRows } = proxyActivities<OutsideActivities>(
    lengthy(queueOf(input, 'DOCUMENT_STORE'), 'Import: rows of the file'),
  )
  await readImport(input)
  while ((await importRows(input)).isLeft) await makeRoom(input)
  await provisionWallets(input)
  await closeWithStatus('COMPLETED')
}

/** In passes over the wallets that are left, until there are none. */
async function provisionWallets(input: BulkImportInput): Promise<void> {
  const { closeImport } = proxyLocalActivities<DatabaseActivities>(quick)
  const { provisionImportedWallets } = proxyActivities<OutsideActivities>(
    lengthy(queueOf(input, 'WALLET_PROVIDER'), WALLETS),
  )
  while (!(await closeImport(input))) {
    let after: string | undefined
    let left = 0
    do {
      const page = await provisionImportedWallets({ ...input, after })
      after = page.after
      left += page.left
      await makeRoom(input)
    } while (after !== undefined)
    if (left > 0) await awaiting('WALLET_PROVIDER', WALLETS, sleep(RETRY_WALLETS_AFTER))
  }
}

/** A long import goes on in a new run: every step finds in the rows what is done. */
async function makeRoom(input: BulkImportInput): Promise<void> {
  if (workflowInfo().continueAsNewSuggested) {
    await continueAsNew<(input: BulkImportInput) => Promise<void>>(input)
  }
}
