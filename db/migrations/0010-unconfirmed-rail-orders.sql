-- What alarms and the sweep look for: a few rows of many.
create index concurrently rail_orders_contradicted on rail_orders (unconfirmed_since, reversed_at)
  where unconfirmed_since is not null or reversed_at is not null;
