import { createECDH, randomUUID } from 'node:crypto'
import { SignedRetryChallenge, WalletOperationProcessing } from '../../contract/components/auth.ts'
import { DelegatedKey, DelegatedKeyCreateRequest } from '../../contract/components/delegatedKeys.ts'
import { type ErrorCode, invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import { presentDelegatedKey } from '../../contract/present/delegatedKeys.ts'
import { delegatedKeyOf } from '../../contract/sealedText.ts'
import type { Shown } from '../../contract/shown.ts'
import { pullTextStart } from '../../domain/cards/pull.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { unreadyErrors } from '../../domain/payments/payable.ts'
import { allowSigningBody, createUserBody } from '../../providers/walletProvider/index.ts'
import {
  type AnyCall,
  challenge,
  handleSignedRetry,
  isSignedRetry,
  type Result,
  signedRetryErrors,
} from '../auth/signedRetry.ts'
import { findWallet, type Wallet } from '../auth/wallet.ts'
import { findCard } from '../cards/findCard.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { findDelegatedKey } from './findDelegatedKey.ts'

export const createDelegatedKey = operation({
  id: 'createDelegatedKey',
  group: 'Embedded Wallet Auth',
  method: 'post',
  path: '/auth/delegated-keys',
  permission: 'TRANSACT',
  outside: { always: ['WALLET_PROVIDER'] },
  summary: 'Let a card draw on an embedded wallet',
  description:
    'Three calls with the same body, the second and third of them signed retries that any session of the ' +
    'wallet stamps. The first answers `202` with what makes the key known at the wallet provider, the ' +
    'second `202` with the policy that limits it to card pulls of this account, the third `201` with the ' +
    'key, which is `ACTIVE`. A key whose calls are not finished stays `PENDING`, and another may be ' +
    'begun. A funding source of a card has one `ACTIVE` key.',
  headers: { walletSignature: true, requestId: true },
  body: DelegatedKeyCreateRequest,
  status: 201,
  responses: { 200: WalletOperationProcessing, 201: DelegatedKey, 202: SignedRetryChallenge },
  errors: [
    'REFERENCE_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    ...unreadyErrors,
    'SCA_SESSION_REQUIRED',
    'CONFLICT',
    ...signedRetryErrors,
  ],
  async handle(call) {
    const { body, dependencies, platform } = call
    const card = await findCard(dependencies, platform.id, body.cardId)
    const wallet = await findWallet(call, body.internalAccountId, 'internalAccountId')
    if (!isSignedRetry(call)) {
      await refuseSource(call, card, wallet.account_id)
      return openKey(call, card.id, body.nickname, wallet)
    }
    const leg = await legOf(call)
    const target = { operation: leg, accountId: wallet.account_id } as const
    return handleSignedRetry(call, target, async (request, { delegatedKeyId = '' }: Result) => {
      const key = await findDelegatedKey(
        dependencies,
        platform.id,
        idOf('DelegatedKey', delegatedKeyId),
      )
      if (leg === 'ACTIVATE_DELEGATED_KEY') return reply(201, presentDelegatedKey(key))
      return openPolicy(call, request.id, key, wallet)
    })
  },
})

type Leg = 'CREATE_DELEGATED_KEY' | 'ACTIVATE_DELEGATED_KEY'

/** Which of the two signed retries this is. What the id does not name is refused as an unknown one. */
async function legOf({ dependencies, platform, requestId }: AnyCall): Promise<Leg> {
  const row = await dependencies.database.maybeOne({
    name: 'leg_of_delegated_key',
    text: "select 1 from requests where id = $1 and platform_id = $2 and operation = 'ACTIVATE_DELEGATED_KEY'",
    values: [uuidOf('Request', requestId ?? ''), platform.id],
  })
  return row === undefined ? 'CREATE_DELEGATED_KEY' : 'ACTIVATE_DELEGATED_KEY'
}

/** The claims check again: this avoids a signature for what cannot succeed. */
async function refuseSource(
  { dependencies }: AnyCall,
  card: {
    readonly id: string
    readonly state: string
    readonly funding_sources: readonly string[]
  },
  accountId: string,
): Promise<void> {
  if (card.state !== 'CLOSED' && !card.funding_sources.includes(accountId)) {
    const message = 'must be a funding source of the card'
    throw invalidInput([{ field: 'internalAccountId', constraint: 'not', message }])
  }
  const code: ErrorCode | null = await dependencies.database.call(
    'delegated_key_refusal',
    card.id,
    accountId,
  )
  if (code === null) return
  const conflict = 'The card is closed, or its funding source has an active key'
  throw new Refusal(code, code === 'CONFLICT' ? { reason: conflict } : {})
}

/** The first call: a new key, and the body that makes its holder at the provider. */
async function openKey(
  call: AnyCall,
  cardId: string,
  nickname: string,
  wallet: Wallet,
): Promise<Reply<Shown<typeof SignedRetryChallenge>>> {
  const { dependencies, platform } = call
  const keyId = randomUUID()
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('hex', 'compressed')
  const privateKey = pair.getPrivateKey('hex').padStart(64, '0')
  await dependencies.database.call('create_delegated_key', {
    ...{
      keyId,
      platformId: platform.id,
      cardId,
      accountId: wallet.account_id,
      nickname,
      publicKey,
    },
    privateKey: await dependencies.records.seal(privateKey, delegatedKeyOf(keyId)),
  })
  return challenge(call, {
    ...{ operation: 'CREATE_DELEGATED_KEY', accountId: wallet.account_id },
    payloadToSign: createUserBody({ ...wallet, userName: idOf('DelegatedKey', keyId), publicKey }),
    intent: { delegatedKeyId: keyId },
  })
}

/** The end of the second call: what the third one stamps. Calls at once get the same. */
async function openPolicy(
  call: AnyCall,
  requestId: string,
  key: { readonly id: string; readonly provider_user_id: string | null },
  wallet: Wallet,
): Promise<Reply<Shown<typeof SignedRetryChallenge>>> {
  return challenge(call, {
    id: deriveUuid('delegated key policy', requestId),
    ...{ operation: 'ACTIVATE_DELEGATED_KEY', accountId: wallet.account_id },
    payloadToSign: allowSigningBody({
      ...wallet,
      policyName: idOf('DelegatedKey', key.id),
      userId: key.provider_user_id ?? '',
      signWith: wallet.address,
      textStart: pullTextStart(wallet.account_id, wallet.currency),
    }),
    intent: { delegatedKeyId: key.id },
  })
}
