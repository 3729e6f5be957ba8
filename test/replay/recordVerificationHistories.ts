/** Plays what may become of a verification. */
import { apiOf, listed, waitUntil } from '../support/builders.ts'
import type { SharedStack } from '../support/stack.ts'
import { aBusiness, anOwner, aVendor, green, red, submit } from '../verification/businesses.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordVerificationHistories(
  stack: Pick<SharedStack, 'env' | 'apiUrls' | 'databaseUrl' | 'platform'>,
  closed: Closed,
): Promise<void> {
  const api = apiOf(stack as SharedStack)
  const vendor = aVendor(stack)
  const approved = await aBusiness(api)
  await anOwner(api, approved)
  await closed('verification-approved', (await submit(api, approved)).id)
  const rejected = await aBusiness(api, 'C-002')
  await closed('verification-rejected', (await submit(api, rejected)).id)

  // Begun on the hosted page, held, and approved.
  const hosted = await aBusiness(api, 'C-001')
  const link = await api.call('POST', `/customers/${hosted.id}/kyc-link`)
  const { url } = await fetch(String(link.body.kycUrl), { method: 'POST' })
  await fetch(`${url}/check`, { method: 'POST' })
  const verification = await waitUntil('there is a verification', async () =>
    listed(await api.call('GET', `/verifications?customerId=${hosted.id}`)).at(0),
  )
  await vendor.review(hosted, red('RETRY', 'LOW_QUALITY'))
  await waitUntil('more is asked for', async () => {
    const { body } = await api.call('GET', `/verifications/${verification.id}`)
    return body.verificationStatus === 'RESOLVE_ERRORS'
  })
  await vendor.review(hosted, green)
  await closed('verification-hosted', verification.id)
}
