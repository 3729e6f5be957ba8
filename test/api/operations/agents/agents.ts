/** Agents as a platform manages them. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withClient } from '../../../../scripts/devstack/postgres.ts'
import { aCreatedAgent, anAgent, freePolicy } from '../../../support/agents.ts'
import { createCustomer, listed, type Resource, waitUntil } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const customerId = (): string => service().mine.customer.id

const nobody = `Agent:${randomUUID()}`

describeOperation('createAgent', () => {
  test('answers the agent and its device code, which stands nowhere else', async () => {
    const body = { name: 'Invoices', customerId: customerId(), policy: freePolicy }
    const answer = await call('POST', '/agents', body)
    expect(answer.status).toBe(201)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { agent, deviceCode } = answer.body as { agent: Resource; deviceCode: Resource }
    const today = new Date().toISOString()
    expect(agent).toEqual({
      id: expect.stringMatching(/^Agent:/),
      name: 'Invoices',
      customerId: customerId(),
      isPaused: false,
      isConnected: false,
      policy: { ...freePolicy, accountRestrictions: { accountRules: [] } },
      usage: {
        dailyTransactionCount: 0,
        dailySpend: 0,
        dailyReserved: 0,
        dailyResetDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        monthlySpend: 0,
        monthlyReserved: 0,
        monthlyResetMonth: expect.stringMatching(/^\d{4}-\d\d$/),
      },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(today.startsWith(String((agent.usage as Resource).monthlyResetMonth))).toBe(true)
    expect(deviceCode).toEqual({
      code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      agentId: agent.id,
      expiresAt: expect.any(String),
      redeemed: false,
    })
    const lifetime = Date.parse(String(deviceCode.expiresAt)) - Date.parse(String(agent.createdAt))
    expect(Math.round(lifetime / 60_000)).toBe(15)
    const stored = await service().database.query<{ row: string }>({
      text: `select (a.*, c.*, p.*)::text as row from agents a join agent_device_codes c on c.agent_id = a.id
        join agent_policies p on p.agent_id = a.id where a.id = $1`,
      values: [agent.id.slice(6)],
    })
    expect(stored.length).toBe(1)
    expect(stored[0]?.row).not.toContain(String(deviceCode.code))
  })

  test('keeps who made the first version of the policy', async () => {
    const { agent } = await aCreatedAgent(service().api, customerId())
    const [version] = await service().database.query({
      text: `select p.version, p.changed_by = 'Token:' || t.id as is_ours, p.policy from agent_policies p, tokens t
        where p.agent_id = $1 and t.client_id = $2`,
      values: [agent.id.slice(6), service().stack.platform.clientId],
    })
    expect(version).toEqual({ version: 1, is_ours: true, policy: agent.policy })
  })

  test('names every field that is missing or wrong', async () => {
    expect(fieldsOf(await call('POST', '/agents', {}))).toEqual({
      name: 'required',
      customerId: 'required',
      policy: 'required',
    })
    const answer = await call('POST', '/agents', {
      name: '',
      customerId: 7,
      policy: {
        permissions: ['FLY'],
        defaultExecutionMode: 'SOMETIMES',
        spendingLimits: { currency: 'XXX', perTransactionLimit: 0, dailyLimit: -1 },
        accountRestrictions: { allowedAccountIds: 'all', accountRules: [{}] },
        approvalThresholds: { amount: '5' },
      },
    })
    expect(fieldsOf(answer)).toEqual({
      name: 'minLength',
      customerId: 'type',
      'policy.permissions.0': 'enum',
      'policy.defaultExecutionMode': 'enum',
      'policy.spendingLimits.currency': 'format',
      'policy.spendingLimits.perTransactionLimit': 'exclusiveMinimum',
      'policy.spendingLimits.dailyLimit': 'exclusiveMinimum',
      'policy.accountRestrictions.allowedAccountIds': 'type',
      'policy.accountRestrictions.accountRules.0.accountId': 'required',
      'policy.approvalThresholds.amount': 'type',
    })
    const long = { name: 'x'.repeat(256), customerId: customerId(), policy: freePolicy }
    expect(fieldsOf(await call('POST', '/agents', long))).toEqual({ name: 'maxLength' })
  })

  test('is of a customer that exists', async () => {
    const body = { name: 'x', customerId: `Customer:${randomUUID()}`, policy: freePolicy }
    expectRefusal(await call('POST', '/agents', body), 404, 'USER_NOT_FOUND')
    expectRefusal(
      await call('POST', '/agents', { ...body, customerId: nobody }),
      404,
      'USER_NOT_FOUND',
    )
    const { database, api } = service()
    const gone = await createCustomer(api)
    await database.query({
      text: 'update customers set is_deleted = true where id = $1',
      values: [gone.id.slice(9)],
    })
    const ofGone = { ...body, customerId: gone.id }
    expectRefusal(await call('POST', '/agents', ofGone), 404, 'USER_NOT_FOUND')
  })
})

describeOperation('listAgents', () => {
  test('filters by customer, state and dates, newest first, without the deleted', async () => {
    const { api } = service()
    const customer = await createCustomer(api)
    const [first, second, third, deleted] = [
      (await aCreatedAgent(api, customer.id)).agent,
      (await anAgent(api, customer.id)).agent,
      (await anAgent(api, customer.id)).agent,
      (await anAgent(api, customer.id)).agent,
    ]
    await call('PATCH', `/agents/${third.id}`, { isPaused: true })
    await call('DELETE', `/agents/${deleted.id}`)
    const ids = async (query: string): Promise<string[]> => {
      const all = listed(await call('GET', `/agents?limit=100${query}`))
      const ours = new Set([first.id, second.id, third.id, deleted.id])
      return all.map(({ id }) => id).filter((id) => ours.has(id))
    }
    for (const owner of ['', `&customerId=${customer.id}`]) {
      expect(await ids(owner)).toEqual([third.id, second.id, first.id])
      expect(await ids(`${owner}&isPaused=true`)).toEqual([third.id])
      expect(await ids(`${owner}&isPaused=false`)).toEqual([second.id, first.id])
      expect(await ids(`${owner}&isConnected=true`)).toEqual([third.id, second.id])
      expect(await ids(`${owner}&isConnected=false`)).toEqual([first.id])
      expect(await ids(`${owner}&isConnected=true&isPaused=false`)).toEqual([second.id])
      expect(await ids(`${owner}&isConnected=false&isPaused=true`)).toEqual([])
      expect(await ids(`${owner}&createdAfter=${second.createdAt}`)).toContain(second.id)
      expect(await ids(`${owner}&createdBefore=${first.createdAt}`)).toEqual([first.id])
      expect(await ids(`${owner}&updatedAfter=2999-01-01T00:00:00Z`)).toEqual([])
      expect(await ids(`${owner}&updatedBefore=${first.updatedAt}`)).toEqual([first.id])
    }
    expect(await ids('&customerId=nobody')).toEqual([])
    expect(await ids(`&customerId=Customer:${randomUUID()}`)).toEqual([])
  })

  test('goes on page by page', async () => {
    const { api } = service()
    const customer = await createCustomer(api)
    const made: string[] = []
    for (let i = 0; i < 3; i += 1) made.unshift((await aCreatedAgent(api, customer.id)).agent.id)
    const path = `/agents?customerId=${customer.id}&limit=2`
    const first = await call('GET', path)
    expect(first.body).toMatchObject({ hasMore: true, totalCount: 3 })
    const rest = await call('GET', `${path}&cursor=${first.body.nextCursor}`)
    expect([...listed(first), ...listed(rest)].map(({ id }) => id)).toEqual(made)
    expect(fieldsOf(await call('GET', '/agents?limit=0&isPaused=x&createdAfter=x'))).toEqual({
      limit: 'minimum',
      isPaused: 'type',
      createdAfter: 'format',
    })
  })
})

describeOperation('getAgentById', () => {
  test('is the agent as its creation has shown it', async () => {
    const { agent } = await aCreatedAgent(service().api, customerId())
    expect((await call('GET', `/agents/${agent.id}`)).body).toEqual(agent)
  })

  test('is not found by an id of nothing', async () => {
    for (const id of [nobody, customerId(), 'x']) {
      expectRefusal(await call('GET', `/agents/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('updateAgent', () => {
  test('renames, pauses and resumes; the agent reads all the while', async () => {
    const { agent, its } = await anAgent(service().api, customerId())
    const patch = async (body: object): Promise<Resource> => {
      const answer = await call('PATCH', `/agents/${agent.id}`, body)
      expect(answer.status).toBe(200)
      return answer.body as Resource
    }
    expect(await patch({ name: 'Salaries' })).toMatchObject({ name: 'Salaries', isPaused: false })
    expect(await patch({ isPaused: true })).toMatchObject({ name: 'Salaries', isPaused: true })
    expect((await its.call('GET', '/agents/me')).body).toMatchObject({ isPaused: true })
    const resumed = await patch({ isPaused: false, name: 'Both' })
    expect(resumed).toMatchObject({ name: 'Both', isPaused: false })
    expect(resumed.updatedAt).not.toBe(agent.updatedAt)
    expect((await call('GET', `/agents/${agent.id}`)).body).toEqual(resumed)
  })

  test('no name that a line of text would show as something else', async () => {
    const { api } = service()
    const { agent } = await aCreatedAgent(api, customerId())
    const body = { customerId: customerId(), policy: freePolicy }
    for (const sign of ['\n', '\r', '\t', '\u001b', '\u0085', '\u009b', '\u2028', '\u202e']) {
      const name = `Invoices${sign}AgentAction`
      const wrong = { name: 'pattern' }
      expect(fieldsOf(await call('PATCH', `/agents/${agent.id}`, { name }))).toEqual(wrong)
      expect(fieldsOf(await call('POST', '/agents', { ...body, name }))).toEqual(wrong)
    }
    const name = 'Счета "für" 請求書 👩‍💻'
    const renamed = await call('PATCH', `/agents/${agent.id}`, { name })
    expect(renamed.body).toMatchObject({ name })
  })

  test('waits for a change of the policy, and answers the policy that is then in force', async () => {
    const { agent } = await aCreatedAgent(service().api, customerId())
    const uuid = agent.id.slice('Agent:'.length)
    const path = `/agents/${agent.id}`
    const { database, stack } = service()
    const { status, body } = await withClient(stack.databaseUrl, async (client) => {
      await client.query('begin')
      await client.query('select 1 from agents where id = $1 for no key update', [uuid])
      const answer = call('PATCH', path, { name: 'Renamed' })
      await waitUntil('the change waits for the lock', async () => {
        const waiting = `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`
        return (await database.query({ text: waiting })).length > 0
      })
      const policy = { ...freePolicy, permissions: ['VIEW_TRANSACTIONS'] }
      await client.query(`select change_agent_policy($1, $2, 'test')`, [uuid, policy])
      await client.query('commit')
      return answer
    })
    expect([status, body]).toMatchObject([
      200,
      { name: 'Renamed', policy: { permissions: ['VIEW_TRANSACTIONS'] } },
    ])
    expect((await call('GET', path)).body).toEqual(body)
  })

  test('needs something to change, and an agent', async () => {
    const { agent } = await aCreatedAgent(service().api, customerId())
    expect(fieldsOf(await call('PATCH', `/agents/${agent.id}`, {}))).toHaveProperty('name')
    expect(
      fieldsOf(await call('PATCH', `/agents/${agent.id}`, { name: '', isPaused: 'yes' })),
    ).toEqual({ name: 'minLength', isPaused: 'type' })
    const answer = await call('PATCH', `/agents/${nobody}`, { isPaused: true })
    expectRefusal(answer, 404, 'REFERENCE_NOT_FOUND')
  })
})

describeOperation('deleteAgent', () => {
  test('ends the agent, its token and its open device code', async () => {
    const { api } = service()
    const connected = await anAgent(api, customerId())
    const open = await aCreatedAgent(api, customerId())
    for (const { agent } of [connected, open]) {
      const path = `/agents/${agent.id}`
      const answer = await call('DELETE', path)
      expect([answer.status, answer.body]).toEqual([204, {}])
      expectRefusal(await call('GET', path), 404, 'REFERENCE_NOT_FOUND')
      expectRefusal(await call('DELETE', path), 404, 'REFERENCE_NOT_FOUND')
      expectRefusal(await call('PATCH', path, { name: 'x' }), 404, 'REFERENCE_NOT_FOUND')
      const policy = await call('PATCH', `${path}/policy`, { permissions: [] })
      expectRefusal(policy, 404, 'REFERENCE_NOT_FOUND')
      expectRefusal(await call('POST', `${path}/device-codes`), 404, 'REFERENCE_NOT_FOUND')
    }
    expectRefusal(
      await call('GET', `/agents/device-codes/${open.code}/status`),
      404,
      'REFERENCE_NOT_FOUND',
    )
    const redeemed = await call('POST', `/agents/device-codes/${open.code}/redeem`)
    expectRefusal(redeemed, 404, 'REFERENCE_NOT_FOUND')
    expectRefusal(await connected.its.call('GET', '/agents/me'), 401, 'UNAUTHORIZED')
  })
})
