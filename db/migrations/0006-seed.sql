-- Reference rates against the US dollar (mid), refreshed by whoever runs the rate source.
insert into exchange_rates (currency, per_usd_numerator, per_usd_denominator, spread_basis_points) values
  ('USD', 1, 1, 0), ('USDB', 1, 1, 0), ('USDC', 1, 1, 0), ('USDT', 1, 1, 5),
  ('AED', 36725, 10000, 15), ('BDT', 12210, 100, 60), ('BRL', 541, 100, 40), ('BWP', 1345, 100, 90),
  ('CAD', 1383, 1000, 20), ('CNY', 718, 100, 35), ('COP', 4020, 1, 60), ('DKK', 641, 100, 20),
  ('EGP', 4850, 100, 80), ('EUR', 8590, 10000, 20), ('GBP', 7440, 10000, 20), ('GHS', 1080, 100, 120),
  ('GTQ', 767, 100, 60), ('HKD', 778, 100, 20), ('HTG', 13090, 100, 150), ('IDR', 16300, 1, 60),
  ('ILS', 338, 100, 35), ('INR', 8730, 100, 40), ('JMD', 16020, 100, 90), ('KES', 12920, 100, 80),
  ('MWK', 1734, 1, 150), ('MXN', 1872, 100, 35), ('MYR', 423, 100, 45), ('NGN', 1533, 1, 120),
  ('PHP', 5690, 100, 45), ('PKR', 28240, 100, 80), ('RWF', 1440, 1, 120), ('SGD', 1284, 1000, 20),
  ('THB', 3245, 100, 40), ('TRY', 4080, 100, 80), ('TZS', 2510, 1, 120), ('UGX', 3560, 1, 120),
  ('VND', 26200, 1, 70), ('XAF', 563, 1, 90), ('XOF', 563, 1, 90), ('ZAR', 1768, 100, 60),
  ('ZMW', 2330, 100, 120), ('BTC', 1, 100000, 30);

insert into service_fees (sending_currency, receiving, fixed_amount, variable_basis_points, amount_max) values
  -- out of a wallet to a bank: 0.10 USDB and 0.25 %; to a Spark wallet: 0.01 USDB
  ('USDB', 'FIAT', 100000, 25, 1000000000000),
  ('USDB', 'USDB', 10000, 0, 1000000000000),
  ('USDB', 'BTC', 10000, 50, 1000000000000);
