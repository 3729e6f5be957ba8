/** Changes of policies. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aCreatedAgent } from '../../../support/agents.ts'
import type { Resource } from '../../../support/builders.ts'
import { sparkAddress } from '../../../support/sandboxNumbers.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

/** Ids of the customer's wallet and of its bank account. */
function accounts(): { readonly wallet: string; readonly bank: string; readonly theirs: string } {
  const { mine, theirs } = service()
  return { wallet: mine.wallet.id, bank: mine.account.id, theirs: theirs.account.id }
}

function fullPolicy(): Record<string, unknown> {
  const { wallet, bank } = accounts()
  return {
    permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: {
      currency: 'USD',
      perTransactionLimit: 1_000,
      dailyLimit: 5_000,
      dailyTransactionLimit: 9,
      monthlyLimit: 20_000,
    },
    accountRestrictions: {
      allowedAccountIds: [wallet, bank],
      accountRules: [
        { accountId: bank, executionMode: 'APPROVAL_REQUIRED', perTransactionLimit: 500 },
      ],
    },
    approvalThresholds: { currency: 'USD', amount: 700 },
  }
}

async function anAgentWith(policy: object = fullPolicy()): Promise<Resource> {
  const { agent } = await aCreatedAgent(service().api, service().mine.customer.id, policy)
  return agent
}

const patch = (agent: Resource, body: object): Promise<Answer> =>
  call('PATCH', `/agents/${agent.id}/policy`, body)

async function changed(agent: Resource, body: object): Promise<Record<string, unknown>> {
  const answer = await patch(agent, body)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  expect((await call('GET', `/agents/${agent.id}`)).body).toEqual(answer.body)
  return answer.body.policy as Record<string, unknown>
}

describeOperation('updateAgentPolicy', () => {
  test('changes what is named, and leaves the rest', async () => {
    const agent = await anAgentWith()
    const policy = fullPolicy()
    expect(agent.policy).toEqual(policy)
    const limits = policy.spendingLimits as object
    const restrictions = policy.accountRestrictions as object
    expect(await changed(agent, { permissions: [] })).toEqual({ ...policy, permissions: [] })
    expect(await changed(agent, { defaultExecutionMode: 'APPROVAL_REQUIRED' })).toMatchObject({
      permissions: [],
      defaultExecutionMode: 'APPROVAL_REQUIRED',
    })
    expect(await changed(agent, { spendingLimits: { dailyLimit: 6_000 } })).toMatchObject({
      spendingLimits: { ...limits, dailyLimit: 6_000 },
    })
    expect(await changed(agent, { approvalThresholds: { amount: 800 } })).toMatchObject({
      approvalThresholds: { currency: 'USD', amount: 800 },
    })
    expect(await changed(agent, { accountRestrictions: { accountRules: [] } })).toMatchObject({
      accountRestrictions: { ...restrictions, accountRules: [] },
    })
  })

  test('null removes a limit, a list and the threshold', async () => {
    const agent = await anAgentWith()
    const none = { dailyLimit: null, dailyTransactionLimit: null, monthlyLimit: null }
    const { bank } = accounts()
    expect(
      await changed(agent, {
        spendingLimits: none,
        accountRestrictions: {
          allowedAccountIds: null,
          accountRules: [{ accountId: bank, perTransactionLimit: null }],
        },
        approvalThresholds: { amount: null },
      }),
    ).toEqual({
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
      accountRestrictions: { accountRules: [{ accountId: bank }] },
    })
  })

  test('another currency restates, rounded down, what is not named', async () => {
    const agent = await anAgentWith()
    const { bank } = accounts()
    expect(
      await changed(agent, { spendingLimits: { currency: 'EUR', monthlyLimit: 30_000 } }),
    ).toMatchObject({
      spendingLimits: {
        currency: 'EUR',
        perTransactionLimit: 859,
        dailyLimit: 4_295,
        dailyTransactionLimit: 9,
        monthlyLimit: 30_000,
      },
      accountRestrictions: { accountRules: [{ accountId: bank, perTransactionLimit: 429 }] },
      approvalThresholds: { currency: 'EUR', amount: 601 },
    })
    expect(
      await changed(agent, {
        spendingLimits: { currency: 'BTC' },
        approvalThresholds: { amount: null },
      }),
    ).toMatchObject({ spendingLimits: { currency: 'BTC', perTransactionLimit: 10_000 } })
  })

  test('an amount that converts to nothing must be sent too', async () => {
    const agent = await anAgentWith({
      permissions: [],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'VND', perTransactionLimit: 100, dailyLimit: 26_200_000 },
    })
    expect(fieldsOf(await patch(agent, { spendingLimits: { currency: 'USD' } }))).toEqual({
      'spendingLimits.perTransactionLimit': 'exclusiveMinimum',
    })
    expect(
      await changed(agent, { spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }),
    ).toMatchObject({ spendingLimits: { perTransactionLimit: 1, dailyLimit: 100_000 } })
    const large = await anAgentWith({
      permissions: [],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 9_000_000_000_000_000 },
    })
    expect(fieldsOf(await patch(large, { spendingLimits: { currency: 'BTC' } }))).toEqual({
      'spendingLimits.perTransactionLimit': 'maximum',
    })
  })

  test('names every contradiction', async () => {
    const { wallet, bank, theirs } = accounts()
    const nobodys = `ExternalAccount:${randomUUID()}`
    const wrong = {
      permissions: ['CREATE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: {
        currency: 'USD',
        perTransactionLimit: 1_000,
        dailyLimit: 900,
        monthlyLimit: 800,
      },
      accountRestrictions: {
        allowedAccountIds: [wallet, theirs, nobodys, 'x'],
        accountRules: [
          { accountId: wallet, perTransactionLimit: 901 },
          { accountId: wallet },
          { accountId: bank },
          { accountId: theirs },
        ],
      },
      approvalThresholds: { currency: 'EUR', amount: 5 },
    }
    const problems = {
      'spendingLimits.dailyLimit': 'minimum',
      'spendingLimits.monthlyLimit': 'minimum',
      'approvalThresholds.currency': 'const',
      'accountRestrictions.allowedAccountIds.1': 'enum',
      'accountRestrictions.allowedAccountIds.2': 'enum',
      'accountRestrictions.allowedAccountIds.3': 'enum',
      'accountRestrictions.accountRules.0.perTransactionLimit': 'maximum',
      'accountRestrictions.accountRules.1.accountId': 'uniqueItems',
      'accountRestrictions.accountRules.2.accountId': 'enum',
      'accountRestrictions.accountRules.3.accountId': 'enum',
    }
    const agent = await anAgentWith()
    expect(fieldsOf(await patch(agent, wrong))).toEqual(problems)
    expect((await call('GET', `/agents/${agent.id}`)).body.policy).toEqual(agent.policy)
    // Beside what the schemas find, and when the agent is created.
    const also = { ...wrong, permissions: ['CREATE_QUOTES', 'CREATE_QUOTES'] }
    expect(fieldsOf(await patch(agent, also))).toEqual({ ...problems, permissions: 'uniqueItems' })
    const twice = { accountRestrictions: { allowedAccountIds: [theirs, wallet, bank, bank] } }
    expect(fieldsOf(await patch(agent, twice))).toEqual({
      'accountRestrictions.allowedAccountIds': 'uniqueItems',
      'accountRestrictions.allowedAccountIds.0': 'enum',
    })
    const body = { name: '', customerId: service().mine.customer.id, policy: wrong }
    expect(fieldsOf(await call('POST', '/agents', body))).toEqual({
      name: 'minLength',
      ...Object.fromEntries(Object.entries(problems).map(([name, why]) => [`policy.${name}`, why])),
    })
    expect(fieldsOf(await call('POST', '/agents', { ...body, name: 'x' }))).toEqual(
      Object.fromEntries(Object.entries(problems).map(([name, why]) => [`policy.${name}`, why])),
    )
  })

  test('contradicts what stays, too', async () => {
    const agent = await anAgentWith()
    const { wallet } = accounts()
    expect(fieldsOf(await patch(agent, { spendingLimits: { dailyLimit: 999 } }))).toEqual({
      'spendingLimits.dailyLimit': 'minimum',
    })
    const only = { allowedAccountIds: [wallet] }
    expect(fieldsOf(await patch(agent, { accountRestrictions: only }))).toEqual({
      'accountRestrictions.accountRules.0.accountId': 'enum',
    })
    expect(fieldsOf(await patch(agent, {}))).toEqual({ '': 'minProperties' })
  })

  test('a change that changes nothing is refused, and is no version', async () => {
    const plain = await anAgentWith({
      permissions: [],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
    })
    expect(fieldsOf(await patch(plain, { limit: 5 }))).toEqual({ '': 'minProperties' })
    const withNull = { spendingLimits: { currency: null } }
    expect(fieldsOf(await patch(plain, withNull))).toEqual({ spendingLimits: 'minProperties' })
    expect(fieldsOf(await patch(plain, { approvalThresholds: { currency: 'USD' } }))).toEqual({
      'approvalThresholds.amount': 'required',
    })
    const body = {
      ...{ name: 'x', customerId: service().mine.customer.id },
      policy: { ...fullPolicy(), approvalThresholds: { currency: 'USD' } },
    }
    expect(fieldsOf(await call('POST', '/agents', body))).toEqual({
      'policy.approvalThresholds.amount': 'required',
    })
    const versions = await service().database.query({
      text: 'select version from agent_policies where agent_id = $1',
      values: [plain.id.slice(6)],
    })
    expect(versions).toEqual([{ version: 1 }])
    // Where there is a threshold, its currency may be named alone: it stays what it is.
    const threshold = { approvalThresholds: { currency: 'USD' } }
    expect(await changed(await anAgentWith(), threshold)).toMatchObject({
      approvalThresholds: { currency: 'USD', amount: 700 },
    })
  })

  test('an account that is deleted later hinders no other change', async () => {
    const { api, mine } = service()
    const accountInfo = { accountType: 'SPARK_WALLET', address: sparkAddress() }
    const made = await api.call('POST', '/customers/external-accounts', {
      customerId: mine.customer.id,
      currency: 'USDB',
      accountInfo,
    })
    expect(made.status).toBe(201)
    const id = String(made.body.id)
    const agent = await anAgentWith()
    const both = { allowedAccountIds: [...Object.values(accounts()).slice(0, 2), id] }
    await changed(agent, { accountRestrictions: both })
    await api.call('DELETE', `/customers/external-accounts/${id}`)
    expect(await changed(agent, { permissions: [] })).toMatchObject({ accountRestrictions: both })
    expect(fieldsOf(await patch(agent, { accountRestrictions: both }))).toEqual({
      'accountRestrictions.allowedAccountIds.2': 'enum',
    })
  })

  test('fifty at once are fifty versions, each made of the one before', async () => {
    const agent = await anAgentWith()
    const counts = Array.from({ length: 50 }, (_, index) => index + 10)
    const answers = await Promise.all(
      counts.map(async (dailyTransactionLimit, index) => {
        // One of them changes something else besides, which the others must not undo.
        const monthlyLimit = index === 0 ? { monthlyLimit: 77_777 } : {}
        const body = { spendingLimits: { dailyTransactionLimit, ...monthlyLimit } }
        for (;;) {
          const answer = await patch(agent, body)
          // A busy machine may not get through all of them in the time of one request.
          if (answer.status !== 503) return answer
        }
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(counts.map(() => 200))
    const versions = await service().database.query<{
      version: number
      policy: { spendingLimits: { dailyTransactionLimit: number; monthlyLimit: number } }
      changed_by: string
    }>({
      text: `select version, policy, changed_by from agent_policies where agent_id = $1 order by version`,
      values: [agent.id.slice(6)],
    })
    expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
    const limits = versions.map(({ policy }) => policy.spendingLimits)
    const changes = limits.slice(1).map(({ dailyTransactionLimit }) => dailyTransactionLimit)
    expect([...new Set(changes)].sort((a, b) => a - b)).toEqual(counts)
    expect(limits.at(-1)?.monthlyLimit).toBe(77_777)
    expect(versions.every(({ changed_by }) => /^Token:[0-9a-f-]{36}$/.test(changed_by))).toBe(true)
  })

  test('no version is changed or deleted', async () => {
    const agent = await anAgentWith()
    for (const text of [
      `update agent_policies set policy = '{}' where agent_id = $1`,
      'delete from agent_policies where agent_id = $1',
    ]) {
      const done = service().database.query({ text, values: [agent.id.slice(6)] })
      await expect(done).rejects.toThrow(/neither changed nor deleted/)
    }
  })

  test('needs an agent', async () => {
    const body = { permissions: [] }
    const answer = await call('PATCH', `/agents/Agent:${randomUUID()}/policy`, body)
    expectRefusal(answer, 404, 'REFERENCE_NOT_FOUND')
    expect(
      fieldsOf(await call('PATCH', `/agents/Agent:${randomUUID()}/policy`, { permissions: 5 })),
    ).toEqual({ permissions: 'type' })
  })
})
