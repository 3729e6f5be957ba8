/** Stablecoins: links to the provider, mints and burns. */
import type { Cure } from './cure.ts'

export const stablecoinCures = {
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: {
    cause:
      'The provider refuses the login of the link, or has not finished its checks of the account.',
    cure: 'Link the account again with a login that works: `POST /stablecoin-provider-accounts`.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: {
    cause: 'The link was revoked.',
    cure: 'Link the account again.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: {
    cause: 'Several accounts fit: several links are active, or the login has several accounts.',
    cure: 'Name one: `stablecoinProviderAccountId`, or `providerAccountId` of a link.',
  },
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: {
    cause: 'There is no such link, or the login has no such account.',
    cure: '`GET /stablecoin-provider-accounts` lists the links of your platform.',
  },
  STABLECOIN_NOT_FOUND: {
    cause: 'Your platform has no such stablecoin.',
    cure: '`GET /stablecoins` lists those of your platform.',
  },
  STABLECOIN_OPERATION_NOT_FOUND: {
    cause: 'Your platform has no such mint or burn.',
    cure: '`GET /stablecoins/{stablecoinId}/operations` lists them.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND: {
    cause: 'The external account of the mint or burn is not there, or another customer’s.',
    cure: '`GET /customers/external-accounts` lists those that your platform has.',
  },
  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: {
    cause: 'The amount has more decimals than can be paid: whole cents are.',
    cure: 'Send an amount in units of the token that is a whole number of cents.',
  },
  STABLECOIN_BURN_SOURCE_NOT_SUPPORTED: {
    cause: 'This stablecoin cannot be burned from that kind of source.',
    cure: 'Use `source.type` `EXTERNAL_ACCOUNT`.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED: {
    cause: 'The provider refused to link the bank account that a mint is paid from.',
    cure: 'Check the account with its bank; link it at the provider, or use another one.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED: {
    cause: 'The provider knows several accounts that look like this one.',
    cure: 'Remove the others at the provider, so that one is left.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED: {
    cause: 'The bank account was linked at the provider and is no longer.',
    cure: 'Link it again at the provider.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED: {
    cause:
      'The external account is of the wrong type, is not active, or lacks what the rail needs. `reason` says which.',
    cure: 'A mint goes to an active `SPARK_WALLET`, a burn to an active `USD_ACCOUNT`; a wire needs the whole address of the beneficiary.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED: {
    cause: 'The provider refused the destination of the burn.',
    cure: 'Check the account, or use another one.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED: {
    cause: 'The provider does not know the bank account that is to be debited.',
    cure: 'Link it at the provider first, then mint again.',
  },
  STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED: {
    cause: 'The stablecoin is not a currency of the service yet.',
    cure: 'Request it with `POST /stablecoins/{stablecoinId}/request-service-enablement` and wait for an operator.',
  },
  STABLECOIN_NOT_PROVISIONED: {
    cause: 'The stablecoin has not been provisioned at the provider.',
    cure: 'Read `GET /stablecoins/{stablecoinId}` until `issuanceStatus` is `PROVISIONED`.',
  },
  STABLECOIN_OPERATION_NOT_SUPPORTED: {
    cause: 'A mint cannot be funded this way.',
    cure: 'Use `fundingSource.type` `WIRE` or `ACH_DEBIT`.',
  },
  STABLECOIN_PROVIDER_ERROR: {
    cause: 'The provider refused the operation.',
    cure: 'Read the operation and the account at the provider; then begin another one.',
  },
  STABLECOIN_PROVIDER_SOURCE_NOT_LINKED: {
    cause: 'The address at the provider that tokens are taken from is not there any more.',
    cure: 'Complete the account at the provider, then try again.',
  },
  STABLECOIN_VERIFICATION_FAILED: {
    cause:
      'The provider does not confirm that the account issues this token, or the two identifiers name different ones.',
    cure: 'Check `providerTokenIdentifier`, `networkTokenIdentifier` and the link.',
  },
  STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE: {
    cause: 'The enablement was requested, granted or refused before.',
    cure: 'Read the state with `GET /stablecoins/{stablecoinId}`; an operator decides.',
  },
  STABLECOIN_SYMBOL_ALREADY_EXISTS: {
    cause: 'A stablecoin with this symbol is registered.',
    cure: 'Use the one that is there (`GET /stablecoins`).',
  },
  STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS: {
    cause: 'The token is registered.',
    cure: 'Use the one that is there (`GET /stablecoins`).',
  },
} as const satisfies Readonly<Record<string, Cure>>
