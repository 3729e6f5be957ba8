/** What an embedded wallet signs for a payment. */
import { idOf } from '../../contract/ids.ts'

export type TransferTerms = {
  /** UUID without prefix. */
  readonly paymentId: string
  /** The wallet's account, with its prefix. */
  readonly from: string
  /** An account, with its prefix, or the address that the sender named. */
  readonly to: string
  /** Smallest unit and currency, with a space between. */
  readonly sends: string
  readonly receives: string
  /** As PostgreSQL writes it. */
  readonly expiresAt: string
}

/** Readable: a customer's device can show what it stamps. */
export function transferText({ paymentId, ...terms }: TransferTerms): string {
  const { from, to, sends, receives, expiresAt } = terms
  return JSON.stringify({
    ...{ transfer: idOf('Quote', paymentId), from, to },
    ...{ sends, receives, expiresAt },
  })
}
