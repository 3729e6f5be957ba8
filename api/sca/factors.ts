/** The factors of a customer: how it can prove itself. */

import type { ScaFactorView } from '../../contract/components/sca.ts'
import type { Shown } from '../../contract/shown.ts'
import type { ScaFactor } from '../../db/scaFunctions.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ScaCustomer } from './customer.ts'

export type EnrolledFactor = {
  readonly factor: ScaFactor
  /** Of a passkey, base64url. */
  readonly credentialId?: string | undefined
  readonly name?: string | undefined
  readonly rpId?: string | undefined
}

/** SMS_OTP of the verified phone number first; then what was enrolled, by its type. */
export async function enrolledFactors(
  { database }: Dependencies,
  customer: ScaCustomer,
): Promise<EnrolledFactor[]> {
  const rows = await database.query<{
    type: 'TOTP' | 'PASSKEY'
    name: string | null
    credential_id: string | null
    rp_id: string | null
  }>({
    name: 'sca_factors',
    text: `select type, name, credential_id, rp_id from sca_factors
      where customer_id = $1 and status = 'ACTIVE' order by type desc`,
    values: [customer.id],
  })
  const enrolled = rows.map((row) => ({
    factor: row.type,
    ...(row.credential_id !== null && { credentialId: row.credential_id }),
    ...(row.name !== null && { name: row.name }),
    ...(row.rp_id !== null && { rpId: row.rp_id }),
  }))
  return [...(customer.verifiedPhone === null ? [] : [{ factor: 'SMS_OTP' } as const]), ...enrolled]
}

/** As `ScaFactorView`. */
export function shownFactor({
  factor,
  credentialId,
  name,
}: EnrolledFactor): Shown<typeof ScaFactorView> {
  return { factor, ...(credentialId && { credentialId }), ...(name && { name }) }
}
