-- Deleted ones too, which the list's index leaves out.
create index concurrently external_accounts_of_customer on external_accounts (customer_id) where customer_id is not null;
