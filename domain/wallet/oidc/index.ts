export {
  type IdToken,
  type IdTokenCheck,
  nonceOf,
  type OidcIdentity,
  readIdToken,
} from './idToken.ts'
export { type Issuer, isIssuer, issuers } from './issuers.ts'
export { OidcError, type OidcErrorKind } from './oidcError.ts'
