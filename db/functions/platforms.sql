-- Updates the fields that were sent. A new endpoint gets one TEST event; deliveries that are pending
-- for the old endpoint continue to go there.
create or replace function update_platform_config(p_platform uuid, p jsonb) returns void language plpgsql as $$
declare v_fee jsonb;
begin
  update platforms set
    uma_domain = coalesce(p ->> 'umaDomain', uma_domain),
    webhook_endpoint = coalesce(p ->> 'webhookEndpoint', webhook_endpoint),
    supported_currencies = coalesce(p -> 'supportedCurrencies', supported_currencies),
    embedded_wallet_config = embedded_wallet_config || coalesce(p -> 'embeddedWalletConfig', '{}'),
    updated_at = service_now()
  where id = p_platform;
  for v_fee in select * from jsonb_array_elements(p -> 'feeConfigs') loop
    insert into fee_configs (platform_id, fee_type, source_currency, variable_basis_points, fixed_amount)
    values (p_platform, v_fee ->> 'feeType', v_fee ->> 'sourceCurrency', (v_fee ->> 'variableFeeBps')::integer,
      (v_fee -> 'fixedFee' ->> 'amount')::bigint)
    on conflict (platform_id, fee_type, source_currency) do update set
      variable_basis_points = excluded.variable_basis_points, fixed_amount = excluded.fixed_amount;
  end loop;
  -- A platform's own account for every currency that it now supports.
  perform open_internal_account(gen_random_uuid(), p_platform, null,
      case when c.code in ('BTC', 'USDB', 'USDC', 'USDT') then 'INTERNAL_CRYPTO' else 'INTERNAL_FIAT' end,
      c.code, 'ACTIVE')
    from (select s ->> 'currencyCode' as code from jsonb_array_elements(p -> 'supportedCurrencies') s) c
    where not exists (select 1 from internal_accounts a
      where a.platform_id = p_platform and a.customer_id is null and a.currency = c.code);
  if p ->> 'webhookEndpoint' is not null then
    perform emit_event(p_platform, 'TEST', 'PlatformConfig:' || p_platform, '{}');
  end if;
end $$;
