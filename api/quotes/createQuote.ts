import { randomUUID } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { Quote, QuoteRequest } from '../../contract/components/payments.ts'
import { canonicalJson, deriveUuid, hashOf } from '../../contract/derivedIds.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { type AccountInfo, railsOf } from '../../contract/externalAccounts.ts'
import { idOf, uuidOf } from '../../contract/ids.ts'
import {
  currencyOf,
  displayRate,
  type Priced,
  priceReceiving,
  priceSending,
} from '../../contract/money.ts'
import { presentQuote, type QuoteRow } from '../../contract/present/index.ts'
import { signRawPayloadBody } from '../../wallet/client/bodies.ts'
import type { Dependencies } from '../dependencies.ts'
import { refuseUnpayable, unpayableErrors, usdCentsOf } from '../externalAccounts/payable.ts'
import { operation, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { corridorOf } from './pricing.ts'

export const createQuote = operation({
  id: 'createQuote',
  group: 'Cross-Currency Transfers',
  method: 'post',
  path: '/quotes',
  permission: 'TRANSACT',
  summary: 'Price a payment and hold the price for a while',
  description:
    'For an embedded wallet the answer carries `payloadToSign`: stamp it byte for byte with a ' +
    'session key of the wallet and send the stamp with the execute call.',
  headers: { idempotencyKey: true },
  body: QuoteRequest,
  status: 201,
  responses: { 201: Quote },
  errors: [
    'REFERENCE_NOT_FOUND',
    'WALLET_NOT_PROVISIONED',
    ...unpayableErrors,
    'INVALID_AMOUNT',
    'QUOTE_RATE_UNAVAILABLE',
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'DUPLICATE_PAY_REQUEST',
  ],
  async handle({ body, platform, dependencies, idempotencyKey }) {
    const { database } = dependencies
    const source = await findSource(dependencies, platform.id, body)
    refuseUnusable(body, source)
    const priced = await price(dependencies, body, source)
    refuseUnpayable(
      { status: source.destination_status, accountType: source.destination_type },
      await usdCentsOf(database, source.currency, priced.sending),
    )
    const quoteId =
      idempotencyKey === undefined
        ? randomUUID()
        : deriveUuid(platform.id, 'createQuote', idempotencyKey)
    const transactionId = deriveUuid('transaction', quoteId)
    const [row] = await database.query<{
      result: { refused?: string; replayed?: boolean; quote: QuoteRow }
    }>({
      name: 'create_quote',
      text: 'select create_quote($1::jsonb) as result',
      values: [
        JSON.stringify({
          ...facts(body, source, priced),
          id: quoteId,
          transactionId,
          platformId: platform.id,
          key: idempotencyKey,
          requestHash: hashOf('createQuote', canonicalJson(body)),
          expiresAt: source.expires_at,
          payloadToSign: payloadOf(quoteId, source, priced),
        }),
      ],
    })
    if (row === undefined) throw new Error('create_quote answered nothing')
    if (row.result.refused !== undefined) throw refusalOf({ code: row.result.refused })
    const shown = presentQuote(row.result.quote)
    return row.result.replayed ? reply(201, shown, { 'Idempotent-Replayed': 'true' }) : shown
  },
})

type Body = FromSchema<typeof QuoteRequest>

type Source = {
  readonly account_id: string
  readonly customer_id: string | null
  readonly platform_customer_id: string | null
  readonly type: string
  readonly status: string
  readonly currency: string
  readonly sub_organization_id: string | null
  readonly address: string | null
  readonly destination_id: string
  readonly destination_customer_id: string | null
  readonly destination_type: string
  readonly destination_info: AccountInfo
  readonly destination_status: string
  readonly destination_currency: string
  readonly expires_at: string
  readonly timestamp_ms: bigint | null
}

/** Source and destination in one statement; both must be of this platform. */
async function findSource(
  { database, config }: Dependencies,
  platformId: string,
  body: Body,
): Promise<Source> {
  const accountId = uuidOf('InternalAccount', body.source.accountId)
  const destinationId = uuidOf('ExternalAccount', body.destination.accountId)
  if (accountId === undefined || destinationId === undefined)
    throw new Refusal('REFERENCE_NOT_FOUND')
  const [source] = await database.query<Source>({
    name: 'quote_source',
    text: `select a.id as account_id, a.customer_id, c.platform_customer_id, a.type, a.status, a.currency,
        w.sub_organization_id, w.address, e.id as destination_id, e.customer_id as destination_customer_id,
        e.account_type as destination_type, e.account_info as destination_info, e.status as destination_status, e.currency as destination_currency,
        to_jsonb(service_now() + make_interval(secs => $4)) #>> '{}' as expires_at,
        case when w.provisioned_at is not null then next_timestamp_ms(a.id) end as timestamp_ms
      from internal_accounts a
      join external_accounts e on e.id = $3 and e.platform_id = $2 and e.deleted_at is null
      left join wallets w on w.account_id = a.id left join customers c on c.id = a.customer_id
      where a.id = $1 and a.platform_id = $2`,
    values: [accountId, platformId, destinationId, config.QUOTE_LIFETIME_SECONDS],
  })
  if (source === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return source
}

function refuseUnusable(body: Body, source: Source): void {
  // An account of another customer is as good as none.
  const foreign =
    source.destination_customer_id !== null && source.destination_customer_id !== source.customer_id
  const { customerId } = body.source
  const ofAnother =
    customerId !== undefined &&
    source.customer_id !== null &&
    customerId !== idOf('Customer', source.customer_id)
  if (foreign || ofAnother) throw new Refusal('REFERENCE_NOT_FOUND')
  if (source.type === 'EMBEDDED_WALLET' && source.status === 'PENDING') {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  if (source.status !== 'ACTIVE')
    throw new Refusal('CONFLICT', { reason: 'The source is not active.' })
  const { paymentRail } = body.destination
  const rails = railsOf(source.destination_type, source.destination_info)
  if (paymentRail !== undefined && !rails.includes(paymentRail)) {
    const message = rails.length > 0 ? `must be one of ${rails.join(', ')}` : 'is not chosen here'
    throw invalidInput([{ field: 'destination.paymentRail', constraint: 'enum', message }])
  }
  if (body.immediatelyExecute && source.type === 'EMBEDDED_WALLET') {
    const message = 'an embedded wallet must sign first'
    throw invalidInput([{ field: 'immediatelyExecute', constraint: 'const', message }])
  }
}

async function price({ database }: Dependencies, body: Body, source: Source): Promise<Priced> {
  const corridor = await corridorOf(database, source.currency, source.destination_currency)
  const locked = BigInt(body.lockedCurrencyAmount)
  const priced =
    body.lockedCurrencySide === 'SENDING'
      ? priceSending(locked, corridor.rate, corridor.fees)
      : priceReceiving(locked, corridor.rate, corridor.fees)
  if (priced === undefined) {
    throw new Refusal('INVALID_AMOUNT', { reason: 'Nothing would be left after the fees.' })
  }
  if (priced.sending > corridor.amountMax) throw new Refusal('TRANSACTION_SIZE_LIMIT_EXCEEDED')
  return priced
}

function facts(body: Body, source: Source, priced: Priced): object {
  const rate = displayRate(
    priced,
    currencyOf(source.currency).decimals,
    currencyOf(source.destination_currency).decimals,
  )
  return {
    customerId: source.customer_id,
    platformCustomerId: source.platform_customer_id,
    sourceAccountId: source.account_id,
    sourceType: source.type,
    destinationAccountId: source.destination_id,
    paymentRail: body.destination.paymentRail,
    sendingCurrency: source.currency,
    receivingCurrency: source.destination_currency,
    sendingAmount: String(priced.sending),
    receivingAmount: String(priced.receiving),
    serviceFee: String(priced.serviceFee),
    platformFee: String(priced.platformFee),
    exchangeRate: String(rate),
    lockedSide: body.lockedCurrencySide,
    description: body.description ?? body.remittanceInformation,
    source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount', source.account_id) },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: idOf('ExternalAccount', source.destination_id),
    },
  }
}

/**
 * The exact body of the provider's signing activity. The transfer inside is readable, so that a
 * customer's device can show what it stamps.
 */
function payloadOf(quoteId: string, source: Source, priced: Priced): string | undefined {
  if (source.type !== 'EMBEDDED_WALLET') return undefined
  if (
    source.sub_organization_id === null ||
    source.address === null ||
    source.timestamp_ms === null
  ) {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  return signRawPayloadBody({
    organizationId: source.sub_organization_id,
    timestampMs: Number(source.timestamp_ms),
    signWith: source.address,
    payload: JSON.stringify({
      transfer: idOf('Quote', quoteId),
      from: idOf('InternalAccount', source.account_id),
      to: idOf('ExternalAccount', source.destination_id),
      sends: `${priced.sending} ${source.currency}`,
      receives: `${priced.receiving} ${source.destination_currency}`,
      expiresAt: source.expires_at,
    }),
  })
}
