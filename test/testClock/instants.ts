/** The instants of rows, `table.column`, by how they follow a clock that is moved. */

/** They end by being read: each reader compares them with `service_now()`. */
export const read: readonly string[] = [
  'agent_device_codes.expires_at',
  'card_reveals.expires_at',
  'credentials.otp_arrival_at',
  // Rates by their age, which begins with the feed's time.
  'exchange_rate_observations.source_time',
  'exchange_rate_overrides.ends_at',
  'exchange_rates.source_time',
  'external_accounts.invoice_expires_at',
  'external_account_challenges.expires_at',
  'invitations.expires_at',
  'operators.invited_until',
  'otp_issuances.expires_at',
  // The latest record that has begun is the one in force.
  'payment_limits.effective_from',
  'service_fees.effective_from',
  'payments.expires_at',
  'receiver_lookups.expires_at',
  'requests.expires_at',
  'sca_challenges.expires_at',
  'sca_factors.expires_at',
  'sca_lockouts.locked_until',
  'pending_starts.worth_until',
  'rail_notice_dead_letters.read_again_at',
  'sandbox_faults.ends_at',
  'sca_sessions.expires_at',
  'sessions.expires_at',
  'transactions.expires_at',
  'unreferenced_objects.delete_after',
  'verification_links.expires_at',
]
/** A process acts at their instant: `clock_waits()` has them, by themselves or by the job that waits for them. */
export const done: readonly string[] = [
  'account_validations.silent_until',
  'sca_resets.expires_at',
  'stablecoin_operations.expires_at',
  'webhook_deliveries.next_attempt_at',
]

/** The life of processes and of calls: the machine's clock. Cursors: what has been read. */
export const machine: readonly string[] = [
  // By the service's clock: each move has the round of the feeds look.
  'exchange_rate_sources.due_at',
  'card_codes.claimed_until',
  'rail_cursors.held_until',
  'added_currencies.after_at',
  'card_list_cursors.read_until',
  'pending_starts.due_at',
  'sweep_cursors.after_at',
]

/** What the parties of the sandbox do later, by their own clock: the names that `sandbox/sandbox.ts` gives it. */
export const ofParties: readonly string[] = [
  'WALLET_PROVIDER_ACTIVITY',
  'PAYOUT_STEP',
  'VERIFICATION_DECISION',
  'VERIFICATION_NOTICE',
  'CARD_ISSUER_EVENT',
  'CARD_OPENING',
  'STABLECOIN_STEP',
  'STABLECOIN_EVENT',
  'BANK_STEP',
  'BANK_EVENT',
  'FAULT_END',
]

/** Of all those, with the reason, what no driver has wait. */
export const undriven: Readonly<Record<string, string>> = {
  'credentials.otp_arrival_at': 'of a code that is on its way, for seconds',
  'exchange_rate_observations.source_time': 'the past: test/payments/exchangeRates ages it',
  'exchange_rates.source_time': 'the past: test/payments/exchangeRates ages it',
  'operators.invited_until': 'of an operator, who signs in at an issuer of the machine',
  'pending_starts.worth_until': 'of a start, which takes moments',
  'rail_notice_dead_letters.read_again_at':
    'of what a bank has answered in a way that cannot be read',
  SWEEP: 'due at once',
  WALLET_PROVIDER_ACTIVITY: 'of moments',
  VERIFICATION_DECISION: 'of moments',
  VERIFICATION_NOTICE: 'of moments',
  CARD_ISSUER_EVENT: 'of moments',
  STABLECOIN_STEP: 'of moments',
  STABLECOIN_EVENT: 'of moments',
  BANK_STEP: 'of a bank that this stack does not use',
  BANK_EVENT: 'of a bank that this stack does not use',
}
