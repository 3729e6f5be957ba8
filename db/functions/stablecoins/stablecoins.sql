-- A stablecoin as presenters take it. Its currency is shown while it is enabled.
create or replace function stablecoin_row(s stablecoins) returns jsonb language sql stable as $$
  select to_jsonb(s) || jsonb_build_object('currency', case when s.service_status = 'ENABLED' then s.currency end);
$$;

-- Claims the key of a request whose answer is kept: null if it is new; else what to answer.
create or replace function claim_answered_key(p jsonb, p_operation text, p_resource uuid) returns jsonb
language plpgsql as $$
declare
  k idempotency_keys;
begin
  insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id)
    values ((p ->> 'platformId')::uuid, p_operation, p ->> 'key', decode(p ->> 'requestHash', 'hex'), p_resource)
    on conflict do nothing;
  if found then return null; end if;
  select * into k from idempotency_keys where platform_id = (p ->> 'platformId')::uuid and operation = p_operation
    and key = p ->> 'key';
  if k.request_hash <> decode(p ->> 'requestHash', 'hex') then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
  end if;
  return jsonb_build_object('outcome', 'COMMITTED', 'replayed', true, 'answer', k.answer, 'id', k.resource_id);
end $$;

-- Why a token may not be registered; null if it may.
create or replace function stablecoin_registration_refusal(p_platform uuid, p jsonb) returns text language sql stable as $$
  select case
    when exists (select 1 from stablecoins s where s.platform_id = p_platform and s.issuance_status <> 'REJECTED'
      and s.provider_token = p ->> 'providerToken')
      or exists (select 1 from stablecoins s where s.platform_id = p_platform and s.issuance_status <> 'REJECTED'
      and s.network_token = p ->> 'networkToken') then 'STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS'
    when exists (select 1 from exchange_rates r where r.currency = p ->> 'symbol')
      or exists (select 1 from stablecoins s where s.platform_id = p_platform and s.issuance_status <> 'REJECTED'
      and s.symbol = p ->> 'symbol') then 'STABLECOIN_SYMBOL_ALREADY_EXISTS'
  end;
$$;

-- Registers a token that the provider has confirmed. `issuanceStatus`: what a sandbox's review has come to.
create or replace function register_stablecoin(p jsonb) returns jsonb language plpgsql as $$
declare
  pf platforms;
  s stablecoins;
  v_prior jsonb;
  v_bar text;
begin
  select * into pf from platforms where id = (p ->> 'platformId')::uuid for no key update;
  v_prior := claim_answered_key(p, 'registerStablecoin', (p ->> 'id')::uuid);
  if v_prior is not null then return v_prior; end if;
  v_bar := stablecoin_registration_refusal(pf.id, p);
  if v_bar is not null then
    perform release_idempotency_key(p || jsonb_build_object('operation', 'registerStablecoin'));
    return jsonb_build_object('outcome', 'REFUSED', 'code', v_bar);
  end if;
  insert into stablecoins (id, platform_id, environment, link_id, provider_token, network_token, name, symbol,
      base_currency, decimals, issuance_status)
    values ((p ->> 'id')::uuid, pf.id, pf.environment, (p ->> 'linkId')::uuid, p ->> 'providerToken',
      p ->> 'networkToken', p ->> 'name', p ->> 'symbol', 'USD', (p ->> 'decimals')::integer,
      p ->> 'issuanceStatus') returning * into s;
  update idempotency_keys set answer = stablecoin_row(s) where platform_id = pf.id
    and operation = 'registerStablecoin' and key = p ->> 'key';
  return jsonb_build_object('outcome', 'COMMITTED', 'replayed', false, 'answer', stablecoin_row(s), 'id', s.id);
end $$;

-- A platform asks for its coin to be a currency. Null: there is no such coin of the platform's.
create or replace function request_stablecoin_enablement(p_platform uuid, p_coin uuid) returns jsonb
language plpgsql as $$
declare
  s stablecoins;
begin
  select * into s from stablecoins where id = p_coin and platform_id = p_platform for update;
  if s.id is null then return null; end if;
  if s.service_status = 'NOT_ENABLED' then
    update stablecoins set service_status = 'PENDING_APPROVAL', updated_at = service_now() where id = s.id
      returning * into s;
  elsif s.service_status <> 'PENDING_APPROVAL' then
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE');
  end if;
  return jsonb_build_object('outcome', 'COMMITTED', 'stablecoin', stablecoin_row(s));
end $$;

-- Whether an operator may move a coin to a state. Enabled, it has six decimals and a code like other currencies.
create or replace function stablecoin_may_move(s stablecoins, p_to text) returns boolean language sql stable as $$
  select case p_to
    when 'PROVISIONING' then s.issuance_status in ('PENDING_REVIEW', 'FAILED')
    when 'REJECTED' then s.issuance_status = 'PENDING_REVIEW'
    when 'PROVISIONED' then s.issuance_status = 'PROVISIONING'
    when 'FAILED' then s.issuance_status = 'PROVISIONING'
    when 'NOT_ENABLED' then s.service_status = 'PENDING_APPROVAL'
    when 'ENABLED' then s.service_status in ('PENDING_APPROVAL', 'ENABLING', 'DISABLED')
      and s.issuance_status = 'PROVISIONED' and s.decimals = 6 and s.symbol ~ '^[A-Z]{3,5}$'
      and not exists (select 1 from exchange_rates r where r.currency = s.symbol)
      and not exists (select 1 from stablecoins o where o.currency = s.symbol and o.id <> s.id)
    when 'DISABLED' then s.service_status = 'ENABLED'
    else false end;
$$;

-- An operator moves a coin. Null: there is none, or it may not be moved there. ENABLING is passed through within
-- the transaction: the ledger makes its accounts of a currency when they are first used.
create or replace function move_stablecoin(p_coin uuid, p_to text, p_by text, p_reason text) returns jsonb
language plpgsql as $$
declare
  s stablecoins;
begin
  select * into s from stablecoins where id = p_coin for update;
  if s.id is null or not stablecoin_may_move(s, p_to) then return null; end if;
  update stablecoins set
    issuance_status = case when p_to in ('PROVISIONING', 'REJECTED', 'PROVISIONED', 'FAILED') then p_to
      else issuance_status end,
    service_status = case when p_to in ('NOT_ENABLED', 'ENABLED', 'DISABLED') then p_to else service_status end,
    currency = case when p_to = 'ENABLED' then symbol else currency end,
    updated_at = service_now()
  where id = s.id returning * into s;
  insert into stablecoin_decisions (stablecoin_id, moved_to, decided_by, reason) values (s.id, p_to, p_by, p_reason);
  return stablecoin_row(s);
end $$;
