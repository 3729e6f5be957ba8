import { identityNumberOf } from '../../contract/sealedText.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * The write-only identifier of a customer as its column, a request's intent and a workflow's input
 * hold it: encrypted for the customer's row. Nothing of ours sees it in clear text after this.
 *
 * @param customerId UUID without prefix
 */
export async function sealIdentityNumber(
  { records }: Dependencies,
  customerId: string,
  identifier: string | undefined,
): Promise<string | undefined> {
  return identifier === undefined
    ? undefined
    : records.seal(identifier, identityNumberOf(customerId))
}
