/** Fields of customers, as several of their schemas hold them. Not components themselves. */
import { described } from './described.ts'
import { Address, country, currencyCode } from './shared.ts'

const text = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, format: 'text' }) as const
const lines = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, format: 'lines' }) as const
const name = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, format: 'name' }) as const
const countries = {
  type: 'array',
  description: 'Two letters of ISO 3166-1 each, none twice.',
  maxItems: 250,
  uniqueItems: true,
  items: country,
} as const

/** One of a category, or several; `OTHER` is described in a field of its own. */
function categories<const Values extends readonly string[]>(values: Values) {
  return {
    type: 'array',
    maxItems: values.length,
    uniqueItems: true,
    items: { type: 'string', enum: values },
  } as const
}

export const purposeOfAccount = {
  type: 'string',
  enum: [
    'CONTRACTOR_PAYOUTS',
    'CREATOR_PAYOUTS',
    'EMPLOYEE_PAYOUTS',
    'MARKETPLACE_SELLER_PAYOUTS',
    'SUPPLIER_PAYMENTS',
    'CROSS_BORDER_B2B',
    'AR_AUTOMATION',
    'AP_AUTOMATION',
    'EMBEDDED_PAYMENTS',
    'PLATFORM_FEE_COLLECTION',
    'P2P_TRANSFERS',
    'CHARITABLE_DONATIONS',
    'OTHER',
  ],
  description:
    'What the customer will mainly use the service for. OTHER needs ' +
    '`purposeOfAccountOtherDescription`.',
} as const

const expectedMonthlyTransactionCount = {
  type: 'string',
  enum: [
    'COUNT_UNDER_10',
    'COUNT_10_TO_100',
    'COUNT_100_TO_500',
    'COUNT_500_TO_1000',
    'COUNT_OVER_1000',
  ],
  description: 'How many payments a month the customer expects to make, in steps.',
} as const

const expectedMonthlyTransactionVolume = {
  type: 'string',
  enum: [
    'VOLUME_UNDER_10K',
    'VOLUME_10K_TO_100K',
    'VOLUME_100K_TO_1M',
    'VOLUME_1M_TO_10M',
    'VOLUME_OVER_10M',
  ],
  description: 'What the payments of a month are expected to come to, in steps.',
} as const

export const verificationStatus = {
  type: 'string',
  enum: ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'],
  description:
    'UNVERIFIED: not begun. PENDING: submitted. APPROVED: may send. REJECTED: may not. HOLD: more ' +
    'is asked for. Only APPROVED sends; all of them receive.',
} as const

/** Of every customer, as it is created, changed and shown. */
export const commonFields = {
  region: {
    ...country,
    description:
      'Country whose rules hold for the customer. In the European Economic Area, contacts must be ' +
      'verified and payments authorized.',
  },
  currencies: {
    type: 'array',
    description:
      "What the customer will use, of the platform's currencies; a change replaces the list.",
    maxItems: 50,
    uniqueItems: true,
    items: currencyCode,
  },
  email: {
    type: 'string',
    format: 'email',
    maxLength: 255,
    example: 'ada@example.com',
    description:
      'Its one-time codes are the first login of the wallet, where it is set first. Within the ' +
      'platform no other customer logs in by it.',
  },
  phoneNumber: {
    type: 'string',
    pattern: '^\\+[1-9]\\d{1,14}$',
    example: '+14155550100',
    description:
      "With the country's prefix, E.164. Without an email address its one-time codes are the first " +
      'login of the wallet.',
  },
  umaAddress: {
    type: 'string',
    pattern: '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$',
    description:
      "`$name@domain`, with the platform's `umaDomain`. Made up where it is left out; upper and " +
      'lower case are the same.',
  },
} as const

export const platformCustomerId = {
  ...text(255),
  example: 'user-4711',
  description:
    'What the platform calls the customer; no two active customers share one. Made up where it is ' +
    'left out.',
} as const

/** Due diligence of an individual. */
const dueDiligenceFields = {
  sourceOfFundsCategories: {
    ...categories([
      'SALARY',
      'SELF_EMPLOYMENT_INCOME',
      'INVESTMENT_INCOME',
      'PENSION',
      'RENTAL_INCOME',
      'GIFT',
      'INHERITANCE',
      'LOAN',
      'SAVINGS',
      'SALE_OF_ASSETS',
      'OTHER',
    ]),
    description:
      'Where the money that the person pays with comes from. OTHER needs ' +
      '`sourceOfFundsOtherDescription`.',
  },
  sourceOfFundsOtherDescription: {
    ...lines(500),
    description: 'In words; required where the categories have OTHER.',
  },
  sourceOfWealthCategories: {
    ...categories([
      'SALARY',
      'BUSINESS_INCOME',
      'INVESTMENTS',
      'INHERITANCE',
      'PROPERTY_SALE',
      'GIFT',
      'RETIREMENT',
      'SAVINGS',
      'OTHER',
    ]),
    description:
      'How the person has come by what it owns. OTHER needs `sourceOfWealthOtherDescription`.',
  },
  sourceOfWealthOtherDescription: {
    ...lines(500),
    description: 'In words; required where the categories have OTHER.',
  },
  purposeOfAccount,
  purposeOfAccountOtherDescription: {
    ...lines(500),
    description: 'In words; required where `purposeOfAccount` is OTHER.',
  },
  expectedMonthlyTransactionCount,
  expectedMonthlyTransactionVolume,
  annualIncomeRange: {
    type: 'string',
    enum: ['UNDER_50K', 'RANGE_50K_100K', 'RANGE_100K_250K', 'RANGE_250K_1M', 'OVER_1M'],
    description: 'What the person earns in a year, in steps.',
  },
  netWorthRange: {
    type: 'string',
    enum: [
      'UNDER_100K',
      'RANGE_100K_500K',
      'RANGE_500K_1M',
      'RANGE_1M_5M',
      'RANGE_5M_25M',
      'OVER_25M',
    ],
    description: 'What the person owns less what it owes, in steps.',
  },
  pepStatus: {
    type: 'string',
    enum: ['NONE', 'DOMESTIC', 'FOREIGN', 'HIO', 'FAMILY_OR_ASSOCIATE'],
    description:
      'Whether the person holds a public office: DOMESTIC, FOREIGN, or HIO, of an international ' +
      'organisation; or is close to one who does.',
  },
} as const

/** What an individual's record keeps as it was sent. */
export const individualFields = {
  fullName: {
    ...name(250),
    example: 'Ada Lovelace',
    description:
      'As on the identity document. In the sandbox its end decides what becomes of the ' +
      'verification.',
  },
  birthDate: {
    type: 'string',
    format: 'date',
    example: '1990-12-10',
    description: 'As on the identity document: YYYY-MM-DD, not in the future.',
  },
  nationality: { ...country, description: 'Country of citizenship: two letters of ISO 3166-1.' },
  address: described(Address, 'Home address of the person.'),
  idType: {
    type: 'string',
    enum: ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'],
    description:
      'What kind of number `identifier` is. Individuals of the United States have an SSN or ITIN.',
  },
  countryOfIssuance: {
    ...country,
    description:
      'Country that issued the identifier; `US` for SSN and ITIN, also where it is left out.',
  },
  ...dueDiligenceFields,
} as const

/** Written, never read: encrypted in a column of its own. */
export const identifier = {
  ...text(100),
  writeOnly: true,
  description:
    'The tax or social-security number of the kind that `idType` says. Written and never shown.',
} as const

/** What a business's record keeps as it was sent. */
export const businessInfoFields = {
  legalName: {
    ...name(250),
    example: 'Analytical Engines Ltd',
    description: 'The name under which it is registered.',
  },
  doingBusinessAs: {
    ...text(250),
    description: 'The name that the public knows, where it is another.',
  },
  country: { ...country, description: 'Where it is registered: two letters of ISO 3166-1.' },
  registrationNumber: {
    ...text(100),
    description:
      'Its number in the register. In the sandbox its end decides what becomes of the verification.',
  },
  incorporatedOn: {
    type: 'string',
    format: 'date',
    example: '2015-03-01',
    description: 'The day it was founded: YYYY-MM-DD, not in the future.',
  },
  entityType: {
    type: 'string',
    enum: [
      'SOLE_PROPRIETORSHIP',
      'PARTNERSHIP',
      'LLC',
      'CORPORATION',
      'S_CORPORATION',
      'NON_PROFIT',
      'PUBLICLY_LISTED_COMPANY',
      'TRUST',
      'PRIVATE_FOUNDATION',
      'CHARITY',
      'OTHER',
    ],
    description: 'Its legal form, the closest of these.',
  },
  countriesOfOperation: { ...countries, description: 'Countries in which it does business.' },
  businessType: {
    type: 'string',
    enum: [
      'AGRICULTURE_FORESTRY_FISHING_AND_HUNTING',
      'MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION',
      'UTILITIES',
      'CONSTRUCTION',
      'MANUFACTURING',
      'WHOLESALE_TRADE',
      'RETAIL_TRADE',
      'TRANSPORTATION_AND_WAREHOUSING',
      'INFORMATION',
      'FINANCE_AND_INSURANCE',
      'REAL_ESTATE_AND_RENTAL_AND_LEASING',
      'PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES',
      'MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES',
      'ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES',
      'EDUCATIONAL_SERVICES',
      'HEALTH_CARE_AND_SOCIAL_ASSISTANCE',
      'ARTS_ENTERTAINMENT_AND_RECREATION',
      'ACCOMMODATION_AND_FOOD_SERVICES',
      'OTHER_SERVICES',
      'PUBLIC_ADMINISTRATION',
    ],
    description: 'Its line of business, by the sectors of NAICS.',
  },
  purposeOfAccount,
  sourceOfFunds: { ...lines(500), description: 'Where its money comes from, in its own words.' },
  expectedMonthlyTransactionCount,
  expectedMonthlyTransactionVolume,
  expectedRecipientJurisdictions: {
    ...countries,
    description: 'Countries that it expects to pay to.',
  },
  naicsCode: {
    type: 'string',
    pattern: '^\\d{2,6}$',
    description: 'Its line of business by NAICS: 2 to 6 digits, more of them being more exact.',
  },
  sourceOfFundsCategories: {
    ...categories([
      'OPERATING_REVENUE',
      'INVESTMENT_INCOME',
      'LOANS',
      'VENTURE_CAPITAL',
      'PERSONAL_SAVINGS',
      'DONATIONS',
      'OTHER',
    ]),
    description:
      'Where its money comes from, by category. OTHER needs `sourceOfFundsOtherDescription`.',
  },
  sourceOfFundsOtherDescription: {
    ...lines(500),
    description: 'In words; required where the categories have OTHER.',
  },
  purposeOfAccountOtherDescription: {
    ...lines(500),
    description: 'In words; required where `purposeOfAccount` is OTHER.',
  },
  expectedCounterpartyCountries: {
    ...countries,
    description: 'Countries of those whom it pays and is paid by.',
  },
  primaryContactFirstName: {
    ...name(250),
    description: 'Given name of the person to ask about the business.',
  },
  primaryContactLastName: {
    ...name(250),
    description: 'Family name of the person to ask about the business.',
  },
} as const
