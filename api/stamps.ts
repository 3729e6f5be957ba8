/** Stamps at the edge: the checks of the wallet's signature header, in their order. */
import { errors, Refusal } from '../contract/errors.ts'
import type { Database } from '../db/database.ts'
import { parseStamp, type Stamp, StampError, verifyStamp } from '../domain/wallet/stamp/index.ts'

export type { Stamp } from '../domain/wallet/stamp/index.ts'

/**
 * Parses the header.
 *
 * @throws Refusal WALLET_SIGNATURE_MISSING for an empty one, WALLET_SIGNATURE_MALFORMED
 */
export function readStamp(header: string): Stamp {
  if (header.trim() === '') throw new Refusal('WALLET_SIGNATURE_MISSING')
  try {
    return parseStamp(header)
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    // What is wrong, and what is expected: most of these are no stamps at all.
    const { message } = errors.WALLET_SIGNATURE_MALFORMED
    throw new Refusal('WALLET_SIGNATURE_MALFORMED', {
      reason: `${message.slice(0, -1)}; here the ${error.message}.`,
    })
  }
}

/** A header as it was given: its stamp, or why it has none that can be read; nothing without a header. */
export type ReadStamp = { readonly stamp?: Stamp; readonly problem?: Refusal }

/** As `readStamp`, for callers that judge something else before the stamp. */
export function stampOrProblem(header: string | undefined): ReadStamp {
  if (header === undefined) return {}
  try {
    return { stamp: readStamp(header) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problem: error }
  }
}

/**
 * The stamp must be over exactly this payload. One over another text that this
 * caller was given or has sent gets an error of its own; any other is invalid.
 *
 * @param others texts that a client mistakes for the payload: the body, payloads of other requests
 */
export async function requireStampOver(
  payload: string,
  stamp: Stamp,
  others: () => Promise<readonly string[]>,
): Promise<void> {
  if (verifyStamp(stamp, payload)) return
  if ((await others()).some((other) => verifyStamp(stamp, other))) {
    throw new Refusal('WALLET_SIGNATURE_BODY_MISMATCH')
  }
  throw new Refusal('WALLET_SIGNATURE_INVALID')
}

/** How many of an account's newest payloads are tried, to distinguish a stamp of another payload from a wrong key. */
const OTHER_PAYLOADS_MAX = 20

/** Payloads lately issued to an account. */
export async function otherPayloads(database: Database, accountId: string): Promise<string[]> {
  const rows = await database.query<{ payload: string }>({
    name: 'other_payloads',
    text: `(select payload_to_sign as payload from payments
        where source_account_id = $1 and payload_to_sign is not null order by created_at desc limit $2)
      union all
      (select payload_to_sign from requests where account_id = $1 order by created_at desc limit $2)`,
    values: [accountId, OTHER_PAYLOADS_MAX],
  })
  return rows.map(({ payload }) => payload)
}
