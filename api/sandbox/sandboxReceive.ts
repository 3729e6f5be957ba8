import type { FromSchema } from 'json-schema-to-ts'
import { Transaction } from '../../contract/components/payments.ts'
import { currencyCode, positiveAmount } from '../../contract/components/shared.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { UmaOwner } from '../../contract/parties.ts'
import { type Order, type PaymentIdentity, partiesOfPayment } from '../../contract/paymentOrder.ts'
import { presentPayment, type TransactionRow } from '../../contract/present/index.ts'
import { instant } from '../../contract/time.ts'
import { findUmaOwner } from '../../db/payments/parties.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Call, operation } from '../operation.ts'
import { requireOutside } from '../outside.ts'
import {
  executeImmediately,
  findPriorExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'

const umaAddress = {
  type: 'string',
  pattern: '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$',
} as const

const SandboxReceiveRequest = {
  type: 'object',
  required: ['senderUmaAddress', 'receivingCurrencyCode', 'receivingCurrencyAmount'],
  properties: {
    senderUmaAddress: {
      ...umaAddress,
      example: '$success.usd@sandbox.uma.money',
      description: 'Who pays: an address of any provider, which is not looked up.',
    },
    receiverUmaAddress: {
      ...umaAddress,
      example: '$ada@demo.example',
      description:
        'The customer who receives, by its address: this, `customerId`, or both of one customer.',
    },
    customerId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'The customer who receives: this, `receiverUmaAddress`, or both of one customer.',
    },
    receivingCurrencyCode: {
      ...currencyCode,
      description: 'What the customer receives: a currency that it has an account in.',
    },
    receivingCurrencyAmount: {
      ...positiveAmount,
      example: 1000,
      description: 'In the smallest unit of that currency.',
    },
  },
} as const

export const sandboxReceive = operation({
  id: 'sandboxReceive',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/uma/receive',
  permission: 'TRANSACT',
  sandboxOnly: true,
  outside: { byRequest: ['PAYOUT_RAIL'] },
  summary: 'Simulate an incoming UMA payment from another domain',
  description:
    'The platform is asked first: by `INCOMING_PAYMENT.PENDING` to its webhook endpoint, whose ' +
    'response approves or rejects. Without an endpoint the payment is approved.',
  body: SandboxReceiveRequest,
  status: 200,
  responses: { 200: Transaction },
  errors: [
    'USER_NOT_FOUND',
    'UMA_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'INVALID_CURRENCY',
    'AMOUNT_OUT_OF_RANGE',
    'QUOTE_EXPIRED',
    'CONFLICT',
  ],
  async handle({ body, platform, dependencies, trace }) {
    const name = paymentIdentityOf(platform, 'sandboxReceive', undefined, body)
    const prior = await findPriorExecution(dependencies, name)
    const order = await orderFor(body, name, { dependencies, platform })
    const { transaction } = await executeImmediately(dependencies, order, prior, trace)
    return presentPayment(transaction as TransactionRow)
  },
})

type Body = FromSchema<typeof SandboxReceiveRequest>

async function orderFor(
  body: Body,
  name: PaymentIdentity,
  caller: Pick<Call, 'dependencies' | 'platform'>,
): Promise<Order> {
  const { dependencies } = caller
  const owner = await receiverOf(dependencies, name.platformId, body)
  const { receivingCurrencyCode: currency, receivingCurrencyAmount: amount } = body
  const account = owner.accounts.find((each) => each.currency === currency)
  if (account === undefined) throw new Refusal('INVALID_CURRENCY')
  const rule = owner.currencies.find(({ currencyCode: code }) => code === currency)
  if (rule !== undefined && (amount < rule.minAmount || amount > rule.maxAmount)) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE')
  }
  const transactionId = deriveUuid('transaction', name.id)
  const steps = account.isExternal ? (['APPROVE', 'PAY_OUT'] as const) : (['APPROVE'] as const)
  requireOutside(caller, partiesOfPayment(steps, false))
  const lifetimeMs = dependencies.config.QUOTE_LIFETIME_SECONDS * 1_000
  return {
    ...name,
    transactionId,
    kind: 'INCOMING',
    steps,
    source: { sourceType: 'UMA_ADDRESS', umaAddress: body.senderUmaAddress },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: idOf(account.isExternal ? 'ExternalAccount' : 'InternalAccount', account.id),
      currency,
    },
    customerId: owner.id,
    platformCustomerId: owner.platform_customer_id,
    sourceType: 'UMA_ADDRESS',
    sourceAccountId: undefined,
    destinationAccountId: account.isExternal ? account.id : undefined,
    destinationInternalId: account.isExternal ? undefined : account.id,
    destinationUma: body.receiverUmaAddress?.toLowerCase(),
    incomingTransactionId: transactionId,
    senderCustomerInfo: { umaAddress: body.senderUmaAddress },
    counterparty: { umaAddress: body.senderUmaAddress },
    sendingCurrency: currency,
    receivingCurrency: currency,
    sendingAmount: String(amount),
    receivingAmount: String(amount),
    serviceFee: '0',
    platformFee: '0',
    exchangeRate: '1',
    lockedSide: 'RECEIVING',
    expiresAt: instant(dependencies.clock.now().getTime() + lifetimeMs).toISOString(),
  }
}

/** A customer of this platform, named by address or by id. */
async function receiverOf(
  dependencies: Dependencies,
  platformId: string,
  named: { readonly receiverUmaAddress?: string; readonly customerId?: string },
): Promise<UmaOwner> {
  const { receiverUmaAddress, customerId } = named
  if (receiverUmaAddress === undefined && customerId === undefined) {
    const message = 'receiverUmaAddress or customerId is needed'
    throw invalidInput([{ field: 'receiverUmaAddress', constraint: 'required', message }])
  }
  return findUmaOwner(dependencies.database, platformId, {
    umaAddress: receiverUmaAddress,
    customerId,
  })
}
