import type { AuthMethodType } from '../../contract/components/auth.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Shown } from '../../contract/shown.ts'
import {
  deleteAuthenticatorsBody,
  deleteOauthProvidersBody,
  updateUserEmailBody,
  updateUserPhoneNumberBody,
} from '../../providers/walletProvider/index.ts'
import { operation, reply } from '../operation.ts'
import { requireId } from '../requireId.ts'
import {
  type AnyCall,
  challenge,
  handleSignedRetry,
  isSignedRetry,
  revocation,
} from './signedRetry.ts'
import { findWallet, type Wallet } from './wallet.ts'

export const revokeAuthCredential = operation({
  id: 'revokeAuthCredential',
  group: 'Embedded Wallet Auth',
  method: 'delete',
  path: '/auth/credentials/:id',
  permission: 'TRANSACT',
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Revoke a credential and end its sessions',
  description:
    'Signed retry, stamped with a session of another credential of the wallet: `204`. The last ' +
    'credential of a wallet cannot be revoked.',
  ...revocation,
  errors: ['AUTH_METHOD_NOT_FOUND', ...revocation.errors],
  async handle(call) {
    const credential = await findRevocable(call, call.params.id)
    const target = {
      operation: 'REVOKE_CREDENTIAL',
      accountId: credential.account_id,
      credentialId: credential.id,
    } as const
    if (isSignedRetry(call)) return handleSignedRetry(call, target, async () => reply(204))
    if (credential.revoked) throw notFound('AuthMethod')
    if (credential.remaining <= 1) {
      const reason = 'The last credential of a wallet cannot be revoked'
      throw new Refusal('INVALID_INPUT', { reason })
    }
    const wallet = await findWallet(call, idOf('InternalAccount', credential.account_id))
    return challenge(
      call,
      { ...target, payloadToSign: bodyOf(credential, wallet) },
      credential.type,
    )
  },
})

type Revocable = {
  readonly id: string
  readonly account_id: string
  readonly type: Shown<typeof AuthMethodType>
  readonly provider_reference: string | null
  readonly revoked: boolean
  readonly remaining: number
}

/** Includes revoked credentials: a retry must find the one that it revoked itself. */
async function findRevocable(
  { dependencies, platform }: Pick<AnyCall, 'dependencies' | 'platform'>,
  credentialId: string,
): Promise<Revocable> {
  const uuid = requireId('AuthMethod', credentialId)
  const [row] = await dependencies.database.query<Revocable>({
    name: 'revocable_credential',
    text: `select id, account_id, type, provider_reference, revoked_at is not null as revoked,
        remaining_credentials(account_id)::integer as remaining
      from credentials where id = $1 and platform_id = $2`,
    values: [uuid, platform.id],
  })
  if (row === undefined) throw notFound('AuthMethod')
  return row
}

/** At the provider a contact is the credential: an empty one removes it. */
function bodyOf({ type, provider_reference: reference }: Revocable, wallet: Wallet): string {
  switch (type) {
    case 'PASSKEY':
      return deleteAuthenticatorsBody({ ...wallet, authenticatorIds: [reference ?? ''] })
    case 'OAUTH':
      return deleteOauthProvidersBody({ ...wallet, providerIds: [reference ?? ''] })
    case 'SMS_OTP':
      return updateUserPhoneNumberBody({ ...wallet, userPhoneNumber: '' })
    default:
      return updateUserEmailBody({ ...wallet, userEmail: '' })
  }
}
