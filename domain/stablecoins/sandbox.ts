/** What a sandbox makes of tokens: by the last three characters of the provider's ticker. */

import type { stablecoinReviews } from '../../contract/sandboxOutcomes.ts'

export type TokenFacts = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

const reviews: Readonly<Record<string, string>> = {
  '001': 'PENDING_REVIEW',
  '002': 'REJECTED',
  '003': 'FAILED',
  '004': 'PROVISIONING',
} satisfies Record<keyof typeof stablecoinReviews, string>

/** How a token's review ends, or where it stops. */
export function sandboxReviewOf(ticker: string): string {
  return reviews[ticker.slice(-3)] ?? 'PROVISIONED'
}

/** The symbol is the letters of the ticker, so that a suffix is no part of it. */
export function sandboxToken(ticker: string): TokenFacts {
  const symbol = ticker.replaceAll(/[^A-Za-z]/g, '').toUpperCase()
  return { name: `${symbol} (sandbox)`, symbol, decimals: 6 }
}
