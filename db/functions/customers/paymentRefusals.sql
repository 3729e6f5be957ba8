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

-- Locks who pays and who is paid, before the payment's own row: a change of what they may do (a deletion, a
-- verification that is rejected, a freeze) waits for this execution, and an execution that comes later sees it. Of
-- accounts that have no customer the rows themselves. p is {paymentId, immediateOrder? of a payment that is created in
-- the same transaction}.
create or replace function lock_payment_customers(p jsonb) returns void language sql as $$
  select 1 from customers where id in (
    select (p #>> '{immediateOrder,customerId}')::uuid
    union select customer_id from payments where id = (p ->> 'paymentId')::uuid
    union select a.customer_id from internal_accounts a where a.id in ((p #>> '{immediateOrder,destinationInternalId}')::uuid,
      (select destination_internal_id from payments where id = (p ->> 'paymentId')::uuid))
    union select e.customer_id from external_accounts e where e.id in ((p #>> '{immediateOrder,destinationAccountId}')::uuid,
      (select destination_account_id from payments where id = (p ->> 'paymentId')::uuid)))
  order by id for share;
  select 1 from internal_accounts where customer_id is null and id = coalesce((p #>> '{immediateOrder,sourceAccountId}')::uuid,
    (select source_account_id from payments where id = (p ->> 'paymentId')::uuid)) for share;
  select 1 from external_accounts where customer_id is null and id in ((p #>> '{immediateOrder,sourceExternalId}')::uuid,
    (p #>> '{immediateOrder,destinationAccountId}')::uuid,
    (select source_external_id from payments where id = (p ->> 'paymentId')::uuid),
    (select destination_account_id from payments where id = (p ->> 'paymentId')::uuid)) order by id for share;
$$;

-- Why the customer who pays may not pay, or not out of this account; null if it may. Who receives may always. Its row is
-- locked.
create or replace function payer_refusal(payment payments) returns text language sql stable as $$
  select case when payment.kind <> 'INCOMING' then coalesce(customer_refusal_by_id(payment.customer_id),
    case when is_frozen(payment.source_account_id, payment.source_external_id) then 'CONFLICT' end) end;
$$;
