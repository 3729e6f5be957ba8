import { anyIban, bankName, ibanOf, numberOf, pattern, swiftCode } from './fields.ts'
import { always, type VariantRow } from './variant.ts'

export const europe: readonly VariantRow[] = [
  {
    accountType: 'DKK_ACCOUNT',
    currencies: ['DKK'],
    properties: {
      iban: ibanOf('DK', '[0-9]{16}', 'DK5000400440116243'),
      swiftCode: swiftCode('DABADKKK'),
    },
    required: ['iban'],
    beneficiary: 'REQUIRED',
    railRules: always('SEPA', 'SEPA_INSTANT'),
    identifiers: ['iban'],
    checks: { iban: 'IBAN' },
  },
  {
    accountType: 'EUR_ACCOUNT',
    currencies: ['EUR'],
    properties: { iban: anyIban, swiftCode: swiftCode('COBADEFFXXX') },
    required: ['iban'],
    beneficiary: 'REQUIRED',
    individualRequired: ['countryOfResidence'],
    railRules: always('SEPA', 'SEPA_INSTANT'),
    identifiers: ['iban'],
    checks: { iban: 'SEPA_IBAN' },
  },
  {
    accountType: 'GBP_ACCOUNT',
    currencies: ['GBP'],
    properties: {
      sortCode: {
        ...pattern('[0-9]{6}', '200000'),
        description: "The bank's branch: six digits, without hyphens.",
      },
      accountNumber: numberOf('[0-9]{8}', '55779911', 'Eight digits'),
    },
    required: ['sortCode', 'accountNumber'],
    beneficiary: 'REQUIRED',
    railRules: always('FASTER_PAYMENTS'),
    identifiers: ['accountNumber'],
    within: ['sortCode'],
  },
  {
    accountType: 'ILS_ACCOUNT',
    currencies: ['ILS'],
    properties: {
      iban: ibanOf('IL', '[0-9]{21}', 'IL620108000000099999999'),
      bankName: bankName('Bank Leumi'),
      swiftCode: swiftCode('LUMIILITXXX'),
    },
    required: ['iban'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['iban'],
    checks: { iban: 'IBAN' },
  },
  {
    accountType: 'TRY_ACCOUNT',
    currencies: ['TRY'],
    properties: {
      iban: ibanOf('TR', '[0-9]{2}[0-9A-Z]{22}', 'TR330006100519786457841326'),
      bankName: bankName('Garanti BBVA'),
      swiftCode: swiftCode('TGBATRISXXX'),
    },
    required: ['iban'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['iban'],
    checks: { iban: 'IBAN' },
  },
]
