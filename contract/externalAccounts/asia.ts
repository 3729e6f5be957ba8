import {
  accountNumber,
  bankName,
  choice,
  ibanOf,
  numberOf,
  pattern,
  phoneNumber,
  swiftCode,
} from './fields.ts'
import { ABSENT, always, bankOrPhone, type VariantRow } from './variant.ts'

/** A number at a bank that SWIFT knows. */
function swiftBank(currency: string, bank: string, code: string): VariantRow {
  return {
    accountType: `${currency}_ACCOUNT`,
    currencies: [currency],
    properties: { bankName: bankName(bank), accountNumber, swiftCode: swiftCode(code) },
    required: ['bankName', 'accountNumber', 'swiftCode'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['swiftCode'],
  }
}

const wallets = ['AliPay', 'WechatPay']

export const asia: readonly VariantRow[] = [
  {
    accountType: 'AED_ACCOUNT',
    currencies: ['AED'],
    properties: {
      iban: ibanOf('AE', '[0-9]{21}', 'AE070331234567890123456'),
      swiftCode: swiftCode('EBILAEADXXX'),
    },
    required: ['iban'],
    beneficiary: 'REQUIRED',
    individualRequired: ['address'],
    railRules: always('BANK_TRANSFER'),
    identifiers: ['iban'],
    checks: { iban: 'IBAN' },
  },
  {
    accountType: 'BDT_ACCOUNT',
    currencies: ['BDT'],
    properties: {
      bankName: bankName('BRAC Bank'),
      accountNumber,
      branchCode: {
        ...pattern('[0-9]{5}', '06027'),
        description: "The branch's number: five digits.",
      },
      swiftCode: swiftCode('BRAKBDDHXXX'),
      phoneNumber: phoneNumber('+8801712345678'),
    },
    required: ['bankName'],
    beneficiary: 'REQUIRED',
    ...bankOrPhone('accountNumber'),
    within: ['bankName'],
  },
  {
    // Bank transfers reach businesses only; a wallet payout names its wallet as the bank.
    accountType: 'CNY_ACCOUNT',
    currencies: ['CNY'],
    properties: {
      bankName: {
        ...bankName('AliPay'),
        description:
          'A bank for businesses; for payouts to a wallet exactly `AliPay` or `WechatPay`.',
      },
      accountNumber,
      phoneNumber: phoneNumber('+8613812345678'),
    },
    required: ['bankName'],
    anyOf: [['accountNumber'], ['phoneNumber']],
    beneficiary: 'REQUIRED',
    railRules: [
      { rail: 'BANK_TRANSFER', needs: ['accountNumber'], beneficiaryType: 'BUSINESS' },
      { rail: 'MOBILE_MONEY', needs: [], when: { bankName: wallets } },
    ],
    identifiers: ['accountNumber', 'phoneNumber'],
    within: ['bankName'],
  },
  {
    ...swiftBank('HKD', 'Hang Seng Bank', 'HASEHKHHXXX'),
    required: ['accountNumber', 'swiftCode'],
  },
  {
    ...swiftBank('IDR', 'Bank Central Asia', 'CENAIDJAXXX'),
    properties: {
      bankName: bankName('Bank Central Asia'),
      accountNumber,
      swiftCode: swiftCode('CENAIDJAXXX'),
      phoneNumber: {
        ...pattern('\\+62[0-9]{9,12}', '+628123456789'),
        description: "The beneficiary's number: `+62` and 9 to 12 digits.",
      },
    },
    required: ['bankName', 'accountNumber', 'swiftCode', 'phoneNumber'],
  },
  {
    accountType: 'INR_ACCOUNT',
    currencies: ['INR'],
    properties: {
      vpa: {
        ...pattern('[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+', 'ada@okbank'),
        maxLength: 255,
        description: 'UPI address: `name@bank`. With it the account is paid over UPI.',
      },
      accountNumber: {
        ...pattern('[0-9]{9,18}', '123456789012'),
        description: '9 to 18 digits; with `ifsc`, in the place of `vpa`.',
      },
      ifsc: {
        ...pattern('[A-Z]{4}0[A-Z0-9]{6}', 'HDFC0000123'),
        description: "The bank's branch: four letters, `0`, and six characters.",
      },
      rail: {
        ...choice('UPI', 'NEFT', 'RTGS'),
        example: 'NEFT',
        description:
          'How an account number is paid: NEFT in batches, RTGS at once; UPI takes a `vpa`. Absent: by ' +
          'what a quote says, else NEFT, which takes every amount.',
      },
      bankName: {
        ...bankName('HDFC Bank'),
        deprecated: true,
        description: 'The bank. Not needed: `ifsc` names it.',
      },
    },
    required: [],
    anyOf: [['vpa'], ['accountNumber', 'ifsc']],
    beneficiary: 'REQUIRED',
    railRules: [
      { rail: 'UPI', needs: ['vpa'] },
      { rail: 'NEFT', needs: ['accountNumber', 'ifsc'], when: { rail: ['NEFT', ABSENT] } },
      { rail: 'RTGS', needs: ['accountNumber', 'ifsc'], when: { rail: ['RTGS', ABSENT] } },
    ],
    identifiers: ['vpa', 'accountNumber'],
    within: ['ifsc'],
  },
  swiftBank('MYR', 'Maybank', 'MBBEMYKLXXX'),
  {
    accountType: 'PHP_ACCOUNT',
    currencies: ['PHP'],
    properties: {
      bankName: bankName('BDO Unibank'),
      accountNumber: numberOf('[0-9]{8,16}', '001234567890', '8 to 16 digits'),
      rail: {
        ...choice('INSTAPAY', 'PESONET'),
        example: 'INSTAPAY',
        description:
          'How the bank is to be paid: INSTAPAY at once, PESONET in batches. Absent: by amount.',
      },
    },
    required: ['bankName', 'accountNumber'],
    beneficiary: 'REQUIRED',
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankName'],
  },
  {
    accountType: 'PKR_ACCOUNT',
    currencies: ['PKR'],
    properties: {
      bankName: bankName('Habib Bank'),
      accountNumber,
      iban: ibanOf('PK', '[0-9]{2}[A-Z]{4}[0-9]{16}', 'PK36SCBL0000001123456702'),
      phoneNumber: phoneNumber('+923001234567'),
    },
    required: ['bankName'],
    anyOf: [['iban'], ['accountNumber'], ['phoneNumber']],
    beneficiary: 'REQUIRED',
    railRules: [
      { rail: 'BANK_TRANSFER', needs: ['iban'] },
      { rail: 'BANK_TRANSFER', needs: ['accountNumber'] },
      { rail: 'MOBILE_MONEY', needs: ['phoneNumber'] },
    ],
    identifiers: ['iban', 'accountNumber', 'phoneNumber'],
    within: ['bankName'],
    checks: { iban: 'IBAN' },
  },
  {
    ...swiftBank('SGD', 'DBS Bank', 'DBSSSGSGXXX'),
    required: ['accountNumber', 'swiftCode'],
    railRules: always('PAYNOW', 'FAST', 'BANK_TRANSFER'),
  },
  swiftBank('THB', 'Kasikornbank', 'KASITHBKXXX'),
  swiftBank('VND', 'Vietcombank', 'BFTVVNVXXXX'),
]
