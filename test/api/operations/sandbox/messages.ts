import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../../db/platforms.ts'
import { apiOf, listed, shown, waitUntil } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { anUnverifiedCustomer, type ScaCustomer } from '../../../support/sca.ts'
import { isLong, sampleOf } from '../../../support/seed.ts'
import { aFreshPlatform, describeOperation, expectRefusal, service } from '../../service.ts'

const faults = ['errorBefore', 'errorAfter', 'lostAnswer', 'delay'] as const

type Message = { id: string; channel: string; to: string; text: string; subject?: string }

const messagesTo = async ({ api }: ScaCustomer, contact: string): Promise<Message[]> =>
  (listed(await api.call('GET', '/sandbox/messages')) as unknown as Message[]).filter(
    ({ to }) => to === contact,
  )

async function send({ api, customer }: ScaCustomer, contact: 'email' | 'phone'): Promise<void> {
  expect((await api.call('POST', `/customers/${customer.id}/verify-${contact}`)).status).toBe(204)
}

describeOperation('listSandboxMessages', () => {
  test('the own codes of contacts and wallets, and no others', async () => {
    const mine = await anUnverifiedCustomer(await aFreshPlatform())
    const theirs = await anUnverifiedCustomer(await aFreshPlatform())
    for (const customer of [mine, theirs]) {
      const { api } = customer
      await send(customer, 'email')
      const wallet = await waitUntil('the wallet is active', async () => {
        const path = `/internal-accounts?customerId=${customer.customer.id}&type=EMBEDDED_WALLET`
        const [account] = listed(await api.call('GET', path))
        return account?.status === 'ACTIVE' ? account : undefined
      })
      const [credential] = listed(await api.call('GET', `/auth/credentials?accountId=${wallet.id}`))
      shown(
        'challenge',
        await api.call('POST', `/auth/credentials/${credential?.id}/challenge`),
        200,
      )
    }
    const bothTo = async (whom: ScaCustomer): Promise<Message[]> =>
      waitUntil('both are sent', async () => {
        const found = await messagesTo(whom, whom.customer.email)
        return found.length === 2 ? found : undefined
      })
    const messages = await bothTo(mine)
    await bothTo(theirs)
    expect(messages.map(({ text }) => text.slice(0, 6)).sort()).toEqual(['000000', '123456'])
    const all = listed(await mine.api.call('GET', '/sandbox/messages'))
    expect(JSON.stringify(all)).not.toContain(theirs.customer.email)
  })

  test('is of the sandbox alone', async () => {
    const { stack } = service()
    const name = `production ${randomUUID()}`
    const platform = await createPlatform(stack.databaseUrl, { name, environment: 'PRODUCTION' })
    expectRefusal(await apiOf(stack, platform).call('GET', '/sandbox/messages'), 403, 'FORBIDDEN')
  })

  test.each([
    ['email', 'mail'],
    ['phone', 'message'],
  ] as const)(
    'a code to the %s arrives once, whatever goes wrong on its way',
    async (contact, operation) => {
      const control = aSandboxControl(service().stack)
      for (const kind of sampleOf('message faults', faults, isLong ? faults.length : 1)) {
        const customer = await anUnverifiedCustomer(service().api)
        const to = contact === 'email' ? customer.customer.email : customer.customer.phoneNumber
        const match = contact === 'email' ? to.split('@')[0] : to
        const release = await control.order({
          party: 'messages',
          operation,
          kind,
          count: 1,
          match: match ?? '',
        })
        await send(customer, contact)
        const sent = await waitUntil('the code is recorded as sent', async () => {
          const [row] = await service().database.query<{ id: string; sent: boolean }>({
            text: `select id, sent_at is not null as sent from sca_challenges where customer_id = $1`,
            values: [customer.customer.id.replace('Customer:', '')],
          })
          return row?.sent ? row : undefined
        })
        await release()
        const [message, ...more] = await messagesTo(customer, to)
        expect(message?.id).toContain(sent.id)
        expect(more).toEqual([])
      }
    },
  )
})
