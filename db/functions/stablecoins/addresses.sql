-- Whether an address of the provider's stands for a bank account of another number: the provider shows the last four
-- digits alone, and two numbers may have the same. An account whose personal data is erased has no number any more.
create or replace function is_debit_of_another(p_link uuid, p_address text, p_account uuid) returns boolean
language sql stable as $$
  select exists (select 1 from stablecoin_addresses a
    join external_accounts e on e.id = a.external_account_id
    where a.purpose = 'DEBIT' and a.address_id = p_address and a.link_id in (select links_of_same_account(p_link))
      and a.external_account_id <> p_account
      and e.account_info ->> 'accountNumber' is distinct from
        (select account_info ->> 'accountNumber' from external_accounts where id = p_account));
$$;

-- The addresses at the provider that an operation needs, each made on first use. That of a bank account that its
-- owner has linked is known already, and is kept.
create or replace function keep_stablecoin_addresses(o stablecoin_operations) returns void language sql as $$
  insert into stablecoin_addresses (link_id, external_account_id, purpose, address_id)
    select o.link_id, a.id, a.purpose, a.address_id from (values
      (o.destination_account_id, case o.operation_type when 'MINT' then 'WALLET' else 'PAYOUT' end, null),
      (o.source_account_id, 'DEBIT', o.source_address_id)) a(id, purpose, address_id)
    where a.id is not null order by 2, 3
    on conflict (link_id, external_account_id, purpose) do update set address_id = excluded.address_id
      where excluded.address_id is not null;
$$;
