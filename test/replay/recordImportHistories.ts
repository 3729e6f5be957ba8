/** Plays imports of customers, and documents that go to the verification vendor at once. */
import type { Client } from '@temporalio/client'
import { apiOf, waitUntil } from '../support/builders.ts'
import { aPerson, csvOf, domainOf, upload } from '../support/importFiles.ts'
import type { SharedStack } from '../support/stack.ts'
import {
  aBusiness,
  anOwner,
  aVendor,
  businessDocuments,
  documentsOn,
  submit,
  uploadTo,
} from '../verification/businesses.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordImportHistories(stack: SharedStack, closed: Closed): Promise<void> {
  const api = apiOf(stack)
  const domain = await domainOf(api)
  const rows = [aPerson(domain), aPerson(domain, { email: '' }), aPerson(domain, { city: '' })]
  await closed('bulkImport-completed', await upload(api, csvOf(rows)))
  await closed('bulkImport-unreadable', await upload(api, csvOf(rows, ['city'])))
}

export async function recordForwardingHistories(
  stack: SharedStack,
  client: Client,
  closed: Closed,
): Promise<void> {
  const api = apiOf(stack)
  const business = await aBusiness(api, 'C-001')
  const owner = await anOwner(api, business)
  await documentsOn(stack, business, ...businessDocuments)
  await documentsOn(stack, owner, 'PASSPORT')
  await submit(api, business)
  await waitUntil('the vendor has the owner', async () =>
    (await aVendor(stack).notices(owner)).includes('applicantPending'),
  )
  for (const [name, inside] of [
    ['accepted', ''],
    ['refused', 'sandbox:expired'],
  ]) {
    await uploadTo(stack, owner, { documentType: name === 'accepted' ? 'SELFIE' : 'OTHER' }, inside)
    await closed(`documentForwarding-${name}`, await latestForwarding(client, name))
  }
}

/** The workflow that was started last: its id has the object's, which nobody is shown. */
async function latestForwarding(client: Client, name: string | undefined): Promise<string> {
  const found = new Set<string>()
  await waitUntil('the forwarding is listed', async () => {
    for await (const { workflowId } of client.workflow.list({
      query: "WorkflowType = 'documentForwarding'",
    })) {
      found.add(workflowId)
    }
    return found.size === (name === 'accepted' ? 1 : 2)
  })
  const list = client.workflow.list({ query: "WorkflowType = 'documentForwarding'" })
  const runs: { readonly id: string; readonly at: number }[] = []
  for await (const { workflowId, startTime } of list) {
    runs.push({ id: workflowId, at: startTime.getTime() })
  }
  return runs.sort((a, b) => b.at - a.at)[0]?.id ?? ''
}
