export { authorizationAnswer, authorizationIn, type LiveAuthorization } from './authorization.ts'
export { type CardIssuerOptions, createCardIssuer } from './client.ts'
export { cardDisputeOf, disputeEvents, disputeIn } from './disputes.ts'
export {
  closedCardIn,
  eventIn,
  type IssuerEvent,
  knownEventTypes,
  TRANSACTION_EVENT,
} from './events.ts'
export {
  type CardChange,
  type CardEvent,
  type CardEventType,
  type CardIssuer,
  CardIssuerError,
  type CardIssuerErrorKind,
  CENTS_MAX,
  cardEventTypes,
  type DisputeReport,
  type DisputeStep,
  type Holder,
  type HolderAddress,
  type HolderPerson,
  type IssuedCard,
  type IssuedCardState,
  type NewHolder,
  type NewIssuedCard,
  type Page,
  type Purchase,
  type Step,
  type TransactionReport,
  type WalletPayload,
  type WalletRequest,
} from './issuer.ts'
export { cardReportOf } from './report.ts'
export { isSignedMessage, revealQuery, type SignedHeaders } from './signature.ts'
export { WALLET_CODE_EVENT, type WalletCode, walletCodeIn } from './walletCode.ts'
export { transactionIn } from './wire.ts'
