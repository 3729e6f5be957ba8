-- A link as presenters take it: without the login.
create or replace function stablecoin_link_row(l stablecoin_provider_accounts) returns jsonb language sql stable as $$
  select to_jsonb(l) - '{api_client_id,api_client_secret,login_version,revoked_by,revoked_reason,compared_at}'::text[];
$$;

-- A link, and those that were revoked before it or are made after it for the same account at the provider.
create or replace function links_of_same_account(p_link uuid) returns setof uuid language sql stable as $$
  select r.id from stablecoin_provider_accounts l join stablecoin_provider_accounts r
    on r.platform_id = l.platform_id and r.provider_account_id = l.provider_account_id
  where l.id = p_link;
$$;

-- Links an account whose login has been verified, or gives a link that is INVALID its new login. Links of one
-- platform are made one after the other. Coins of a revoked link of the same account go over to it; operations keep
-- theirs.
create or replace function link_stablecoin_account(p jsonb) returns jsonb language plpgsql as $$
declare
  pf platforms;
  l stablecoin_provider_accounts;
  k idempotency_keys;
begin
  select * into pf from platforms where id = (p ->> 'platformId')::uuid for no key update;
  insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id)
    values (pf.id, 'linkStablecoinProviderAccount', p ->> 'key', decode(p ->> 'requestHash', 'hex'), (p ->> 'linkId')::uuid)
    on conflict do nothing;
  if not found then
    select * into k from idempotency_keys where platform_id = pf.id and operation = 'linkStablecoinProviderAccount'
      and key = p ->> 'key';
    if k.request_hash <> decode(p ->> 'requestHash', 'hex') then
      return jsonb_build_object('outcome', 'REFUSED', 'code', 'DUPLICATE_PAY_REQUEST');
    end if;
    return jsonb_build_object('outcome', 'COMMITTED', 'link', k.answer, 'replayed', true);
  end if;
  select * into l from stablecoin_provider_accounts where platform_id = pf.id
    and provider_account_id = p ->> 'providerAccountId' and status <> 'REVOKED' for update;
  if l.status = 'ACTIVE' or l.id <> (p ->> 'linkId')::uuid then
    perform release_idempotency_key(p || jsonb_build_object('operation', 'linkStablecoinProviderAccount'));
    return jsonb_build_object('outcome', 'REFUSED', 'code', 'CONFLICT');
  end if;
  insert into stablecoin_provider_accounts as a (id, platform_id, environment, provider_account_id, api_client_id,
      api_client_secret)
    values ((p ->> 'linkId')::uuid, pf.id, pf.environment, p ->> 'providerAccountId', p ->> 'apiClientId',
      p ->> 'apiClientSecret')
    on conflict (id) do update set api_client_id = excluded.api_client_id, api_client_secret = excluded.api_client_secret,
      login_version = a.login_version + 1, status = 'ACTIVE', last_verified_at = service_now(), updated_at = service_now()
    returning * into l;
  update stablecoins set link_id = l.id, updated_at = service_now() where link_id in (select r.id
    from stablecoin_provider_accounts r where r.platform_id = pf.id and r.provider_account_id = l.provider_account_id
      and r.status = 'REVOKED');
  update idempotency_keys set answer = stablecoin_link_row(l) where platform_id = pf.id
    and operation = 'linkStablecoinProviderAccount' and key = p ->> 'key';
  return jsonb_build_object('outcome', 'COMMITTED', 'link', stablecoin_link_row(l), 'replayed', false);
end $$;

-- The provider has accepted a login, or refused it: a link whose login is refused is INVALID until it is linked again.
create or replace function note_stablecoin_login(p_link uuid, p_login_version integer, p_is_accepted boolean) returns void
language sql as $$
  update stablecoin_provider_accounts set
    status = case when p_is_accepted then status else 'INVALID' end,
    last_verified_at = case when p_is_accepted then service_now() else last_verified_at end,
    updated_at = case when p_is_accepted then updated_at else service_now() end
  where id = p_link and login_version = p_login_version and status = 'ACTIVE';
$$;

-- An operator ends a link for good; null if there is none that could be ended.
create or replace function revoke_stablecoin_link(p_link uuid, p_by text, p_reason text) returns jsonb language plpgsql as $$
declare
  l stablecoin_provider_accounts;
begin
  update stablecoin_provider_accounts set status = 'REVOKED', revoked_by = p_by, revoked_reason = p_reason,
    updated_at = service_now() where id = p_link and status <> 'REVOKED' returning * into l;
  return case when l.id is not null then stablecoin_link_row(l) end;
end $$;

-- Claims links that were last compared p_seconds ago or earlier, each for one worker.
create or replace function claim_stablecoin_links(p_environment text, p_seconds integer) returns table (id uuid,
  environment text, provider_account_id text, api_client_id text, api_client_secret text, login_version integer)
  language sql as $$
  update stablecoin_provider_accounts l set compared_at = service_now()
  where l.id = any (array(select d.id from stablecoin_provider_accounts d where d.environment = p_environment and d.status = 'ACTIVE'
    and d.compared_at < service_now() - make_interval(secs => p_seconds) order by d.compared_at limit 20
    for no key update skip locked))
  returning l.id, l.environment, l.provider_account_id, l.api_client_id, l.api_client_secret, l.login_version;
$$;
