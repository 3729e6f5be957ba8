/** The phone number is a factor: a change of it would allow a login with the new number. */
import type { Refused } from '../../contract/refused.ts'
import type { Call } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'

/**
 * Refuses a new phone number of a customer with a factor who has no live session, where strong
 * authentication is demanded of it.
 *
 * @param customerId UUID without prefix
 * @throws Refusal SCA_SESSION_REQUIRED
 */
export async function refuseUnprovenPhone(
  { dependencies }: Pick<Call, 'dependencies'>,
  customerId: string,
  phoneNumber: string | undefined,
): Promise<void> {
  if (phoneNumber === undefined) return
  const { refusal } = await dependencies.database.one<{ refusal: Refused | null }>({
    name: 'phone_change_refusal',
    text: 'select phone_change_refusal(c, $2) as refusal from customers c where c.id = $1',
    values: [customerId, phoneNumber],
  })
  if (refusal !== null) throw refusalOf(refusal)
}
