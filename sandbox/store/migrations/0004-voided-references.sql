-- A reference that was cancelled before its instruction arrived is void: it has no instruction.
alter table payouts alter column instruction drop not null;
