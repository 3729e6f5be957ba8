/** Customers to verify, and the vendor's side of it. */
import { randomUUID } from 'node:crypto'
import type { Environment } from '../../contract/outsideParties.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { type Answer, type ApiClient, formOf } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aBusinessBody,
  aCustomerBody,
  apiOf,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aPdf } from '../support/documentFiles.ts'
import type { SharedStack } from '../support/stack.ts'

const address = { line1: 'Main Street 1', city: 'Austin', postalCode: '78701', country: 'US' }

export function aPersonalInfo(fields: object = {}): object {
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1980-12-09',
    nationality: 'US',
    address,
    idType: 'SSN',
    identifier: '212-65-4321',
    ...fields,
  }
}

/**
 * A business that the sandbox has not decided about as it was created.
 *
 * @param registrationNumber whose last three characters decide when it is submitted
 */
export async function aBusiness(
  api: ApiClient,
  registrationNumber = `C${randomUUID().slice(0, 8)}x`,
  taxId = '12-3456789',
): Promise<Resource> {
  const body = aBusinessBody({
    address,
    businessInfo: {
      legalName: 'Analytical Engines Ltd',
      country: 'US',
      taxId,
      incorporatedOn: '2015-03-01',
      registrationNumber: 'C-001',
      entityType: 'LLC',
    },
  })
  const { id } = shown('business', await api.call('POST', '/customers', body), 201)
  const change = { customerType: 'BUSINESS', businessInfo: { registrationNumber } }
  return shown('business', await api.call('PATCH', `/customers/${id}`, change), 200)
}

/** A person whom the sandbox leaves UNVERIFIED, complete but for documents. */
export async function aPerson(api: ApiClient, fullName = 'Ada Lovelace 003'): Promise<Resource> {
  const body = aCustomerBody({ fullName, address, idType: 'SSN', identifier: '123-45-6789' })
  return shown('person', await api.call('POST', '/customers', body), 201)
}

export async function anOwner(
  api: ApiClient,
  business: Resource,
  fields: object = {},
  info: object = {},
): Promise<Resource> {
  const body = {
    customerId: business.id,
    roles: ['UBO', 'CONTROL_PERSON'],
    ownershipPercentage: 30,
    personalInfo: aPersonalInfo(info),
    ...fields,
  }
  return shown('owner', await api.call('POST', '/beneficial-owners', body), 201)
}

export async function submit(api: ApiClient, customer: Resource): Promise<Resource> {
  const answer = await api.call('POST', '/verifications', { customerId: customer.id })
  return shown('verification', answer, 200)
}

export async function statusOf(api: ApiClient, customer: Resource): Promise<unknown> {
  const { body } = await api.call('GET', `/customers/${customer.id}`)
  return body.kybStatus ?? body.kycStatus
}

export async function untilStatus(
  api: ApiClient,
  verification: Resource,
  status: string,
): Promise<Resource> {
  return waitUntil(`the verification is ${status}`, async () => {
    const { body } = await api.call('GET', `/verifications/${verification.id}`)
    return body.verificationStatus === status ? (body as Resource) : undefined
  })
}

/** Types of all events about a customer and its verifications, in their order. */
export async function eventsOf(stack: SharedStack, customer: Resource): Promise<string[]> {
  const uuid = customer.id.split(':')[1]
  const { rows } = await withClient(stack.databaseUrl, (client) =>
    client.query<{ type: string }>(
      `select type from events where subject = 'Customer:' || $1 or subject in
         (select 'Verification:' || id from verifications where customer_id = $1::uuid) order by created_at, id`,
      [uuid],
    ),
  )
  return rows.map(({ type }) => type)
}

export type VendorSays = {
  /** Moves the vendor's review of a customer or an owner. */
  review(resource: Resource, review: object): Promise<void>
  behave(behaviour: object): Promise<void>
  /** Sends all notices about it again. */
  repeat(resource: Resource): Promise<void>
  /** Types of its notices, in no order. */
  notices(resource: Resource): Promise<string[]>
}

export const green = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }
export const red = (reviewRejectType: 'FINAL' | 'RETRY', ...rejectLabels: string[]): object => ({
  reviewStatus: 'completed',
  reviewResult: { reviewAnswer: 'RED', reviewRejectType, rejectLabels },
})

export function aVendor(
  stack: Pick<SharedStack, 'env'>,
  environment: Environment = 'SANDBOX',
): VendorSays {
  const base = stack.env[`${environment}_CONTROL_URL`] ?? ''
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${base}/verification${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }
  return {
    review: async ({ id }, review) => void (await call('POST', `/applicants/${id}/review`, review)),
    behave: async (behaviour) => void (await call('POST', '/behaviour', behaviour)),
    repeat: async ({ id }) => void (await call('POST', `/applicants/${id}/notices`, {})),
    async notices({ id }) {
      const path = `/notices?externalUserId=${encodeURIComponent(id)}`
      const { notices } = (await call('GET', path)) as { notices: { body: { type: string } }[] }
      return notices.map(({ body }) => body.type)
    },
  }
}

/** What a complete business needs on file. */
export const businessDocuments = [
  'CERTIFICATE_OF_INCORPORATION',
  'DIRECTOR_REGISTRY',
  'SHAREHOLDER_REGISTER',
  'UTILITY_BILL',
] as const

export async function accountsOf(api: ApiClient, customer: Resource): Promise<Resource[]> {
  return listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))
}

/** Documents on file. */
export async function documentsOn(
  stack: SharedStack,
  holder: Resource,
  ...types: readonly (string | readonly [type: string, side: string])[]
): Promise<void> {
  for (const given of types) {
    const [documentType, side] = typeof given === 'string' ? [given] : given
    shown('document', await uploadTo(stack, holder, { documentType, side }), 201)
  }
}

/** @param inside the sandbox vendor reads `sandbox:expired` and the like there */
export function uploadTo(
  stack: SharedStack,
  holder: Resource,
  fields: Readonly<Record<string, string | undefined>>,
  inside = '',
): Promise<Answer> {
  return apiOf(stack).call('POST', '/documents', documentForm(fields, inside, holder.id))
}

export function documentForm(
  fields: Readonly<Record<string, string | undefined>>,
  inside = '',
  documentHolder?: string,
): object {
  const facts = { country: 'US', documentNumber: 'P-1', issuingAuthority: 'State', documentHolder }
  return formOf({ ...facts, ...fields }, { name: 'a.pdf', content: aPdf(inside) })
}
