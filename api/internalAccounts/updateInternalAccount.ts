import { InternalAccount } from '../../contract/components/accounts.ts'
import {
  InternalAccountUpdateRequest,
  SignedRetryChallenge,
} from '../../contract/components/auth.ts'
import { idOf } from '../../contract/ids.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import {
  challenge,
  handleSignedRetry,
  isSignedRetry,
  signedRetryErrors,
} from '../auth/signedRetry.ts'
import { findWallet } from '../auth/wallet.ts'
import { operation, Reply } from '../operation.ts'
import { outcomeUnknown } from '../outcomes.ts'

export const updateInternalAccount = operation({
  id: 'updateInternalAccount',
  group: 'Internal Accounts',
  method: 'patch',
  path: '/internal-accounts/:id',
  permission: 'TRANSACT',
  summary: 'Change the privacy setting of an embedded wallet',
  description: 'Signed retry, stamped with any session of the wallet: `200` with the account.',
  headers: { walletSignature: true, requestId: true },
  body: InternalAccountUpdateRequest,
  status: 200,
  responses: { 200: InternalAccount, 202: SignedRetryChallenge },
  errors: ['ACCOUNT_NOT_FOUND', 'WALLET_NOT_PROVISIONED', ...signedRetryErrors],
  async handle(call) {
    const wallet = await findWallet(call, call.params.id)
    const target = { operation: 'PRIVACY', accountId: wallet.account_id } as const
    const { privateEnabled } = call.body
    if (!isSignedRetry(call)) {
      return challenge(call, {
        ...target,
        intent: { privateEnabled },
        // The provider has no such setting: the text to sign is ours, and is bound to the request like any other.
        payloadToSign: JSON.stringify({
          organizationId: wallet.organizationId,
          parameters: { accountId: idOf('InternalAccount', wallet.account_id), privateEnabled },
          timestampMs: String(wallet.timestampMs),
          type: 'ACCOUNT_PRIVACY',
        }),
      })
    }
    const answer = await handleSignedRetry(call, target, async () => {
      const found = await call.dependencies.database.one<{ row: InternalAccountRow }>({
        name: 'account_after_update',
        text: 'select account_row(a) as row from internal_account_views a where id = $1',
        values: [wallet.account_id],
      })
      return presentInternalAccount(found.row)
    })
    // The claim has changed the account itself: there is no workflow that could still run.
    if (answer instanceof Reply) throw outcomeUnknown()
    return answer
  },
})
