-- The timestamp of the next provider body: no two bodies of a wallet share one.
create or replace function next_timestamp_ms(p_account uuid) returns bigint language sql as $$
  update wallets set last_timestamp_ms = greatest(
    (extract(epoch from service_now()) * 1000)::bigint, last_timestamp_ms + 1)
  where account_id = p_account returning last_timestamp_ms;
$$;

-- The wallet exists at the provider: its account becomes ACTIVE, once. One that waits for its first
-- contact, as its row says after a restore, stays PENDING until a contact is set.
create or replace function activate_wallet(p_account uuid, p_sub_organization text, p_user text, p_wallet text, p_address text)
returns void language plpgsql as $$
declare a internal_account_views;
begin
  update wallets set sub_organization_id = p_sub_organization, provider_user_id = p_user,
    provider_wallet_id = p_wallet, address = p_address, provisioned_at = service_now()
  where account_id = p_account and provisioned_at is null
    and not (select needs_contact from internal_accounts where id = p_account);
  if not found then return; end if;
  -- Of a customer who was deleted meanwhile it stays CLOSED.
  update internal_accounts set status = 'ACTIVE', updated_at = service_now() where id = p_account and status = 'PENDING';
  if not found then return; end if;
  select * into a from internal_account_views where id = p_account;
  perform emit_event(a.platform_id, 'INTERNAL_ACCOUNT.STATUS_UPDATED', 'InternalAccount:' || a.id, account_row(a));
  perform add_timeline(a.platform_id, 'Customer:' || a.customer_id, 'WALLET_PROVISIONED', null, null, null);
end $$;
