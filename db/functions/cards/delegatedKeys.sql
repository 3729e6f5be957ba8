-- A delegated key for responses, without its private key.
create or replace function delegated_key_row(k delegated_keys) returns jsonb language sql stable as $$
  select to_jsonb(k) - 'private_key';
$$;

-- Whether a card uses an account: as a funding source, or for open authorizations or pulls that are not done.
create or replace function card_draws_on(p_card uuid, p_account uuid) returns boolean language sql stable as $$
  select exists (select 1 from cards where id = p_card and p_account = any (funding_sources))
    -- What is authorized above its bound is not taken by itself.
    or exists (select 1 from card_transactions t where card_id = p_card and account_id = p_account
      and (held > 0 or case when pending > 0 then card_hold_target(t) > 0 end))
    or exists (select 1 from card_pulls p join card_transactions t on t.id = p.transaction_id
      where p.state <> 'DONE' and t.card_id = p_card and t.account_id = p_account);
$$;

-- Error code if the card may not get a key for the account, else null. INVALID_INPUT: the card does not use the account.
create or replace function delegated_key_refusal(p_card uuid, p_account uuid) returns text language sql volatile as $$
  select case
    when not card_draws_on(p_card, p_account) then case card.state when 'CLOSED' then 'CONFLICT' else 'INVALID_INPUT' end
    when active_delegated_key(p_card, p_account) is not null or is_frozen(p_account) then 'CONFLICT'
    else coalesce(customer_payment_refusal(c), new_instrument_refusal(c)) end
  from cards card join customers c on c.id = card.customer_id where card.id = p_card;
$$;

-- Creates a key in PENDING: it stays there until the wallet has stamped its activation.
create or replace function create_delegated_key(p jsonb) returns void language sql as $$
  insert into delegated_keys (id, platform_id, environment, customer_id, card_id, account_id, nickname, public_key, private_key)
  select (p ->> 'keyId')::uuid, c.platform_id, c.environment, c.customer_id, c.id, (p ->> 'accountId')::uuid,
    p ->> 'nickname', p ->> 'publicKey', p ->> 'privateKey'
  from cards c where c.id = (p ->> 'cardId')::uuid and c.platform_id = (p ->> 'platformId')::uuid;
$$;

-- Error code for a stamped request about a key; null if it may be sent to the provider. Locks the account's row, so
-- that only one of several keys of a card for an account is activated.
create or replace function delegated_key_claim_error(r requests) returns text language plpgsql as $$
declare k delegated_keys;
begin
  perform 1 from internal_accounts where id = r.account_id and status <> 'CLOSED' for update;
  if not found then return 'ACCOUNT_NOT_FOUND'; end if;
  select * into k from delegated_keys where id = (r.intent ->> 'delegatedKeyId')::uuid;
  if k.status <> 'PENDING' or exists (select 1 from requests o
      join delegated_keys other on other.id = (o.intent ->> 'delegatedKeyId')::uuid
      where o.account_id = r.account_id and o.status = 'CLAIMED' and o.operation = 'ACTIVATE_DELEGATED_KEY'
        and o.id <> r.id and other.card_id = k.card_id) then
    return 'CONFLICT';
  end if;
  return delegated_key_refusal(k.card_id, k.account_id);
end $$;

-- Records the provider's user or policy for a key; a recorded policy activates it. Returns false if the key was
-- revoked; also revokes it and returns false if the card no longer uses the account.
-- Lock order: the card, then the key.
create or replace function record_delegated_key(r requests, p_user text) returns boolean language plpgsql as $$
declare
  k delegated_keys;
begin
  select * into k from delegated_keys where id = (r.intent ->> 'delegatedKeyId')::uuid;
  perform 1 from cards where id = k.card_id for share;
  select * into k from delegated_keys where id = k.id for update;
  if k.status <> 'PENDING' then return false; end if;
  if not card_draws_on(k.card_id, k.account_id) then
    perform revoke_delegated_key(k.id, k.platform_id);
    return false;
  end if;
  update delegated_keys set provider_user_id = coalesce(provider_user_id, p_user), updated_at = service_now(),
    status = case r.operation when 'ACTIVATE_DELEGATED_KEY' then 'ACTIVE' else status end
  where id = k.id;
  if r.operation = 'ACTIVATE_DELEGATED_KEY' then perform retry_card_pulls_of(k.card_id, k.account_id); end if;
  return true;
end $$;

-- Revokes a key and erases its private key, so that nothing can be signed with it whatever the provider still permits.
-- Returns null if the key does not exist. Idempotent.
create or replace function revoke_delegated_key(p_key uuid, p_platform uuid) returns jsonb language plpgsql as $$
declare k delegated_keys;
begin
  update delegated_keys set status = 'REVOKED', private_key = null, updated_at = service_now()
    where id = p_key and platform_id = p_platform and status <> 'REVOKED';
  select * into k from delegated_keys where id = p_key and platform_id = p_platform;
  return case when k.id is not null then delegated_key_row(k) end;
end $$;

-- Revokes the keys of accounts that a card no longer uses. Called after a card was closed, its funding sources changed
-- or an authorization ended. Two authorizations of one account wait for each other at its balance, and a change of the
-- card waits for both at the card's row: the later one sees the other.
create or replace function end_delegated_keys(p_card uuid) returns void language plpgsql as $$
begin
  perform 1 from cards where id = p_card for share;
  perform revoke_delegated_key(k.id, k.platform_id) from delegated_keys k
    where k.card_id = p_card and k.status <> 'REVOKED' and not card_draws_on(k.card_id, k.account_id);
end $$;

-- The active key for pulls of a card from an account; null if there is none.
create or replace function active_delegated_key(p_card uuid, p_account uuid) returns uuid language sql stable as $$
  select id from delegated_keys where card_id = p_card and account_id = p_account and status = 'ACTIVE';
$$;

-- Starts or resumes the signature of a card pull. SIGN: sign the body with this key. FIND: the key was revoked after
-- the body may have been sent; the provider's result decides. SIGNED or REFUSED otherwise. A body that may be too old
-- for the provider and has no known activity is replaced: the signed text is the same, so a second signature is
-- harmless.
create or replace function begin_card_pull(p jsonb) returns jsonb language plpgsql as $$
declare
  s card_pull_signatures;
  k delegated_keys;
  v_card uuid := (p ->> 'cardId')::uuid;
  v_account uuid := (p ->> 'accountId')::uuid;
  v_is_frozen boolean;
begin
  perform 1 from customers where id = (select customer_id from cards where id = v_card) for share;
  v_is_frozen := is_account_frozen(v_account);
  -- Locks the key: a concurrent revocation either is visible here or waits until the body is stored.
  select * into k from delegated_keys where card_id = v_card and account_id = v_account and status = 'ACTIVE'
    and not v_is_frozen for share;
  if k.id is not null then
    insert into card_pull_signatures (pull_id, account_id, key_id, body)
    values ((p ->> 'pullId')::uuid, v_account, k.id, p ->> 'body')
    on conflict (pull_id) do update set key_id = excluded.key_id, updated_at = service_now(),
      body = case when card_pull_signatures.provider_activity_id is null
        and card_pull_signatures.created_at < service_now() - interval '30 minutes' then excluded.body
        else card_pull_signatures.body end,
      created_at = case when card_pull_signatures.provider_activity_id is null
        and card_pull_signatures.created_at < service_now() - interval '30 minutes' then service_now()
        else card_pull_signatures.created_at end
      where card_pull_signatures.signature is null;
  end if;
  select * into s from card_pull_signatures where pull_id = (p ->> 'pullId')::uuid;
  if s.pull_id is null then
    return jsonb_build_object('outcome', 'REFUSED', 'code', case when v_is_frozen then 'FROZEN' when exists (select 1 from delegated_keys
      where card_id = v_card and account_id = v_account and status = 'REVOKED') then 'KEY_REVOKED' else 'NO_KEY' end);
  end if;
  return jsonb_build_object('body', s.body, 'activityId', s.provider_activity_id, 'signature', s.signature,
    'outcome', case when s.signature is not null then 'SIGNED' when k.id is null then 'FIND' else 'SIGN' end,
    'code', case when k.id is null then case when v_is_frozen then 'FROZEN' else 'KEY_REVOKED' end end,
    'keyId', k.id, 'privateKey', case when s.signature is null then k.private_key end);
end $$;
