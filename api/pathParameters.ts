/** What the parameters of paths name: once for each name, however many operations have it. */

const byName: Readonly<Record<string, string>> = {
  accountId: 'External account that is to be paid, `ExternalAccount:...`.',
  actionId: 'What an agent has asked for, `AgentAction:...`.',
  agentId: 'An agent of the platform, `Agent:...`.',
  beneficialOwnerId: 'A person behind a business, `BeneficialOwner:...`.',
  code: 'The device code as a person types it: case, spaces and hyphens do not matter.',
  credentialId: 'WebAuthn’s id of a passkey, as `GET /sca/factors` lists it.',
  customerId: 'A customer of the platform, `Customer:...`.',
  documentId: 'An uploaded document, `Document:...`.',
  eventId: 'The event as its deliveries name it in `id`: `Webhook:...`.',
  externalAccountId: 'A bank account or wallet outside, `ExternalAccount:...`.',
  faultId: 'A plan of faults that the platform has ordered, `SandboxFault:...`.',
  invitationCode: 'The `code` of the invitation. It is all that is needed to read and claim it.',
  jobId: 'The import, `Job:...`, as the upload has answered it.',
  quoteId: 'A quote that was made before, `Quote:...`.',
  receiverUmaAddress: 'The address that is to be paid, `$name@domain`, in upper or lower case.',
  resetId: 'The reset of a factor, `ScaReset:...`, as its start has answered it.',
  stablecoinId: 'A stablecoin of the platform’s own, `Stablecoin:...`.',
  stablecoinOperationId: 'A mint or burn, `StablecoinOperation:...`.',
  stablecoinProviderAccountId: 'A link to the provider, `StablecoinProviderAccount:...`.',
  tokenId: 'A token of the platform, `Token:...`; not its `clientId`.',
  transactionId: 'A payment, or what a merchant does with a card: `Transaction:...`.',
  verificationId: 'A verification of a customer, `Verification:...`.',
}

/** Of an `id`, by what stands before it. */
const byCollection: Readonly<Record<string, string>> = {
  cards: 'A card of the platform’s customers, `Card:...`.',
  credentials: 'A login of an embedded wallet, `AuthMethod:...`.',
  'delegated-keys': 'A key that signs the pulls of a card, `DelegatedKey:...`.',
  'internal-accounts': 'An account of a customer or of the platform, `InternalAccount:...`.',
  sessions: 'A session of an embedded wallet, `Session:...`.',
}

/**
 * The description of a parameter.
 *
 * @param path as the operation declares it: `/cards/:id/reveal`
 */
export function pathParameterDescription(path: string, name: string): string | undefined {
  const [, collection = ''] = new RegExp(`([\\w-]+)/:${name}\\b`).exec(path) ?? []
  return name === 'id' ? byCollection[collection] : byName[name]
}
