/** Simulators of disputes: what a cardholder, the issuer and a network do about a purchase. */
import { CardDispute } from '../../../contract/components/cardTransactions.ts'
import { Refusal } from '../../../contract/errors.ts'
import { presentCardDispute } from '../../../contract/present/cardTransactions.ts'
import type { Shown } from '../../../contract/shown.ts'
import { cardDisputeOf, type DisputeStep } from '../../../providers/cardIssuer/index.ts'
import type { Call } from '../../operation.ts'
import { operation } from '../../operation.ts'
import {
  disputeCloseBody,
  disputeCreditBody,
  disputeOpenBody,
  outOfOrder,
  played,
  simulator,
  transactionToPlay,
} from './simulation.ts'

const disputes = {
  ...simulator,
  responses: { 202: CardDispute },
  errors: ['REFERENCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND', 'CONFLICT'],
} as const

export const sandboxSimulateCardDisputeOpen = operation({
  ...disputes,
  id: 'sandboxSimulateCardDisputeOpen',
  path: '/sandbox/cards/:id/simulate/dispute_open',
  summary: 'Simulate that the cardholder disputes a purchase',
  description: 'Of a purchase of which something is cleared. One dispute of it is open at a time.',
  body: disputeOpenBody,
  async handle(call) {
    const { amount, reason } = call.body
    const { owed, dispute, token } = await purchaseOf(call)
    if (dispute !== null) throw alreadyOpen()
    if (owed === 0) throw outOfOrder('Nothing of it is cleared and not given back.')
    if (amount !== undefined && amount > owed) {
      throw outOfOrder('is more than the cardholder is charged', 'amount')
    }
    return disputed(call, {
      ...{ type: 'OPEN', transactionToken: token, amountCents: amount ?? owed, reason },
    })
  },
})

export const sandboxSimulateCardDisputeProvisionalCredit = operation({
  ...disputes,
  id: 'sandboxSimulateCardDisputeProvisionalCredit',
  path: '/sandbox/cards/:id/simulate/dispute_provisional_credit',
  summary: 'Simulate that the cardholder is credited until a dispute is decided',
  body: disputeCreditBody,
  async handle(call) {
    const { amount } = call.body
    const { dispute, token } = await disputeOf(call)
    if (amount > dispute.cents - dispute.credited) {
      throw outOfOrder('is more than is disputed and not credited', 'amount')
    }
    return disputed(call, { type: 'CREDIT', transactionToken: token, amountCents: amount })
  },
})

export const sandboxSimulateCardDisputeProvisionalCreditReversal = operation({
  ...disputes,
  id: 'sandboxSimulateCardDisputeProvisionalCreditReversal',
  path: '/sandbox/cards/:id/simulate/dispute_provisional_credit_reversal',
  summary: 'Simulate that a provisional credit, or a part of it, is taken back',
  body: disputeCreditBody,
  async handle(call) {
    const { amount } = call.body
    const { dispute, token } = await disputeOf(call)
    if (amount > dispute.credited) throw outOfOrder('is more than was credited', 'amount')
    return disputed(call, { type: 'CREDIT_REVERSAL', transactionToken: token, amountCents: amount })
  },
})

export const sandboxSimulateCardDisputeClose = operation({
  ...disputes,
  id: 'sandboxSimulateCardDisputeClose',
  path: '/sandbox/cards/:id/simulate/dispute_close',
  summary: 'Simulate the decision about a dispute',
  description:
    "What the network gives back is the cardholder's; of what was credited provisionally, the rest is taken back.",
  body: disputeCloseBody,
  async handle(call) {
    const { disposition, recoveredAmount } = call.body
    const { dispute, token } = await disputeOf(call)
    const isPart = disposition === 'PARTIALLY_WON'
    if (recoveredAmount !== undefined && !isPart) {
      throw outOfOrder('is of PARTIALLY_WON only', 'recoveredAmount')
    }
    const part = recoveredAmount ?? Math.floor(dispute.cents / 2)
    if (isPart && (part <= 0 || part >= dispute.cents)) {
      throw outOfOrder('must be above 0 and below what is disputed', 'recoveredAmount')
    }
    const recoveredCents = disposition === 'WON' ? dispute.cents : isPart ? part : 0
    return disputed(call, { type: 'CLOSE', transactionToken: token, disposition, recoveredCents })
  },
})

type OfPurchase = Pick<Call, 'platform' | 'dependencies'> & {
  readonly params: { readonly id: string }
  readonly body: { readonly cardTransactionId: string }
}

async function purchaseOf(call: OfPurchase) {
  const { cardTransactionId } = call.body
  const { transaction } = await transactionToPlay(call, call.params.id, cardTransactionId)
  if (transaction.direction !== 'DEBIT') throw outOfOrder('It is a credit.')
  return transaction
}

async function disputeOf(call: OfPurchase) {
  const { dispute, token } = await purchaseOf(call)
  if (dispute === null) throw outOfOrder('No dispute of it is open.')
  return { dispute, token }
}

function alreadyOpen(): Refusal {
  return new Refusal('CONFLICT', { reason: 'A dispute of it is open.' })
}

/** Plays a step, and applies the issuer's answer: his event may come later, and is the same report. */
async function disputed(call: OfPurchase, step: DisputeStep): Promise<Shown<typeof CardDispute>> {
  const { database, handOver } = call.dependencies
  const report = await played(call, (issuer) => issuer.simulateDispute(step))
  const applied = await database.call('apply_card_dispute', cardDisputeOf('SANDBOX', report))
  if (applied?.outcome !== 'APPLIED') throw new Refusal('TRANSACTION_NOT_FOUND')
  if (applied.start !== undefined) handOver.handOver(applied.start)
  return presentCardDispute(applied)
}
