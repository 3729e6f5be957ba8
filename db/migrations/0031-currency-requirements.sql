-- What the providers of a currency must know of a customer who uses it; kept by operators.
create table currency_requirements (
  platform_id uuid not null references platforms,
  currency text not null,
  customer_fields text[] not null,
  primary key (platform_id, currency)
);
