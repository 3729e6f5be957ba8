/** Sends an uploaded document to the verification vendor while its holder's verification is open. */
import { Refusal } from '../../contract/errors.ts'
import type { DocumentFacts } from '../../db/sqlFunctions.ts'
import { documentCodeOf } from '../../domain/verification/documentCodes.ts'
import type { ForwardingAnswer } from '../../workflows/definitions/customers.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Call } from '../operation.ts'
import { outsideCallsOf, requireOutside } from '../outside.ts'
import { releaseObject } from './objects.ts'

type Uploading = Pick<Call, 'platform' | 'dependencies' | 'log' | 'trace'>

/** Whose verification the vendor has open: our customer's UUID, and the vendor's id of the applicant. */
export type OpenVerification = { readonly customer_id: string; readonly applicant_id: string }

/**
 * The verification that a document of this holder belongs to now; undefined if none is open.
 *
 * @param holderId UUID without prefix
 * @throws Refusal NOT_IMPLEMENTED where one is open and the vendor is not configured any more
 */
export async function findOpenVerification(
  call: Pick<Call, 'platform' | 'dependencies'>,
  holderId: string,
): Promise<OpenVerification | undefined> {
  const open = await call.dependencies.database.maybeOne<OpenVerification>({
    name: 'open_verification_of_holder',
    text: `select a.customer_id, a.applicant_id from verification_applicants a
      join verifications v on v.customer_id = a.customer_id and v.is_with_vendor
      where a.holder_id = $1`,
    values: [holderId],
  })
  if (open !== undefined) requireOutside(call, ['VERIFICATION_VENDOR'])
  return open
}

/**
 * Before the row is written, so that a refusal leaves everything as it was.
 *
 * @returns the facts, with the vendor's id of the image where it has answered in time
 * @throws Refusal with the code of what the vendor has found; the object is deleted then
 */
export async function forwardAtOnce(
  call: Uploading,
  open: OpenVerification | undefined,
  facts: DocumentFacts,
): Promise<DocumentFacts> {
  const { platform, dependencies, trace } = call
  const { environment } = platform
  if (open === undefined) return facts
  const start = workflows.documentForwarding.start(
    {
      platformId: platform.id,
      document: { ...facts, environment, applicantId: open.applicant_id },
      ...outsideCallsOf({ dependencies, platform }),
    },
    { customerId: open.customer_id },
  )
  trace.workflowId = start.workflowId
  const started = await dependencies.temporal.startAndWait<ForwardingAnswer>(start)
  if (started.state !== 'ANSWERED') return facts
  const { answer } = started
  if (answer.outcome === 'DONE') return { ...facts, vendorImageId: answer.imageId }
  await releaseObject(call, facts.objectKey)
  throw new Refusal(documentCodeOf(answer.tags), { precheckErrors: answer.tags })
}
