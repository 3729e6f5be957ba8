/** Exchange rates: feeds of currencies and of coins, and a second source to compare them with. */
export { createRateFeeds, type RateFeeds, type RateFeedsOptions } from './client.ts'
export {
  type ObservedRate,
  RateFeedError,
  type RateSource,
  type RateSourceName,
  type Reading,
  rateSourceNames,
  type Validators,
} from './source.ts'
