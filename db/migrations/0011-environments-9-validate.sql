-- In a transaction of its own: reads and writes go on meanwhile.
alter table ledger_accounts validate constraint ledger_accounts_environment;
alter table internal_accounts validate constraint internal_accounts_platform;
alter table internal_accounts validate constraint internal_accounts_ledger;
alter table payments validate constraint payments_platform;
alter table ledger_transfers validate constraint ledger_transfers_debit_account;
alter table ledger_transfers validate constraint ledger_transfers_credit_account;
alter table deposits validate constraint deposits_environment;
alter table rail_notice_dead_letters validate constraint rail_notice_dead_letters_environment;
