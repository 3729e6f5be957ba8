/**
 * Sends a document to the verification vendor at once, because its holder's verification is open. The
 * upload waits for the vendor's first look, for a moment: without an answer the document is taken, and
 * its row says that it has to be forwarded until one has come. A refusal that comes too late for the
 * upload is met again by the next submission, which shows it in the verification's errors.
 */
import { proxyActivities } from '@temporalio/workflow'
import type { OutsideActivities } from '../activities/index.ts'
import type { ForwardingAnswer } from '../activities/verification/documents.ts'
import type { DocumentForwardingInput } from './definitions/customers.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient } from './policy.ts'

export async function documentForwarding(input: DocumentForwardingInput): Promise<void> {
  const result = registerResultUpdate<ForwardingAnswer>()
  const { forwardDocument, forwardRecordedDocument } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'VERIFICATION_VENDOR'), 'Verification vendor: the document'),
  )
  result.resolve(
    'document' in input
      ? await forwardDocument(input.document)
      : await forwardRecordedDocument({ documentId: input.documentId }),
  )
  await closeWithStatus('COMPLETED')
}
