/** Under which code a thing that is not there is refused: once for each kind of id. */
import { type ErrorCode, Refusal } from './errors.ts'
import type { Kind } from './ids.ts'

const codes = {
  Customer: 'USER_NOT_FOUND',
  ExternalAccount: 'ACCOUNT_NOT_FOUND',
  InternalAccount: 'ACCOUNT_NOT_FOUND',
  AuthMethod: 'AUTH_METHOD_NOT_FOUND',
  Session: 'SESSION_NOT_FOUND',
  Quote: 'QUOTE_NOT_FOUND',
  Transaction: 'TRANSACTION_NOT_FOUND',
  Request: 'REQUEST_NOT_FOUND',
  PlatformConfig: 'PLATFORM_NOT_FOUND',
  Token: 'TOKEN_NOT_FOUND',
  Lookup: 'LOOKUP_REQUEST_NOT_FOUND',
  Verification: 'VERIFICATION_NOT_FOUND',
  Job: 'BULK_UPLOAD_JOB_NOT_FOUND',
  StablecoinProviderAccount: 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
  Stablecoin: 'STABLECOIN_NOT_FOUND',
  StablecoinOperation: 'STABLECOIN_OPERATION_NOT_FOUND',
} as const satisfies Readonly<Partial<Record<Kind, ErrorCode>>>

/** The code of a kind of id: `REFERENCE_NOT_FOUND` for a kind that has none of its own. */
export function missingCode(kind: Kind): ErrorCode {
  return Object.hasOwn(codes, kind) ? codes[kind as keyof typeof codes] : 'REFERENCE_NOT_FOUND'
}

/** The refusal of an id that names nothing, or what belongs to another. */
export function notFound(kind: Kind): Refusal {
  return new Refusal(missingCode(kind))
}
