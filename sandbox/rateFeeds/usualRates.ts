/** What the sandbox's feeds say until they are ordered to say something else: the prices of its first day. */

/** Units for one US dollar. */
export const usualFiat: Readonly<Record<string, string>> = {
  AED: '3.6725',
  BDT: '122.1',
  BRL: '5.41',
  BWP: '13.45',
  CAD: '1.383',
  CNY: '7.18',
  COP: '4020',
  DKK: '6.41',
  EGP: '48.5',
  EUR: '0.859',
  GBP: '0.744',
  GHS: '10.8',
  GTQ: '7.67',
  HKD: '7.78',
  HTG: '130.9',
  IDR: '16300',
  ILS: '3.38',
  INR: '87.3',
  JMD: '160.2',
  KES: '129.2',
  MWK: '1734',
  MXN: '18.72',
  MYR: '4.23',
  NGN: '1533',
  PHP: '56.9',
  PKR: '282.4',
  RWF: '1440',
  SGD: '1.284',
  THB: '32.45',
  TRY: '40.8',
  TZS: '2510',
  UGX: '3560',
  VND: '26200',
  XAF: '563',
  XOF: '563',
  ZAR: '17.68',
  ZMW: '23.3',
}

/** US dollars for one, by the exchange's name of the product. */
export const usualTickers: Readonly<Record<string, string>> = {
  'BTC-USD': '100000',
  'USDC-USD': '1',
  'USDT-USD': '1',
}
