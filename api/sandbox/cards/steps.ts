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
  description: 'Of a `REFUNDED` one.',
  body: referenceBody,
  errors,
  async handle(call) {
    const { body, params } = call
    const { transaction } = await transactionToPlay(call, params.id, body.cardTransactionId)
    const { status, returnToken } = transaction
    if (status !== 'REFUNDED' || returnToken === null) throw outOfOrder('It is not refunded.')
    await played(call, (issuer) =>
      issuer.simulateStep({ type: 'RETURN_REVERSAL', transactionToken: returnToken }),
    )
    return { issuerTransactionToken: returnToken }
  },
})
