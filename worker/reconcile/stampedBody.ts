/** What the wallet of a lost payment had to stamp: the row had it, and the stamp says whether it is found again. */
import { idOf } from '../../contract/ids.ts'
import { instant } from '../../contract/time.ts'
import { type TransferTerms, transferText } from '../../domain/payments/transferText.ts'
import { parseStamp, verifyStamp } from '../../domain/wallet/stamp/index.ts'
import { signRawPayloadBody } from '../../providers/walletProvider/bodies.ts'
import type { Reconciliation } from './finding.ts'

/** Of a payment's row as its decision recorded it. */
export type DecidedTransfer = {
  readonly id: string
  readonly source_account_id: string | null
  readonly destination_uma: string | null
  readonly destination_account_id: string | null
  readonly destination_internal_id: string | null
  readonly sending_currency: string
  readonly sending_amount: number | string
  readonly receiving_currency: string
  readonly receiving_amount: number | string
  /** As PostgreSQL writes it. */
  readonly expires_at: string
}

/** Bodies of one wallet that are made at once have timestamps one after the other. */
const AT_ONCE_MAX = 2_000

/**
 * The body's timestamp is of the moment from which the payment's lifetime counts, or a little later; the others
 * of its values are in the row.
 *
 * @param stamp as the execute brought it
 * @returns undefined where no such body has been stamped
 */
export async function stampedBody(
  { config, database }: Reconciliation,
  row: DecidedTransfer,
  stamp: string,
): Promise<string | undefined> {
  const wallet = await database.maybeOne<{ sub_organization_id: string; address: string }>({
    text: 'select sub_organization_id, address from wallets where account_id = $1 and provisioned_at is not null',
    values: [row.source_account_id],
  })
  if (wallet === undefined) return undefined
  const parsed = parseStamp(stamp)
  const made = instant(row.expires_at).getTime() - config.QUOTE_LIFETIME_SECONDS * 1_000
  const payload = transferText(termsOf(row))
  for (let later = 0; later < AT_ONCE_MAX; later += 1) {
    const body = signRawPayloadBody({
      ...{ organizationId: wallet.sub_organization_id, timestampMs: made + later },
      ...{ signWith: wallet.address, payload },
    })
    if (verifyStamp(parsed, body)) return body
  }
  return undefined
}

function termsOf(row: DecidedTransfer): TransferTerms {
  const { destination_uma: uma, destination_account_id: bank } = row
  const own = row.destination_internal_id
  return {
    paymentId: row.id,
    from: idOf('InternalAccount', row.source_account_id ?? ''),
    to: uma ?? (bank === null ? idOf('InternalAccount', own ?? '') : idOf('ExternalAccount', bank)),
    sends: `${row.sending_amount} ${row.sending_currency}`,
    receives: `${row.receiving_amount} ${row.receiving_currency}`,
    expiresAt: row.expires_at,
  }
}
