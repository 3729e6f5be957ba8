-- Records a fresh reading of the vendor: {verificationId, submittedAttempt, status, customerStatus, errors,
-- owners: [{id, kycStatus}]}. What is decided stays; every change emits its event once. A reading from before
-- the vendor was given the last submission is about an earlier one. Returns the status now, null
-- if the verification has gone with its customer.
create or replace function record_review(p jsonb) returns text language plpgsql as $$
declare
  v verifications;
  c customers;
begin
  select * into v from verifications where id = (p ->> 'verificationId')::uuid;
  if not found then return null; end if;
  c := lock_for_verification(v.platform_id, v.customer_id);
  select * into v from verifications where id = v.id for update;
  if c.id is null then
    -- Deleted: nothing is decided about it any more.
    update verifications set is_with_vendor = false where id = v.id;
    return null;
  end if;
  if v.status in ('APPROVED', 'REJECTED') or v.submitted_attempt > (p ->> 'submittedAttempt')::integer then
    return v.status;
  end if;
  perform set_owner_statuses(c.id, p -> 'owners');
  if p ->> 'status' is null then return v.status; end if;
  -- The person has gone on at the vendor's page: an attempt that the platform did not submit.
  if v.status = 'RESOLVE_ERRORS' and p ->> 'status' <> 'RESOLVE_ERRORS' and v.submitted_attempt = v.attempt then
    update verifications set attempt = attempt + 1 where id = v.id;
  end if;
  v := set_verification_status(v.id, p ->> 'status', p -> 'errors');
  perform set_customer_status(c.id, p ->> 'customerStatus');
  return v.status;
end $$;

-- A notice about a customer whom no undecided verification has with the vendor was looked at: {noticeId, status,
-- customerStatus, errors}, as the fresh reading says. A review that the person has begun on the hosted page is that of the
-- verification which waits for corrections; without one, and for a rejection after the approval, a verification of its
-- own, whose id is the notice's. Returns whether there is one of its own now.
create or replace function open_reviewed_verification(p jsonb) returns boolean language plpgsql as $$
declare
  n verification_notices;
  c customers;
  v verifications;
  v_status text := p ->> 'status';
  v_opens boolean;
begin
  select * into n from verification_notices where id = (p ->> 'noticeId')::uuid;
  if exists (select 1 from verifications where id = n.id) then return true; end if;
  c := lock_for_verification((select platform_id from customers where id = n.customer_id), n.customer_id);
  update verification_notices set is_open = false where id = n.id;
  perform set_owner_statuses(c.id, p -> 'owners');
  select * into v from verifications where customer_id = c.id and status not in ('APPROVED', 'REJECTED') for update;
  v_opens := c.id is not null and v_status is not null and case c.kyc_status
    when 'APPROVED' then v_status = 'REJECTED'
    when 'REJECTED' then false
    else v_status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED')
      or (v_status = 'RESOLVE_ERRORS' and p ->> 'customerStatus' = 'HOLD') end
    and v.is_with_vendor is not true;
  if not v_opens then return false; end if;
  if v.id is null then
    insert into verifications (id, platform_id, customer_id, status, is_with_vendor)
    values (n.id, c.platform_id, c.id, 'RESOLVE_ERRORS', true) returning * into v;
  else
    update verifications set is_with_vendor = true, attempt = attempt + 1 where id = v.id;
  end if;
  -- A decision that came before the review was seen: the review has begun all the same.
  if c.kyc_status <> 'APPROVED' then
    perform set_verification_status(v.id, 'IN_PROGRESS', '[]');
    perform set_customer_status(c.id, 'PENDING');
  end if;
  v := set_verification_status(v.id, v_status, p -> 'errors');
  perform set_customer_status(c.id, p ->> 'customerStatus');
  if v.id = n.id then return true; end if;
  if v.is_with_vendor then perform signal_later(v.platform_id, 'CUSTOMER_VERIFICATION', v.id, 'reviewChanged'); end if;
  return false;
end $$;

-- Records a notice: {environment, applicantId, type, correlationId, sentAt, customerId or ownerId, mayOpen}. It is signalled to the workflow of
-- the customer's undecided verification; where there is none, and the notice may open one, a workflow looks.
create or replace function record_verification_notice(p jsonb) returns void language plpgsql as $$
declare
  n verification_notices;
  v_customer customers;
  v_verification uuid;
begin
  select c.* into v_customer from customers c join platforms o on o.id = c.platform_id
  where o.environment = p ->> 'environment' and not c.is_deleted and c.id = coalesce(
    (select customer_id from verification_applicants
      where environment = p ->> 'environment' and applicant_id = p ->> 'applicantId'),
    (p ->> 'customerId')::uuid,
    (select customer_id from beneficial_owners where id = (p ->> 'ownerId')::uuid));
  insert into verification_notices (environment, applicant_id, type, correlation_id, sent_at, customer_id, is_open)
  values (p ->> 'environment', p ->> 'applicantId', p ->> 'type', p ->> 'correlationId', p ->> 'sentAt', v_customer.id,
    v_customer.id is not null and (p ->> 'mayOpen')::boolean)
  on conflict do nothing;
  select * into n from verification_notices where environment = p ->> 'environment'
    and applicant_id = p ->> 'applicantId' and type = p ->> 'type' and correlation_id = p ->> 'correlationId'
    and sent_at = p ->> 'sentAt';
  if v_customer.id is null then return; end if;
  select id into v_verification from verifications
  where customer_id = v_customer.id and status not in ('APPROVED', 'REJECTED') and is_with_vendor;
  if found then
    update verification_notices set is_open = false where id = n.id and is_open;
    perform signal_later(v_customer.platform_id, 'CUSTOMER_VERIFICATION', v_verification, 'reviewChanged');
  elsif n.is_open then
    perform signal_later(v_customer.platform_id, 'VERIFICATION_NOTICE', n.id, 'reviewChanged');
  end if;
end $$;
