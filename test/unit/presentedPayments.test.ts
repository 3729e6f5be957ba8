/** What is shown of both sides of a payment, and of where to send the money. */
import { expect, test } from 'vitest'
import { checkOf } from '../../api/validate.ts'
import { IncomingTransaction, OutgoingTransaction } from '../../contract/components/payments.ts'
import { variants } from '../../contract/externalAccounts.ts'
import {
  presentInstructions,
  presentTransaction,
  type TransactionRow,
} from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { readPublished } from '../support/published/publishedSchemas.ts'

const uuid = '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21'
const instant = '2026-01-15T09:30:00.000000+00:00'
const usd = {
  accountType: 'USD_ACCOUNT',
  accountNumber: '000123456789',
  routingNumber: '021000021',
}
const instructions = [{ accountOrWalletInfo: { ...usd, reference: 'P1' } }]

const row: TransactionRow = {
  id: uuid,
  platform_id: uuid,
  customer_id: uuid,
  platform_customer_id: 'ada',
  type: 'OUTGOING',
  direction: 'DEBIT',
  status: 'PROCESSING',
  quote_id: uuid,
  source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${uuid}` },
  destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${uuid}` },
  sent_amount: 1_000,
  sent_currency: 'USD',
  received_amount: 900,
  received_currency: 'EUR',
  fees: 10,
  platform_fees: 3,
  exchange_rate: '1.1',
  description: 'lunch',
  failure_reason: null,
  refund: null,
  payment_rail: 'SEPA',
  rail_selection_mode: 'AUTO',
  payment_instructions: instructions,
  rate_details: {
    ...{ counterpartyMultiplier: 0.9, counterpartyFixedFee: 0, serviceApiMultiplier: 1 },
    ...{ serviceApiFixedFee: 5, serviceApiVariableFeeRate: 0.002, serviceApiVariableFeeAmount: 2 },
  },
  settlement_seconds: 86_400,
  expected_settlement_at: instant,
  settled_at: null,
  created_at: instant,
  updated_at: instant,
}
const outgoing = presentTransaction(row) as Shown<typeof OutgoingTransaction>
const incoming = presentTransaction({ ...row, type: 'INCOMING', direction: 'CREDIT' })

test('an incoming transaction has no member that only outgoing ones have', () => {
  expect(checkOf(OutgoingTransaction)(outgoing)).toEqual([])
  expect(checkOf(IncomingTransaction)(incoming)).toEqual([])
  const only = Object.keys(OutgoingTransaction.properties).filter(
    (name) => !(name in IncomingTransaction.properties),
  )
  expect(only).toEqual(expect.arrayContaining(['sentAmount', 'exchangeRate', 'platformFees']))
  expect(only.filter((name) => !(name in outgoing))).toEqual([])
  expect(Object.keys(incoming).filter((name) => only.includes(name))).toEqual([])
})

test('what holds a payment is shown while it is under way', () => {
  const shownOf = (status: 'COMPLETED' | 'PROCESSING'): unknown =>
    presentTransaction({ ...row, status, pending_reason: 'COMPLIANCE_REVIEW' })
  expect(shownOf('PROCESSING')).toHaveProperty('pendingReason', 'COMPLIANCE_REVIEW')
  expect(shownOf('COMPLETED')).not.toHaveProperty('pendingReason')
})

test('fees of an incoming transaction are in the currency that it brings', () => {
  expect(incoming).not.toHaveProperty('fees')
  const transfer = presentTransaction({ ...row, type: 'INCOMING', received_currency: 'USD' })
  expect(transfer).toMatchObject({ fees: 10, receivedAmount: { amount: 900 } })
})

test('instructions of every bank account name its rails; those of wallets have none', () => {
  const own = { customer_id: null }
  for (const { accountType, rails } of variants) {
    const [shown] = presentInstructions([{ accountOrWalletInfo: { accountType } }], own) ?? []
    const { paymentRails } = (shown as { accountOrWalletInfo: { paymentRails?: string[] } })
      .accountOrWalletInfo
    if (rails.length === 0) expect(paymentRails, accountType).toBeUndefined()
    else expect(rails, accountType).toEqual(expect.arrayContaining(paymentRails ?? ['none']))
  }
  const wallet = [{ accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: 'x' } }]
  expect(presentInstructions(wallet, own)).toEqual([{ ...wallet[0], isPlatformAccount: true }])
  const chosen = [{ accountOrWalletInfo: { ...usd, paymentRails: ['WIRE'] } }]
  expect(presentInstructions(chosen, { customer_id: uuid })).toEqual([
    { ...chosen[0], isPlatformAccount: false },
  ])
  expect(presentInstructions(null, own)).toBeUndefined()
})

const folder = process.env.PUBLIC_INTERFACE_DIR

test.skipIf(folder === undefined)('the published interface sees what is wrong inside', () => {
  const published = readPublished(folder ?? '')
  const problemsOf = (body: object): readonly string[] =>
    published.problemsOf('TransactionOneOf', body)
  expect(problemsOf(outgoing)).toEqual([])
  expect(problemsOf(incoming)).toEqual([])
  const { paymentRails, ...bare } = outgoing.paymentInstructions?.[0]?.accountOrWalletInfo ?? {}
  expect(paymentRails).toEqual(['ACH', 'WIRE', 'RTP', 'FEDNOW'])
  for (const [body, problem] of [
    [{ ...outgoing, paymentInstructions: [{ accountOrWalletInfo: bare }] }, 'paymentRails'],
    [{ ...incoming, sentAmount: outgoing.sentAmount }, '/sentAmount'],
    [{ ...outgoing, source: { sourceType: 'CASH' } }, '/source/sourceType'],
    [{ ...outgoing, type: 'OTHER' }, '/type'],
  ] as const) {
    const found = problemsOf(body)
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toContain(problem)
  }
  const refusal = { code: 'NO_SUCH_CODE', status: 400, message: 'x', reason: 'x' }
  expect(published.problemsOf('Error400', refusal)).toHaveLength(1)
  expect(published.problemsOf('Error400', { ...refusal, code: 'QUOTE_EXPIRED' })).toEqual([])
})
