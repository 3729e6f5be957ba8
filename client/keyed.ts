// Written by `npm run client:types` from the document; a test keeps it equal.
export const keyedOperations: ReadonlySet<string> = new Set([
  'POST /agents/me/quotes',
  'POST /agents/me/quotes/{quoteId}/execute',
  'POST /agents/me/transfer-in',
  'POST /agents/me/transfer-out',
  'POST /customers',
  'POST /customers/{customerId}/kyc-link',
  'POST /quotes',
  'POST /quotes/{quoteId}/execute',
  'POST /sandbox/internal-accounts/{id}/fund',
  'POST /stablecoin-provider-accounts',
  'POST /stablecoins',
  'POST /stablecoins/{stablecoinId}/burns',
  'POST /stablecoins/{stablecoinId}/mints',
  'POST /transfer-in',
  'POST /transfer-out',
])
