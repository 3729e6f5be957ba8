-- The validation of external accounts. Its workflow asks the bank, and records what it says here; a prenotification moves no
-- money. Micro-entries do: microEntries.sql.

-- The n-th day after an instant that is no Saturday or Sunday in New York, at the same time of day.
create or replace function weekday_after(p_from timestamptz, p_days integer) returns timestamptz language sql stable as $$
  select p_from + n * interval '1 day' from generate_series(1, 2 * p_days + 3) n
  where extract(isodow from (p_from + n * interval '1 day') at time zone 'America/New_York') < 6
  order by n offset p_days - 1 limit 1;
$$;

-- Until when a prenotification that has left may come back: three banking days, and one more for a holiday between. The
-- sandbox waits for seconds.
create or replace function silence_of_validation(p_environment text) returns timestamptz language sql stable as $$
  select case p_environment when 'SANDBOX' then service_now() + interval '5 seconds' else weekday_after(service_now(), 4) end;
$$;

-- Begins the validation of an account that is being created: p is {method, provider}.
create or replace function begin_account_validation(e external_accounts, p jsonb) returns void language plpgsql as $$
begin
  insert into account_validations (account_id, method, provider, state)
  values (e.id, p ->> 'method', p ->> 'provider', 'OPEN');
  if p ->> 'method' = 'MICRO_ENTRIES' then
    perform draw_micro_entries(e, case p ->> 'provider' when 'BANK' then 'BANK' else 'RAIL' end);
  end if;
  perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id, p ->> 'method' || '_VALIDATION_BEGUN', null, 'PAYOUT_RAIL',
    'VALIDATION');
  perform start_later(start_row('ACCOUNT_VALIDATION', e.id), true);
end $$;

-- What is to be asked about an account; null: its validation has ended, and nothing that it has sent is on its way.
create or replace function account_to_validate(p_account uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('method', v.method, 'provider', v.provider, 'environment', p.environment,
    'accountType', e.account_type, 'accountInfo', e.account_info)
  from account_validations v join external_accounts e on e.id = v.account_id join platforms p on p.id = e.platform_id
  where v.account_id = p_account and (is_unfinished(v)
    or exists (select 1 from micro_entries m where m.account_id = p_account and m.state = 'SUBMITTED'));
$$;

-- Records what was found out, once: p is {word, code?, correction?}. SENT: the prenotification has left; the account is valid unless
-- it is returned before the end of a time that begins with the first such answer. ENTRIES: both micro-entries have settled; unless
-- their amounts are confirmed in time, the account is invalid. KNOWN: the account is valid. INVALID, with the reason. REVIEW, with the
-- reason: an operator decides. Returns the state afterwards: {state, secondsLeft}, of that time.
create or replace function record_account_validation(p_account uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  e external_accounts;
  v account_validations;
  v_state text := 'OPEN';
begin
  select * into e from external_accounts where id = p_account for update;
  select * into v from account_validations where account_id = p_account for update;
  if v.state is distinct from 'OPEN' then
    return jsonb_build_object('state', coalesce(v.state, 'ABANDONED'), 'secondsLeft', 0);
  end if;
  if p ->> 'word' = 'SENT' and v.silent_until is null then
    v.silent_until := silence_of_validation((select environment from platforms where id = e.platform_id));
  end if;
  if p ? 'correction' then
    update external_accounts set corrected_info = coalesce(corrected_info, '{}') || (p -> 'correction'),
      updated_at = service_now() where id = p_account;
  end if;
  if p ->> 'word' = 'ENTRIES' and v.silent_until <= service_now() then
    p := '{"word": "INVALID", "code": "NOT_CONFIRMED"}';
  end if;
  v_state := case when p ->> 'word' = 'INVALID' then 'FAILED' when p ->> 'word' = 'REVIEW' then 'UNDER_REVIEW'
    when p ->> 'word' = 'KNOWN' or v.silent_until <= service_now() then 'PASSED' else 'OPEN' end;
  update account_validations set state = v_state, silent_until = v.silent_until, updated_at = service_now()
    where account_id = p_account and (state, silent_until) is distinct from (v_state, v.silent_until);
  if v_state <> 'OPEN' then perform end_account_validation(e, v.method, v_state, p ->> 'code'); end if;
  return jsonb_build_object('state', v_state,
    'secondsLeft', greatest(0, ceil(extract(epoch from v.silent_until - service_now())))::integer);
end $$;

-- What an account is after its validation. One that its bank has reported as invalid meanwhile stays so.
create or replace function end_account_validation(e external_accounts, p_method text, p_state text, p_code text) returns void
language plpgsql as $$
begin
  if p_method = 'NAME' then
    update external_accounts set beneficiary_verification_status = 'MATCHED', updated_at = service_now()
      where id = e.id returning * into e;
    perform emit_event(e.platform_id, 'EXTERNAL_ACCOUNT.STATUS_UPDATED', 'ExternalAccount:' || e.id, external_account_row(e));
  elsif e.status = 'PENDING' then
    perform move_external_account(e.id,
      case p_state when 'PASSED' then 'ACTIVE' when 'UNDER_REVIEW' then p_state else 'INACTIVE' end,
      case when p_state <> 'PASSED' then coalesce(p_code, 'INVALID') end);
  end if;
  perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id, p_method || '_VALIDATION_' || p_state, null, null, null,
    jsonb_strip_nulls(jsonb_build_object('code', p_code)));
  if p_method = 'MICRO_ENTRIES' then perform forget_micro_entries(e.id); end if;
end $$;

-- An operator decides about an account that is UNDER_REVIEW: it may be used, or is invalid for good. Its new status; null: there
-- is nothing to decide.
create or replace function decide_account_review(p_account uuid, p_is_accepted boolean, p_by text) returns text
language plpgsql as $$
declare
  e external_accounts;
  v_status text := case when p_is_accepted then 'ACTIVE' else 'INACTIVE' end;
begin
  select * into e from external_accounts where id = p_account and status = 'UNDER_REVIEW' and deleted_at is null for update;
  if not found then return null; end if;
  perform move_external_account(e.id, v_status, case when not p_is_accepted then coalesce(e.status_reason, 'REJECTED') end);
  perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id, case when p_is_accepted then 'REVIEW_ACCEPTED' else 'REVIEW_REJECTED' end,
    null, null, null, jsonb_build_object('by', p_by));
  return v_status;
end $$;

-- Validations that go on for too long: the bank has not sent the entry a weekday after it was asked for, micro-entries have not
-- settled after three, or the time of its silence has been over for p_seconds. The sandbox sends within that time.
create or replace function waiting_validations(p_seconds integer) returns table (account_id uuid, platform_id uuid,
  environment text, since timestamptz, reason text) language sql stable as $$
  select v.account_id, p.id, p.environment, v.created_at, case when v.silent_until is null then 'NOT_SENT' else 'NOT_ENDED' end
  from account_validations v
  -- Row by row: a join might read all accounts for the few that are open.
  cross join lateral (select platform_id from external_accounts where id = v.account_id offset 0) e
  cross join lateral (select id, environment from platforms where id = e.platform_id offset 0) p
  where v.state = 'OPEN' and make_interval(secs => p_seconds) < service_now() - coalesce(v.silent_until,
    case p.environment when 'SANDBOX' then v.created_at
      else weekday_after(v.created_at, case v.method when 'MICRO_ENTRIES' then 3 else 1 end) end);
$$;

-- Deleted accounts are not validated any more: their workflows end with their next look. What has left of their micro-entries is
-- followed.
create or replace function abandon_account_validations(p_accounts uuid[]) returns void language sql as $$
  update account_validations set state = 'ABANDONED', updated_at = service_now()
  where account_id = any (p_accounts) and state = 'OPEN';
  select forget_micro_entries(id) from unnest(p_accounts) id;
$$;
