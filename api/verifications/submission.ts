/** A submission: judged here by what is stored, decided in the database, carried out by its workflow. */
import { randomUUID } from 'node:crypto'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import type { VerificationRow } from '../../contract/present/verifications.ts'
import type { VerificationFacts } from '../../contract/verification.ts'
import { gapsOf } from '../../domain/verification/gaps.ts'
import { isDecidedBySuffix, suffixErrors } from '../../domain/verification/sandboxSuffix.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Call } from '../operation.ts'
import { requireId } from '../requireId.ts'

type Caller = Pick<Call, 'dependencies' | 'platform' | 'trace'>

/** @throws Refusal USER_NOT_FOUND */
export async function readFacts(
  { database }: Dependencies,
  platformId: string,
  customerId: string,
): Promise<VerificationFacts> {
  const uuid = requireId('Customer', customerId)
  const facts = await database.call('verification_facts', platformId, uuid)
  if (!facts) throw new Refusal('USER_NOT_FOUND')
  return facts
}

/**
 * Submits: a worker starts or signals the workflow.
 *
 * @throws Refusal USER_NOT_FOUND; INVALID_INPUT for a customer that is approved or rejected
 */
export async function submitVerification(
  caller: Caller,
  facts: VerificationFacts,
): Promise<VerificationRow> {
  const { dependencies, platform, trace } = caller
  const skipsChecks = isDecidedBySuffix(facts)
  const gaps = skipsChecks ? [] : gapsOf(facts)
  const result = await dependencies.database.call('submit_verification', {
    id: randomUUID(),
    platformId: platform.id,
    customerId: facts.id,
    errors: gaps.length > 0 ? gaps : suffixErrors(facts),
    skipsChecks,
  })
  if (result.outcome === 'NOT_FOUND') throw new Refusal('USER_NOT_FOUND')
  if (result.outcome === 'DECIDED') {
    const message = 'is of a customer whose verification has been decided'
    throw invalidInput([{ field: 'customerId', constraint: 'const', message }])
  }
  const { verification } = result as { verification: VerificationRow }
  if (verification.status === 'IN_PROGRESS') {
    trace.workflowId = workflows.verification.id({ verificationId: verification.id })
  }
  return verification
}
