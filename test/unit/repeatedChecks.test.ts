/** A check at the vendor is asked for once a submission, though answers are lost: the activity alone. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createVerificationCalls } from '../../activities/verification/calls.ts'
import type { Database } from '../../db/database.ts'
import {
  type Applicant,
  VendorError,
  type VerificationVendor,
} from '../../providers/verificationVendor/index.ts'
import { useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let platformId: string

useLedgerFixture((given) => {
  database = given.database
  platformId = given.fixture.platformId
})

/** A vendor with one applicant, whose answers to a check may be lost. */
class OneApplicant {
  state: Pick<Applicant, 'attempt' | 'reviewStatus'> = { attempt: 0, reviewStatus: 'init' }
  checks = 0
  losesAnswers = false

  readonly port = {
    applicantOf: async (id: string) => ({ ...this.state, id, externalUserId: '', type: 'company' }),
    requestCheck: async () => {
      this.checks += 1
      this.state = { attempt: this.state.attempt + 1, reviewStatus: 'pending' }
      if (this.losesAnswers) throw new VendorError('UNAVAILABLE', 'lost')
    },
  } as unknown as VerificationVendor

  decide(): void {
    this.state = { ...this.state, reviewStatus: 'completed' }
  }
}

let holderId: string
let vendor: OneApplicant
let requestCheck: ReturnType<typeof createVerificationCalls>['requestCheck']

beforeAll(() => {
  const outside = { verificationVendor: () => vendor.port }
  const dependencies = { database, outside } as unknown as ActivityDependencies
  ;({ requestCheck } = createVerificationCalls(dependencies))
})

async function anApplicant(): Promise<void> {
  vendor = new OneApplicant()
  holderId = randomUUID()
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select $1::uuid, id, $1::text, 'BUSINESS', '$' || $1::text || '@' || uma_domain, 'PENDING'
      from platforms where id = $2`,
    values: [holderId, platformId],
  })
  await database.query({
    text: `insert into verification_applicants (holder_id, holder_kind, customer_id, environment, applicant_id)
      values ($1::uuid, 'CUSTOMER', $1::uuid, 'SANDBOX', $1::text)`,
    values: [holderId],
  })
}

const ask = (submission: string): Promise<object> =>
  requestCheck({ kind: 'CUSTOMER', id: holderId, submission })

test('asked again after a lost answer, no second review begins, even if the first is over', async () => {
  for (const isDecided of [false, true]) {
    await anApplicant()
    vendor.losesAnswers = true
    await expect(ask('v/1')).rejects.toThrow()
    if (isDecided) vendor.decide()
    expect(await ask('v/1')).toEqual({ outcome: 'DONE' })
    expect(vendor.checks).toBe(1)
  }
})

test('a vendor that counts no attempts is asked once for the first review too', async () => {
  await anApplicant()
  vendor.losesAnswers = true
  await expect(ask('v/1')).rejects.toThrow()
  vendor.state = { attempt: 0, reviewStatus: 'completed' }
  await ask('v/1')
  expect(vendor.checks).toBe(1)
})

test('what did not reach the vendor is asked again, and the next submission has a check of its own', async () => {
  await anApplicant()
  const { port } = vendor
  const lost = vendor.port.requestCheck
  port.requestCheck = async () => {
    throw new VendorError('UNAVAILABLE', 'never arrived')
  }
  await expect(ask('v/1')).rejects.toThrow()
  port.requestCheck = lost
  await ask('v/1')
  vendor.decide()
  await ask('v/1')
  expect(vendor.checks).toBe(1)
  await ask('v/2')
  expect(vendor.checks).toBe(2)
})
