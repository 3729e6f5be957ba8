/** Files of customers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type ApiClient, formOf } from '../../scripts/serviceDriver/apiClient.ts'
import { shown } from './builders.ts'

export type Row = Readonly<Record<string, string | undefined>>

export const columns = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'fullName',
  'birthDate',
  'email',
  'addressLine1',
  'city',
  'state',
  'postalCode',
  'country',
  'businessLegalName',
  'businessRegistrationNumber',
  'businessTaxId',
]

/** A person, who has not been imported before. */
export function aPerson(domain: string, fields: Row = {}): Row {
  const id = randomUUID()
  return {
    umaAddress: `$${id}@${domain}`,
    platformCustomerId: id,
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    birthDate: '1990-12-10',
    email: `${id}@example.com`,
    addressLine1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    postalCode: '10001',
    country: 'US',
    ...fields,
  }
}

export function aBusiness(domain: string, fields: Row = {}): Row {
  const business = { customerType: 'BUSINESS', businessLegalName: 'Analytical Engines Ltd' }
  return aPerson(domain, { ...business, fullName: '', birthDate: '', ...fields })
}

export function csvOf(rows: readonly Row[], names = columns, ending = '\n'): string {
  const cell = (text = ''): string =>
    /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','))
  return [names.join(','), ...lines, ''].join(ending)
}

export async function domainOf(api: ApiClient): Promise<string> {
  return String(shown('config', await api.call('GET', '/config'), 200).umaDomain)
}

/** @returns the id of the job */
export async function upload(api: ApiClient, content: string | Uint8Array): Promise<string> {
  const form = formOf({}, { name: 'customers.csv', content })
  const answer = await api.call('POST', '/customers/bulk/csv', form)
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body))
  return String(answer.body.jobId)
}

/** The job once all its rows are judged. */
export async function ended(api: ApiClient, jobId: string): Promise<Answer['body']> {
  for (;;) {
    const { body } = await api.call('GET', `/customers/bulk/jobs/${jobId}`)
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body
    await sleep(50)
  }
}
