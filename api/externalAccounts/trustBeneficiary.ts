/** The list of beneficiaries that a customer trusts: each change of it needs a proof of its own. */
import { canonicalJson } from '../../contract/canonicalJson.ts'
import {
  BeneficiaryTrustConfirm,
  BeneficiaryTrustConfirmRequest,
  BeneficiaryTrustStart,
} from '../../contract/components/scaChallenge.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import { presentScaChallenge } from '../../contract/present/scaChallenge.ts'
import type { ScaFactor } from '../../db/scaFunctions.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { requireId } from '../requireId.ts'
import { refuseUnauthorized } from '../sca/authorized.ts'
import { findScaCustomer } from '../sca/customer.ts'
import { proofOf } from '../sca/proof.ts'
import type { AccountParams } from './scope.ts'

type Purpose = 'TRUST' | 'UNTRUST'

const PATH = '/customers/external-accounts/:externalAccountId'

function startAt(id: string, purpose: Purpose, verb: 'trust' | 'untrust') {
  return operation({
    id,
    group: 'Strong Customer Authentication',
    method: 'post',
    path: `${PATH}/${verb}`,
    permission: 'TRANSACT',
    summary:
      purpose === 'TRUST'
        ? 'Begin to trust a beneficiary'
        : 'Begin to withdraw the trust in a beneficiary',
    description:
      'Answers the challenge that the customer has to meet; none where it is so already. A ' +
      'challenge that is still open is answered again.',
    status: 200,
    responses: { 200: BeneficiaryTrustStart },
    outside: { byRequest: ['MESSAGES'] },
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT'],
    async handle(call) {
      const { params, platform, dependencies } = call
      const accountId = accountIdOf(params as AccountParams)
      // A passkey needs none, but no customer has one who has not verified its contacts by messages.
      requireOutside(call, ['MESSAGES'])
      const { codes, database } = dependencies
      const opened = await database.call('open_trust_change', {
        ...{ platformId: platform.id, accountId, purpose, codeKey: codes.currentKey },
      })
      if (opened.outcome === 'REFUSED') throw refusalOf(opened)
      const { challenge } = opened
      return challenge === undefined ? {} : { scaChallenge: presentScaChallenge(challenge) }
    },
  })
}

function confirmAt(id: string, purpose: Purpose, verb: 'trust' | 'untrust') {
  return operation({
    id,
    group: 'Strong Customer Authentication',
    method: 'post',
    path: `${PATH}/${verb}/confirm`,
    permission: 'TRANSACT',
    summary: purpose === 'TRUST' ? 'Trust a beneficiary' : 'Withdraw the trust in a beneficiary',
    description:
      purpose === 'TRUST'
        ? 'Payments to it need no `PAYOUT` authorization from now on.'
        : 'Payments to it need a `PAYOUT` authorization again.',
    body: BeneficiaryTrustConfirmRequest,
    status: 200,
    responses: { 200: BeneficiaryTrustConfirm },
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
    async handle(call) {
      const { platform, dependencies, body } = call
      const accountId = accountIdOf(call.params as AccountParams)
      const pending = await findChallenge(dependencies, platform.id, accountId, purpose)
      const { challengeId, factor, customerId } = pending
      if (body.challengeId != null && uuidOf('ScaChallenge', body.challengeId) !== challengeId) {
        throw noChallenge()
      }
      const customer = await findScaCustomer(call, idOf('Customer', customerId))
      const { code, passkeyAssertion, origin } = body
      const given = { factor, challengeId, code, passkeyAssertion, origin }
      const proof = await proofOf(dependencies, customer, given)
      const outcome = await dependencies.database.call('confirm_trust_change', {
        ...proof,
        ...{ challengeId, accountId, purpose },
        proofHash: hashOf(id, accountId, canonicalJson({ code, passkeyAssertion })),
      })
      refuseUnauthorized(outcome, factor)
      return { trusted: purpose === 'TRUST' }
    },
  })
}

function accountIdOf({ externalAccountId }: AccountParams): string {
  return requireId('ExternalAccount', externalAccountId)
}

function noChallenge(): Refusal {
  return new Refusal('CONFLICT', { reason: 'There is no challenge that waits for a proof.' })
}

type TrustChallenge = {
  /** IDs are UUIDs without prefix. */
  readonly customerId: string
  readonly challengeId: string
  readonly factor: ScaFactor
}

/**
 * The last challenge about a beneficiary, open or not.
 *
 * @throws Refusal ACCOUNT_NOT_FOUND, and CONFLICT where there is none
 */
async function findChallenge(
  { database }: Dependencies,
  platformId: string,
  accountId: string,
  purpose: Purpose,
): Promise<TrustChallenge> {
  const found = await database.maybeOne<{
    readonly [K in keyof TrustChallenge]: K extends 'customerId' ? string : TrustChallenge[K] | null
  }>({
    name: 'trust_challenge',
    text: `select e.customer_id as "customerId", s.id as "challengeId", s.factor
      from external_accounts e left join lateral (select id, factor from sca_challenges
        where subject_id = e.id and purpose = $3 order by created_at desc limit 1) s on true
      where e.id = $1 and e.platform_id = $2 and e.deleted_at is null and e.customer_id is not null`,
    values: [accountId, platformId, purpose],
  })
  if (found === undefined) throw notFound('ExternalAccount')
  const { customerId, challengeId, factor } = found
  if (challengeId === null || factor === null) throw noChallenge()
  return { customerId, challengeId, factor }
}

export const startBeneficiaryTrust = startAt('startBeneficiaryTrust', 'TRUST', 'trust')
export const confirmBeneficiaryTrust = confirmAt('confirmBeneficiaryTrust', 'TRUST', 'trust')
export const startBeneficiaryUntrust = startAt('startBeneficiaryUntrust', 'UNTRUST', 'untrust')
export const confirmBeneficiaryUntrust = confirmAt(
  'confirmBeneficiaryUntrust',
  'UNTRUST',
  'untrust',
)
