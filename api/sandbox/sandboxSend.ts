import { Transaction } from '../../contract/components/payments.ts'
import { currencyCode, positiveAmount } from '../../contract/components/shared.ts'
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import { type PaymentStep, partiesOfPayment } from '../../contract/paymentOrder.ts'
import { type PaymentRow, presentPayment } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { readTransaction } from '../../db/payments/transactions.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { limitErrors, unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import type { Dependencies } from '../dependencies.ts'
import { READ_AT, type Reading, readingOf } from '../fence.ts'
import { type Call, operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { decidePayment } from '../payments/decide.ts'
import { requireId } from '../requireId.ts'

export const sandboxSend = operation({
  id: 'sandboxSend',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/send',
  permission: 'TRANSACT',
  sandboxOnly: true,
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  summary: 'Simulate the payer of a quote',
  description:
    'Of a quote that waits for a deposit, the deposit: an amount other than the quoted one fails the payment with ' +
    '`FUNDING_AMOUNT_MISMATCH` (a top-up shows `QUOTE_EXECUTION_FAILED`) and is refunded. Of one whose source is an external account that is pulled, the ' +
    "payer's bank: the quote is executed where it is not yet, and the collection settles, whatever the account's " +
    'suffix says; it is of the whole amount. A repeat answers the transaction as it is.',
  body: {
    type: 'object',
    required: ['quoteId', 'currencyCode'],
    properties: {
      quoteId: {
        type: 'string',
        minLength: 1,
        maxLength: 64,
        description:
          'The quote that is paid from outside: by a deposit, or from a bank account that is pulled.',
      },
      currencyCode: {
        ...currencyCode,
        description: "What the payer sends; any other than the quote's is refused.",
      },
      currencyAmount: {
        ...positiveAmount,
        example: 100000,
        description:
          'What the payer sends, in the smallest unit; without it, what the quote asks for.',
      },
    },
  },
  status: 200,
  responses: { 200: Transaction },
  errors: [
    'QUOTE_NOT_FOUND',
    'INVALID_CURRENCY',
    'INVALID_AMOUNT',
    'QUOTE_EXPIRED',
    ...unreadyErrors,
    ...limitErrors,
    ...unpayableErrors,
    'QUOTE_RATE_UNAVAILABLE',
  ],
  async handle({ body, platform, dependencies, trace }) {
    const quote = await findDecided(dependencies, platform.id, body.quoteId)
    const { row } = quote
    const isPulled = quote.steps.includes('COLLECT')
    if (quote.source_type !== 'REALTIME_FUNDING' && !isPulled) {
      throw new Refusal('CONFLICT', { reason: 'The quote is not paid from outside.' })
    }
    if (row.sending_currency !== body.currencyCode) throw new Refusal('INVALID_CURRENCY')
    if (isPulled) return collect({ dependencies, platform, trace }, quote, body.currencyAmount)
    const depositedAmount = String(body.currencyAmount ?? row.sending_amount)
    const shown = async (): Promise<Shown<typeof Transaction>> =>
      presentPayment(await readTransaction(dependencies.database, row.transaction_id))
    if (isFunded(quote, depositedAmount)) return shown()
    if (row.status === 'PENDING_AUTHORIZATION') {
      throw new Refusal('CONFLICT', { reason: 'The payer has not authorized the payment.' })
    }
    if (quote.payment_refusal !== null) throw new Refusal(quote.payment_refusal)
    requireOutside({ dependencies, platform }, partiesOfPayment(quote.steps, true))
    const requestHash = hashOf('funding', row.id, depositedAmount)
    // A concurrent deposit of another amount that has funded the quote has another hash: CONFLICT.
    const decided = await decidePayment(
      dependencies,
      { ...paymentOf(quote, platform.id), requestHash, depositedAmount },
      { reading: quote.reading, owner: row.id, trace },
    )
    if (decided.outcome === 'REFUSED') throw refusalOf(decided)
    return shown()
  },
})

/** Executes a quote whose source is pulled, unless it is executed already; the payer's bank pays. */
async function collect(
  { dependencies, platform, trace }: Pick<Call, 'dependencies' | 'platform' | 'trace'>,
  quote: Funded,
  amount: number | undefined,
): Promise<Shown<typeof Transaction>> {
  const { row } = quote
  if (amount !== undefined && amount !== row.sending_amount) {
    throw new Refusal('INVALID_AMOUNT', { reason: 'A collection is of the whole amount.' })
  }
  const shown = async (): Promise<Shown<typeof Transaction>> =>
    presentPayment(await readTransaction(dependencies.database, row.transaction_id))
  if (row.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
  if (row.status !== 'PENDING') return shown()
  if (quote.payment_refusal !== null) throw new Refusal(quote.payment_refusal)
  requireOutside({ dependencies, platform }, partiesOfPayment(quote.steps, false))
  const decided = await decidePayment(
    dependencies,
    {
      ...paymentOf(quote, platform.id),
      requestHash: hashOf('collection', row.id),
      settlesCollection: true,
    },
    { reading: quote.reading, owner: row.id, trace },
  )
  if (decided.outcome === 'REFUSED') {
    // Executed by another request meanwhile: the payer's bank pays that one.
    const { row: now } = await findDecided(dependencies, platform.id, `Quote:${row.id}`)
    if (now.status === 'PENDING' || now.status === 'EXPIRED') throw refusalOf(decided)
  }
  return shown()
}

function paymentOf({ row }: Funded, platformId: string) {
  return { platformId, paymentId: row.id, operation: 'sandboxSend' }
}

/**
 * Whether the quote has its deposit: a repeated deposit of the same amount is a retry.
 *
 * @throws Refusal CONFLICT for another amount, which funds nothing, and QUOTE_EXPIRED
 */
function isFunded({ row, funded_amount: funded }: Funded, depositedAmount: string): boolean {
  if (funded === null && row.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
  if (funded !== null && funded !== depositedAmount) throw new Refusal('CONFLICT')
  return funded !== null
}

type Funded = {
  readonly row: PaymentRow
  readonly source_type: string
  readonly steps: readonly PaymentStep[]
  readonly customer_id: string | null
  /** The clock of this read. */
  readonly reading: Reading
  /** The amount deposited; null before a deposit. */
  readonly funded_amount: string | null
  readonly expired: boolean
  readonly payment_refusal: ErrorCode | null
}

/**
 * The quote, PENDING only while it can be funded: a decision that began before it expired may still
 * fund it, and expiring it waits for that decision.
 */
async function findDecided(
  dependencies: Dependencies,
  platformId: string,
  quoteId: string,
): Promise<Funded> {
  const quote = await findFunded(dependencies, platformId, quoteId)
  if (!quote.expired) return quote
  await dependencies.database.call('expire_payment', quote.row.id)
  return findFunded(dependencies, platformId, quoteId)
}

async function findFunded(
  { database }: Dependencies,
  platformId: string,
  quoteId: string,
): Promise<Funded> {
  const uuid = requireId('Quote', quoteId)
  const [quote] = await database.query<Omit<Funded, 'reading'> & { readonly read_at: string }>({
    name: 'funded_quote',
    text: `select to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response' as row, q.source_type, q.steps,
        q.customer_id, ${READ_AT}, q.funded_amount::text as funded_amount,
        (q.status = 'PENDING' and q.expires_at <= service_now()) as expired,
        customer_refusal_by_id(q.customer_id) as payment_refusal
      from payments q where q.id = $1 and q.platform_id = $2 and q.kind = 'QUOTE'`,
    values: [uuid, platformId],
  })
  if (quote === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  return { ...quote, reading: readingOf(quote.read_at) }
}
