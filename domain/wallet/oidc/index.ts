export {
  type IdToken,
  type IdTokenCheck,
  nonceOf,
  type OidcIdentity,
  readIdToken,
} from './idToken.ts'
export { canonicalIssuer, type IssuerKeys, type Issuers, knownIssuers } from './issuers.ts'
export { OidcError, type OidcErrorKind } from './oidcError.ts'
