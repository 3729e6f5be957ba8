-- Which login of the link the transfer was asked for with: the provider may know the key under that one alone.
alter table stablecoin_operations add column transfer_login_version integer;
