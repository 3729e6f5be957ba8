-- Invitations of a customer to a person who may become another platform's. Expiry is read from
-- `expires_at`, and an invitation of a deleted customer is cancelled: see `invitation_row`.
create table invitations (
  id uuid primary key,
  -- is all that is needed to claim it
  code text not null unique,
  platform_id uuid not null,
  environment text not null,
  inviter_id uuid not null references customers,
  url text not null,
  first_name text,
  -- shown only: the inviter's platform sends it itself, sender-locked
  amount_to_send bigint check (amount_to_send > 0),
  currency text check (currency is not null or amount_to_send is null),
  status text not null default 'PENDING' check (status in ('PENDING', 'CLAIMED', 'CANCELLED')),
  invitee_id uuid references customers,
  expires_at timestamptz,
  claimed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default service_now(),
  foreign key (platform_id, environment) references platforms (id, environment),
  check ((status = 'CLAIMED') = (invitee_id is not null and claimed_at is not null)),
  check ((status = 'CANCELLED') = (cancelled_at is not null))
);
create index invitations_inviter on invitations (inviter_id);
create index invitations_invitee on invitations (invitee_id) where invitee_id is not null;
create index invitations_ended on invitations (coalesce(claimed_at, cancelled_at, expires_at));
