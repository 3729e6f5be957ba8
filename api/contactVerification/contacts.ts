/** The verification of an email address or a phone number, by a code that is sent to it. */

import { randomUUID } from 'node:crypto'
import type { CustomerOneOf } from '../../contract/components/customers.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentCustomer } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { ContactPurpose } from '../../db/scaFunctions.ts'
import { findCustomer } from '../customers/getCustomer.ts'
import type { Call } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { findScaCustomer, requireScaCustomer, type ScaCustomer } from '../sca/customer.ts'

type CustomerCall = Pick<Call, 'dependencies' | 'platform'> & {
  readonly params: { readonly customerId: string }
}

/**
 * Opens a challenge and has its code sent.
 *
 * @throws Refusal USER_NOT_FOUND, CONFLICT where nothing is to be verified, RATE_LIMITED
 */
export async function sendContactCode(call: CustomerCall, purpose: ContactPurpose): Promise<void> {
  const customer = await findScaCustomer(call, call.params.customerId)
  if (customer.isInRegion) requireOutside(call, ['MESSAGES'])
  const opened = await call.dependencies.database.call('open_contact_verification', {
    id: randomUUID(),
    platformId: customer.platformId,
    customerId: customer.id,
    purpose,
    codeKey: call.dependencies.codes.currentKey,
  })
  if (opened.outcome === 'REFUSED') throw refusalOf(opened)
}

/**
 * Judges a code; the customer as it is then.
 *
 * @throws Refusal USER_NOT_FOUND, CONFLICT where nothing is to be verified, INVALID_INPUT for a code that
 *   is wrong or not valid any more
 */
export async function confirmContactCode(
  call: CustomerCall & { readonly body: { readonly code: string } },
  purpose: ContactPurpose,
): Promise<Shown<typeof CustomerOneOf>> {
  const { dependencies, platform, body } = call
  const customer = await requireScaCustomer(call, call.params.customerId)
  const challenge = await openChallengeOf(call, customer, purpose)
  const { environment } = customer
  const judged =
    challenge.id === null || challenge.code_key === null
      ? { outcome: 'EXPIRED' }
      : await dependencies.database.call('confirm_contact', {
          customerId: customer.id,
          challengeId: challenge.id,
          purpose,
          isRight: dependencies.codes.isCodeOf(
            { id: challenge.id, codeKey: challenge.code_key, environment },
            body.code,
          ),
        })
  if (judged.outcome !== 'OK') {
    const message =
      judged.outcome === 'WRONG' ? 'is not right' : 'is not valid any more: ask for another one'
    throw invalidInput([{ field: 'code', constraint: 'format', message }])
  }
  const row = await findCustomer(dependencies, platform.id, idOf('Customer', customer.id))
  if (row === undefined) throw new Refusal('USER_NOT_FOUND')
  return presentCustomer(row)
}

type OpenChallenge = {
  readonly is_verified: boolean
  readonly id: string | null
  readonly code_key: string | null
}

/** The last challenge that was opened for the contact. @throws Refusal CONFLICT: it is verified, or none */
async function openChallengeOf(
  { dependencies }: CustomerCall,
  customer: ScaCustomer,
  purpose: ContactPurpose,
): Promise<OpenChallenge> {
  const contact = purpose === 'VERIFY_EMAIL' ? customer.email : customer.phone
  if (contact === null) {
    throw new Refusal('CONFLICT', { reason: 'The customer has no such contact.' })
  }
  const found = await dependencies.database.one<OpenChallenge>({
    name: 'contact_challenge',
    text: `select case $2::text when 'VERIFY_EMAIL' then c.email_verified_at else c.phone_verified_at end
        is not null as is_verified, s.id, s.code_key
      from customers c left join lateral (select id, code_key from sca_challenges
        where customer_id = c.id and purpose = $2 order by created_at desc limit 1) s on true
      where c.id = $1`,
    values: [customer.id, purpose],
  })
  if (!found.is_verified) return found
  throw new Refusal('CONFLICT', { reason: 'The contact is verified already.' })
}

/** Before anything else is checked: an unknown customer is a `404`, whatever the body. */
export async function knownCustomerInPath(given: {
  readonly dependencies: Call['dependencies']
  readonly platform: Call['platform']
  readonly params: Readonly<Record<string, string>>
}): Promise<[]> {
  await findScaCustomer(given, given.params.customerId ?? '')
  return []
}
