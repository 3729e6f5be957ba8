-- Whether a verification was refused because of a sanctions list: of the customer, or of a person behind the business.
create or replace function is_sanctioned(p_customer uuid) returns boolean language sql stable as $$
  select exists (select 1 from verifications where customer_id = p_customer and status = 'REJECTED'
    and errors @> '[{"type": "APPLICANT_SANCTIONED"}]');
$$;

-- Why a customer may move no money, as an error code; null if it may.
create or replace function customer_payment_refusal(c customers) returns text language sql stable as $$
  select case when c.is_deleted then 'CONFLICT'
    when not has_accepted_terms(c) then 'END_USER_TERMS_NOT_ACCEPTED'
    when c.kyc_status = 'UNVERIFIED' then 'CUSTOMER_NOT_VERIFIED'
    when c.kyc_status = 'REJECTED' and is_sanctioned(c.id) then 'SANCTION_BLOCKED'
    when c.kyc_status <> 'APPROVED' or is_frozen(c.id) then 'USER_NOT_READY' end;
$$;

-- `customer_payment_refusal` by the customer's id; null for the platform itself.
create or replace function customer_refusal_by_id(p_customer uuid) returns text language sql stable as $$
  select customer_payment_refusal(c) from customers c where c.id = p_customer;
$$;

-- What an execution and a freeze wait for each other by: the customer, or an account that has none. A row cannot be it
-- alone: executions share a row, one always comes before the last has gone, and a freeze would wait for ever.
create or replace function freeze_key(p_id uuid) returns bigint language sql immutable as $$
  select hashtextextended('freeze/' || p_id, 0);
$$;

-- Customers, and accounts of platforms, that a payment takes from or pays. p is {paymentId, immediateOrder? of a payment
-- that is created in the same transaction}.
create or replace function payment_customer_ids(p jsonb) returns uuid[] language plpgsql stable as $$
declare
  payment payments;
  o jsonb := p -> 'immediateOrder';
  v_internal uuid[];
  v_external uuid[];
begin
  select * into payment from payments where id = (p ->> 'paymentId')::uuid;
  v_internal := array[(o ->> 'sourceAccountId')::uuid, (o ->> 'destinationInternalId')::uuid,
    payment.source_account_id, payment.destination_internal_id];
  v_external := array[(o ->> 'sourceExternalId')::uuid, (o ->> 'destinationAccountId')::uuid,
    payment.source_external_id, payment.destination_account_id];
  return array(select id from (select (o ->> 'customerId')::uuid as id union select payment.customer_id
    union select coalesce(customer_id, id) from internal_accounts where id = any (v_internal)
    union select coalesce(customer_id, id) from external_accounts where id = any (v_external)) x where id is not null);
end $$;

-- A freeze of one of these waits for this transaction, and what comes later sees it. Before any row is locked.
create or replace function lock_against_freeze(p_ids uuid[]) returns void language sql as $$
  select pg_advisory_xact_lock_shared(key)
  from (select distinct freeze_key(id) as key from unnest(p_ids) id order by 1) k;
$$;

-- Locks who pays and who is paid, before the payment's own row: a change of what they may do (a deletion, a
-- verification that is rejected, a freeze) waits for this execution, and an execution that comes later sees it. p as of
-- `payment_customer_ids`.
create or replace function lock_payment_customers(p jsonb) returns void language plpgsql as $$
declare v_ids uuid[] := payment_customer_ids(p);
begin
  perform lock_against_freeze(v_ids);
  perform 1 from customers where id in (select unnest(v_ids)) order by id for share;
end $$;

-- Why the customer who pays may not pay, or not out of this account; null if it may. Who receives may always. Its row is
-- locked.
create or replace function payer_refusal(payment payments) returns text language sql stable as $$
  select case when payment.kind <> 'INCOMING' then coalesce(customer_refusal_by_id(payment.customer_id),
    case when is_frozen(payment.source_account_id, payment.source_external_id)
      or is_payee_frozen(payment.source_external_id) then 'CONFLICT' end) end;
$$;
