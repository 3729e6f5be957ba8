-- A Lightning invoice among the accounts: what it is paid by, and until when.
alter table external_accounts add column invoice_hash text, add column invoice_expires_at timestamptz,
  add constraint external_accounts_invoice_whole check ((invoice_hash is null) = (invoice_expires_at is null));

-- The payment that pays an invoice, whoever's account it is: an invoice is paid once, and whoever pays it again
-- has lost the money. Bound when the payment is executed; one that ended before it was paid gives way.
create table invoice_payments (
  environment text not null,
  payment_hash text not null,
  payment_id uuid not null references payments,
  primary key (environment, payment_hash)
);
create unique index invoice_payments_payment on invoice_payments (payment_id);

-- The companies that keep mobile money, as `GET /discoveries` lists them: accounts name one of these.
insert into banks (country, currency, bank_name, display_name) values
  ('BJ', 'XOF', 'MTN', 'MTN MoMo'), ('BJ', 'XOF', 'MOOV', 'Moov Money'),
  ('BW', 'BWP', 'ORANGE', 'Orange Money'), ('BW', 'BWP', 'MASCOM', 'Mascom MyZaka'), ('BW', 'BWP', 'BTC', 'BTC Smega'),
  ('CG', 'XAF', 'MTN', 'MTN MoMo'), ('CG', 'XAF', 'AIRTEL', 'Airtel Money'),
  ('CI', 'XOF', 'ORANGE', 'Orange Money'), ('CI', 'XOF', 'MTN', 'MTN MoMo'), ('CI', 'XOF', 'MOOV', 'Moov Money'),
  ('CI', 'XOF', 'WAVE', 'Wave'),
  ('CM', 'XAF', 'MTN', 'MTN MoMo'), ('CM', 'XAF', 'ORANGE', 'Orange Money'),
  ('KE', 'KES', 'M-PESA', 'M-PESA'),
  ('MW', 'MWK', 'AIRTEL', 'Airtel Money'), ('MW', 'MWK', 'TNM', 'TNM Mpamba'),
  ('RW', 'RWF', 'MTN', 'MTN MoMo'), ('RW', 'RWF', 'AIRTEL', 'Airtel Money'),
  ('SN', 'XOF', 'ORANGE', 'Orange Money'), ('SN', 'XOF', 'FREE', 'Free Money'), ('SN', 'XOF', 'WAVE', 'Wave'),
  ('TG', 'XOF', 'MOOV', 'Moov Money'), ('TG', 'XOF', 'TOGOCOM', 'Mixx by Yas'),
  ('TZ', 'TZS', 'AIRTEL', 'Airtel Money'), ('TZ', 'TZS', 'VODACOM', 'Vodacom M-Pesa'),
  ('UG', 'UGX', 'MTN', 'MTN MoMo'), ('UG', 'UGX', 'AIRTEL', 'Airtel Money'),
  ('ZM', 'ZMW', 'AIRTEL', 'Airtel Money'), ('ZM', 'ZMW', 'MTN', 'MTN MoMo'), ('ZM', 'ZMW', 'TNM', 'TNM'),
  ('ZM', 'ZMW', 'ZAMTEL', 'Zamtel Kwacha');
