/** What mints and burns have in common. */

import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import type { StablecoinOperation } from '../../contract/components/stablecoinOperations.ts'
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import type { ExternalAccountParty } from '../../contract/parties.ts'
import {
  presentStablecoinOperation,
  type StablecoinRow,
} from '../../contract/present/stablecoins.ts'
import type { Shown } from '../../contract/shown.ts'
import type { CreateStablecoinOperationInput } from '../../db/stablecoinFunctions.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { unpayableErrors } from '../../domain/payments/payable.ts'
import { centsOfCoin } from '../../domain/stablecoins/amounts.ts'
import { expiryOf } from '../../domain/stablecoins/expiry.ts'
import { workflows } from '../../workflows/registry.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Call, type Reply, replayHeaders, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'
import { type Link, linkErrors, refuseUnusable } from './access.ts'
import { findStablecoin } from './findStablecoin.ts'

export const operationErrors = [
  ...linkErrors,
  'STABLECOIN_NOT_FOUND',
  'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
  'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED',
  'STABLECOIN_NOT_PROVISIONED',
  'STABLECOIN_AMOUNT_NOT_REPRESENTABLE',
  'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED',
  'STABLECOIN_PROVIDER_ERROR',
  'STABLECOIN_PROVIDER_SOURCE_NOT_LINKED',
  'INSUFFICIENT_FUNDS',
  ...unpayableErrors,
  'DUPLICATE_PAY_REQUEST',
] as const

export type OperationTerms = Pick<
  CreateStablecoinOperationInput,
  | 'operationType'
  | 'sourceType'
  | 'sourceAccountId'
  | 'sourceAddressId'
  | 'destinationAccountId'
  | 'rail'
  | 'estimatedDelivery'
>

export type StablecoinCall = Call<
  { readonly stablecoinId: string },
  unknown,
  { readonly amount: string; readonly description?: string | undefined }
>

type Facts = { readonly coin: StablecoinRow; readonly link: Link; readonly cents: bigint }

/**
 * Begins the operation that the request's terms describe, once for its key, and waits a little for the
 * provider's first word.
 */
export async function beginOperation(
  call: StablecoinCall,
  operation: string,
  termsOf: (facts: Facts) => Promise<OperationTerms>,
  refuseSource: (coin: StablecoinRow) => ErrorCode | undefined,
): Promise<Reply<Shown<typeof StablecoinOperation>>> {
  const { params, body, platform, dependencies, idempotencyKey: key = '', trace } = call
  const { database } = dependencies
  const coin = await findStablecoin(dependencies, platform.id, params.stablecoinId)
  const requestHash = hashOf(operation, canonicalJson({ coin: coin.id, body }))
  let id = await findPrior(dependencies, platform.id, operation, key, requestHash)
  const isReplay = id !== undefined
  if (id === undefined) {
    const source = refuseSource(coin)
    if (source !== undefined) throw new Refusal(source)
    if (coin.issuance_status !== 'PROVISIONED') throw new Refusal('STABLECOIN_NOT_PROVISIONED')
    const link = await linkOf(dependencies, coin)
    refuseUnusable(link)
    const cents = centsOfCoin(body.amount, coin.decimals)
    const terms = await termsOf({ coin, link, cents })
    const isSandbox = platform.environment === 'SANDBOX'
    const expiresAt = expiryOf(terms.sourceType, cents, {
      ...{ now: dependencies.clock.now(), isSandbox },
    })
    const created = await database.call('create_stablecoin_operation', {
      ...{ ...terms, id: randomUUID(), platformId: platform.id, operation, key, requestHash },
      ...{ stablecoinId: coin.id, amount: body.amount, cents: String(cents), expiresAt },
      description: body.description,
    })
    if (created.outcome === 'REFUSED') throw refusalOf(created)
    id = created.id
    if (created.start !== undefined) await dependencies.handOver.handOverAndWait(created.start)
  }
  trace.workflowId = workflows.stablecoinOperation.id({ operationId: id })
  const answer = await database.call('answer_stablecoin_operation', id, operation, key)
  if (answer.outcome === 'REFUSED') throw refusalOf(answer)
  return reply(201, presentStablecoinOperation(answer.row), replayHeaders(isReplay))
}

async function findPrior(
  { database }: Dependencies,
  platformId: string,
  operation: string,
  key: string,
  requestHash: string,
): Promise<string | undefined> {
  const prior = await database.maybeOne<{ readonly hash: string; readonly id: string }>({
    name: 'prior_stablecoin_operation',
    text: `select encode(request_hash, 'hex') as hash, resource_id as id from idempotency_keys
      where platform_id = $1 and operation = $2 and key = $3`,
    values: [platformId, operation, key],
  })
  if (prior !== undefined && prior.hash !== requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
  return prior?.id
}

async function linkOf({ database }: Dependencies, coin: StablecoinRow): Promise<Link> {
  return database.one<Link>({
    name: 'link_of_stablecoin',
    text: `select id, environment, status, provider_account_id, api_client_id, api_client_secret, login_version
      from stablecoin_provider_accounts where id = $1`,
    values: [coin.link_id],
  })
}

export type Account = {
  readonly id: string
  readonly account_info: Readonly<Record<string, unknown>>
}

/**
 * An active external account of the platform's of this type.
 *
 * @throws Refusal STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND, STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED
 */
export async function requireAccount(
  { database }: Dependencies,
  platformId: string,
  accountId: string,
  accountType: 'SPARK_WALLET' | 'USD_ACCOUNT',
): Promise<Account> {
  const code = 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND'
  const uuid = requireId('ExternalAccount', accountId, code)
  const found = await database.maybeOne<
    Account & Pick<ExternalAccountParty, 'status' | 'refusal' | 'account_type'>
  >({
    name: 'stablecoin_account',
    text: `select id, case when is_frozen(id) then 'INACTIVE' else status end as status, account_type, account_info,
        external_account_refusal(e) as refusal
      from external_accounts e
      where id = $1 and platform_id = $2 and deleted_at is null`,
    values: [uuid, platformId],
  })
  if (found === undefined) throw new Refusal(code)
  if (found.refusal !== null && found.refusal !== 'CONFLICT') throw new Refusal(found.refusal)
  if (found.account_type === accountType && found.status === 'ACTIVE') return found
  throw new Refusal('STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED', {
    reason: `The account must be an active ${accountType}.`,
  })
}
