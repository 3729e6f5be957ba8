/** Every function about verifications, called once, on one connection whose statements are explained. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ReviewOutcome } from '../../contract/verification.ts'
import type { Queryable } from '../../db/database.ts'

export async function callVerifications(database: Queryable, platformId: string): Promise<void> {
  const customerId = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select $1::uuid, id, $1::text, 'BUSINESS', '$' || $1::text || '@' || uma_domain, 'UNVERIFIED' from platforms where id = $2`,
    values: [customerId, platformId],
  })
  const owner = {
    id: randomUUID(),
    platformId,
    customerId,
    roles: ['UBO'],
    ownershipPercentage: 50,
  }
  await database.call('create_beneficial_owner', {
    ...{ ...owner, personalInfo: {}, identityNumber: 'x' },
  })
  await database.call('update_beneficial_owner', { ...owner, personalInfo: { lastName: 'x' } })
  await database.call('verification_facts', platformId, customerId)
  const tokenHash = randomBytes(32).toString('hex')
  const link = { id: randomUUID(), platformId, customerId, lifetimeSeconds: 60 }
  await database.call('create_verification_link', {
    ...{ ...link, tokenHash, key: 'x', requestHash: 'ab'.repeat(32) },
  })
  const hash = Buffer.from(tokenHash, 'hex')
  await database.call('use_verification_link', hash)
  await database.call('give_verification_link_back', hash)

  const verificationId = randomUUID()
  const submission = { id: verificationId, platformId, customerId, skipsChecks: false }
  const error = {
    ...{ resourceId: `Customer:${customerId}`, type: 'MISSING_FIELD' as const, reason: 'x' },
  }
  await database.call('submit_verification', { ...submission, errors: [error] })
  await database.call('submit_verification', { ...submission, errors: [] })
  await database.call('verification_plan', verificationId)
  await database.call('record_review', {
    ...{ verificationId, submittedAttempt: 2, ...outcome('APPROVED', owner.id) },
  })

  const notice = {
    ...{ environment: 'SANDBOX' as const, applicantId: randomUUID(), type: 'applicantReviewed' },
    ...{ correlationId: 'x', sentAt: 'x', customerId, ownerId: owner.id, mayOpen: true },
  }
  await database.call('record_verification_notice', notice)
  const { id: noticeId } = await database.one<{ id: string }>({
    text: 'select id from verification_notices where applicant_id = $1',
    values: [notice.applicantId],
  })
  await database.call('open_reviewed_verification', { noticeId, ...outcome('REJECTED', owner.id) })
}

function outcome(status: 'APPROVED' | 'REJECTED', ownerId: string): ReviewOutcome {
  return {
    status,
    customerStatus: status,
    errors: [],
    owners: [{ id: ownerId, kycStatus: status }],
  }
}
