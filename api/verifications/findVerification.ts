import { invalidInput } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { BeneficialOwnerRow, VerificationRow } from '../../contract/present/verifications.ts'
import { ownerIdentityNumberOf } from '../../contract/sealedText.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/** @throws Refusal REFERENCE_NOT_FOUND also for an id of another shape */
export async function findOwner(
  dependencies: Dependencies,
  platformId: string,
  id: string,
): Promise<BeneficialOwnerRow> {
  requireId('BeneficialOwner', id)
  const row = await maybeOwner(dependencies, platformId, id)
  if (row === undefined) throw notFound('BeneficialOwner')
  return row
}

/** Undefined if there is none, or the id has another shape. */
export async function maybeOwner(
  { database }: Dependencies,
  platformId: string,
  id: string,
): Promise<BeneficialOwnerRow | undefined> {
  const uuid = uuidOf('BeneficialOwner', id)
  if (uuid === undefined) return undefined
  const found = await database.maybeOne<{ row: BeneficialOwnerRow }>({
    name: 'beneficial_owner',
    text: `select beneficial_owner_row(o) as row from beneficial_owners o
      join customers c on c.id = o.customer_id and not c.is_deleted where o.id = $1 and o.platform_id = $2`,
    values: [uuid, platformId],
  })
  return found?.row
}

/** @throws Refusal VERIFICATION_NOT_FOUND also for an id of another shape */
export async function findVerification(
  { database }: Dependencies,
  platformId: string,
  id: string,
): Promise<VerificationRow> {
  const found = await database.maybeOne<{ row: VerificationRow }>({
    name: 'verification',
    text: 'select to_jsonb(v) as row from verifications v where id = $1 and platform_id = $2',
    values: [requireId('Verification', id), platformId],
  })
  if (found === undefined) throw notFound('Verification')
  return found.row
}

/** @throws Refusal INVALID_INPUT where the owners of a business would have more than all of it */
export function refuseExcess(
  written: BeneficialOwnerRow | { readonly ownedByOthers: number },
): BeneficialOwnerRow {
  if (!('ownedByOthers' in written)) return written
  const message = `the owners of a business have at most 100 together, and the others have ${written.ownedByOthers}`
  throw invalidInput([{ field: 'ownershipPercentage', constraint: 'maximum', message }])
}

/** The write-only identifier as its column holds it. @param ownerId UUID without prefix */
export async function sealOwnerIdentifier(
  { records }: Dependencies,
  ownerId: string,
  identifier: string,
): Promise<string> {
  return records.seal(identifier, ownerIdentityNumberOf(ownerId))
}

/** `YYYY-MM-DD`, UTC. */
export function todayOf({ clock }: Dependencies): string {
  return clock.now().toISOString().slice(0, 10)
}
