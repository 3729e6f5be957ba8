/** The platform's own fees: of what is converted, and of what is paid out over a rail. */
import { mulDiv } from '../../contract/money.ts'
import type { PlatformFee } from '../../contract/parties.ts'
import type { CorridorOf, Payment, QuoteBody } from './types.ts'

/** Rails over which the service pays out, and takes a platform's fee. */
export const feeRails: ReadonlySet<string> = new Set(['ACH', 'RTP', 'FEDNOW', 'WIRE'])
/** What these rails carry. */
export const FEE_RAIL_CURRENCY = 'USD'

/** In the smallest unit of what is sent. */
export type OwnFee = { readonly fixed: bigint; readonly basisPoints: number }

/** What a fee is charged on: the sending currency of a conversion, or a payout over a rail. */
export const railKey = (rail: string): string => `${rail}/OUT/SERVICE`

/**
 * The rail of a payment to a bank, as far as its sender sees it. The bank of a UMA receiver is not the sender's to see: a
 * fee of its rail would show it.
 */
export function payoutRailOf(body: QuoteBody, { destination }: Payment): string | undefined {
  if (destination.kind !== 'EXTERNAL' || destination.uma !== undefined) return undefined
  const { destination: named } = body
  const chosen = named.destinationType === 'ACCOUNT' ? named.paymentRail : undefined
  return chosen ?? destination.rails[0]
}

/**
 * The fees of a platform that a payment pays, added up; undefined: none.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE where a rail's fee is of another currency, and there is no rate
 */
export async function ownFeeOf(
  corridorOf: CorridorOf,
  { sending, receiving }: Pick<Payment, 'sending' | 'receiving'>,
  rail: string | undefined,
  configured: readonly PlatformFee[],
): Promise<OwnFee | undefined> {
  const charged = configured.filter(({ fee_type: type, charged_on: on }) =>
    type === 'RAIL'
      ? rail !== undefined && on === railKey(rail)
      : on === sending && sending !== receiving,
  )
  if (charged.length === 0) return undefined
  let [fixed, basisPoints] = [0n, 0]
  for (const fee of charged) {
    fixed += await amountIn(corridorOf, sending, fee)
    basisPoints += fee.variable_basis_points
  }
  return { fixed, basisPoints }
}

/** Rounded up: the platform gets what it has set. */
async function amountIn(
  corridorOf: CorridorOf,
  sending: string,
  { fixed_amount: amount, fixed_currency: currency }: PlatformFee,
): Promise<bigint> {
  if (currency === sending || amount === 0) return BigInt(amount)
  const { rate } = await corridorOf(currency, sending)
  return mulDiv(BigInt(amount), rate.numerator, rate.denominator, 'ceil')
}
