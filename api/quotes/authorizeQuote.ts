import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Quote } from '../../contract/components/payments.ts'
import { ScaAuthorization } from '../../contract/components/scaChallenge.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { ScaFactor } from '../../db/scaFunctions.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { refuseUnauthorized } from '../sca/authorized.ts'
import { findScaCustomer } from '../sca/customer.ts'
import { proofOf } from '../sca/proof.ts'
import { shownQuote } from './getQuoteById.ts'

export const authorizeQuote = operation({
  id: 'authorizeQuote',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/quotes/:quoteId/authorize',
  permission: 'TRANSACT',
  summary: 'Authorize the payment of a quote with a proof of its payer',
  description:
    'Answers the `scaChallenge` of the quote. While the quote in the answer is `PENDING_AUTHORIZATION`, it has ' +
    'another challenge to be answered. The same proof sent again changes nothing.',
  body: ScaAuthorization,
  status: 200,
  responses: { 200: Quote },
  errors: ['QUOTE_NOT_FOUND', 'CONFLICT', 'SCA_SESSION_REQUIRED', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
  async handle(call) {
    const { body, params, platform, dependencies } = call
    const quoteId = requireId('Quote', params.quoteId)
    const { customerId, challengeId, factor } = await findChallenge(
      dependencies,
      platform.id,
      quoteId,
    )
    const customer = await findScaCustomer(call, idOf('Customer', customerId))
    const { code, passkeyAssertion, origin } = body
    const proof = await proofOf(dependencies, customer, {
      ...{ factor, challengeId },
      ...{ code, passkeyAssertion, origin },
    })
    const outcome = await dependencies.database.call('authorize_payment', {
      ...proof,
      ...{ challengeId, paymentId: quoteId, codeKey: dependencies.codes.currentKey },
      proofHash: hashOf('authorizeQuote', quoteId, canonicalJson({ code, passkeyAssertion })),
    })
    refuseUnauthorized(outcome, factor)
    return shownQuote(dependencies, platform.id, params.quoteId)
  },
})

type QuoteChallenge = {
  /** IDs are UUIDs without prefix. */
  readonly customerId: string
  readonly challengeId: string
  readonly factor: ScaFactor
}

/**
 * The last challenge of a quote, open or not.
 *
 * @throws Refusal QUOTE_NOT_FOUND, and CONFLICT where the quote has none
 */
export async function findChallenge(
  { database }: Dependencies,
  platformId: string,
  quoteId: string,
): Promise<QuoteChallenge> {
  const found = await database.maybeOne<
    { readonly needsAuthorization: boolean } & {
      readonly [K in keyof QuoteChallenge]: QuoteChallenge[K] | null
    }
  >({
    name: 'quote_challenge',
    text: `select q.customer_id as "customerId", q.sca_purposes is not null as "needsAuthorization",
        s.id as "challengeId", s.factor
      from payments q left join lateral (select id, factor from sca_challenges
        where subject_id = q.id order by created_at desc limit 1) s on true
      where q.id = $1 and q.platform_id = $2 and q.kind = 'QUOTE'`,
    values: [quoteId, platformId],
  })
  if (found === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  const { needsAuthorization, customerId, challengeId, factor } = found
  if (!needsAuthorization) {
    throw new Refusal('CONFLICT', { reason: 'This quote needs no authorization.' })
  }
  if (customerId === null || challengeId === null || factor === null) {
    throw new Refusal('CONFLICT', { reason: 'The quote does not wait for authorization.' })
  }
  return { customerId, challengeId, factor }
}
