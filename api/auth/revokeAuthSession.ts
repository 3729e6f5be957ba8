import { idOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import { deleteApiKeysBody } from '../../providers/walletProvider/index.ts'
import { operation, reply } from '../operation.ts'
import { findSession } from './sessions.ts'
import { challenge, handleSignedRetry, isSignedRetry, revocation } from './signedRetry.ts'
import { findWallet } from './wallet.ts'

export const revokeAuthSession = operation({
  id: 'revokeAuthSession',
  group: 'Embedded Wallet Auth',
  method: 'delete',
  path: '/auth/sessions/:id',
  permission: 'TRANSACT',
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'End a session',
  description: 'Signed retry, stamped with any session of the wallet, itself included: `204`.',
  ...revocation,
  errors: ['SESSION_NOT_FOUND', ...revocation.errors],
  async handle(call) {
    const session = await findSession(call, call.params.id)
    const target = {
      operation: 'REVOKE_SESSION',
      accountId: session.account_id,
      sessionId: session.id,
    } as const
    // A retry still finds the session that it has ended itself.
    if (isSignedRetry(call)) return handleSignedRetry(call, target, async () => reply(204))
    if (!session.live) throw notFound('Session')
    const wallet = await findWallet(call, idOf('InternalAccount', session.account_id))
    const payloadToSign = deleteApiKeysBody({ ...wallet, apiKeyIds: [session.api_key_id] })
    return challenge(call, { ...target, payloadToSign }, session.type)
  },
})
