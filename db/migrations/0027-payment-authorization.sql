-- Strong customer authentication of a payment. `sca_purposes`: the proofs that are asked for by the rule
-- under which the payment was made, in order; null where the rule does not apply. They stay when the
-- customer's region changes.
alter table payments
  add column sca_purposes text[],
  -- what the caller asked to be proven with; null: the service chooses
  add column sca_factor text,
  -- why a proof of `sca_purposes` is not asked for
  add column sca_exemption text,
  -- the encrypted stamp is that of this action or payment; null: clear text
  add column stamp_bound_to uuid,
  -- real-time funding: where to send the money, until the payer has authorized the payment
  add column withheld_instructions jsonb;
alter table payments add constraint payments_sca check (
  sca_purposes <@ array['CURRENCY_CONVERSION', 'PAYOUT'] and sca_factor in ('SMS_OTP', 'PASSKEY')
  and sca_exemption = 'TRUSTED_BENEFICIARY') not valid;

-- A beneficiary that the customer trusts: payments to it need no proof of their own.
alter table external_accounts add column trusted_at timestamptz;

-- A proof that was accepted, by the SHA-256 of what was sent: a repeat of it is told apart.
alter table sca_challenges add column proof_hash bytea;
