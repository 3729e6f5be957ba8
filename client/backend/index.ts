/** A typed client of the service; see docs/guides/lists-and-clients.md. */
export { bodyOf } from './bodyOf.ts'
export {
  type Client,
  type ClientOptions,
  type Credentials,
  createClient,
  isReplayed,
} from './client.ts'
export { ApiError, type ErrorCode, type FieldError } from './errors.ts'
export { IgnoredFieldsWarning } from './ignoredFields.ts'
export type { ItemOf, ListPath, ListQuery } from './pages.ts'
export { isProcessing } from './retry.ts'
export type { components, operations, paths } from './schema.ts'
export {
  type Challenge,
  executeQuote,
  type Processing,
  payloadOf,
  type Settled,
  type SignedHeaders,
  type Stamper,
  signedHeaders,
  signedRetry,
} from './signedRetry.ts'
export {
  SIGNATURE_HEADER,
  verifyWebhook,
  type WebhookEvent,
  type WebhookKeys,
  WebhookSignatureError,
} from './webhooks.ts'
