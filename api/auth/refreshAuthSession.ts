import {
  AuthSession,
  AuthSessionRefreshRequest,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { idOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import { SESSION_SECONDS } from '../../contract/sessions.ts'
import { sessionBody } from '../../providers/walletProvider/index.ts'
import { operation } from '../operation.ts'
import { sessionIntentOf, sessionKeyOf } from './clientPublicKey.ts'
import { findSession } from './sessions.ts'
import { showSession } from './shownSession.ts'
import { challenge, handleSignedRetry, isSignedRetry, signedRetryErrors } from './signedRetry.ts'
import { findWallet } from './wallet.ts'

export const refreshAuthSession = operation({
  id: 'refreshAuthSession',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/sessions/:id/refresh',
  permission: 'TRANSACT',
  answersSecret: true,
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Create a new session from an active one',
  description:
    'Signed retry, stamped with the session itself: `201` with a new session. A compressed ' +
    '`clientPublicKey` is its key, and so is an uncompressed one where the session is of a ' +
    'one-time code; else its key comes sealed to the uncompressed one. The old session stays valid ' +
    'until it expires.',
  headers: { walletSignature: true, requestId: true },
  body: AuthSessionRefreshRequest,
  status: 201,
  responses: { 200: WalletOperationProcessing, 201: AuthSession, 202: SignedRetryChallenge },
  errors: [
    'SESSION_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    'USER_NOT_READY',
    'CONFLICT',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const session = await findSession(call, call.params.id)
    const target = {
      operation: 'REFRESH_SESSION',
      accountId: session.account_id,
      sessionId: session.id,
    } as const
    if (isSignedRetry(call)) {
      return handleSignedRetry(call, target, (request, result) =>
        showSession(call, request, result, 201),
      )
    }
    const key = sessionKeyOf(call.body.clientPublicKey, session.type)
    if (!session.live) throw notFound('Session')
    const wallet = await findWallet(call, idOf('InternalAccount', session.account_id))
    const payloadToSign = sessionBody({ ...wallet, ...key, expirationSeconds: SESSION_SECONDS })
    return challenge(call, { ...target, payloadToSign, ...sessionIntentOf(key) }, session.type)
  },
})
