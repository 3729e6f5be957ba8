-- Lists. Every filter that a list offers has an index whose first column must be equal and that goes
-- on in the list's order (created_at, id): a page reads its own rows, however many lie around them.
-- What must be equal is one key where it has several parts. With the parts as columns, the planner
-- takes the index of the whole list and hopes to meet such rows early; they may all be at its end.
-- None is partial (but for `customer_id is null`): PostgreSQL reads no statistics of a partial index.

-- What a payment is known by at its bank or payer; shown in `reconciliationInstructions`.
alter table transactions add column reference text;

-- A uuid's text has one length: no two pairs share a key.
create function list_key(p_owner uuid, p_what text) returns text
language sql immutable strict parallel safe as $$ select p_owner::text || '/' || p_what $$;

-- What one side of a transaction is found by: the account's id, or the UMA address without case.
create function account_identifier(p_side jsonb) returns text
language sql immutable parallel safe as $$
  select coalesce(p_side ->> 'accountId', lower(p_side ->> 'umaAddress'))
$$;

create index transactions_own on transactions (platform_id, created_at desc, id desc) where customer_id is null;
create index transactions_state on transactions
  (list_key(platform_id, type || '/' || status), created_at desc, id desc);
create index transactions_owner_state on transactions
  (list_key(coalesce(customer_id, platform_id), type || '/' || status), created_at desc, id desc);
create index transactions_sender on transactions
  (list_key(platform_id, account_identifier(source)), created_at desc, id desc);
create index transactions_receiver on transactions
  (list_key(platform_id, account_identifier(destination)), created_at desc, id desc);
create index transactions_reference on transactions
  (list_key(platform_id, reference), created_at desc, id desc);

create index customers_list on customers (platform_id, is_deleted, created_at desc, id desc);
create index customers_type on customers
  (list_key(platform_id, customer_type || '/' || is_deleted::text), created_at desc, id desc);
create index customers_region on customers
  (list_key(platform_id, region || '/' || is_deleted::text), created_at desc, id desc);
create index customers_updated on customers (platform_id, updated_at);
-- Of deleted ones too: what they left still names them.
create index customers_platform_customer_all on customers (platform_id, platform_customer_id);
create index customers_uma_all on customers (platform_id, lower(uma_address));
create index customers_currencies on customers using gin (currencies) with (fastupdate = off);

create index internal_accounts_list on internal_accounts (platform_id, created_at, id)
  where customer_id is not null;
create index internal_accounts_type on internal_accounts (list_key(platform_id, type), created_at, id);
create index internal_accounts_currency on internal_accounts
  (list_key(platform_id, currency || '/' || type), created_at, id);
-- A platform's own accounts: listed, and looked up by every settlement.
create index internal_accounts_own on internal_accounts (platform_id, currency) where customer_id is null;

-- It stood for what internal_accounts_list and internal_accounts_own do better.
drop index internal_accounts_platform;
