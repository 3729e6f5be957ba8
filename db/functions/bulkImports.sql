-- An import as the API and its events show it, with the first errors of its file.
create or replace function bulk_import_row(i bulk_imports) returns jsonb language sql stable as $$
  select to_jsonb(i) - '{object_prefix,wrapped_key,columns,next_byte}'::text[] || jsonb_build_object('errors',
    (select jsonb_agg(to_jsonb(e) - '{import_id,id,created_at}'::text[] order by e.id)
      from (select * from bulk_import_errors where import_id = i.id order by created_at, id limit 1000) e));
$$;

-- Records an import whose file has been stored, with the start of its work. Null when that took too long: the file is
-- being deleted.
create or replace function begin_import(p jsonb) returns jsonb language plpgsql as $$
begin
  if not take_object(p ->> 'objectPrefix') then return null; end if;
  insert into bulk_imports (id, platform_id, environment, object_prefix, wrapped_key, size)
  select (p ->> 'id')::uuid, o.id, o.environment, p ->> 'objectPrefix', p ->> 'wrappedKey', (p ->> 'size')::bigint
  from platforms o where o.id = (p ->> 'platformId')::uuid;
  return start_later(start_row('BULK_IMPORT', (p ->> 'id')::uuid));
end $$;

-- Ends an import with its event and gives its file up. Its wallets may still have to be made.
create or replace function end_import(p_import uuid, p_status text, p_failure text) returns void language plpgsql as $$
declare
  i bulk_imports;
  v_prefix text := (select object_prefix from bulk_imports where id = p_import);
begin
  update bulk_imports set status = p_status, failure = p_failure, object_prefix = null, wrapped_key = null,
    completed_at = service_now(), updated_at = service_now(), is_open = p_status = 'COMPLETED'
  where id = p_import returning * into i;
  perform release_object(v_prefix, true);
  perform emit_event(i.platform_id, 'BULK_UPLOAD.' || p_status, 'Job:' || i.id, bulk_import_row(i));
end $$;

-- The file has been read through: its columns, where its rows begin and how many there are. Without a
-- row the import has ended. A repeat changes nothing.
create or replace function start_import(p_import uuid, p_columns text[], p_first_byte bigint, p_rows integer)
returns void language plpgsql as $$
begin
  update bulk_imports set status = 'PROCESSING', columns = p_columns, next_byte = p_first_byte, total_rows = p_rows,
    updated_at = service_now() where id = p_import and status = 'PENDING';
  if found and p_rows = 0 then perform end_import(p_import, 'COMPLETED', null); end if;
end $$;

-- The file cannot be read, in this row of it. Nothing has been created.
create or replace function fail_import(p_import uuid, p_row integer, p_reason text) returns void language plpgsql as $$
declare i bulk_imports;
begin
  select * into i from bulk_imports where id = p_import and status = 'PENDING' for no key update;
  if not found then return; end if;
  perform add_import_errors(i, jsonb_build_array(jsonb_build_object('row', p_row, 'correlationId', p_row::text,
    'code', 'INVALID_REQUEST_FORMAT', 'reason', p_reason)));
  perform end_import(p_import, 'FAILED', p_reason);
end $$;

-- Ends an import whose rows go no further: the file has no more, or p_failure says why they cannot be stored.
create or replace function finish_import(p_import uuid, p_failure text) returns void language plpgsql as $$
declare i bulk_imports;
begin
  select * into i from bulk_imports where id = p_import and status = 'PROCESSING' for no key update;
  if not found then return; end if;
  if p_failure is null then
    update bulk_imports set total_rows = processed_rows where id = p_import;
    perform end_import(p_import, 'COMPLETED', null);
  else
    perform break_off_import(i, p_failure);
  end if;
end $$;

-- Ends an import before its file has been read to the end. What it has created stays; an error says from which row on
-- nothing was created.
create or replace function break_off_import(i bulk_imports, p_reason text) returns void language plpgsql as $$
begin
  perform add_import_errors(i, jsonb_build_array(jsonb_build_object('row', i.processed_rows + 1,
    'correlationId', (i.processed_rows + 1)::text, 'code', 'CONFLICT',
    'reason', 'Nothing from this row on was created: ' || p_reason)));
  perform end_import(i.id, 'FAILED', p_reason);
end $$;

-- An operator ends an import: what it has created stays, its other rows are not created. False: it has ended.
create or replace function stop_import(p_import uuid, p_reason text) returns boolean language plpgsql as $$
declare i bulk_imports;
begin
  select * into i from bulk_imports where id = p_import and status in ('PENDING', 'PROCESSING') for no key update;
  if not found then return false; end if;
  perform break_off_import(i, p_reason);
  return true;
end $$;

-- p_errors: [{row, correlationId, code, reason, details?}]
create or replace function add_import_errors(i bulk_imports, p_errors jsonb) returns void language sql as $$
  insert into bulk_import_errors (import_id, id, created_at, row_number, correlation_id, code, reason, details)
  select i.id, ('00000000-0000-0000-0000-' || lpad(to_hex(e.row), 12, '0'))::uuid, i.created_at, e.row,
    e."correlationId", e.code, e.reason, e.details
  from jsonb_to_recordset(p_errors) e(row integer, "correlationId" text, code text, reason text, details jsonb);
$$;

-- Of rows [{row, id, platformCustomerId, umaAddress, email, ...}] those that are refused, as
-- [{row, correlationId, code}], and the ids of those that can be created now: none of them shares a key
-- with an earlier row of these. The others are to be judged again after these.
create or replace function judge_import_rows(p_platform uuid, p_has_wallet boolean, p_rows jsonb) returns jsonb
language sql stable as $$
  with judged as materialized (
    select r.row, r.id, r."platformCustomerId", lower(r."umaAddress") as uma, lower(r.email) as email, case
      when exists (select 1 from customers c where c.platform_id = p_platform
        and c.platform_customer_id = r."platformCustomerId" and not c.is_deleted) then 'CONFLICT'
      when exists (select 1 from customers c where lower(c.uma_address) = lower(r."umaAddress")
        and c.platform_id = p_platform) or exists (select 1 from retired_uma_addresses a where a.platform_id = p_platform
        and a.address_hash = sha256(convert_to(lower(r."umaAddress"), 'UTF8'))) then 'UMA_ADDRESS_EXISTS'
      when p_has_wallet then contact_claim_error(p_platform, r.id, 'EMAIL_OTP', r.email) end as code
    from jsonb_to_recordset(p_rows) r(row integer, id uuid, "platformCustomerId" text, "umaAddress" text, email text)),
  first as (
    select j.id, j.row, min(j.row) over (partition by j."platformCustomerId") as of_id,
      min(j.row) over (partition by j.uma) as of_uma,
      case when j.email is null or not p_has_wallet then j.row else min(j.row) over (partition by j.email) end as of_email
    from judged j where j.code is null)
  select jsonb_build_object(
    'refused', (select coalesce(jsonb_agg(jsonb_build_object('row', j.row, 'correlationId', j."platformCustomerId",
      'code', j.code)), '[]') from judged j where j.code is not null),
    'chosen', (select coalesce(jsonb_agg(f.id), '[]') from first f
      where f.row = f.of_id and f.row = f.of_uma and f.row = f.of_email));
$$;

-- Inserts the customers of these rows, less those that have lost a race for one of their keys; returns the
-- ids of the inserted ones.
create or replace function insert_import_rows(p_platform uuid, p_rows jsonb) returns uuid[] language sql as $$
  with made as (
    insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, email, profile,
      identity_number, kyc_status)
    select r.id, p_platform, r."platformCustomerId", r."customerType", r."umaAddress", r.email, r.profile,
      r."identityNumber", initial_kyc_status(p_platform, r."customerType", r.profile)
    from jsonb_to_recordset(p_rows) r(id uuid, "platformCustomerId" text, "customerType" text, "umaAddress" text,
      email text, profile jsonb, "identityNumber" text)
    order by r."platformCustomerId"
    on conflict do nothing returning id)
  select coalesce(array_agg(id), '{}') from made;
$$;

-- Creates the customers of the next rows of a file, all in one transaction with the place where the
-- rows after them begin: a repeat finds them done. Rows are judged in their order, so that the first of
-- two with one key is created.
--
-- p: {importId, fromRow: rows processed before, nextByte, accounts: [{currency, type}], rows, refused:
-- [{row, correlationId, code, reason, details?}]}. Returns the number of rows processed now.
create or replace function import_customers(p jsonb) returns integer language plpgsql as $$
declare
  i bulk_imports;
  v_has_wallet boolean := coalesce(p -> 'accounts' @> '[{"type": "EMBEDDED_WALLET"}]', false);
  v_left jsonb := p -> 'rows';
  v_refused jsonb := p -> 'refused';
  v_judged jsonb;
  v_made uuid[];
begin
  select * into i from bulk_imports where id = (p ->> 'importId')::uuid for no key update;
  if i.status <> 'PROCESSING' or i.processed_rows <> (p ->> 'fromRow')::integer then return i.processed_rows; end if;
  if v_has_wallet then perform lock_credential_keys(i.platform_id, 'EMAIL_OTP', array(
    select r ->> 'email' from jsonb_array_elements(v_left) r where r ->> 'email' is not null)); end if;
  while jsonb_array_length(v_left) > 0 loop
    v_judged := judge_import_rows(i.platform_id, v_has_wallet, v_left);
    v_made := insert_import_rows(i.platform_id,
      (select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(v_left) r where v_judged -> 'chosen' ? (r ->> 'id')));
    if cardinality(v_made) > 0 then
      perform create_customer_accounts(v_made, (select jsonb_agg(a || jsonb_build_object('id', gen_random_uuid(), 'customerId', c))
        from unnest(v_made) c, jsonb_array_elements(p -> 'accounts') a), null, i.id);
    end if;
    v_refused := v_refused || (v_judged -> 'refused');
    v_left := (select coalesce(jsonb_agg(r order by (r ->> 'row')::integer), '[]') from jsonb_array_elements(v_left) r
      where (r ->> 'id')::uuid <> all (v_made)
        and not v_judged -> 'refused' @> jsonb_build_array(jsonb_build_object('row', r -> 'row')));
  end loop;
  perform add_import_errors(i, (select coalesce(jsonb_agg(r || case when r ? 'reason' then '{}'
    else jsonb_build_object('reason', import_reason(r ->> 'code')) end), '[]') from jsonb_array_elements(v_refused) r));
  update bulk_imports set processed_rows = processed_rows + jsonb_array_length(p -> 'rows') + jsonb_array_length(p -> 'refused'),
    failed_rows = failed_rows + jsonb_array_length(v_refused), next_byte = (p ->> 'nextByte')::bigint,
    updated_at = service_now() where id = i.id returning * into i;
  if i.processed_rows = i.total_rows then perform end_import(i.id, 'COMPLETED', null); end if;
  return i.processed_rows;
end $$;

-- Why a row of a file collides with a customer, or with a row before it.
create or replace function import_reason(p_code text) returns text language sql immutable as $$
  select case p_code
    when 'UMA_ADDRESS_EXISTS' then 'Another customer, or a row before this one, has the umaAddress.'
    when 'EMAIL_OTP_EMAIL_ALREADY_EXISTS' then 'Another customer, or a row before this one, logs in by the email.'
    else 'Another customer, or a row before this one, has the platformCustomerId or the email.' end;
$$;

-- Wallets that an import has still to make, after this one.
create or replace function imported_wallets(p_import uuid, p_after uuid, p_max integer) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(a.id), '[]') from (select id from internal_accounts
    where import_id = p_import and status = 'PENDING' and id > p_after order by id limit p_max) a;
$$;

-- Closes an import once all its wallets are made; false while some are left.
create or replace function close_import(p_import uuid) returns boolean language plpgsql as $$
begin
  update bulk_imports set is_open = false, updated_at = service_now()
  where id = p_import and status in ('COMPLETED', 'FAILED') and not exists (select 1 from internal_accounts
    where import_id = p_import and status = 'PENDING');
  return found;
end $$;
