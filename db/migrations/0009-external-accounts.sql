-- Answers the account's row, or null when the owner has an equivalent one. Only one account of a
-- customer is the default for UMA deposits: a new one takes the place of the old.
create function create_external_account(p jsonb) returns jsonb language plpgsql as $$
declare
  v external_accounts;
  v_customer uuid := (p ->> 'customerId')::uuid;
begin
  if (p ->> 'isDefault')::boolean then
    update external_accounts set default_uma_deposit_account = false, updated_at = service_now()
    where customer_id = v_customer and default_uma_deposit_account;
  end if;
  insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
    platform_account_id, ownership_type, default_uma_deposit_account, beneficiary_verification_status,
    beneficiary_verified_data, account_info, identity)
  values ((p ->> 'id')::uuid, (p ->> 'platformId')::uuid, v_customer, p ->> 'accountType', p ->> 'currency',
    'ACTIVE', p ->> 'platformAccountId', p ->> 'ownershipType', (p ->> 'isDefault')::boolean,
    p ->> 'nameCheck',
    case when p ->> 'verifiedName' is not null then jsonb_build_object('fullName', p ->> 'verifiedName') end,
    p -> 'accountInfo', p ->> 'identity')
  returning * into v;
  return to_jsonb(v);
exception when unique_violation then
  return null;
end $$;

create index quotes_source on quotes (source_account_id, created_at desc);
