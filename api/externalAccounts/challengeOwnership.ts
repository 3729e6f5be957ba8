import {
  OwnershipChallenge,
  OwnershipChallengeRequest,
} from '../../contract/components/externalAccounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { isSelfCustody } from '../../contract/externalAccounts.ts'
import { idOf } from '../../contract/ids.ts'
import { type ExternalAccountRow, shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { createOnce } from '../createOnce.ts'
import { type Call, operation, type Reply } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import { livenessPath } from '../verificationPages.ts'
import { type AccountParams, findExternalAccount, placeOf, type Scope } from './scope.ts'

const LIFETIME_SECONDS = 900

type Method = 'WALLET_SIGNATURE' | 'LIVENESS'

function challengeAt<const In extends Scope>(id: string, scope: In) {
  const { path, whose } = placeOf(scope)
  return operation({
    id,
    group: 'External Accounts',
    method: 'post',
    path: `${path}/:externalAccountId/challenge`,
    permission: 'MANAGE',
    summary: `Challenge the ownership of ${whose} wallet`,
    description:
      'A new challenge replaces the previous one. `LIVENESS` is answered on the page of its link, and a ' +
      'webhook reports the result; `WALLET_SIGNATURE` is answered with the verify call.',
    headers: { idempotencyKey: 'kept' },
    body: OwnershipChallengeRequest,
    outside: { byRequest: ['VERIFICATION_VENDOR'] },
    status: 201,
    responses: { 201: OwnershipChallenge },
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT', 'DUPLICATE_PAY_REQUEST'],
    async handle(call) {
      const { platform, dependencies } = call
      const { externalAccountId } = call.params as AccountParams
      const row = await findExternalAccount(dependencies, platform.id, scope, externalAccountId)
      return open(call, row, call.body.method)
    },
  })
}

async function open(
  call: Call,
  row: ExternalAccountRow,
  method: Method,
): Promise<Reply<Shown<typeof OwnershipChallenge>>> {
  const { platform, dependencies, origin } = call
  const { account_type: accountType, account_info: info } = row
  if (!isSelfCustody(accountType, info) || row.ownership_type === 'THIRD_PARTY') {
    throw new Refusal('CONFLICT', { reason: 'There is no ownership to prove here.' })
  }
  if (method === 'LIVENESS') requireOutside({ dependencies, platform }, ['VERIFICATION_VENDOR'])
  return createOnce(call, async (tx, id) => {
    const messageToSign = messageOf(row, id)
    const opened = await tx.call('open_ownership_challenge', {
      id,
      accountId: row.id,
      method,
      message: messageToSign,
      lifetimeSeconds: LIFETIME_SECONDS,
    })
    if (opened === null) {
      throw new Refusal('CONFLICT', { reason: 'The account does not wait for a proof.' })
    }
    const expiresAt = shownInstant(opened.expires_at)
    return method === 'WALLET_SIGNATURE'
      ? { method, messageToSign, expiresAt }
      : { method, verificationLink: `${origin}${livenessPath(id)}`, expiresAt }
  })
}

/** The message that the owner reads and signs: which wallet, for what, and a nonce. */
function messageOf(row: ExternalAccountRow, challengeId: string): string {
  return [
    'I prove that this wallet is mine.',
    `Wallet: ${row.account_info.address}`,
    `Account: ${idOf('ExternalAccount', row.id)}`,
    `Challenge: ${challengeId}`,
  ].join('\n')
}

export const createExternalAccountOwnershipChallenge = challengeAt(
  'createExternalAccountOwnershipChallenge',
  'customers',
)
export const createPlatformExternalAccountOwnershipChallenge = challengeAt(
  'createPlatformExternalAccountOwnershipChallenge',
  'platform',
)
