-- The micro-entries by which an account is validated: two credits below one US dollar. They are the service's to lose. Nothing but
-- the rail and the ledger gets their amounts: no event, no timeline, no log, and no answer.
-- Lock order: the account, its validation, its entries.

-- How long the amounts can be confirmed, from the day on which both entries have settled: what banks and processors usually give.
create or replace function micro_entries_end() returns timestamptz language sql stable as $$
  select service_now() + interval '10 days';
$$;

-- The reference of an entry at the rail, and in the ledger.
create or replace function micro_entry_reference(p_account uuid, p_number integer) returns text language sql immutable as $$
  select 'ExternalAccount:' || p_account || '/micro-entry/' || p_number;
$$;

-- What an entry is of, in cents: of one that is forgotten, what the ledger has. Null: nothing of it was paid.
create or replace function micro_entry_amount(m micro_entries) returns bigint language sql stable as $$
  select coalesce(m.amount, (select t.amount from ledger_transfers t where t.id = m.reference || '/sent'));
$$;

-- Draws the two amounts of an account that is being created: different ones, at random.
create or replace function draw_micro_entries(e external_accounts, p_provider text) returns void language plpgsql as $$
declare
  v_amounts bigint[] := '{0, 0}';
begin
  while v_amounts[1] = v_amounts[2] loop
    -- Of a uuid of version 4, the first 32 bits are random.
    v_amounts := array(select 1 + ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 99 from generate_series(1, 2));
  end loop;
  insert into micro_entries (account_id, number, environment, reference, state, amount, provider)
  select e.id, n, p.environment, micro_entry_reference(e.id, n), 'CREATED', v_amounts[n], p_provider
  from platforms p, generate_series(1, 2) n where p.id = e.platform_id;
end $$;

-- Forgets the amounts of an account whose validation has ended. Of what may still be on its way when it has ended: later.
create or replace function forget_micro_entries(p_account uuid) returns void language sql as $$
  update micro_entries m set amount = null, updated_at = service_now() where m.account_id = p_account
    and m.amount is not null and m.state <> 'SUBMITTED'
    and (select v.state <> 'OPEN' from account_validations v where v.account_id = p_account);
$$;

-- What the rail is to be asked about an entry now. SUBMIT: it is recorded as submitted here, with its content: a crash before the
-- call must leave it as one that may have left. WAIT: payouts are paused, or the account or its customer is frozen. FOLLOW: it
-- has settled, and may come back. NONE: there is nothing to ask; one that has not left never will.
create or replace function prepare_micro_entry(p_account uuid, p_number integer) returns jsonb language plpgsql as $$
declare
  e external_accounts;
  v account_validations;
  m micro_entries;
  v_action text;
  v_is_first boolean;
  v_instruction jsonb;
begin
  perform lock_against_freeze(array[(select coalesce(customer_id, id) from external_accounts where id = p_account)]);
  select * into strict e from external_accounts where id = p_account for update;
  select * into strict v from account_validations where account_id = p_account for update;
  select * into strict m from micro_entries where account_id = p_account and number = p_number for update;
  v_is_first := m.state = 'CREATED';
  v_action := case
    when v_is_first and v.state <> 'OPEN' then 'NONE'
    when v_is_first and (is_payee_frozen(e.id) or are_payouts_paused(m.environment, e.platform_id)) then 'WAIT'
    when m.state in ('CREATED', 'SUBMITTED') then 'SUBMIT'
    when m.state = 'SETTLED' then 'FOLLOW' else 'NONE' end;
  v_instruction := coalesce(m.instruction, jsonb_build_object('reference', m.reference, 'amountMinor', micro_entry_amount(m)::text,
    'currency', 'USD', 'destination', account_at_rail(e.id), 'product', 'MICRO_ENTRY')
    || case m.provider when 'BANK' then '{"network": "ACH"}' else '{}' end::jsonb);
  if v_action = 'NONE' and v_is_first then
    update micro_entries set state = 'FAILED', updated_at = service_now() where reference = m.reference;
    perform forget_micro_entries(e.id);
  elsif v_action = 'SUBMIT' and v_is_first then
    update micro_entries set state = 'SUBMITTED', instruction = v_instruction, submitted_at = service_now(), updated_at = service_now()
      where reference = m.reference returning submitted_at into m.submitted_at;
  end if;
  return jsonb_build_object('action', v_action, 'environment', m.environment, 'reference', m.reference,
    'instruction', v_instruction, 'isFirst', v_is_first, 'provider', m.provider, 'request', m.request,
    'network', m.network, 'handle', m.handle, 'since', m.submitted_at);
end $$;

-- Books what the rail reports of an entry, and answers what has become of it; null if there is none of that reference in the
-- environment. Repeated, it changes nothing. What has settled is the service's loss, until it comes back. Once both have settled,
-- their amounts can be confirmed; one that fails or comes back ends the validation, and comes back to an account in use too.
-- `p_reported`: as of `book_notice`; where that is not what was sent, nothing is booked.
create or replace function book_micro_entry(p_environment text, p_reference text, p_state text, p_reported jsonb default '{}')
returns text language plpgsql as $$
declare
  e external_accounts;
  v account_validations;
  m micro_entries;
  v_amount bigint;
  v_next text;
begin
  select * into m from micro_entries where reference = p_reference and environment = p_environment;
  if not found then return null; end if;
  select * into e from external_accounts where id = m.account_id for update;
  select * into v from account_validations where account_id = m.account_id for update;
  select * into m from micro_entries where reference = p_reference for update;
  v_amount := coalesce(micro_entry_amount(m), (p_reported ->> 'amountMinor')::bigint);
  if reported_difference(m.reference, m.provider, v_amount, 'USD', p_reported) is not null then
    -- Without the amounts: the notice is shown to people.
    raise exception '% is reported as another one than was sent', m.reference using errcode = 'PY004';
  end if;
  v_next := case
    when p_state = 'PENDING' then null
    when m.state in ('CREATED', 'SUBMITTED') then p_state
    when m.state = 'FAILED' and p_state = 'SETTLED' then 'SETTLED'
    when m.state = 'SETTLED' and p_state in ('FAILED', 'RETURNED') then 'RETURNED' end;
  if v_next is null then return m.state; end if;
  update micro_entries set state = v_next, code = coalesce(p_reported ->> 'code', code), instruction = null, request = null,
    updated_at = service_now() where reference = m.reference;
  if v_next = 'SETTLED' then
    perform ledger_transfer(m.reference || '/sent', 'POSTED', service_account(m.environment, 'VALIDATION_EXPENSE', 'USD'),
      service_account(m.environment, 'RAIL', 'USD'), 'USD', v_amount, null, m.reference);
  elsif m.state = 'SETTLED' then
    perform ledger_transfer(m.reference || '/returned', 'POSTED', service_account(m.environment, 'RAIL', 'USD'),
      service_account(m.environment, 'VALIDATION_EXPENSE', 'USD'), 'USD', v_amount, null, m.reference);
  end if;
  if v_next <> 'SETTLED' then
    perform refuse_micro_entries(e, v, v_next, p_reported ->> 'code');
  elsif v.state = 'OPEN' and not exists (select 1 from micro_entries o where o.account_id = e.id and o.state <> 'SETTLED') then
    update account_validations set silent_until = micro_entries_end(), updated_at = service_now() where account_id = e.id;
    perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id, 'MICRO_ENTRIES_SETTLED', null, 'OPERATOR', 'MICRO_ENTRY_AMOUNTS');
  end if;
  perform forget_micro_entries(e.id);
  return v_next;
end $$;

-- What an entry that has failed or come back makes of its account: invalid for good where the other bank has sent it back; for a
-- person to judge where it has not left, which says nothing of the account.
create or replace function refuse_micro_entries(e external_accounts, v account_validations, p_state text, p_code text) returns void
language plpgsql as $$
declare
  v_state text := case when p_state = 'RETURNED' or p_code is not null then 'FAILED' else 'UNDER_REVIEW' end;
begin
  if v.state = 'OPEN' then
    update account_validations set state = v_state, updated_at = service_now() where account_id = e.id;
    perform end_account_validation(e, v.method, v_state, coalesce(p_code, case v_state when 'FAILED' then p_state else 'NOT_SENT' end));
    perform wake_account_validation(e);
  elsif v.state = 'PASSED' and e.deleted_at is null then
    perform move_external_account(e.id, 'INACTIVE', coalesce(p_code, p_state));
    perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id, 'MICRO_ENTRY_RETURNED', null, null, null,
      jsonb_strip_nulls(jsonb_build_object('code', p_code)));
  end if;
end $$;

-- Has the workflow of a validation that has ended look now.
create or replace function wake_account_validation(e external_accounts) returns void language sql as $$
  select signal_later(e.platform_id, 'ACCOUNT_VALIDATION', e.id, 'validationEnded');
$$;

-- Compares the amounts that an operator enters for an account, in any order, with those sent: {outcome, left}. RIGHT: the account is
-- in use. WRONG, which is counted: `left` attempts remain, and without any the account is invalid for good. NOT_SETTLED, TOO_LATE,
-- and NONE, where there is nothing to confirm, are not counted. `p_always`: amounts that are right too in the sandbox.
create or replace function confirm_micro_entries(p_account uuid, p_amounts bigint[], p_always bigint[], p_by text) returns jsonb
language plpgsql as $$
declare
  e external_accounts;
  v account_validations;
  v_is_right boolean;
  v_state text;
begin
  select * into e from external_accounts where id = p_account and deleted_at is null for update;
  select * into v from account_validations where account_id = e.id and method = 'MICRO_ENTRIES' and state = 'OPEN' for update;
  if not found then return '{"outcome": "NONE"}'::jsonb; end if;
  if v.silent_until is null then return '{"outcome": "NOT_SETTLED"}'::jsonb; end if;
  if v.silent_until <= service_now() then return '{"outcome": "TOO_LATE"}'::jsonb; end if;
  select given = sent or environment = 'SANDBOX' and given = always into v_is_right
  from (select array(select x from unnest(p_amounts) x order by x) as given,
      array(select m.amount from micro_entries m where m.account_id = e.id order by 1) as sent,
      array(select x from unnest(p_always) x order by x) as always,
      (select p.environment from platforms p where p.id = e.platform_id) as environment) a;
  v.guesses := v.guesses + case when v_is_right then 0 else 1 end;
  v_state := case when v_is_right then 'PASSED' when v.guesses = 3 then 'FAILED' else 'OPEN' end;
  update account_validations set state = v_state, guesses = v.guesses, updated_at = service_now() where account_id = e.id;
  perform add_timeline(e.platform_id, 'ExternalAccount:' || e.id,
    case when v_is_right then 'MICRO_ENTRIES_CONFIRMED' else 'MICRO_ENTRIES_WRONG' end, null,
    case v_state when 'OPEN' then 'OPERATOR' end, case v_state when 'OPEN' then 'MICRO_ENTRY_AMOUNTS' end,
    jsonb_build_object('by', p_by) || case when v_is_right then '{}' else jsonb_build_object('left', 3 - v.guesses) end);
  if v_state <> 'OPEN' then
    perform end_account_validation(e, v.method, v_state, case v_state when 'FAILED' then 'WRONG_AMOUNTS' end);
    perform wake_account_validation(e);
  end if;
  return jsonb_build_object('outcome', case when v_is_right then 'RIGHT' else 'WRONG' end, 'left', 3 - v.guesses);
end $$;
