import {
  accountNumber,
  bankAccountType,
  bankName,
  choice,
  numberOf,
  pattern,
  phoneNumber,
  text,
} from './fields.ts'
import { always, bankOrPhone, type VariantRow } from './variant.ts'

export const americas: readonly VariantRow[] = [
  {
    accountType: 'USD_ACCOUNT',
    currencies: ['USD'],
    properties: {
      accountNumber: {
        ...accountNumber,
        description: `${accountNumber.description} At most 17 characters.`,
      },
      routingNumber: {
        ...pattern('[0-9]{9}', '021000021'),
        description:
          "The bank's ABA number: nine digits. Its check digit is verified in production.",
      },
      bankName: {
        ...text(1, 140, 'First Bank'),
        description: 'For people; the routing number is what counts.',
      },
      bankAccountType: { ...bankAccountType, default: 'CHECKING' },
      intermediaryBankName: {
        ...text(1, 140, 'Second Bank'),
        description: 'A bank that a wire goes through on its way. For wires only.',
      },
      intermediaryRoutingNumber: {
        ...pattern('[0-9]{9}', '026009593'),
        description: 'ABA number of the bank that a wire goes through. For wires only.',
      },
      fiToFiInformation: {
        ...text(0, 210, '/ACC/INVOICE 4711'),
        description: 'A message to the banks on the way of a wire. For wires only.',
      },
    },
    required: ['accountNumber', 'routingNumber'],
    beneficiary: 'REQUIRED',
    railRules: always('ACH', 'WIRE', 'RTP', 'FEDNOW'),
    identifiers: ['accountNumber'],
    within: ['routingNumber'],
    checks: {
      accountNumber: 'US_ACCOUNT_NUMBER',
      routingNumber: 'ABA_ROUTING_NUMBER',
      intermediaryRoutingNumber: 'ABA_ROUTING_NUMBER',
    },
  },
  {
    accountType: 'BRL_ACCOUNT',
    currencies: ['BRL'],
    properties: {
      pixKey: {
        ...text(1, 77, 'ada@example.com'),
        description:
          'A PIX alias of the account, of the kind that `pixKeyType` says. Of an email address the ' +
          'sandbox looks at what stands before the `@`.',
      },
      pixKeyType: {
        ...choice('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'),
        example: 'EMAIL',
        description:
          'CPF or CNPJ: a tax number of a person or business. EMAIL, PHONE, or RANDOM: a key that the ' +
          'bank has made up.',
      },
      taxId: {
        ...pattern('([0-9A-Z]{12}[0-9]{2}|[0-9]{11,14})', '11144477735'),
        description:
          'CPF or CNPJ of the beneficiary: 11 digits, or 12 digits or letters and two digits. Dots, slash ' +
          'and hyphen are taken out.',
      },
    },
    required: ['pixKey', 'pixKeyType', 'taxId'],
    beneficiary: 'REQUIRED',
    railRules: always('PIX'),
    identifiers: ['pixKey'],
    checks: { pixKey: 'PIX_KEY', taxId: 'BR_TAX_ID' },
  },
  {
    accountType: 'CAD_ACCOUNT',
    currencies: ['CAD'],
    properties: {
      bankCode: {
        ...pattern('[0-9]{3}', '001'),
        description: "The bank's institution number: three digits.",
      },
      branchCode: {
        ...pattern('[0-9]{5}', '00012'),
        description: "The branch's transit number: five digits.",
      },
      accountNumber: numberOf('[0-9]{7,12}', '1234567', '7 to 12 digits'),
    },
    required: ['bankCode', 'branchCode', 'accountNumber'],
    beneficiary: 'REQUIRED',
    individualExtras: {
      registrationNumber: {
        ...text(1, 64, '123456789'),
        description: 'A number by which the bank knows the person.',
      },
    },
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankCode', 'branchCode'],
  },
  {
    accountType: 'COP_ACCOUNT',
    currencies: ['COP'],
    properties: {
      bankName: bankName('Bancolombia'),
      accountNumber,
      bankAccountType,
      phoneNumber: phoneNumber('+573001234567'),
    },
    required: ['bankName'],
    beneficiary: 'REQUIRED',
    individualExtras: {
      documentType: {
        ...choice('CC', 'CE', 'TI', 'NIT', 'PP'),
        description:
          "What `documentNumber` is of: CC, a citizen's card; CE, a foreigner's; TI, a minor's; NIT, a " +
          'tax number; PP, a passport.',
      },
      documentNumber: {
        ...text(1, 50, '1020304050'),
        description: 'The number of that document, as it is printed there.',
      },
    },
    ...bankOrPhone('accountNumber'),
    within: ['bankName'],
  },
  {
    accountType: 'GTQ_ACCOUNT',
    currencies: ['GTQ'],
    properties: { accountNumber, bankAccountType, bankName: bankName('Banco Industrial') },
    required: ['accountNumber', 'bankAccountType', 'bankName'],
    beneficiary: 'REQUIRED',
    individualRequired: ['phoneNumber', 'countryOfResidence'],
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankName'],
  },
  {
    accountType: 'HTG_ACCOUNT',
    currencies: ['HTG'],
    properties: { phoneNumber: phoneNumber('+50934101234') },
    required: ['phoneNumber'],
    beneficiary: 'REQUIRED',
    railRules: always('MOBILE_MONEY'),
    identifiers: ['phoneNumber'],
  },
  {
    accountType: 'JMD_ACCOUNT',
    currencies: ['JMD'],
    properties: {
      accountNumber,
      branchCode: {
        ...pattern('[0-9]{5}', '00123'),
        description: "The branch's transit number: five digits.",
      },
      bankAccountType,
      bankName: bankName('National Commercial Bank'),
    },
    required: ['accountNumber', 'branchCode', 'bankAccountType', 'bankName'],
    beneficiary: 'REQUIRED',
    individualRequired: ['phoneNumber', 'address'],
    railRules: always('BANK_TRANSFER'),
    identifiers: ['accountNumber'],
    within: ['bankName', 'branchCode'],
  },
  {
    accountType: 'MXN_ACCOUNT',
    currencies: ['MXN'],
    properties: {
      clabeNumber: {
        ...pattern('[0-9]{18}', '032180000118359719'),
        description:
          'CLABE: 18 digits with the bank in them. Its check digit is verified in production.',
      },
    },
    required: ['clabeNumber'],
    beneficiary: 'REQUIRED',
    railRules: always('SPEI'),
    identifiers: ['clabeNumber'],
    checks: { clabeNumber: 'CLABE' },
  },
  {
    // El Salvador: its accounts are in dollars, and `SVC` is no currency of ours.
    accountType: 'SLV_ACCOUNT',
    country: 'SV',
    currencies: ['USD'],
    properties: {
      bankName: bankName('Banco Cuscatlan'),
      accountNumber,
      bankAccountType,
      phoneNumber: phoneNumber('+50370123456'),
    },
    required: [],
    beneficiary: 'REQUIRED',
    ...bankOrPhone('accountNumber'),
    within: ['bankName'],
  },
]
