/** Fields of customers, as several of their schemas hold them. Not components themselves. */
import { Address, country, currencyCode } from './shared.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const
const countries = { type: 'array', maxItems: 250, uniqueItems: true, items: country } as const

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
} as const

export const verificationStatus = {
  type: 'string',
  enum: ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'],
} as const

/** Of every customer, as it is created, changed and shown. */
export const commonFields = {
  region: country,
  currencies: { type: 'array', maxItems: 50, uniqueItems: true, items: currencyCode },
  email: { type: 'string', format: 'email', maxLength: 255, example: 'ada@example.com' },
  phoneNumber: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$', example: '+14155550100' },
  umaAddress: { type: 'string', pattern: '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$' },
} as const

export const platformCustomerId = { ...text(255), example: 'user-4711' } as const

/** Due diligence of an individual. */
const dueDiligenceFields = {
  sourceOfFundsCategories: categories([
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
  sourceOfFundsOtherDescription: text(500),
  sourceOfWealthCategories: categories([
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
  sourceOfWealthOtherDescription: text(500),
  purposeOfAccount,
  purposeOfAccountOtherDescription: text(500),
  expectedMonthlyTransactionCount,
  expectedMonthlyTransactionVolume,
  annualIncomeRange: {
    type: 'string',
    enum: ['UNDER_50K', 'RANGE_50K_100K', 'RANGE_100K_250K', 'RANGE_250K_1M', 'OVER_1M'],
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
  },
  pepStatus: {
    type: 'string',
    enum: ['NONE', 'DOMESTIC', 'FOREIGN', 'HIO', 'FAMILY_OR_ASSOCIATE'],
  },
} as const

/** What an individual's record keeps as it was sent. */
export const individualFields = {
  fullName: { ...text(255), example: 'Ada Lovelace' },
  birthDate: { type: 'string', format: 'date', example: '1990-12-10' },
  nationality: country,
  address: Address,
  idType: { type: 'string', enum: ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] },
  countryOfIssuance: country,
  ...dueDiligenceFields,
} as const

/** Written, never read: encrypted in a column of its own. */
export const identifier = { ...text(64), writeOnly: true } as const

/** What a business's record keeps as it was sent. */
export const businessInfoFields = {
  legalName: { ...text(255), example: 'Analytical Engines Ltd' },
  doingBusinessAs: text(255),
  country,
  registrationNumber: text(255),
  incorporatedOn: { type: 'string', format: 'date', example: '2015-03-01' },
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
  },
  countriesOfOperation: countries,
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
  },
  purposeOfAccount,
  sourceOfFunds: text(500),
  expectedMonthlyTransactionCount,
  expectedMonthlyTransactionVolume,
  expectedRecipientJurisdictions: countries,
  naicsCode: { type: 'string', pattern: '^\\d{2,6}$' },
  sourceOfFundsCategories: categories([
    'OPERATING_REVENUE',
    'INVESTMENT_INCOME',
    'LOANS',
    'VENTURE_CAPITAL',
    'PERSONAL_SAVINGS',
    'DONATIONS',
    'OTHER',
  ]),
  sourceOfFundsOtherDescription: text(500),
  purposeOfAccountOtherDescription: text(500),
  expectedCounterpartyCountries: countries,
  primaryContactFirstName: text(250),
  primaryContactLastName: text(250),
} as const
