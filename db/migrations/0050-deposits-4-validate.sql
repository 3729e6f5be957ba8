-- In a transaction of its own: reads and writes go on meanwhile.
alter table deposits validate constraint deposits_account;
alter table deposits validate constraint deposits_outcomes;
