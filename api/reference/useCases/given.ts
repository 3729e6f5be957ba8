/**
 * What examples take from earlier answers: ids, codes, stamps. A test that runs an example replaces each of
 * these texts by a real one, so they stand for one thing each.
 */
export const uuid = (end: string): string => `0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c${end}`

export const given = {
  // Customers
  customer: `Customer:${uuid('21')}`,
  business: `Customer:${uuid('22')}`,
  /** In a region of strong authentication, with contacts that are not verified. */
  newCustomer: `Customer:${uuid('23')}`,
  /** With verified contacts, without a login. */
  scaCustomer: `Customer:${uuid('24')}`,
  /** With a login. */
  loggedInCustomer: `Customer:${uuid('25')}`,
  /** A code was mailed to it; a code was sent to its phone. */
  mailedCustomer: `Customer:${uuid('27')}`,
  textedCustomer: `Customer:${uuid('28')}`,
  /** Without money. */
  leavingCustomer: `Customer:${uuid('29')}`,
  /** An agent acts for it. */
  agentCustomer: `Customer:${uuid('2a')}`,
  /** Not identified yet. */
  unknownPerson: `Customer:${uuid('26')}`,
  email: 'ada@example.com',
  otherEmail: 'ada.king@example.com',
  officeEmail: 'office@engines.example.com',
  phoneNumber: '+14155550100',
  germanPhoneNumber: '+491701234567',
  platformCustomerId: 'user-4711',
  /** Of the customer above; of the card below. */
  ownCustomerId: 'user-4710',
  ownCardId: 'card-4710',
  umaAddress: '$ada@platform.example.com',
  otherUmaAddress: '$grace@platform.example.com',
  umaDomain: 'platform.example.com',
  sandboxFault: `SandboxFault:${uuid('21')}`,
  // Accounts
  wallet: `InternalAccount:${uuid('21')}`,
  dollars: `InternalAccount:${uuid('22')}`,
  platformDollars: `InternalAccount:${uuid('23')}`,
  /** Of a customer with a phone number. */
  phoneWallet: `InternalAccount:${uuid('24')}`,
  bank: `ExternalAccount:${uuid('21')}`,
  platformBank: `ExternalAccount:${uuid('22')}`,
  /** A wallet whose owner is to be proven, of the customer and of the platform. */
  ownWallet: `ExternalAccount:${uuid('23')}`,
  platformWallet: `ExternalAccount:${uuid('24')}`,
  ownWalletSignature: `0x${'5f'.repeat(64)}1b`,
  platformWalletSignature: `0x${'6e'.repeat(64)}1b`,
  /** Of the customer who has a login; the second one is trusted. */
  beneficiary: `ExternalAccount:${uuid('25')}`,
  trustedBeneficiary: `ExternalAccount:${uuid('26')}`,
  challengedBeneficiary: `ExternalAccount:${uuid('27')}`,
  challengedTrusted: `ExternalAccount:${uuid('28')}`,
  sparkWallet: `ExternalAccount:${uuid('29')}`,
  // Credentials and sessions
  credential: `AuthMethod:${uuid('21')}`,
  passkeyCredential: `AuthMethod:${uuid('22')}`,
  identityCredential: `AuthMethod:${uuid('23')}`,
  session: `Session:${uuid('21')}`,
  request: `Request:${uuid('21')}`,
  passkeyRequest: `Request:${uuid('22')}`,
  stamp:
    'eyJwdWJsaWNLZXkiOiIwMmExLi4uIiwic2NoZW1lIjoiU0lHTkFUVVJFX1NDSEVNRV9US19BUElfUDI1NiIsInNpZ25hdHVyZSI6IjMwNDQuLi4ifQ',
  quoteStamp:
    'eyJwdWJsaWNLZXkiOiIwMmExLi4uIiwic2NoZW1lIjoiU0lHTkFUVVJFX1NDSEVNRV9US19BUElfUDI1NiIsInNpZ25hdHVyZSI6IjMwNDUuLi4ifQ',
  clientPublicKey: `02${'a1'.repeat(32)}`,
  exportPublicKey: `04${'a1'.repeat(64)}`,
  sealedCode: '{"encappedPublic":"04a1...","ciphertext":"9f3c..."}',
  identityToken:
    'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmdvb2dsZS5jb20ifQ.c2lnbmF0dXJl',
  loginToken: 'eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmdvb2dsZS5jb20ifQ.bm9uY2U',
  passkeyChallenge: 'qK0c2VhbGVkLWNoYWxsZW5nZS1vZi10aGUtcGxhdGZvcm0',
  passkeyId: 'uS3c1ZVJ5cGFzc2tleQ',
  passkeyClientData: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
  passkeyAttestation: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
  assertedId: 'uS3c1ZVJ5cGFzc2tleUI',
  assertedClientData: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  assertedAuthenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  assertedSignature: 'MEUCIQDx2v0aSignatureOfTheAuthenticator',
  // Strong customer authentication
  challenge: `ScaChallenge:${uuid('21')}`,
  totpSecret: '3132333435363738393031323334353637383930',
  totpCode: '492039',
  scaPasskey: 'AXfactorCredentialId0',
  scaPasskeyId: 'AXnewCredentialId0123',
  scaPasskeyClientData: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwib3JpZ2luIjoiaHR0cDovL2xvY2FsaG9zdCJ9',
  scaPasskeyAttestation: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5Q',
  reset: `ScaReset:${uuid('21')}`,
  passedReset: `ScaReset:${uuid('22')}`,
  // Money
  quote: `Quote:${uuid('21')}`,
  /** Of an account in dollars: nothing to stamp. */
  dollarQuote: `Quote:${uuid('22')}`,
  fundingQuote: `Quote:${uuid('23')}`,
  quoteToAuthorize: `Quote:${uuid('24')}`,
  quoteToProve: `Quote:${uuid('25')}`,
  transaction: `Transaction:${uuid('21')}`,
  /** An incoming payment that waits for the platform's approval. */
  incomingTransaction: `Transaction:${uuid('22')}`,
  cancellableTransaction: `Transaction:${uuid('23')}`,
  lookup: `Lookup:${uuid('21')}`,
  orderKey: 'order-4711',
  // Cards
  card: `Card:${uuid('21')}`,
  closableCard: `Card:${uuid('22')}`,
  /** Without a delegated key. */
  newCard: `Card:${uuid('23')}`,
  platformCardId: 'card-4711',
  authorizedPurchase: `Transaction:${uuid('61')}`,
  settledPurchase: `Transaction:${uuid('62')}`,
  returnedPurchase: `Transaction:${uuid('63')}`,
  /** A dispute of it is open; the cardholder has been credited for the second one. */
  disputedPurchase: `Transaction:${uuid('68')}`,
  creditedPurchase: `Transaction:${uuid('69')}`,
  delegatedKey: `DelegatedKey:${uuid('21')}`,
  // Agents
  agent: `Agent:${uuid('21')}`,
  /** With a device code that was not redeemed. */
  newAgent: `Agent:${uuid('22')}`,
  deviceCode: '7K3M-9QXR-2TVW',
  /** Waits for approval. */
  action: `AgentAction:${uuid('21')}`,
  agentQuote: `Quote:${uuid('26')}`,
  agentTransaction: `Transaction:${uuid('24')}`,
  agentBank: `ExternalAccount:${uuid('2a')}`,
  agentDollars: `InternalAccount:${uuid('25')}`,
  newAccountNumber: '000123456700',
  // The rest
  /** The `X-Request-Id` of an earlier request. */
  loggedRequest: 'checkout-4711',
  verification: `Verification:${uuid('21')}`,
  owner: `BeneficialOwner:${uuid('21')}`,
  document: `Document:${uuid('21')}`,
  job: `Job:${uuid('21')}`,
  invitation: 'pN3vQ0cJr6m1xGk2aZ8yTw',
  event: `Webhook:${uuid('21')}`,
  token: `Token:${uuid('21')}`,
  providerAccount: `StablecoinProviderAccount:${uuid('21')}`,
  stablecoin: `Stablecoin:${uuid('21')}`,
  newStablecoin: `Stablecoin:${uuid('22')}`,
  mint: `StablecoinOperation:${uuid('21')}`,
  ticker: 'ACME',
  tokenIdentifier: 'btkn1acme',
  apiClientId: 'client-4711',
} as const

export type Given = keyof typeof given
