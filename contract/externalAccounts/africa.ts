import {
  accountNumber,
  bankName,
  choice,
  ibanOf,
  MOBILE_NUMBER,
  numberOf,
  type Property,
  pattern,
  phoneNumber,
  provider,
} from './fields.ts'
import { always, bankOrPhone, type VariantRow } from './variant.ts'

/** A phone number at a provider of mobile money. */
function mobileMoney(
  currency: string,
  phone: Property,
  exampleProvider: string,
  regions?: readonly string[],
  exampleRegion = regions?.[0],
): VariantRow {
  return {
    accountType: `${currency}_ACCOUNT`,
    currencies: [currency],
    properties: {
      phoneNumber: phone,
      provider: provider(exampleProvider),
      ...(regions && {
        region: {
          ...choice(...regions),
          example: exampleRegion,
          description: 'Country of the number: these currencies are those of several.',
        },
      }),
    },
    required: ['phoneNumber', 'provider', ...(regions ? ['region'] : [])],
    beneficiary: 'REQUIRED',
    railRules: always('MOBILE_MONEY'),
    identifiers: ['phoneNumber'],
    within: ['provider'],
  }
}

/** Nine digits after the country's own prefix. */
const national = (prefix: string, digits: string): Property => ({
  ...pattern(`\\+${prefix}[0-9]{9}`, `+${prefix}${digits}`),
  description: MOBILE_NUMBER,
})

export const africa: readonly VariantRow[] = [
  mobileMoney('BWP', phoneNumber('+26771234567'), 'ORANGE'),
  {
    accountType: 'EGP_ACCOUNT',
    currencies: ['EGP'],
    properties: {
      bankName: bankName('Commercial International Bank'),
      iban: ibanOf('EG', '[0-9]{27}', 'EG380019000500000000263180002'),
      phoneNumber: phoneNumber('+201001234567'),
    },
    required: ['bankName'],
    beneficiary: 'REQUIRED',
    ...bankOrPhone('iban'),
    within: ['bankName'],
    checks: { iban: 'IBAN' },
  },
  {
    accountType: 'GHS_ACCOUNT',
    currencies: ['GHS'],
    properties: {
      bankName: bankName('Ecobank Ghana'),
      accountNumber,
      phoneNumber: phoneNumber('+233241234567'),
    },
    required: ['bankName'],
    beneficiary: 'REQUIRED',
    ...bankOrPhone('accountNumber'),
    within: ['bankName'],
  },
  mobileMoney('KES', national('254', '712345678'), 'M-PESA'),
  mobileMoney('MWK', phoneNumber('+265991234567'), 'AIRTEL'),
  {
    accountType: 'NGN_ACCOUNT',
    currencies: ['NGN'],
    properties: {
      accountNumber: numberOf('[0-9]{10}', '0123456789', 'NUBAN: ten digits'),
      bankName: bankName('Access Bank'),
    },
    required: ['accountNumber', 'bankName'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankName'],
  },
  mobileMoney('RWF', national('250', '781234567'), 'MTN'),
  mobileMoney('TZS', national('255', '741234567'), 'VODACOM'),
  mobileMoney('UGX', phoneNumber('+256771234567'), 'MTN'),
  mobileMoney('XAF', phoneNumber('+237671234567'), 'MTN', ['CM', 'CG']),
  mobileMoney('XOF', phoneNumber('+221771234567'), 'ORANGE', ['BJ', 'CI', 'SN', 'TG'], 'SN'),
  {
    accountType: 'ZAR_ACCOUNT',
    currencies: ['ZAR'],
    properties: {
      accountNumber: numberOf('[0-9]{9,13}', '1234567890', '9 to 13 digits'),
      bankName: bankName('First National Bank'),
    },
    required: ['accountNumber', 'bankName'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankName'],
  },
  mobileMoney('ZMW', national('260', '971234567'), 'MTN'),
]
