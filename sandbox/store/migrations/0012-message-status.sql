-- What the receiver of a message has answered last.
alter table vendor_notices add column last_status integer;
alter table issuer_deliveries add column last_status integer;
