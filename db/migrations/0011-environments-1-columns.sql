-- The sandbox and the production side of the service have outside parties and money of their own. What
-- was booked for a production platform before is on accounts that it shared with the sandbox, and went
-- to the one rail that both had: only an operator knows where that money is.
do $$
begin
  if exists (select 1 from platforms p join internal_accounts a on a.platform_id = p.id
      join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
      where p.environment = 'PRODUCTION')
    or exists (select 1 from platforms p join payments q on q.platform_id = p.id
      where p.environment = 'PRODUCTION' and q.executed_at is not null) then
    raise exception 'production platforms have moved money over accounts and a rail that the sandbox shared'
      using hint = 'This release cannot tell their money apart: settle it by hand and start with a new database.';
  end if;
end $$;

-- SANDBOX is what statements of the release before mean, which name no environment; for a production
-- platform the constraints of part 8 refuse it. A later release drops these defaults.
alter table ledger_accounts add column environment text not null default 'SANDBOX';
alter table ledger_transfers add column environment text not null default 'SANDBOX';
alter table internal_accounts add column environment text not null default 'SANDBOX';
alter table payments add column environment text not null default 'SANDBOX';
alter table deposits add column environment text not null default 'SANDBOX';
alter table rail_notice_dead_letters add column environment text not null default 'SANDBOX';

-- How far the feed of each environment's rail has been read. `rail_cursor` is that of processes of the
-- release before; a later release drops it.
create table rail_cursors (
  environment text primary key check (environment in ('SANDBOX', 'PRODUCTION')),
  sequence bigint not null default 0
);
insert into rail_cursors (environment, sequence) select 'SANDBOX', sequence from rail_cursor;
insert into rail_cursors (environment) values ('PRODUCTION');
