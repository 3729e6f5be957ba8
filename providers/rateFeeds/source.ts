/** The port of exchange rates: what every source answers. */
import type { Fraction } from '../../contract/decimal.ts'

export const rateSourceNames = ['OPEN_EXCHANGE_RATES', 'ECB', 'TICKER'] as const
export type RateSourceName = (typeof rateSourceNames)[number]

export type ObservedRate = {
  readonly currency: string
  /** Units of the currency for one US dollar. */
  readonly perUsd: Fraction
  /** By the source's own clock. A source that names a day only: the day's beginning, which is too coarse to judge the rate's age. */
  readonly sourceTime: Date
}

/** The HTTP validators of a source's answer: with them the next request is answered only if the rates have changed. */
export type Validators = { readonly etag?: string; readonly lastModified?: string }

export type Reading = {
  readonly rates: readonly ObservedRate[]
  /** Currencies that were asked for and have no positive rate in the answer. */
  readonly missing: readonly string[]
  readonly validators: Validators
}

export type RateSource = {
  readonly name: RateSourceName
  /**
   * @returns undefined if nothing has changed since the answer of the validators
   * @throws RateFeedError
   */
  read(known: Validators): Promise<Reading | undefined>
}

export type RateFeedErrorKind = 'UNAVAILABLE' | 'REFUSED' | 'LIMITED' | 'UNREADABLE'

/** Never holds an address or a header: a key may be in either. */
export class RateFeedError extends Error {
  override readonly name = 'RateFeedError'
  readonly kind: RateFeedErrorKind

  constructor(kind: RateFeedErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
