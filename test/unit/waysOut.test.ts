/**
 * The ways by which money or keys leave a customer: each passes the judgement of strong authentication, or takes
 * nothing of a customer's. They are found from the functions that book transfers and from the list of operations: a new
 * one that is not judged here fails.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'

const FUNCTIONS = new URL('../../db/functions/', import.meta.url).pathname

/** SQL functions by name, as they are written. */
const functions = new Map(
  readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      readFileSync(join(FUNCTIONS, file), 'utf8')
        .split(/^(?=create or replace function )/m)
        .slice(1),
    )
    .map((text) => [/^create or replace function (\w+)/.exec(text)?.[1] ?? '', text] as const),
)

/** Where a way is judged: a function, and what it calls for that. */
const gates = {
  // The purposes are written with the payment; its execution asks for the proofs, or refuses.
  payment: [
    ['create_payment', 'sca_purposes_of('],
    ['execute_payment', 'sca_purposes_of(order_of('],
    ['execute_payment', 'due_sca_purposes('],
    ['execute_payment', 'authorization_refusal('],
    ['execute_payment', 'hold_payment('],
    // Accounts that are not validated, under review or invalid: of the payee, and of who is collected from.
    ['hold_payment', 'account_refusal(payment.source_external_id, payment.destination_account_id)'],
    ['create_payment', 'account_refusal('],
    ['authorize_payment', 'account_refusal('],
    ['announcement_refusal', 'account_refusal('],
    ['submission_refusal', 'account_refusal('],
    ['prepare_rail_call', 'account_refusal(payment.source_external_id)'],
    // Limits of a day: judged under the lock of what has been counted, and once more for a quote that nobody executes.
    ['hold_payment', 'judge_limits(order_of(payment), true)'],
    ['create_payment', 'judge_limits('],
  ],
  // A card is given out, and a key that signs for it, to a customer who has logged in; its transactions have bounds.
  card: [
    ['card_creation_refusal', 'new_instrument_refusal('],
    ['create_card', 'card_creation_refusal('],
    ['record_card_reveal', 'new_instrument_refusal('],
    ['delegated_key_refusal', 'new_instrument_refusal('],
    ['settle_card_claim', 'card_allowance('],
    ['card_authorization_refusal', 'sca_arrivals'],
    ['card_change_refusal', 'new_instrument_refusal('],
  ],
  fundingSource: [
    ['card_change_refusal', 'new_instrument_refusal('],
    ['update_card', 'card_change_refusal('],
  ],
  delegatedKey: [['delegated_key_refusal', 'new_instrument_refusal(']],
  export: [['claim_request', 'new_instrument_refusal(']],
  mint: [
    ['create_stablecoin_operation', 'debit_refusal('],
    ['create_stablecoin_operation', 'account_refusal('],
    ['debit_refusal', 'unproven_order_refusal('],
    ['unproven_order_refusal', 'sca_purposes_of('],
  ],
  // What lets the platform speak for the customer, or turns away what is sent to it.
  customer: [
    ['change_customer', 'customer_change_refusal('],
    ['credential_change_error', 'customer_change_refusal('],
    ['customer_change_refusal', 'phone_change_refusal('],
    ['customer_change_refusal', 'region_change_refusal('],
    ['customer_change_refusal', 'uma_change_refusal('],
  ],
  factor: [
    ['start_sca_enrollment', 'factor_change_refusal('],
    ['confirm_sca_enrollment', 'factor_change_refusal('],
    ['factor_change_refusal', 'has_fresh_sca_session('],
  ],
  incoming: [['create_external_account', 'new_instrument_refusal(']],
} as const
type Gate = keyof typeof gates

/** The functions that decide about a way, each under the lock that a freeze takes: all of them come to `is_frozen`. */
const frozenAt: Readonly<Record<Gate, readonly string[]>> = {
  payment: [
    ...['execute_payment', 'submit_agent_action', 'decide_agent_action', 'authorize_payment'],
    // What is accepted and has not left waits.
    ...[
      'prepare_payout',
      'prepare_rail_call',
      'is_held',
      'start_approval_request',
      'resumed_payouts',
    ],
    ...['sweep_deposit', 'queue_waiting_sweeps'],
  ],
  card: [
    ...['create_card', 'update_card', 'record_card_reveal', 'record_card_tokenization'],
    ...['decide_card', 'begin_card_pull'],
  ],
  fundingSource: ['update_card'],
  delegatedKey: ['delegated_key_refusal', 'claim_request'],
  export: ['claim_request'],
  mint: ['create_stablecoin_operation'],
  customer: ['change_customer', 'claim_request'],
  factor: ['start_sca_enrollment', 'confirm_sca_enrollment'],
  incoming: ['create_external_account'],
}

/** What is refused while the customer is frozen, beside what takes something: keys and sessions that sign. */
const makesKeys = ['createAuthCredential', 'verifyAuthCredential', 'refreshAuthSession']

/** Every function that books transfers. What takes a customer's money names its gate. */
const bookings: Readonly<Record<string, Gate | 'takes nothing of a customer’s'>> = {
  // Called by execute_payment alone.
  hold_payment: 'payment',
  post_settlement_entries: 'payment',
  take_over_payment: 'payment',
  sweep_deposit: 'payment',
  hold_for_card: 'card',
  set_card_hold: 'card',
  record_card_pull: 'card',
  // The ledger's own.
  card_transfer: 'takes nothing of a customer’s',
  ledger_post: 'takes nothing of a customer’s',
  // What comes in, and what comes back.
  fund_account: 'takes nothing of a customer’s',
  book_funding: 'takes nothing of a customer’s',
  credit_deposit: 'takes nothing of a customer’s',
  bear_for_card: 'takes nothing of a customer’s',
  attribute_deposit: 'takes nothing of a customer’s',
  post_attributed: 'takes nothing of a customer’s',
  // What a bank has taken back never was the customer's; one that is frozen gives nothing.
  book_taken_back: 'takes nothing of a customer’s',
  recover_taken_back: 'takes nothing of a customer’s',
  give_to_holder: 'takes nothing of a customer’s',
  credit_for_card: 'takes nothing of a customer’s',
  move_suspended: 'takes nothing of a customer’s',
  end_unauthorized: 'takes nothing of a customer’s',
  close_failed_payment: 'takes nothing of a customer’s',
  settle_refund: 'takes nothing of a customer’s',
  refund_from_suspense: 'takes nothing of a customer’s',
  reopen_refund: 'takes nothing of a customer’s',
  settle_late_refund: 'takes nothing of a customer’s',
  return_refund: 'takes nothing of a customer’s',
  return_payment: 'takes nothing of a customer’s',
  return_late_payout: 'takes nothing of a customer’s',
  settle_reversed_payout: 'takes nothing of a customer’s',
  set_refund_aside: 'takes nothing of a customer’s',
  book_lost_payout: 'takes nothing of a customer’s',
  undo_lost_payout: 'takes nothing of a customer’s',
  book_deposit_return: 'takes nothing of a customer’s',
  // The service's own money.
  book_micro_entry: 'takes nothing of a customer’s',
  // A collection that the bank has taken back: that money never was the customer's.
  return_collection: 'takes nothing of a customer’s',
  cover_returned_collection: 'takes nothing of a customer’s',
  resolve_collection: 'takes nothing of a customer’s',
}

/** Operations that take money or keys, or open a way for that. */
const takes: Readonly<Record<string, Gate>> = {
  createQuote: 'payment',
  executeQuote: 'payment',
  authorizeQuote: 'payment',
  createTransferIn: 'payment',
  createTransferOut: 'payment',
  agentCreateQuote: 'payment',
  agentExecuteQuote: 'payment',
  agentCreateTransferIn: 'payment',
  agentCreateTransferOut: 'payment',
  approveAgentAction: 'payment',
  createCard: 'card',
  updateCardById: 'fundingSource',
  revealCard: 'card',
  tokenizeCard: 'card',
  createDelegatedKey: 'delegatedKey',
  exportInternalAccount: 'export',
  createStablecoinMint: 'mint',
  updateCustomerById: 'customer',
  createCustomerExternalAccount: 'incoming',
  startScaFactorEnrollment: 'factor',
  confirmScaFactorEnrollment: 'factor',
}

/** Operations that change something, and take nothing of a customer. */
const harmless: ReadonlySet<string> = new Set([
  // What a platform says of itself and its customers; what is received, stopped or given back.
  ...['createCustomer', 'deleteCustomerById', 'createCustomerKycLink', 'createVerification'],
  ...['createBeneficialOwner', 'updateBeneficialOwner', 'uploadDocument', 'replaceDocument'],
  ...['deleteDocument', 'uploadCustomersCsv', 'createInvitation', 'cancelInvitation'],
  ...['claimInvitation', 'updatePlatformConfig', 'createToken', 'deleteTokenById'],
  ...[
    'approvePendingPayment',
    'rejectPendingPayment',
    'cancelTransaction',
    'confirmReceiptDelivery',
  ],
  ...['redeliverWebhooks', 'redeliverWebhookEvent', 'endWaitingWebhooks', 'updateInternalAccount'],
  // Where money may go: paying it there is judged.
  ...['createPlatformExternalAccount', 'createInternalAccount'],
  ...['agentCreateExternalAccount', 'agentDeleteExternalAccount'],
  ...['deleteCustomerExternalAccountById', 'deletePlatformExternalAccountById'],
  ...['createExternalAccountOwnershipChallenge', 'verifyExternalAccountOwnership'],
  ...['createPlatformExternalAccountOwnershipChallenge', 'verifyPlatformExternalAccountOwnership'],
  ...['estimateCryptoWithdrawalFee'],
  // Strong authentication itself, by its own proofs.
  ...['startScaLogin', 'completeScaLogin'],
  ...['deleteScaFactor', 'startTwoFactorReset', 'completeTwoFactorReset', 'recordSecurityEvent'],
  ...['startBeneficiaryTrust', 'confirmBeneficiaryTrust', 'startBeneficiaryUntrust'],
  ...['confirmBeneficiaryUntrust', 'resendQuoteScaCode', 'sendCustomerEmailVerification'],
  ...['confirmCustomerEmailVerification', 'sendCustomerPhoneVerification'],
  ...['confirmCustomerPhoneVerification'],
  // The wallet's logins: by the wallet's own stamps and proofs; what they sign is a payment, a key or an export. Those of
  // `makesKeys` are refused while something is frozen.
  ...['createAuthCredential', 'revokeAuthCredential', 'challengeAuthCredential'],
  ...['verifyAuthCredential', 'unlockAuthCredential', 'refreshAuthSession', 'revokeAuthSession'],
  ...['revokeDelegatedKey'],
  // Agents: their payments are judged as the customer's.
  ...[
    'createAgent',
    'updateAgent',
    'updateAgentPolicy',
    'deleteAgent',
    'regenerateAgentDeviceCode',
  ],
  ...['redeemAgentDeviceCode', 'evaluateAgentPolicy', 'evaluateOwnPolicy', 'rejectAgentAction'],
  // The platform's own coins, burned out of what anybody sends.
  ...['linkStablecoinProviderAccount', 'registerStablecoin', 'requestStablecoinEnablement'],
  ...['createStablecoinBurn'],
])

test.each(Object.keys(gates) as Gate[])('%s is judged where it is decided', (name) => {
  for (const [gate, judgement] of gates[name]) {
    expect(functions.get(gate)?.includes(judgement), `${gate} calls ${judgement}`).toBe(true)
  }
})

test.each(Object.keys(frozenAt) as Gate[])('%s asks whether it is frozen', (name) => {
  for (const decision of frozenAt[name]) {
    expect(reached(decision).has('is_frozen'), `${decision} comes to is_frozen`).toBe(true)
  }
})

test('whatever leaves for a payee asks whether a proof of it has failed', () => {
  const ways = [
    'execute_payment',
    'create_payment',
    'authorize_payment',
    'prepare_payout',
    'is_held',
  ]
  for (const way of [...ways, 'prepare_rail_call', 'start_approval_request', 'resumed_payouts']) {
    expect(reached(way).has('is_proof_failed'), `${way} comes to is_proof_failed`).toBe(true)
  }
})

test('a signed retry of any kind is refused while it is frozen, but for those that end something', () => {
  const refusal = functions.get('frozen_request_refusal') ?? ''
  const [, let_ = ''] = /operation in \(([^)]*)\) then null/.exec(refusal) ?? []
  const free = new Set([...let_.matchAll(/'(\w+)'/g)].map(([, kind]) => kind))
  expect(free).toEqual(new Set(['REVOKE_CREDENTIAL', 'REVOKE_SESSION', 'PRIVACY']))
})

/** Functions that one calls, and those that they call. */
function reached(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found
  found.add(name)
  const body = functions.get(name) ?? ''
  for (const [, called = ''] of body.slice(body.indexOf('$$')).matchAll(/\b(\w+)\(/g)) {
    if (functions.has(called)) reached(called, found)
  }
  return found
}

test('every function that books a transfer is named', () => {
  const books = /\b(ledger_transfer|card_transfer)\(/
  const found = [...functions]
    .filter(([, text]) => books.test(text.slice(text.indexOf('('))))
    .map(([name]) => name)
  expect(found.sort()).toEqual(Object.keys(bookings).sort())
})

describe('every operation that changes something', () => {
  const changing = operations
    .filter(({ method, path }) => method !== 'get' && !path.startsWith('/sandbox/'))
    .map(({ id }) => id)

  test('takes nothing, or is judged', () => {
    const unnamed = changing.filter((id) => !(id in takes) && !harmless.has(id))
    expect(unnamed).toEqual([])
  })

  test('is named once, and exists', () => {
    const named = [...Object.keys(takes), ...harmless]
    expect(named.filter((id) => !changing.includes(id))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  test('says how it is refused while it is frozen', () => {
    const silent = operations.filter(
      ({ id, errors }) =>
        (id in takes || makesKeys.includes(id)) &&
        // An approval says it in the action that has failed, a proof in the payment that has ended.
        !['approveAgentAction', 'authorizeQuote'].includes(id) &&
        !(errors ?? []).includes('USER_NOT_READY'),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('says SCA_SESSION_REQUIRED where it is judged', () => {
    const silent = operations.filter(
      ({ id, errors }) =>
        // An approval says it in the action that has failed.
        id in takes &&
        id !== 'approveAgentAction' &&
        !(errors ?? []).includes('SCA_SESSION_REQUIRED'),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })
})

test('the judgement comes before every exemption, and looks at payer, destination, amount and fee', () => {
  const judgement = functions.get('sca_purposes_of') ?? ''
  for (const looked of ['payer_of_order(', 'destinationInternalId', 'platformFee']) {
    expect(judgement, looked).toContain(looked)
  }
  expect(functions.get('payer_of_order')).toContain('holder_of_external_account((p ->> ')
})
