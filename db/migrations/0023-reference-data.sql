-- The sandbox's prices of its first day, with which its feeds begin too. Production has none until a feed says one.
insert into exchange_rates (environment, currency, class, per_usd_numerator, per_usd_denominator, spread_basis_points)
select environment, currency, class,
  case when environment = 'SANDBOX' or class = 'FIXED' then numerator end,
  case when environment = 'SANDBOX' or class = 'FIXED' then denominator end, spread
from (select currency, numerator, denominator, spread, case when currency in ('USD', 'USDB') then 'FIXED'
    when currency in ('USDC', 'USDT') then 'PEGGED' when currency = 'BTC' then 'CRYPTO' else 'FIAT' end as class
  from (values
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
  ('ZMW', 2330, 100, 120), ('BTC', 1, 100000, 30)) x (currency, numerator, denominator, spread)) rates
cross join (values ('SANDBOX'), ('PRODUCTION')) e (environment);

-- Fees and the largest payments of every corridor, from any currency to any other. A row with 'FIAT' applies to every bank
-- currency; one that names the receiving currency wins. Operators set what follows them.
with corridors as (
  select s.currency as sending, r.receiving,
    -- Out of a wallet to a bank: 0.10 USDB and 0.25 %. Else ten US cents, rounded up to a whole unit of the sender; one cent
    -- from USDB to bitcoin, and between wallets of one currency.
    case when s.currency = 'USDB' and r.receiving = 'BTC' then 10000
      else ceil((case when s.currency = r.receiving and s.is_crypto then 0.01 else 0.10 end) * s.minor_per_usd)::bigint end as fixed,
    case
      when s.currency = r.receiving then 0
      when 'BTC' in (s.currency, r.receiving) then 50
      when s.is_crypto and r.receiving = 'FIAT' then 25
      when s.is_crypto then 10
      else 50
    end as basis_points,
    -- a million US dollars
    floor(1000000 * s.minor_per_usd)::bigint as maximum
  from (
    select currency, currency in ('USDB', 'USDC', 'USDT', 'BTC') as is_crypto,
      per_usd_numerator::numeric / per_usd_denominator * 10 ^ (case
        when currency = 'BTC' then 8
        when currency in ('USDB', 'USDC', 'USDT') then 6
        when currency in ('RWF', 'UGX', 'VND', 'XAF', 'XOF') then 0
        else 2 end)::numeric as minor_per_usd
    from exchange_rates where environment = 'SANDBOX'
  ) s
  cross join (
    select 'FIAT' as receiving union all select currency from exchange_rates where environment = 'SANDBOX'
  ) r
  -- By name: the wallet currencies and the sender's own.
  where r.receiving in ('FIAT', 'USDB', 'USDC', 'USDT', 'BTC') or r.receiving = s.currency
), environments as (
  select environment from (values ('SANDBOX'), ('PRODUCTION')) x (environment)
), fees as (
  insert into service_fees (environment, sending_currency, receiving, fixed_amount, variable_basis_points, effective_from,
    reason, set_by)
  select environment, sending, receiving, fixed, basis_points, timestamptz '-infinity', 'The first ones.', 'migration'
  from corridors cross join environments
)
insert into payment_limits (environment, name, currency, maximum, effective_from, reason, set_by)
select environment, sending || '-' || receiving, sending, maximum, timestamptz '-infinity', 'The first ones.', 'migration'
from corridors cross join environments
union all
-- Below the 1,000 euros of the EU's rule, as long as a euro is worth more than a dollar.
select environment, 'UNPROVEN_WALLET', 'USD', 100000, timestamptz '-infinity', 'The first ones.', 'migration' from environments;

insert into banks (country, currency, bank_name, display_name) values
  ('BD', 'BDT', 'BRAC Bank', 'BRAC Bank PLC'), ('BD', 'BDT', 'Dutch-Bangla Bank', 'Dutch-Bangla Bank PLC'),
  ('BD', 'BDT', 'Islami Bank Bangladesh', 'Islami Bank Bangladesh PLC'), ('BD', 'BDT', 'City Bank', 'The City Bank PLC'),
  ('BD', 'BDT', 'bKash', 'bKash'), ('BD', 'BDT', 'Nagad', 'Nagad'),
  ('CN', 'CNY', 'AliPay', 'Alipay'), ('CN', 'CNY', 'WechatPay', 'WeChat Pay'),
  ('CN', 'CNY', 'Bank of China', 'Bank of China'), ('CN', 'CNY', 'ICBC', 'Industrial and Commercial Bank of China'),
  ('CN', 'CNY', 'China Construction Bank', 'China Construction Bank'), ('CN', 'CNY', 'Agricultural Bank of China', 'Agricultural Bank of China'),
  ('CO', 'COP', 'Bancolombia', 'Bancolombia'), ('CO', 'COP', 'Davivienda', 'Banco Davivienda'),
  ('CO', 'COP', 'Banco de Bogota', 'Banco de Bogotá'), ('CO', 'COP', 'BBVA Colombia', 'BBVA Colombia'),
  ('CO', 'COP', 'Nequi', 'Nequi'), ('CO', 'COP', 'DaviPlata', 'DaviPlata'),
  ('EG', 'EGP', 'Commercial International Bank', 'Commercial International Bank (CIB)'), ('EG', 'EGP', 'National Bank of Egypt', 'National Bank of Egypt'),
  ('EG', 'EGP', 'Banque Misr', 'Banque Misr'), ('EG', 'EGP', 'QNB', 'QNB Egypt'), ('EG', 'EGP', 'Vodafone Cash', 'Vodafone Cash'),
  ('GH', 'GHS', 'Ecobank Ghana', 'Ecobank Ghana PLC'), ('GH', 'GHS', 'GCB Bank', 'GCB Bank PLC'),
  ('GH', 'GHS', 'Absa Bank Ghana', 'Absa Bank Ghana'), ('GH', 'GHS', 'MTN', 'MTN MoMo'), ('GH', 'GHS', 'Telecel', 'Telecel Cash'),
  ('GT', 'GTQ', 'Banco Industrial', 'Banco Industrial'), ('GT', 'GTQ', 'Banrural', 'Banrural'),
  ('GT', 'GTQ', 'Banco G&T Continental', 'Banco G&T Continental'), ('GT', 'GTQ', 'BAC Credomatic', 'BAC Credomatic Guatemala'),
  ('HK', 'HKD', 'Hang Seng Bank', 'Hang Seng Bank'), ('HK', 'HKD', 'HSBC', 'The Hongkong and Shanghai Banking Corporation'),
  ('HK', 'HKD', 'Bank of China (Hong Kong)', 'Bank of China (Hong Kong)'), ('HK', 'HKD', 'Standard Chartered', 'Standard Chartered Bank (Hong Kong)'),
  ('ID', 'IDR', 'Bank Central Asia', 'Bank Central Asia (BCA)'), ('ID', 'IDR', 'Bank Mandiri', 'Bank Mandiri'),
  ('ID', 'IDR', 'Bank Rakyat Indonesia', 'Bank Rakyat Indonesia (BRI)'), ('ID', 'IDR', 'Bank Negara Indonesia', 'Bank Negara Indonesia (BNI)'),
  ('IL', 'ILS', 'Bank Leumi', 'Bank Leumi'), ('IL', 'ILS', 'Bank Hapoalim', 'Bank Hapoalim'),
  ('IL', 'ILS', 'Mizrahi Tefahot Bank', 'Mizrahi Tefahot Bank'), ('IL', 'ILS', 'Israel Discount Bank', 'Israel Discount Bank'),
  ('IN', 'INR', 'HDFC Bank', 'HDFC Bank'), ('IN', 'INR', 'State Bank of India', 'State Bank of India'),
  ('IN', 'INR', 'ICICI Bank', 'ICICI Bank'), ('IN', 'INR', 'Axis Bank', 'Axis Bank'),
  ('JM', 'JMD', 'National Commercial Bank', 'National Commercial Bank Jamaica'), ('JM', 'JMD', 'Scotiabank Jamaica', 'Scotiabank Jamaica'),
  ('JM', 'JMD', 'JN Bank', 'JN Bank'), ('JM', 'JMD', 'Sagicor Bank', 'Sagicor Bank Jamaica'),
  ('MY', 'MYR', 'Maybank', 'Malayan Banking (Maybank)'), ('MY', 'MYR', 'CIMB Bank', 'CIMB Bank'),
  ('MY', 'MYR', 'Public Bank', 'Public Bank'), ('MY', 'MYR', 'RHB Bank', 'RHB Bank'),
  ('NG', 'NGN', 'Access Bank', 'Access Bank PLC'), ('NG', 'NGN', 'Guaranty Trust Bank', 'Guaranty Trust Bank (GTBank)'),
  ('NG', 'NGN', 'Zenith Bank', 'Zenith Bank PLC'), ('NG', 'NGN', 'First Bank of Nigeria', 'First Bank of Nigeria'),
  ('NG', 'NGN', 'United Bank for Africa', 'United Bank for Africa (UBA)'), ('NG', 'NGN', 'Opay', 'OPay'),
  ('PH', 'PHP', 'BDO Unibank', 'BDO Unibank'), ('PH', 'PHP', 'BPI', 'Bank of the Philippine Islands'),
  ('PH', 'PHP', 'Metrobank', 'Metropolitan Bank and Trust Company'), ('PH', 'PHP', 'GCash', 'GCash'), ('PH', 'PHP', 'Maya', 'Maya'),
  ('PK', 'PKR', 'Habib Bank', 'Habib Bank Limited (HBL)'), ('PK', 'PKR', 'MCB Bank', 'MCB Bank'),
  ('PK', 'PKR', 'Meezan Bank', 'Meezan Bank'), ('PK', 'PKR', 'JazzCash', 'JazzCash'), ('PK', 'PKR', 'Easypaisa', 'Easypaisa'),
  ('SG', 'SGD', 'DBS Bank', 'DBS Bank'), ('SG', 'SGD', 'OCBC Bank', 'OCBC Bank'),
  ('SG', 'SGD', 'UOB', 'United Overseas Bank'), ('SG', 'SGD', 'Standard Chartered Singapore', 'Standard Chartered Bank (Singapore)'),
  ('SV', 'USD', 'Banco Agricola', 'Banco Agrícola'), ('SV', 'USD', 'Banco Cuscatlan', 'Banco Cuscatlán'),
  ('SV', 'USD', 'Davivienda El Salvador', 'Banco Davivienda Salvadoreño'), ('SV', 'USD', 'Tigo Money', 'Tigo Money'),
  ('TH', 'THB', 'Kasikornbank', 'Kasikornbank'), ('TH', 'THB', 'Bangkok Bank', 'Bangkok Bank'),
  ('TH', 'THB', 'Siam Commercial Bank', 'Siam Commercial Bank'), ('TH', 'THB', 'Krungthai Bank', 'Krungthai Bank'),
  ('TR', 'TRY', 'Garanti BBVA', 'Garanti BBVA'), ('TR', 'TRY', 'Ziraat Bankasi', 'Ziraat Bankası'),
  ('TR', 'TRY', 'Is Bankasi', 'Türkiye İş Bankası'), ('TR', 'TRY', 'Akbank', 'Akbank'), ('TR', 'TRY', 'Yapi Kredi', 'Yapı Kredi'),
  ('VN', 'VND', 'Vietcombank', 'Vietcombank'), ('VN', 'VND', 'BIDV', 'BIDV'),
  ('VN', 'VND', 'VietinBank', 'VietinBank'), ('VN', 'VND', 'Techcombank', 'Techcombank'),
  ('ZA', 'ZAR', 'First National Bank', 'First National Bank (FNB)'), ('ZA', 'ZAR', 'Standard Bank', 'Standard Bank of South Africa'),
  ('ZA', 'ZAR', 'Absa', 'Absa Bank'), ('ZA', 'ZAR', 'Nedbank', 'Nedbank'), ('ZA', 'ZAR', 'Capitec', 'Capitec Bank'),
  -- mobile money
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

insert into agreements (type, version, body)
select type, '2025-10-13', sample || ' This text is a sample: before customers accept it, an operator publishes what '
  || 'counsel has written.'
from (values
  ('SERVICE_END_USER_TERMS', 'The wallet and the payments of this application are provided by its payment service. By '
    || 'accepting these terms you allow the application to open accounts for you there and to give it your payment '
    || 'instructions.'),
  ('SERVICE_E_SIGN_CONSENT', 'You agree to receive the documents of the payment service electronically.'),
  ('SERVICE_PRIVACY_POLICY', 'The payment service keeps what it needs to know of you to make your payments.'),
  ('BANK_E_SIGN_CONSENT', 'You agree to receive the documents of the bank electronically.'),
  ('BANK_ACCOUNTHOLDER_AGREEMENT', 'The bank holds your money in an account of yours.'),
  ('BANK_PRIVACY_POLICY', 'The bank keeps what it needs to know of you to hold your account.'),
  ('BANK_CARDHOLDER_AGREEMENT', 'The bank issues your card; what you pay with it is taken from your account.')
) samples (type, sample);

-- The countries of the European Economic Area, and the parts of France and Finland with a code of their own.
insert into sca_regions (country)
select unnest(string_to_array('AT AX BE BG CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IS IT LI LT LU LV MF MQ MT NL NO PL '
  || 'PT RE RO SE SI SK YT', ' '));
