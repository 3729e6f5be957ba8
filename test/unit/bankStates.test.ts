/** What states, codes and words of the bank mean for a payment, as tables. */
import { describe, expect, test } from 'vitest'
import { networkFor, payoutOrder } from '../../providers/bank/order.ts'
import { differenceOf } from '../../providers/bank/orders.ts'
import { meaningOfReturn, reasonOfRejection } from '../../providers/bank/returnCodes.ts'
import { nextLookAt, payoutOf } from '../../providers/bank/states.ts'
import { asciiOf, latinOf, wireOf } from '../../providers/bank/texts.ts'
import { type BankTransfer, problemIn, transferIn } from '../../providers/bank/wire.ts'
import type { PayoutInstruction } from '../../providers/payoutRail/index.ts'
import { returnCodes } from '../../sandbox/bank/returnCodes.ts'

const NOW = new Date('2026-11-27T15:00:00Z')
const YESTERDAY = '2026-11-26T15:00:00Z'
const TOMORROW = '2026-11-28T15:00:00Z'

const aTransfer = (members: Partial<BankTransfer>): BankTransfer => ({
  ...{ id: 't1', type: 'ach_transfer', account_id: 'a', amount: 1_000, currency: 'USD' },
  ...{ status: 'submitted', created_at: YESTERDAY, ...members },
})
const stateOf = (members: Partial<BankTransfer>) => payoutOf(aTransfer(members), 'r', NOW)
const settlement = { settled_at: YESTERDAY }
const submission = {
  ...{ expected_funds_settlement_at: TOMORROW, administrative_returns_expected_by: YESTERDAY },
}

describe('states', () => {
  test.each([
    'pending_approval',
    'pending_transfer_session_confirmation',
    'pending_reviewing',
    'pending_submission',
    'requires_attention',
    'submitted',
  ] as const)('ACH %s is pending', (status) => {
    expect(stateOf({ status })).toMatchObject({ state: 'PENDING' })
    expect(stateOf({ status }).unknownWord).toBeUndefined()
  })

  test.each([
    ['wire_transfer', 'pending_creating'],
    ['wire_transfer', 'submitted'],
    ['real_time_payments_transfer', 'submitted'],
    ['fednow_transfer', 'pending_submitting'],
    ['fednow_transfer', 'pending_response'],
  ] as const)('%s %s is pending', (type, status) => {
    expect(stateOf({ type, status })).toMatchObject({ state: 'PENDING' })
  })

  test('a word that is new is pending, and an alarm', () => {
    expect(stateOf({ status: 'sideways' })).toMatchObject({
      ...{ state: 'PENDING', consequence: 'ALARM', unknownWord: 'sideways' },
    })
    expect(transferIn(aTransfer({ status: 'sideways' }))).toBeDefined()
    // A word of another kind is new as well.
    expect(stateOf({ status: 'complete' })).toMatchObject({ unknownWord: 'complete' })
    expect(stateOf({ type: 'fednow_transfer', status: 'reversed' }).state).toBe('PENDING')
  })

  test('a credit over ACH has settled with its settlement', () => {
    expect(stateOf({ settlement, submission })).toMatchObject({
      ...{ state: 'SETTLED', settledAt: YESTERDAY, handle: 't1', network: 'ACH' },
      ...{ amountMinor: '1000', currency: 'USD', returnableUntil: YESTERDAY },
    })
  })

  test('a pull has come when its hold is over, and the usual returns', () => {
    const pull = { amount: -1_000, settlement, submission }
    expect(stateOf(pull)).toMatchObject({ state: 'SETTLED', amountMinor: '1000' })
    expect(stateOf({ ...pull, inbound_funds_hold: { status: 'held' } }).state).toBe('PENDING')
    expect(stateOf({ ...pull, inbound_funds_hold: { status: 'complete' } }).state).toBe('SETTLED')
    const early = { ...submission, administrative_returns_expected_by: TOMORROW }
    expect(stateOf({ ...pull, submission: early }).state).toBe('PENDING')
    expect(stateOf({ ...pull, submission: null }).state).toBe('PENDING')
    expect(stateOf({ ...pull, settlement: null }).state).toBe('PENDING')
  })

  test('complete is settled for all others', () => {
    for (const type of [
      'wire_transfer',
      'real_time_payments_transfer',
      'fednow_transfer',
    ] as const) {
      expect(stateOf({ type, status: 'complete' }).state).toBe('SETTLED')
    }
  })

  const back = (raw_return_reason_code: string) => ({
    status: 'returned',
    return: { raw_return_reason_code },
  })

  test('a return before the settlement is a failure, after it a return', () => {
    expect(stateOf(back('R03'))).toMatchObject({
      ...{ state: 'FAILED', reason: 'ACCOUNT_INVALID', refund: 'ALLOWED', code: 'R03' },
      consequence: 'ACCOUNT_INVALID',
    })
    expect(stateOf({ ...back('R03'), settlement })).toMatchObject({
      ...{ state: 'RETURNED', reason: 'PAYOUT_RETURNED', code: 'R03', settledAt: YESTERDAY },
    })
    expect(stateOf({ ...back('R10'), settlement, amount: -5 })).toMatchObject({
      ...{ state: 'RETURNED', reason: 'COLLECTION_FAILED', consequence: 'PULLS_BLOCKED' },
    })
    expect(stateOf(back('R16'))).toMatchObject({
      ...{ state: 'FAILED', refund: 'REFUSED', consequence: 'COMPLIANCE_CASE' },
    })
  })

  test('a return of a return changes nothing, and is for a person', () => {
    expect(stateOf({ ...back('R61'), settlement })).toMatchObject({
      ...{ state: 'PENDING', consequence: 'CASE' },
    })
  })

  test('a wire that comes back in part is no plain refund', () => {
    const wire = { type: 'wire_transfer', status: 'reversed' } as const
    expect(stateOf({ ...wire, reversal: { amount: 1_000 } })).toMatchObject({
      ...{ state: 'RETURNED', reason: 'PAYOUT_RETURNED', refund: 'ALLOWED' },
    })
    expect(
      stateOf({ ...wire, reversal: { amount: 400, return_reason_code: 'AC04' } }),
    ).toMatchObject({
      ...{ state: 'RETURNED', refund: 'REFUSED', consequence: 'CASE', returnedMinor: '400' },
      code: 'AC04',
    })
  })

  test('who rejects says why', () => {
    const rtp = { type: 'real_time_payments_transfer', status: 'rejected' } as const
    const rejection = { reject_reason_code: 'account_closed' }
    expect(stateOf({ ...rtp, rejection })).toMatchObject({
      ...{ state: 'FAILED', reason: 'ACCOUNT_INVALID', code: 'account_closed' },
    })
    for (const own of [
      { ...rtp, rejection: null },
      { status: 'rejected' },
      { type: 'wire_transfer', status: 'rejected' },
      { type: 'fednow_transfer', status: 'reviewing_rejected' },
    ] as const) {
      expect(stateOf(own)).toMatchObject({ state: 'FAILED', reason: 'COMPLIANCE_REJECTED' })
    }
    expect(stateOf({ status: 'canceled' })).toMatchObject({
      ...{ state: 'FAILED', cause: 'USER_CANCELLATION', refund: 'ALLOWED' },
    })
  })
})

describe('codes', () => {
  test.each([
    ['R01', 'ACCOUNT_CANNOT_RECEIVE', undefined],
    ['R02', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R03', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R04', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R12', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R13', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R28', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R06', 'PAYOUT_RETURNED', undefined],
    ['R14', 'ACCOUNT_CANNOT_RECEIVE', 'COMPLIANCE_CASE'],
    ['R15', 'ACCOUNT_CANNOT_RECEIVE', 'COMPLIANCE_CASE'],
    ['R16', 'ACCOUNT_CANNOT_RECEIVE', 'COMPLIANCE_CASE'],
    ['R17', 'ACCOUNT_INVALID', 'ACCOUNT_INVALID'],
    ['R20', 'ACCOUNT_CANNOT_RECEIVE', undefined],
    ['R23', 'ACCOUNT_CANNOT_RECEIVE', undefined],
    ['R19', 'QUOTE_EXECUTION_FAILED', 'ALARM'],
    ['R24', 'QUOTE_EXECUTION_FAILED', 'ALARM'],
    ['R85', 'QUOTE_EXECUTION_FAILED', 'ALARM'],
    ['R31', 'PAYOUT_RETURNED', undefined],
    ['R38', 'PAYOUT_RETURNED', 'CASE'],
    ['R99', 'PAYOUT_RETURNED', 'ALARM'],
  ])('%s of a payout is %s', (code, reason, consequence) => {
    const meaning = meaningOfReturn(code, 'PAYOUT')
    expect([meaning.reason, meaning.consequence]).toEqual([reason, consequence])
  })

  test('a questionable R17 is a case of fraud', () => {
    expect(meaningOfReturn('R17', 'PAYOUT', 'QUESTIONABLE ').consequence).toBe('COMPLIANCE_CASE')
  })

  test.each(['R05', 'R07', 'R10', 'R11', 'R29', 'R51'])(
    '%s ends pulls from the account',
    (code) => {
      expect(meaningOfReturn(code, 'COLLECTION')).toEqual({
        ...{ reason: 'COLLECTION_FAILED', consequence: 'PULLS_BLOCKED' },
      })
    },
  )

  test('every code that the bank can report has a meaning, the same reason for every pull', () => {
    const codes = Object.values(returnCodes)
    expect(new Set(codes).size).toBe(70)
    for (const code of codes) {
      const { reason, consequence } = meaningOfReturn(code, 'PAYOUT')
      // As a code is judged that is in no row.
      expect([code, reason, consequence]).not.toEqual([code, 'PAYOUT_RETURNED', 'ALARM'])
      expect(meaningOfReturn(code, 'COLLECTION').reason).toBe('COLLECTION_FAILED')
    }
  })

  test.each([
    ['account_closed', 'ACCOUNT_INVALID'],
    ['invalid_creditor_account_number', 'ACCOUNT_INVALID'],
    ['account_blocked', 'ACCOUNT_CANNOT_RECEIVE'],
    ['end_customer_deceased', 'ACCOUNT_CANNOT_RECEIVE'],
    ['amount_exceeds_bank_limits', 'LIMIT_EXCEEDED'],
    ['timeout', 'QUOTE_EXECUTION_FAILED'],
    ['other', 'QUOTE_EXECUTION_FAILED'],
    ['a_new_word', 'QUOTE_EXECUTION_FAILED'],
  ])('a rejection for %s is %s', (word, reason) => {
    expect(reasonOfRejection(word)).toBe(reason)
  })
})

test('a look follows the network', () => {
  const after = (members: Partial<BankTransfer>, ageMs = 0): number => {
    const created_at = new Date(NOW.getTime() - ageMs).toISOString()
    return (
      (nextLookAt(aTransfer({ created_at, ...members }), NOW).getTime() - NOW.getTime()) / 1_000
    )
  }
  const rtp = { type: 'real_time_payments_transfer' } as const
  expect([0, 1_500, 3_000, 6_000, 20_000].map((age) => after(rtp, age))).toEqual([1, 2, 5, 15, 60])
  expect(after({ type: 'wire_transfer' })).toBe(60)
  expect(after({ submission: null })).toBe(86_400)
  const soon = '2026-11-27T18:00:00Z'
  expect(after({ submission: { expected_funds_settlement_at: soon } })).toBe(3 * 3_600)
  expect(after({ submission: { expected_funds_settlement_at: YESTERDAY } })).toBe(86_400)
  // An order of two days: as many looks as there are reasons for one.
  let at = NOW
  let looks = 0
  for (; at.getTime() < NOW.getTime() + 2 * 86_400_000; looks += 1) {
    at = nextLookAt(aTransfer({ submission: { expected_funds_settlement_at: soon } }), at)
  }
  expect(looks).toBeLessThan(5)
})

test('texts are as the network takes them', () => {
  expect(asciiOf('José Müller-Łukasz ß', 40)).toBe('Jose Muller-Lukasz ss')
  expect(asciiOf('Ада', 22)).toBe('...')
  expect(asciiOf('x'.repeat(30), 22)).toHaveLength(22)
  expect(latinOf('José Łukasz', 40)).toBe('José Lukasz')
  expect(wireOf('A*B#C~é', 40)).toBe('A.B.C.e')
})

const instruction = (more: Partial<PayoutInstruction> = {}): PayoutInstruction => ({
  ...{ reference: 'Transaction:1', amountMinor: '12345', currency: 'USD' },
  destination: {
    accountType: 'USD_ACCOUNT',
    accountInfo: {
      ...{ accountNumber: '000111222333', routingNumber: '101050001' },
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'José Müller' },
    },
  },
  ...more,
})
const place = { accountId: 'account_1', accountNumberId: 'number_1', name: 'The Service' }

describe('orders', () => {
  test('are the same bytes for the same instruction', () => {
    for (const network of ['ACH', 'WIRE', 'RTP', 'FEDNOW'] as const) {
      const one = payoutOrder(instruction(), network, place)
      expect(payoutOrder(structuredClone(instruction()), network, place)).toEqual(one)
      expect(JSON.parse(one.body)).toMatchObject({ amount: 12_345, require_approval: true })
    }
    expect(JSON.parse(payoutOrder(instruction(), 'ACH', place).body)).toMatchObject({
      ...{ individual_name: 'Jose Muller', statement_descriptor: 'Transaction:1' },
      standard_entry_class_code: 'prearranged_payments_and_deposit',
    })
  })

  test('of a micro-entry say to the other bank and its holder what it is', () => {
    const order = payoutOrder(
      instruction({ amountMinor: '7', product: 'MICRO_ENTRY' }),
      'ACH',
      place,
    )
    expect(JSON.parse(order.body)).toMatchObject({
      ...{ amount: 7, company_entry_description: 'ACCTVERIFY', statement_descriptor: 'ACCTVERIFY' },
    })
    const usual = payoutOrder(instruction(), 'ACH', place)
    expect(JSON.parse(usual.body)).not.toHaveProperty('company_entry_description')
  })

  test('are refused for what the bank never takes', () => {
    expect(() => payoutOrder(instruction({ currency: 'EUR' }), 'ACH', place)).toThrow('no EUR')
    const large = instruction({ amountMinor: '1000000001' })
    expect(() => payoutOrder(large, 'RTP', place)).toThrow('RTP')
    const uma = { accountType: 'UMA_ADDRESS', accountInfo: {} }
    expect(() => payoutOrder(instruction({ destination: uma }), 'ACH', place)).toThrow('UMA')
  })

  test('go the fastest way that is there', () => {
    const all = { ACH: true, WIRE: true, RTP: true, FEDNOW: true }
    const none = { ACH: false, WIRE: false, RTP: false, FEDNOW: false }
    expect(networkFor('1', all)).toBe('RTP')
    expect(networkFor('1', { ...all, RTP: false })).toBe('FEDNOW')
    expect(networkFor('1', { ...none, ACH: true, WIRE: true })).toBe('ACH')
    expect(networkFor('100000001', { ...none, ACH: true, WIRE: true })).toBe('WIRE')
    expect(networkFor('100000001', { ...none, ACH: true })).toBe('ACH')
    expect(networkFor('1000000001', all)).toBe('WIRE')
    expect(networkFor('1', none)).toBeUndefined()
  })

  test('a difference is named', () => {
    const payout = { amountMinor: '5', currency: 'USD' }
    expect(differenceOf(payout, payout)).toBeUndefined()
    expect(differenceOf(payout, { amountMinor: '6', currency: 'USD' })).toContain('6 USD ordered')
    expect(differenceOf({}, payout)).toBeDefined()
  })
})

test('an error of any shape is read', () => {
  expect(problemIn('<html>')).toEqual({ type: undefined, resourceId: undefined, fields: [] })
  expect(problemIn(null).fields).toEqual([])
  expect(problemIn({ type: 'x y', errors: [{ field: 'a.b' }, 7, null] })).toMatchObject({
    ...{ type: undefined, fields: ['a.b'] },
  })
})
