/**
 * `npm run demo -- business`: a business with its owners, verified by the sandbox's vendor.
 *
 * Settings: API_URL and DATABASE_URL, where the platform of the demonstrations is made.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import type { ApiClient } from '../serviceDriver/apiClient.ts'
import { demonstrate, say, step, type Webhook, waitFor } from './steps.ts'

const address = { line1: '1 Main Street', city: 'Austin', postalCode: '78701', country: 'US' }

await command(async () => {
  parseArgs()
  await demonstrate(async ({ api, webhooks }) => {
    await decide(api, 'ON_SUBMISSION')
    try {
      await onboardBusiness(api, webhooks)
    } finally {
      await decide(api, 'ON_CREATION')
    }
  })
})

function decide(api: ApiClient, sandboxVerification: string): Promise<unknown> {
  return step(
    `PATCH /config: the sandbox decides about new customers ${sandboxVerification}`,
    () => api.call('PATCH', '/config', { sandboxVerification }),
    200,
  )
}

async function onboardBusiness(api: ApiClient, webhooks: readonly Webhook[]): Promise<void> {
  const business = await step(
    'POST /customers: a business',
    () =>
      api.call('POST', '/customers', {
        customerType: 'BUSINESS',
        platformCustomerId: `demo-${randomUUID().slice(0, 8)}`,
        region: 'US',
        email: `office-${randomUUID().slice(0, 8)}@example.com`,
        address,
        businessInfo: {
          legalName: 'Analytical Engines Ltd',
          country: 'US',
          taxId: '12-3456789',
          incorporatedOn: '2015-03-01',
          registrationNumber: `C${randomUUID().slice(0, 8)}`,
        },
      }),
    201,
  )
  const customerId = business.body.id
  say('kybStatus', String(business.body.kybStatus))
  const owner = await step(
    'POST /beneficial-owners: who owns and controls it',
    () => api.call('POST', '/beneficial-owners', anOwner(customerId)),
    201,
  )
  const verification = await step(
    'POST /verifications',
    () => api.call('POST', '/verifications', { customerId }),
    200,
  )
  say('verificationStatus', String(verification.body.verificationStatus))
  await waitFor('the vendor approves the business', async () => {
    const { body } = await api.call('GET', `/verifications/${verification.body.id}`)
    return body.verificationStatus === 'APPROVED' ? body : undefined
  })
  const { body } = await api.call('GET', `/beneficial-owners/${owner.body.id}`)
  say('kycStatus of the owner', String(body.kycStatus))
  await waitFor('the last webhook arrives', async () =>
    webhooks.find(({ type, data }) => type === 'CUSTOMER.KYB_APPROVED' && data.id === customerId),
  )
  say('webhooks received', webhooks.map(({ type }) => type).join(', '))
}

function anOwner(customerId: unknown): object {
  return {
    customerId,
    roles: ['UBO', 'CONTROL_PERSON'],
    ownershipPercentage: 100,
    personalInfo: {
      ...{ firstName: 'Ada', lastName: 'Lovelace', birthDate: '1990-12-10', nationality: 'GB' },
      ...{ address, idType: 'SSN', identifier: '123-45-6789' },
    },
  }
}
