/** Simulators of what happens to a card transaction later. */
import { randomUUID } from 'node:crypto'
import type { Step } from '../../../providers/cardIssuer/index.ts'
import { operation } from '../../operation.ts'
import {
  amountBody,
  clearingBody,
  outOfOrder,
  played,
  referenceBody,
  reversalBody,
  simulator,
  transactionToPlay,
} from './simulation.ts'

const errors = ['REFERENCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND'] as const

export const sandboxSimulateCardClearing = operation({
  ...simulator,
  id: 'sandboxSimulateCardClearing',
  path: '/sandbox/cards/:id/simulate/clearing',
  summary: 'Simulate the clearing of an authorization: part of it, all, or more; 0 is its expiry',
  body: clearingBody,
  errors,
  async handle(call) {
    const { body, params } = call
    const { transaction } = await transactionToPlay(call, params.id, body.cardTransactionId)
    const { token, pending, debited } = transaction
    if (pending === 0) throw outOfOrder('Nothing of it is left to clear.')
    const step: Step =
      body.amount > 0
        ? { type: 'CLEARING', transactionToken: token, amountCents: body.amount }
        : {
            type: debited > 0 ? 'EXPIRY_OF_REST' : 'AUTHORIZATION_EXPIRY',
            transactionToken: token,
          }
    await played(call, (issuer) => issuer.simulateStep(step))
    return { issuerTransactionToken: token }
  },
})

export const sandboxSimulateCardAuthorizationAdvice = operation({
  ...simulator,
  id: 'sandboxSimulateCardAuthorizationAdvice',
  path: '/sandbox/cards/:id/simulate/authorization_advice',
  summary: 'Simulate a new total of an authorization',
  description:
    'Of an `AUTHORIZED` or `PARTIALLY_SETTLED` one. What is cleared is part of the total.',
  body: amountBody,
  errors,
  async handle(call) {
    const { body, params } = call
    const { transaction } = await transactionToPlay(call, params.id, body.cardTransactionId)
    const { token, pending, direction } = transaction
    if (pending === 0 || direction !== 'DEBIT') throw outOfOrder('It is not authorized any more.')
    await played(call, (issuer) =>
      issuer.simulateStep({
        ...{ type: 'AUTHORIZATION_ADVICE', transactionToken: token, amountCents: body.amount },
      }),
    )
    return { issuerTransactionToken: token }
  },
})

export const sandboxSimulateCardAuthorizationReversal = operation({
  ...simulator,
  id: 'sandboxSimulateCardAuthorizationReversal',
  path: '/sandbox/cards/:id/simulate/authorization_reversal',
  summary: 'Simulate that the merchant releases an authorization, or a part of it',
  description: 'Of one of which nothing is cleared. All of it released, it is `VOIDED`.',
  body: reversalBody,
  errors,
  async handle(call) {
    return voided(call, 'AUTHORIZATION_REVERSAL')
  },
})

export const sandboxSimulateCardAuthorizationExpiry = operation({
  ...simulator,
  id: 'sandboxSimulateCardAuthorizationExpiry',
  path: '/sandbox/cards/:id/simulate/authorization_expiry',
  summary: 'Simulate that an authorization expires: it is `VOIDED`',
  description:
    'Of one of which nothing is cleared; the rest of another expires by a clearing of 0.',
  body: referenceBody,
  errors,
  async handle(call) {
    return voided(call, 'AUTHORIZATION_EXPIRY')
  },
})

type Voiding = Parameters<typeof transactionToPlay>[0] & {
  readonly params: { readonly id: string }
  readonly body: { readonly cardTransactionId: string; readonly amount?: number | undefined }
}

/** @throws Refusal INVALID_INPUT for what is not only authorized, or for more than is left of it */
async function voided(
  call: Voiding,
  type: 'AUTHORIZATION_REVERSAL' | 'AUTHORIZATION_EXPIRY',
): Promise<{ readonly issuerTransactionToken: string }> {
  const { cardTransactionId, amount } = call.body
  const { transaction } = await transactionToPlay(call, call.params.id, cardTransactionId)
  const { token, pending, debited, direction } = transaction
  if (direction !== 'DEBIT' || pending === 0 || debited > 0) {
    throw outOfOrder('It is not authorized any more, or a part of it is cleared.')
  }
  if (amount !== undefined && amount > pending) {
    throw outOfOrder('is more than is held', 'amount')
  }
  await played(call, (issuer) =>
    issuer.simulateStep({
      ...{ type, transactionToken: token },
      ...(amount !== undefined && { amountCents: amount }),
    }),
  )
  return { issuerTransactionToken: token }
}

export const sandboxSimulateCardReturn = operation({
  ...simulator,
  id: 'sandboxSimulateCardReturn',
  path: '/sandbox/cards/:id/simulate/return',
  summary: 'Simulate money back from the merchant, at most what is settled and not back yet',
  body: amountBody,
  errors,
  async handle(call) {
    const { body, params, dependencies } = call
    const { database } = dependencies
    const found = await transactionToPlay(call, params.id, body.cardTransactionId)
    const intentId = randomUUID()
    const isBegun = await database.call('begin_card_return', {
      ...{ intentId, transactionId: found.id, cents: body.amount },
    })
    if (!isBegun) throw outOfOrder('is more than is settled and not back yet', 'amount')
    // The issuer does not say whose return it is: its event may come before its answer.
    const issuerTransactionToken = await played(call, (issuer) =>
      issuer.simulatePurchase({
        ...{ cardToken: found.card.card_token, type: 'RETURN', amountCents: body.amount },
        merchant: found.transaction.merchant,
      }),
    ).catch(async (error: { code?: unknown }) => {
      if (error.code === 'INVALID_INPUT') await database.call('end_card_return', intentId, null)
      throw error
    })
    await database.call('end_card_return', intentId, issuerTransactionToken)
    return { issuerTransactionToken }
  },
})

export const sandboxSimulateCardReturnReversal = operation({
  ...simulator,
  id: 'sandboxSimulateCardReturnReversal',
  path: '/sandbox/cards/:id/simulate/return_reversal',
  summary: 'Simulate that the merchant takes its last return back',
  description: '`cardTransactionId` is the return, or the purchase whose last return it is.',
  body: referenceBody,
  errors,
  async handle(call) {
    const { body, params } = call
    const { transaction } = await transactionToPlay(call, params.id, body.cardTransactionId, {
      takesReturns: true,
    })
    const { returnToken } = transaction
    if (returnToken === null) throw outOfOrder('Nothing of it was given back.')
    await played(call, (issuer) =>
      issuer.simulateStep({ type: 'RETURN_REVERSAL', transactionToken: returnToken }),
    )
    return { issuerTransactionToken: returnToken }
  },
})
