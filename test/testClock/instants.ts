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

/** Of those, with the reason, what does not wait while the clock of `together.test.ts` is moved. */
export const undriven: Readonly<Record<string, string>> = {
  'account_validations.silent_until': 'of a bank, for five seconds in a sandbox',
  'credentials.otp_arrival_at': 'of a code that is on its way, for seconds',
  'exchange_rate_observations.source_time': 'the past: its age is read',
  'exchange_rate_overrides.ends_at': 'set by an operator',
  'exchange_rates.source_time': 'the past: its age is read',
  'operators.invited_until': 'set by an operator',
  'payment_limits.effective_from': 'set by an operator',
  'pending_starts.worth_until': 'of a start, which takes moments',
  'rail_notice_dead_letters.read_again_at':
    'of what a bank has answered in a way that cannot be read',
  'service_fees.effective_from': 'set by an operator',
  'unreferenced_objects.delete_after': 'of an upload that failed half way',
}
