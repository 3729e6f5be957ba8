/** Recipients that policies name: an agent can't take them out of its policy by deleting them. */
import { beforeAll, expect, test } from 'vitest'
import { type Acting, anActingAgent, setPolicy, usdPolicy } from '../../../support/agentActions.ts'
import { aCreatedAgent } from '../../../support/agents.ts'
import { anExternalAccount, type Resource } from '../../../support/builders.ts'
import { describeOperation, expectRefusal, leavesNothing, service } from '../../service.ts'

let acting: Acting

const pathOf = ({ id }: Resource): string => `/agents/me/external-accounts/${id}`
const remove = (account: Resource) => acting.its.call('DELETE', pathOf(account))

describeOperation('agentDeleteExternalAccount', () => {
  beforeAll(async () => {
    acting ??= await anActingAgent(service().stack)
  })

  test('not one that a policy of its customer’s agents names, until no policy names it', async () => {
    const { api, customer, agent } = acting
    const [ruled, allowed] = [
      await anExternalAccount(api, customer),
      await anExternalAccount(api, customer),
    ]
    const { agent: second } = await aCreatedAgent(api, customer.id, {
      ...usdPolicy,
      accountRestrictions: { allowedAccountIds: [allowed.id, acting.source.id] },
    })
    const accountRules = [{ accountId: ruled.id, executionMode: 'APPROVAL_REQUIRED' }]
    await setPolicy({ api, agent }, { accountRestrictions: { accountRules } })
    for (const account of [ruled, allowed]) {
      await leavesNothing(async () => {
        const answer = await remove(account)
        expectRefusal(answer, 403, 'FORBIDDEN')
        expect(answer.body.reason).toMatch(/policy of an agent names this account/)
      })
      expect((await acting.its.call('GET', pathOf(account))).status).toBe(200)
    }
    // What an earlier version named, or a deleted agent's, hinders nothing.
    await setPolicy({ api, agent }, { accountRestrictions: { accountRules: [] } })
    expect((await api.call('DELETE', `/agents/${second.id}`)).status).toBe(204)
    for (const account of [ruled, allowed]) expect((await remove(account)).status).toBe(204)
  })

  test('not one that its customer trusts', async () => {
    const { api, customer } = acting
    const account = await anExternalAccount(api, customer)
    const { database } = service()
    const uuidOf = (resource: Resource) => resource.id.split(':')[1]
    const trust = 'update external_accounts set trusted_at = service_now() where id = $1'
    await database.query({ text: trust, values: [uuidOf(account)] })
    const move = 'update customers set region = $2 where id = $1'
    await database.query({ text: move, values: [uuidOf(customer), 'DE'] })
    await leavesNothing(async () => {
      expectRefusal(await remove(account), 409, 'BENEFICIARY_TRUSTED')
    })
    // Outside the regions nobody could withdraw the trust.
    await database.query({ text: move, values: [uuidOf(customer), 'US'] })
    expect((await remove(account)).status).toBe(204)
  })

  test('the platform deletes it all the same', async () => {
    const { api, customer, agent } = acting
    const account = await anExternalAccount(api, customer)
    const accountRules = [{ accountId: account.id, perTransactionLimit: 1 }]
    await setPolicy({ api, agent }, { accountRestrictions: { accountRules } })
    const path = `/customers/external-accounts/${account.id}`
    expect((await api.call('DELETE', path)).status).toBe(204)
    await setPolicy({ api, agent }, { accountRestrictions: { accountRules: [] } })
  })

  test('against a policy that comes to name it, one of the two wins', async () => {
    const { api, customer, agent } = acting
    const path = `/agents/${agent.id}/policy`
    for (let round = 0; round < 10; round += 1) {
      const account = await anExternalAccount(api, customer)
      const accountRules = [{ accountId: account.id, perTransactionLimit: 1 }]
      const [changed, removed] = await Promise.all([
        api.call('PATCH', path, { accountRestrictions: { accountRules } }),
        remove(account),
      ])
      expect([
        [200, 403],
        [400, 204],
      ]).toContainEqual([changed.status, removed.status])
      await setPolicy({ api, agent }, { accountRestrictions: { accountRules: [] } })
    }
  })
})
