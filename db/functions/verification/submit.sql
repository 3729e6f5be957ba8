-- Submits a customer's verification: what is missing was found before, and is in `errors`. Outcomes:
-- NOT_FOUND; DECIDED, of a customer that is approved or rejected; SUBMITTED with the row, also of one
-- that is being reviewed already.
create or replace function submit_verification(p jsonb) returns jsonb language plpgsql as $$
declare
  c customers := lock_for_verification((p ->> 'platformId')::uuid, (p ->> 'customerId')::uuid);
  v verifications;
  v_errors jsonb := p -> 'errors';
  v_is_new boolean;
begin
  if c.id is null then return jsonb_build_object('outcome', 'NOT_FOUND'); end if;
  if c.kyc_status in ('APPROVED', 'REJECTED') then return jsonb_build_object('outcome', 'DECIDED'); end if;
  select * into v from verifications where customer_id = c.id and status not in ('APPROVED', 'REJECTED') for update;
  v_is_new := not found;
  if v.status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW') then
    return jsonb_build_object('outcome', 'SUBMITTED', 'verification', to_jsonb(v));
  end if;
  if v_is_new then
    insert into verifications (id, platform_id, customer_id, status, errors)
    values ((p ->> 'id')::uuid, c.platform_id, c.id, 'RESOLVE_ERRORS', v_errors) returning * into v;
  else
    update verifications set attempt = attempt + 1 where id = v.id returning * into v;
  end if;
  if jsonb_array_length(v_errors) > 0 then
    -- Every submission gets its errors, also the same again.
    update verifications set errors = '[]' where id = v.id;
    v := set_verification_status(v.id, 'RESOLVE_ERRORS', v_errors);
  else
    update verifications set submitted_attempt = attempt, is_with_vendor = true,
      skips_checks = (p ->> 'skipsChecks')::boolean where id = v.id;
    v := set_verification_status(v.id, 'IN_PROGRESS', '[]');
    perform set_customer_status(c.id, 'PENDING');
    update beneficial_owners set kyc_status = 'PENDING', is_changed = false, updated_at = service_now()
    where customer_id = c.id and kyc_status in ('UNVERIFIED', 'HOLD');
    perform mark_documents_submitted(c.id);
    perform signal_later(v.platform_id, 'CUSTOMER_VERIFICATION', v.id, 'reviewChanged');
  end if;
  return jsonb_build_object('outcome', 'SUBMITTED', 'verification', to_jsonb(v));
end $$;

-- Documents of a customer and of its beneficial owners go to the vendor now, and can't be deleted.
create or replace function mark_documents_submitted(p_customer uuid) returns void language sql as $$
  update documents set submitted_at = service_now()
  where customer_id = p_customer and deleted_at is null and submitted_at is null;
$$;

-- A verification as its workflow sees it, with whom to submit: the owners first, then the customer.
create or replace function verification_plan(p_verification uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('status', v.status, 'attempt', v.attempt, 'submittedAttempt', v.submitted_attempt,
    'holders', (select jsonb_agg(h.holder order by h.place, h.created_at, h.id) from (
      select 1 as place, o.created_at, o.id, jsonb_build_object('id', o.id, 'kind', 'BENEFICIAL_OWNER',
        'documents', documents_of_holder(o.id)) as holder
      from beneficial_owners o where o.customer_id = v.customer_id and o.kyc_status not in ('APPROVED', 'REJECTED')
      union all
      select 2, null, v.customer_id, jsonb_build_object('id', v.customer_id, 'kind', 'CUSTOMER',
        'documents', documents_of_holder(v.customer_id))) h))
  from verifications v where v.id = p_verification;
$$;
