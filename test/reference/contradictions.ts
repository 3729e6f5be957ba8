/** What cannot be true together in examples: of one resource, and of two about the same thing. */
import { type Currency, currencyOf } from '../../contract/money.ts'

type Json = Readonly<Record<string, unknown>>
export type Example = { readonly name: string; readonly example: unknown }

type Amount = { readonly amount: number; readonly currency: Currency }

/** Each rule names what is wrong; undefined where nothing is, or where the object is of another kind. */
type Rule = (object: Json) => string | undefined | false

const isPayment = ({ type, direction }: Json): boolean =>
  (type === 'INCOMING' || type === 'OUTGOING') && direction !== undefined

/** Whether an amount after fees becomes the other one at a rate, down to the smallest unit. */
function isAtRate(sent: Amount, fees: number, rate: number, received: Amount): boolean {
  const units = ({ amount, currency }: Amount): number => amount / 10 ** currency.decimals
  const net = units({ ...sent, amount: sent.amount - fees })
  return Math.abs(net / rate - units(received)) < 10 ** -received.currency.decimals
}

const rules: Readonly<Record<string, Rule>> = {
  'instants in order': (object) => {
    const order = ['createdAt', 'authorizedAt', 'settledAt', 'updatedAt', 'expiresAt']
    const instants = order.map((name) => object[name]).filter((one) => typeof one === 'string')
    return (
      instants.some((instant, index) => index > 0 && instant < String(instants[index - 1])) &&
      instants.join(', ')
    )
  },
  'a page': ({ data, hasMore, nextCursor, totalCount }) => {
    if (!Array.isArray(data) || hasMore === undefined) return
    if (hasMore !== (nextCursor !== undefined)) return 'hasMore without nextCursor'
    return typeof totalCount === 'number' && totalCount < data.length && 'totalCount'
  },
  'the status of a payment': (object) => {
    if (!isPayment(object)) return
    const { status, settledAt, failureReason, refund } = object
    if ((status === 'COMPLETED') !== (settledAt !== undefined)) return `${status} and settledAt`
    const hasFailed = status === 'FAILED' || status === 'REJECTED'
    if (hasFailed !== (failureReason !== undefined)) return `${status} and failureReason`
    return refund !== undefined && status !== 'FAILED' && `${status} and a refund`
  },
  'the direction of a payment': (object) => {
    if (!isPayment(object)) return
    const { type, direction, source } = object
    const isPulled = type === 'INCOMING' && (source as Json).sourceType === 'ACCOUNT'
    const expected = type === 'OUTGOING' || isPulled ? 'DEBIT' : 'CREDIT'
    return direction !== expected && `${type} and ${direction}`
  },
  'the amounts of a payment': (object) => {
    if (object.type !== 'OUTGOING' || object.sentAmount === undefined) return
    const { sentAmount, receivedAmount, fees, platformFees, exchangeRate } = object
    const [sent, received] = [sentAmount as Amount, receivedAmount as Amount]
    if (!isAtRate(sent, Number(fees), Number(exchangeRate), received)) return 'do not add up'
    return Number(platformFees) > Number(fees) && 'platformFees are more than fees'
  },
  'the rail of a payment': (object) => {
    if (!isPayment(object)) return
    const { paymentRail, railSelectionMode, destination } = object
    if (railSelectionMode === undefined) return paymentRail !== undefined && 'rail without a mode'
    const named = (destination as Json).paymentRail
    return (railSelectionMode === 'MANUAL') !== (named !== undefined) && String(railSelectionMode)
  },
  'the amounts of a quote': (object) => {
    if (object.totalSendingAmount === undefined) return
    const side = (kind: 'Sending' | 'Receiving'): Amount => ({
      amount: Number(object[`total${kind}Amount`]),
      currency: object[`${kind.toLowerCase()}Currency`] as Currency,
    })
    const { feesIncluded, platformFeesIncluded, exchangeRate } = object
    const [fees, own, rate] = [feesIncluded, platformFeesIncluded, exchangeRate].map(Number)
    if (!isAtRate(side('Sending'), fees ?? 0, rate ?? 0, side('Receiving'))) return 'do not add up'
    return (own ?? 0) > (fees ?? 0) && 'platform fees are more than fees'
  },
  'the status of a quote': ({ totalSendingAmount, status, scaChallenge }) =>
    totalSendingAmount !== undefined &&
    (status === 'PENDING_AUTHORIZATION') !== (scaChallenge !== undefined) &&
    `${status} and scaChallenge`,
  'the transaction of an action': (object) => {
    const { transferDetails, transaction, quote, status } = object
    if (transaction === undefined || object.agentId === undefined) return
    const { id, source, destination, status: ofPayment } = transaction as Json
    if (quote !== undefined && (quote as Json).transactionId !== id) return 'is of another quote'
    const accounts = [source, destination].map((side) => (side as Json).accountId)
    const { sourceAccountId, destinationAccountId } = (transferDetails ?? {}) as Json
    if (
      transferDetails !== undefined &&
      `${[sourceAccountId, destinationAccountId]}` !== `${accounts}`
    ) {
      return 'is between other accounts'
    }
    const isWaiting = status === 'PENDING_APPROVAL'
    return isWaiting !== (ofPayment === 'PENDING') && `${status} and ${ofPayment}`
  },
  'the sums of a purchase': (object) => {
    if (object.type !== 'CARD' || object.merchant === undefined) return
    const sum = (name: string): unknown => (object[name] as Json).totalAmount
    const amount = (name: string): number => (object[name] as Amount).amount
    if (sum('settlementSummary') !== amount('settledAmount')) return 'settledAmount'
    if (sum('refundSummary') !== amount('refundedAmount')) return 'refundedAmount'
    return amount('refundedAmount') > amount('settledAmount') && 'more refunded than settled'
  },
  'the progress of an import': ({ progress, errors }) => {
    if (progress === undefined) return
    const { total, processed, successful, failed } = progress as Record<string, number>
    if (processed !== (successful ?? 0) + (failed ?? 0)) return 'processed'
    if ((processed ?? 0) > (total ?? 0)) return 'total'
    return total !== 0 && failed !== (errors as readonly unknown[]).length && 'errors'
  },
  'the last digits of a card': ({ last4 }) =>
    last4 !== undefined && !/^\d{4}$/.test(String(last4)) && String(last4),
  'a currency': (object) => {
    const { code, name, decimals } = object
    if (decimals === undefined || name === undefined || code === undefined) return
    return JSON.stringify(object) !== JSON.stringify(currencyOf(String(code))) && String(code)
  },
  'the kind of an id': (object) => {
    const wrong = Object.entries(object).filter(([name, id]) => {
      const expected = kinds[name]
      return typeof id === 'string' && expected !== undefined && !expected.test(id)
    })
    return wrong.length > 0 && JSON.stringify(Object.fromEntries(wrong))
  },
}

const anAccount = /^(Internal|External)Account:/
const kinds: Readonly<Record<string, RegExp>> = {
  customerId: /^(Customer|PlatformConfig):/,
  accountId: anAccount,
  sourceAccountId: anAccount,
  destinationAccountId: anAccount,
  transactionId: /^Transaction:/,
  quoteId: /^Quote:/,
  cardId: /^Card:/,
  agentId: /^Agent:/,
  resourceId: /^(Customer|BeneficialOwner|Document):/,
}

/** Members that no resource ever changes. */
const fixed = ['createdAt', 'customerId', 'cardholderId', 'type', 'direction', 'accountId', 'form']

function* objectsIn(value: unknown, at: string): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Json]
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${at}.${name}`)
}

/** A sentence for each contradiction. */
export function contradictionsIn(examples: readonly Example[]): string[] {
  const objects = examples.flatMap(({ name, example }) => [...objectsIn(example, name)])
  const byRule = objects.flatMap(([at, object]) =>
    Object.entries(rules).flatMap(([rule, find]) => {
      const found = find(object)
      return found ? [`${at}: ${rule}: ${found}`] : []
    }),
  )
  return [...byRule, ...differing(objects)]
}

function differing(objects: readonly (readonly [string, Json])[]): string[] {
  const known = new Map<string, readonly [string, unknown]>()
  return objects.flatMap(([at, object]) =>
    fixed.flatMap((name) => {
      const { id, [name]: value } = object
      // An event has the id of an event, and a type of its own.
      if (typeof id !== 'string' || id.startsWith('Webhook:') || value === undefined) return []
      const key = `${id} ${name}`
      const [first, before] = known.get(key) ?? [at, value]
      known.set(key, [first, before])
      return before === value ? [] : [`${at}.${name} is ${value}, in ${first} ${before}`]
    }),
  )
}
