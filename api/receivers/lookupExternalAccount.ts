import { ReceiverExternalAccountLookupResponse } from '../../contract/components/lookups.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { currencyOf } from '../../contract/money.ts'
import { notFound } from '../../contract/notFound.ts'
import { createReceiverLookup } from '../../db/receiverLookups.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { corridorFor } from '../payments/price.ts'
import { requireId } from '../requireId.ts'
import { preferenceOf } from './preference.ts'
import { findSender, senderQuery } from './sender.ts'

export const lookupExternalAccount = operation({
  id: 'lookupExternalAccount',
  group: 'Cross-Currency Transfers',
  method: 'get',
  path: '/receiver/external-account/:accountId',
  permission: 'VIEW',
  summary: 'Look up what an external account can receive',
  description:
    'Name the sender by `customerId` or by `senderUmaAddress`. The rate is current and not ' +
    'locked; a quote locks it.',
  outside: { byRequest: ['RATE_FEED'] },
  query: senderQuery,
  status: 200,
  responses: { 200: ReceiverExternalAccountLookupResponse },
  errors: [
    'ACCOUNT_NOT_FOUND',
    'USER_NOT_FOUND',
    'INVALID_UMA_ADDRESS',
    'CONFLICT',
    'QUOTE_RATE_UNAVAILABLE',
  ],
  async handle({ params, query, platform, dependencies }) {
    const { database, config } = dependencies
    const sender = await findSender(dependencies, platform.id, query)
    const account = await findReceivingAccount(dependencies, platform.id, {
      accountId: params.accountId,
      senderId: sender.customerId,
    })
    const corridor = await corridorFor(
      { dependencies, platform },
      sender.currency,
      account.currency,
    )
    const lookupId = await createReceiverLookup(database, {
      platformId: platform.id,
      kind: 'EXTERNAL_ACCOUNT',
      receiver: idOf('ExternalAccount', account.id),
      customerId: sender.customerId,
      senderUmaAddress: query.senderUmaAddress,
      lifetimeSeconds: config.LOOKUP_LIFETIME_SECONDS,
    })
    return {
      accountId: idOf('ExternalAccount', account.id),
      sendingCurrency: currencyOf(sender.currency),
      supportedCurrencies: [preferenceOf(corridor, sender.currency, account.currency)],
      requiredPayerDataFields: [],
      lookupId,
    }
  },
})

/** The external account to look up: the platform's, and the sender's only. */
async function findReceivingAccount(
  { database }: Dependencies,
  platformId: string,
  { accountId, senderId }: { readonly accountId: string; readonly senderId: string },
): Promise<{ id: string; currency: string }> {
  const [found] = await database.query<{ id: string; currency: string; status: string }>({
    name: 'lookup_external_account',
    text: `select id, currency, case when is_frozen(id) then 'INACTIVE' else status end as status from external_accounts
      where id = $1 and platform_id = $2 and deleted_at is null
        and (customer_id is null or customer_id = $3)`,
    values: [requireId('ExternalAccount', accountId), platformId, senderId],
  })
  if (found === undefined) throw notFound('ExternalAccount')
  if (found.status === 'INACTIVE' || found.status === 'UNDER_REVIEW') {
    throw new Refusal('CONFLICT', { reason: 'The account cannot be paid now.' })
  }
  return found
}
