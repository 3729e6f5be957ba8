import {
  EstimateCryptoWithdrawalFeeRequest,
  EstimateCryptoWithdrawalFeeResponse,
} from '../../contract/components/rates.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { findVariant, type Variant } from '../../contract/externalAccounts.ts'
import { priceSending, toWire } from '../../contract/money.ts'
import { notFound } from '../../contract/notFound.ts'
import { fieldChecks } from '../../domain/addresses/fieldChecks.ts'
import { FIELD_CHARACTERS_MAX } from '../../domain/addresses/oneForm.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type ValidationInput } from '../operation.ts'
import { corridorFor } from '../payments/price.ts'
import { requireId } from '../requireId.ts'

/** What each network's own fee is counted in. */
const feeAssets: Readonly<Record<string, string>> = {
  BASE: 'ETH',
  ETHEREUM: 'ETH',
  ARBITRUM: 'ETH',
  POLYGON: 'POL',
  PLASMA: 'XPL',
  SOLANA: 'SOL',
  TRON: 'TRX',
  SPARK: 'BTC',
}

export const estimateCryptoWithdrawalFee = operation({
  id: 'estimateCryptoWithdrawalFee',
  group: 'Cross-Currency Transfers',
  method: 'post',
  path: '/crypto/estimate-withdrawal-fee',
  permission: 'VIEW',
  summary: 'Estimate what a withdrawal to a wallet would cost',
  description:
    'What a quote made now would debit and deliver. The network fee is paid out of ' +
    'the application fee, so `networkFee` is 0.',
  body: EstimateCryptoWithdrawalFeeRequest,
  validate: validateWithdrawal,
  status: 200,
  responses: { 200: EstimateCryptoWithdrawalFeeResponse },
  errors: [
    'ACCOUNT_NOT_FOUND',
    'INVALID_CURRENCY',
    'INVALID_AMOUNT',
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'QUOTE_RATE_UNAVAILABLE',
  ],
  async handle({ body, platform, dependencies }) {
    const currency = await currencyOfAccount(dependencies, platform.id, body.internalAccountId)
    if (currency !== body.currency) throw new Refusal('INVALID_CURRENCY')
    const corridor = await corridorFor({ dependencies, platform }, currency, currency)
    const sending = BigInt(body.amount)
    const priced = priceSending(sending, corridor.rate, corridor.fees)
    if (priced === undefined) {
      throw new Refusal('INVALID_AMOUNT', { reason: 'Nothing would be left after the fees.' })
    }
    if (sending > corridor.amountMax) throw new Refusal('TRANSACTION_SIZE_LIMIT_EXCEEDED')
    return {
      networkFee: 0,
      networkFeeAsset: feeAssets[body.cryptoNetwork] ?? currency,
      applicationFee: toWire(priced.serviceFee),
      totalFee: toWire(priced.serviceFee),
      netAmount: toWire(priced.receiving),
    }
  },
})

/** A network is a wallet variant of the table; it takes its currencies and its addresses. */
function networkOf(name: unknown): Variant | undefined {
  if (typeof name !== 'string' || feeAssets[name] === undefined) return undefined
  return findVariant(`${name}_WALLET`)
}

function validateWithdrawal({ body, platform, dependencies }: ValidationInput): FieldError[] {
  const { cryptoNetwork, currency, destinationAddress } = body as Readonly<Record<string, unknown>>
  const variant = networkOf(cryptoNetwork)
  if (variant === undefined) {
    const message = `must be one of ${Object.keys(feeAssets).join(', ')}`
    return [{ field: 'cryptoNetwork', constraint: 'enum', message }]
  }
  const problems: FieldError[] = []
  if (typeof currency === 'string' && !variant.currencies.includes(currency)) {
    const message = `must be ${variant.currencies.join(' or ')} on this network`
    problems.push({ field: 'currency', constraint: 'enum', message })
  }
  const { address } = variant.properties
  if (typeof destinationAddress !== 'string' || address === undefined) return problems
  const check = variant.checks?.address
  const isShaped =
    destinationAddress.length <= FIELD_CHARACTERS_MAX &&
    new RegExp(String(address.pattern)).test(destinationAddress)
  const { environment } = platform
  const given = { variant, info: {}, environment, now: dependencies.clock.now() }
  const message = isShaped
    ? check && fieldChecks[check](destinationAddress, given)
    : 'is not an address of this network'
  if (message !== undefined) {
    problems.push({ field: 'destinationAddress', constraint: 'format', message })
  }
  return problems
}

async function currencyOfAccount(
  { database }: Dependencies,
  platformId: string,
  accountId: string,
): Promise<string> {
  const [found] = await database.query<{ currency: string }>({
    name: 'currency_of_internal_account',
    text: 'select currency from internal_accounts where id = $1 and platform_id = $2',
    values: [requireId('InternalAccount', accountId), platformId],
  })
  if (found === undefined) throw notFound('InternalAccount')
  return found.currency
}
