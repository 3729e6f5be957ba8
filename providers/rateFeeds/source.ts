/** What a source of exchange rates is asked for, whoever it is. */
import type { Fraction } from '../../contract/decimal.ts'

export const rateSourceNames = ['OPEN_EXCHANGE_RATES', 'ECB', 'TICKER'] as const
export type RateSourceName = (typeof rateSourceNames)[number]

export type ObservedRate = {
  readonly currency: string
  /** Units of the currency for one US dollar. */
  readonly perUsd: Fraction
  /** By the source's own clock. Of a source that names a day: its beginning, which is no instant to judge an age by. */
  readonly sourceTime: Date
}

/** What a source said of its answer, so that the next request asks only for another one. */
export type Validators = { readonly etag?: string; readonly lastModified?: string }

export type Reading = {
  readonly rates: readonly ObservedRate[]
  /** Currencies that were asked for, and have no positive number in the answer. */
  readonly missing: readonly string[]
  readonly validators: Validators
}

export type RateSource = {
  readonly name: RateSourceName
  /**
   * @returns undefined where nothing has changed since
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
