/** Who may call what: tokens of platforms and of agents, on every operation. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../../api/operations.ts'
import {
  type ApiClient,
  authorizedClient,
  createAgentClient,
} from '../../../../scripts/serviceDriver/apiClient.ts'
import { anAgent, type ConnectedAgent, freePolicy } from '../../../support/agents.ts'
import { describeOperation, expectRefusal, service } from '../../service.ts'

const pathOf = (path: string): string => path.replaceAll(/:\w+/g, `Nothing:${randomUUID()}`)

type Asked = { readonly id: string; readonly status: number; readonly challenge: string | null }

/** The answer of each operation; a body is sent where one can be. */
async function askEach(api: ApiClient, chosen: typeof operations): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { id, method, path } of chosen) {
    const body = method === 'get' ? undefined : {}
    const { status, headers } = await api.call(method.toUpperCase(), pathOf(path), body, {
      'X-Forwarded-For': '198.51.100.1',
    })
    asked.push({ id, status, challenge: headers.get('WWW-Authenticate') })
  }
  return asked
}

const refused = (chosen: typeof operations, scheme: string): object[] =>
  chosen.map(({ id }) => ({
    id,
    status: 401,
    challenge: expect.stringMatching(new RegExp(`^${scheme} `)),
  }))

describe('credentials are of one kind', () => {
  const agents = operations.filter(({ security }) => security === 'AGENT')
  const platforms = operations.filter(({ security }) => security === undefined)
  const open = operations.filter(({ security }) => security === 'OPEN')
  let agent: ConnectedAgent
  beforeAll(async () => {
    agent = await anAgent(service().api, service().mine.customer.id)
  })

  test('every operation below /agents/me is for agents, one other is open', () => {
    expect(agents.map(({ path }) => path.startsWith('/agents/me'))).toEqual(agents.map(() => true))
    const below = operations.filter(({ path }) => /^\/agents\/me(\/|$)/.test(path))
    expect(below).toEqual(agents)
    expect(open.map(({ id }) => id)).toEqual(['redeemAgentDeviceCode'])
  })

  test('an agent’s token is no platform’s', async () => {
    expect(await askEach(agent.its, platforms)).toEqual(refused(platforms, 'Basic'))
  })

  test('a platform’s token is no agent’s', async () => {
    expect(await askEach(service().api, agents)).toEqual(refused(agents, 'Bearer'))
  })

  test('without credentials only what is open answers', async () => {
    const anybody = authorizedClient(service().api.baseUrl, undefined)
    expect(await askEach(anybody, agents)).toEqual(refused(agents, 'Bearer'))
    expect(await askEach(anybody, platforms)).toEqual(refused(platforms, 'Basic'))
    expect((await askEach(anybody, open)).map(({ status }) => status)).toEqual([404])
  })

  test('an unknown token is refused, and waits when there are many', async () => {
    const { api } = service()
    const guess = (token: string): ReturnType<ApiClient['call']> =>
      createAgentClient(api.baseUrl, token).call('GET', '/agents/me', undefined, {
        'X-Forwarded-For': '198.51.100.2',
      })
    const changed = `${agent.accessToken.slice(0, -1)}${agent.accessToken.endsWith('0') ? '1' : '0'}`
    for (const token of [changed, agent.accessToken.toUpperCase(), 'agt_', '', 'x'.repeat(5_000)]) {
      expectRefusal(await guess(token), 401, 'UNAUTHORIZED')
    }
    for (let i = 0; i < 9; i += 1) expectRefusal(await guess(changed), 401, 'UNAUTHORIZED')
    expectRefusal(await guess(changed), 429, 'RATE_LIMITED')
    expect((await guess(agent.accessToken)).status).toBe(200)
  })
})

describeOperation('getAgentMe', () => {
  test('is the agent as its platform sees it', async () => {
    const { api, mine } = service()
    const { agent, its } = await anAgent(api, mine.customer.id)
    const me = await its.call('GET', '/agents/me')
    expect(me.status).toBe(200)
    expect(me.body).toEqual((await api.call('GET', `/agents/${agent.id}`)).body)
    expect(me.body).toMatchObject({ isConnected: true, policy: freePolicy })
  })

  test('shows the policy in force at once', async () => {
    const { api, mine } = service()
    const { agent, its } = await anAgent(api, mine.customer.id)
    await its.call('GET', '/agents/me')
    await api.call('PATCH', `/agents/${agent.id}/policy`, { permissions: [] })
    const { body } = await its.call('GET', '/agents/me')
    expect(body).toMatchObject({ policy: { permissions: [] } })
  })
})
