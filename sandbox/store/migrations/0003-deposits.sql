-- The feed also reports money that has come in, under the reference that a payer has written on it.
alter table notices
  drop constraint notices_reference_fkey,
  alter column state drop not null,
  -- {id, amountMinor, currency}
  add column deposit jsonb,
  add check ((state is null) <> (deposit is null));
