-- Payouts that operators hold back: all of an environment's rail, or those of a platform.
create table payout_pauses (
  id uuid primary key default gen_random_uuid(),
  environment text not null check (environment in ('SANDBOX', 'PRODUCTION')),
  -- null: of every platform
  platform_id uuid references platforms,
  reason text not null check (reason <> ''),
  paused_by text not null,
  paused_at timestamptz not null default service_now(),
  resumed_by text,
  resumed_at timestamptz
);
create unique index payout_pauses_open on payout_pauses
  (environment, coalesce(platform_id, '00000000-0000-0000-0000-000000000000')) where resumed_at is null;

-- Payments whose payout waits for its pause to end.
create table paused_payouts (
  payment_id uuid primary key references payments,
  since timestamptz not null default service_now()
);
