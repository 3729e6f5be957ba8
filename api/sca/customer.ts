/** The customer whom a call about strong authentication or a contact's verification is about. */
import { type FieldError, Refusal } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import type { RelyingPartySettings } from '../auth/passkeys.ts'
import type { ValidationInput } from '../operation.ts'
import { requireId } from '../requireId.ts'

export type ScaCustomer = RelyingPartySettings & {
  /** IDs are UUIDs without prefix. */
  readonly id: string
  readonly platformId: string
  readonly platformName: string
  readonly environment: Environment
  readonly email: string | null
  readonly phone: string | null
  /** The phone number, where it is verified: whom a code can be sent to. */
  readonly verifiedPhone: string | null
  readonly platformCustomerId: string
  readonly isInRegion: boolean
}

type Caller = Pick<ValidationInput, 'dependencies' | 'platform'>

/** Query of the operations under `/sca`. */
export const customerQuery = {
  type: 'object',
  required: ['customerId'],
  properties: {
    customerId: {
      type: 'string',
      maxLength: 64,
      description:
        'The customer who proves itself, of a country where strong authentication is demanded.',
    },
  },
} as const

/** @throws Refusal USER_NOT_FOUND: no customer of the platform, or one that was deleted */
export async function findScaCustomer(
  { dependencies, platform }: Caller,
  customerId: string,
): Promise<ScaCustomer> {
  const uuid = requireId('Customer', customerId)
  const found = await dependencies.database.maybeOne<ScaCustomer>({
    name: 'sca_customer',
    text: `select c.id, c.platform_id as "platformId", c.email, c.phone_number as phone,
        case when c.phone_verified_at is not null then c.phone_number end as "verifiedPhone",
        c.platform_customer_id as "platformCustomerId", is_in_sca_region(c.region) as "isInRegion",
        p.environment, coalesce(p.embedded_wallet_config ->> 'appName', p.name) as "platformName",
        p.embedded_wallet_config -> 'passkey' as passkey
      from customers c join platforms p on p.id = c.platform_id
      where c.id = $1 and c.platform_id = $2 and not c.is_deleted`,
    values: [uuid, platform.id],
  })
  if (found === undefined) throw new Refusal('USER_NOT_FOUND')
  return found
}

/**
 * Like `findScaCustomer`, if strong authentication is demanded of the customer.
 *
 * @throws Refusal USER_NOT_FOUND, and CONFLICT outside the regions
 */
export async function requireScaCustomer(caller: Caller, customerId: string): Promise<ScaCustomer> {
  const customer = await findScaCustomer(caller, customerId)
  if (customer.isInRegion) return customer
  throw new Refusal('CONFLICT', {
    reason: 'Strong customer authentication is not demanded in the region of this customer.',
  })
}

/** Before anything else is checked: an unknown customer is a `404`, whatever the body. */
export async function knownCustomer(
  given: Caller & Pick<ValidationInput, 'query'>,
): Promise<FieldError[]> {
  const { customerId } = given.query
  if (typeof customerId === 'string') await findScaCustomer(given, customerId)
  return []
}
