/** What counts as known of a customer, field by field: the SQL function alone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform, requirableFields, setRequiredFields } from '../../db/platforms.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let platform: { id: string; name: string }

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
  const name = randomUUID()
  const { clientId } = await createPlatform(server.url, { name })
  const { id } = await database.one<{ id: string }>({
    text: 'select platform_id as id from tokens where client_id = $1',
    values: [clientId],
  })
  platform = { id, name }
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const require = (currency: string, fields: readonly string[]): Promise<boolean> =>
  setRequiredFields(database, platform.id, { currency, fields })

async function missing(customer: object): Promise<unknown> {
  const row = { platform_id: platform.id, profile: {}, ...customer }
  const found = await database.one<{ missing: unknown }>({
    text: 'select missing_customer_fields(jsonb_populate_record(null::customers, $1::jsonb)) as missing',
    values: [JSON.stringify(row)],
  })
  return found.missing
}

const person = {
  FULL_NAME: { profile: { fullName: 'Ada Lovelace' } },
  BIRTH_DATE: { profile: { birthDate: '1990-12-10' } },
  NATIONALITY: { profile: { nationality: 'GB' } },
  PHONE_NUMBER: { phone_number: '+14155550100' },
  EMAIL: { email: 'ada@example.com' },
  POSTAL_ADDRESS: { profile: { address: { line1: 'x' } } },
  COUNTRY_OF_RESIDENCE: { region: 'US' },
  TAX_ID: { identity_number: 'sealed' },
  IDENTIFIER: { identity_number: 'sealed' },
  ID_NUMBER: { identity_number: 'sealed' },
  ID_TYPE: { profile: { idType: 'SSN' } },
} as const

const business = {
  FULL_NAME: { profile: { businessInfo: { legalName: 'x' } } },
  COMPANY_LEGAL_NAME: { profile: { businessInfo: { legalName: 'x' } } },
  REGISTRATION_NUMBER: { profile: { businessInfo: { registrationNumber: 'x' } } },
  BUSINESS_TYPE: { profile: { businessInfo: { businessType: 'UTILITIES' } } },
  TAX_ID: { identity_number: 'sealed' },
} as const

test.each([
  ...Object.entries(person).map(([field, known]) => ['INDIVIDUAL', field, known] as const),
  ...Object.entries(business).map(([field, known]) => ['BUSINESS', field, known] as const),
])('%s: %s', async (type, field, known) => {
  expect(await require('USD', [field])).toBe(true)
  expect(await missing({ customer_type: type })).toEqual({ USD: [field] })
  expect(await missing({ customer_type: type, ...known })).toBeNull()
})

test('what only the other type has is not missing, and each field of the list is judged', async () => {
  await require('USD', requirableFields)
  const { USD: ofPerson } = (await missing({ customer_type: 'INDIVIDUAL' })) as { USD: string[] }
  expect(ofPerson).toEqual(Object.keys(person).sort())
  const { USD: ofBusiness } = (await missing({ customer_type: 'BUSINESS' })) as { USD: string[] }
  const businessOnly = Object.keys(business).filter((field) => !(field in person))
  expect([...new Set([...ofPerson, ...ofBusiness])].sort()).toEqual([...requirableFields].sort())
  expect(ofBusiness).toEqual(expect.arrayContaining(businessOnly))
  expect(ofBusiness).not.toContain('BIRTH_DATE')
})

test('each currency has its own; none of a currency or a platform that there is not', async () => {
  await require('USD', [])
  await require('USDC', ['EMAIL'])
  expect(await missing({ customer_type: 'INDIVIDUAL' })).toEqual({ USDC: ['EMAIL'] })
  expect(await require('EUR', ['EMAIL'])).toBe(false)
  const ofUsd = { currency: 'USD', fields: [] }
  expect(await setRequiredFields(database, randomUUID(), ofUsd)).toBe(false)
})
