import {
  ExternalAccount,
  OwnershipVerifyRequest,
} from '../../contract/components/externalAccounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { variantOf } from '../../contract/externalAccounts.ts'
import { type ExternalAccountRow, presentExternalAccount } from '../../contract/present/index.ts'
import {
  type BitcoinScheme,
  isEvmSignature,
  isSolanaSignature,
  isSparkSignature,
  isTronSignature,
} from '../../domain/addresses/chains/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { type AccountParams, findExternalAccount, placeOf, type Scope } from './scope.ts'

type Proof = { readonly signature: string; readonly signatureScheme: BitcoinScheme }
function verifyAt<const In extends Scope>(id: string, scope: In) {
  const { path, whose } = placeOf(scope)
  return operation({
    id,
    group: 'External Accounts',
    method: 'post',
    path: `${path}/:externalAccountId/verify`,
    permission: 'MANAGE',
    summary: `Verify the ownership of ${whose} wallet by a signature`,
    description:
      'An invalid signature, or one after the challenge has expired, is a 400 and leaves the ' +
      'account `UNVERIFIED`: start again with a new challenge.',
    body: OwnershipVerifyRequest,
    status: 200,
    responses: { 200: ExternalAccount },
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT'],
    async handle({ params, body, platform, dependencies }) {
      const { externalAccountId } = params as AccountParams
      const row = await findExternalAccount(dependencies, platform.id, scope, externalAccountId)
      const challenge = await findOpen(dependencies, row.id)
      if (challenge === undefined) throw new Refusal('CONFLICT', { reason: noneOpen })
      const isProven = isProof(row, challenge.message, body)
      return presentExternalAccount(await finish(dependencies, challenge.id, isProven))
    },
  })
}

const noneOpen = 'No signature is waited for; begin with a new challenge.'

async function findOpen(
  { database }: Dependencies,
  accountId: string,
): Promise<{ id: string; message: string } | undefined> {
  const [found] = await database.query<{ id: string; message: string }>({
    name: 'open_signature_challenge',
    text: `select id, message from external_account_challenges
      where account_id = $1 and state = 'OPEN' and method = 'WALLET_SIGNATURE'`,
    values: [accountId],
  })
  return found
}

function isProof(row: ExternalAccountRow, message: string, proof: Proof): boolean {
  const address = String(row.account_info.address)
  const { signature, signatureScheme } = proof
  switch (variantOf(row.account_type).messageScheme) {
    case 'EVM':
      return isEvmSignature(address, message, signature)
    case 'TRON':
      return isTronSignature(address, message, signature)
    case 'SOLANA':
      return isSolanaSignature(address, message, signature)
    case 'SPARK':
      return isSparkSignature(address, message, signature, signatureScheme)
    default:
      return false
  }
}

/** A concurrent verification of the same challenge may have closed it. */
async function finish(
  { database }: Dependencies,
  challengeId: string,
  isProven: boolean,
): Promise<ExternalAccountRow> {
  const finished = await database.call('finish_ownership_challenge', challengeId, isProven)
  const { outcome, account } = finished
  if (outcome === 'SUCCEEDED' && account !== undefined) return account
  if (outcome === 'STALE') throw new Refusal('CONFLICT', { reason: noneOpen })
  const message =
    outcome === 'EXPIRED' ? 'came after the challenge had expired' : 'is not by the wallet’s key'
  throw new Refusal('INVALID_INPUT', {
    reason: 'The ownership of the wallet is not proven.',
    details: { errors: [{ field: 'signature', constraint: 'format', message }] },
  })
}

export const verifyExternalAccountOwnership = verifyAt(
  'verifyExternalAccountOwnership',
  'customers',
)
export const verifyPlatformExternalAccountOwnership = verifyAt(
  'verifyPlatformExternalAccountOwnership',
  'platform',
)
