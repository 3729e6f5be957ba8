/** Customers. Individuals now; the business variant is one more schema. */
import { idSchema } from '../ids.ts'
import { Address, country, currencyCode, dateTime, listOf } from './shared.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength }) as const

const individual = {
  customerType: { type: 'string', enum: ['INDIVIDUAL'] },
  platformCustomerId: { ...text(255), example: 'user-4711' },
  region: country,
  currencies: { type: 'array', maxItems: 50, uniqueItems: true, items: currencyCode },
  email: { type: 'string', format: 'email', maxLength: 255, example: 'ada@example.com' },
  phoneNumber: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$', example: '+14155550100' },
  umaAddress: { type: 'string', pattern: '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$' },
  fullName: { ...text(255), example: 'Ada Lovelace' },
  birthDate: { type: 'string', format: 'date', example: '1990-12-10' },
  nationality: country,
  address: Address,
} as const

export const IndividualCustomerCreateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: {
    ...individual,
    idType: { type: 'string', enum: ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] },
    identifier: { ...text(64), writeOnly: true },
    countryOfIssuance: country,
  },
} as const

const { platformCustomerId: _fixed, ...changeable } = IndividualCustomerCreateRequest.properties

/** Fields that are left out stay; `customerType` chooses the variant. */
export const IndividualCustomerUpdateRequest = {
  type: 'object',
  required: ['customerType'],
  properties: changeable,
} as const

export const IndividualCustomer = {
  type: 'object',
  required: ['id', 'customerType', 'platformCustomerId', 'umaAddress', 'kycStatus'],
  properties: {
    ...individual,
    id: idSchema('Customer'),
    kycStatus: { type: 'string', enum: ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'] },
    idType: { type: 'string' },
    countryOfIssuance: { type: 'string' },
    isDeleted: { type: 'boolean' },
    createdAt: dateTime,
    updatedAt: dateTime,
  },
} as const
export const CustomerList = listOf(IndividualCustomer)

export const CustomerType = { type: 'string', enum: ['INDIVIDUAL', 'BUSINESS'] } as const
