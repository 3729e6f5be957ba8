import {
  InternalAccountExport,
  InternalAccountExportRequest,
  SignedRetryChallenge,
  WalletOperationProcessing,
} from '../../contract/components/auth.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { unreadyErrors } from '../../domain/payments/payable.ts'
import { exportBundleOf, exportWalletBody } from '../../providers/walletProvider/index.ts'
import { requirePoint } from '../auth/clientPublicKey.ts'
import { fetchSealed } from '../auth/sealed.ts'
import {
  challenge,
  handleSignedRetry,
  isSignedRetry,
  signedRetryErrors,
} from '../auth/signedRetry.ts'
import { findWallet } from '../auth/wallet.ts'
import { operation } from '../operation.ts'
import { processing } from '../outcomes.ts'

export const exportInternalAccount = operation({
  id: 'exportInternalAccount',
  group: 'Internal Accounts',
  method: 'post',
  path: '/internal-accounts/:id/export',
  permission: 'TRANSACT',
  answersSecret: true,
  outside: { always: ['WALLET_PROVIDER'] },
  summary: "Export a wallet's mnemonic, sealed to a fresh key",
  description:
    'Signed retry: `200` with `encryptedWalletCredentials`, once. They are not stored: when they ' +
    'are lost, or the challenge has expired, export again. They allow payments: a customer who may ' +
    'not pay cannot export them, nor one who has not logged in where strong authentication is asked.',
  headers: { walletSignature: true, requestId: true },
  body: InternalAccountExportRequest,
  status: 200,
  responses: {
    200: { anyOf: [InternalAccountExport, WalletOperationProcessing] },
    202: SignedRetryChallenge,
  },
  errors: [
    'ACCOUNT_NOT_FOUND',
    ...unreadyErrors,
    'SCA_SESSION_REQUIRED',
    'WALLET_NOT_PROVISIONED',
    'CONFLICT',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const wallet = await findWallet(call, call.params.id)
    const target = { operation: 'EXPORT', accountId: wallet.account_id } as const
    if (!isSignedRetry(call)) {
      const refusal = wallet.payment_refusal ?? wallet.instrument_refusal
      if (refusal !== null) throw new Refusal(refusal)
      const targetPublicKey = requirePoint(call.body.clientPublicKey)
      const payloadToSign = exportWalletBody({ ...wallet, targetPublicKey })
      return challenge(call, { ...target, payloadToSign })
    }
    return handleSignedRetry(call, target, async (request) => {
      const sealed = await fetchSealed(call, request, exportBundleOf)
      if (sealed === undefined) return processing({ party: 'WALLET_PROVIDER' })
      const id = idOf('InternalAccount', wallet.account_id)
      return { id, encryptedWalletCredentials: sealed }
    })
  },
})
