import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { InternalAccount } from '../../contract/components/accounts.ts'
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { notFound } from '../../contract/notFound.ts'
import { type InternalAccountRow, presentInternalAccount } from '../../contract/present/index.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import { isOutage } from '../onerror.ts'
import { operation, reply } from '../operation.ts'
import { outcomeNotKept, refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'

/** Largest sandbox credit, in smallest units. */
const FUND_MAX = 100_000_000_000

export const sandboxFundInternalAccount = operation({
  id: 'sandboxFundInternalAccount',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/internal-accounts/:id/fund',
  permission: 'TRANSACT',
  sandboxOnly: true,
  summary: 'Credit an internal account with sandbox money',
  headers: { idempotencyKey: true },
  body: {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: {
        type: 'integer',
        exclusiveMinimum: 0,
        maximum: FUND_MAX,
        example: 10000000,
        description: "What is credited at once, in the smallest unit of the account's currency.",
      },
    },
  },
  status: 200,
  responses: { 200: InternalAccount },
  errors: [
    'ACCOUNT_NOT_FOUND',
    'END_USER_TERMS_NOT_ACCEPTED',
    'WALLET_NOT_PROVISIONED',
    'DUPLICATE_PAY_REQUEST',
    'CONFLICT',
  ],
  async handle({ params, body, platform, dependencies, idempotencyKey }) {
    const { database, places } = dependencies
    const accountId = requireId('InternalAccount', params.id)
    const found = await findAccount(dependencies, platform.id, accountId)
    if (found === undefined) throw notFound('InternalAccount')
    const { account, payment_refusal } = found
    if (payment_refusal === 'END_USER_TERMS_NOT_ACCEPTED') throw new Refusal(payment_refusal)
    if (account.status === 'PENDING') throw new Refusal('WALLET_NOT_PROVISIONED')
    if (account.status !== 'ACTIVE') throw new Refusal('CONFLICT')
    const requestHash = hashOf(accountId, canonicalJson(body))
    const transactionId =
      idempotencyKey === undefined
        ? randomUUID()
        : deriveUuid(platform.id, 'sandboxFundInternalAccount', idempotencyKey, requestHash)
    const funding = {
      ...{ platformId: platform.id, accountId, amount: String(body.amount) },
      ...{ transactionId, key: idempotencyKey, requestHash },
    }
    // One after the other under the lock of the account's balance: in places, as decisions are.
    const funded = await places
      .within({ platformId: platform.id, owner: accountId }, () =>
        database.call('fund_account', funding),
      )
      .catch((error: unknown) => {
        // The commit may have been made: without a key a repeat would credit again.
        if (idempotencyKey !== undefined || !isOutage(error)) throw error
        throw outcomeNotKept(idOf('Transaction', transactionId))
      })
    if (funded.refused !== undefined) throw refusalOf({ code: funded.refused })
    const shown = presentInternalAccount(funded.account)
    return funded.replayed ? reply(200, shown, { 'Idempotent-Replayed': 'true' }) : shown
  },
})

type Found = { readonly account: InternalAccountRow; readonly payment_refusal: ErrorCode | null }

async function findAccount(
  { database }: Dependencies,
  platformId: string,
  accountId: string,
): Promise<Found | undefined> {
  const [found] = await database.query<Found>({
    name: 'internal_account',
    // By the account's own status: what is frozen receives.
    text: `select account_row(a) || jsonb_build_object('status', a.status) as account,
        customer_refusal_by_id(a.customer_id) as payment_refusal from internal_account_views a
      where id = $1 and platform_id = $2`,
    values: [accountId, platformId],
  })
  return found
}
