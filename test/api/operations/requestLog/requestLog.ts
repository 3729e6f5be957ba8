import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import { anAgent } from '../../../support/agents.ts'
import { listed, type Resource, waitUntil } from '../../../support/builders.ts'
import { aFreshPlatform, call, describeOperation, fieldsOf, service } from '../../service.ts'

describeOperation('listRequests', () => {
  const one = `one-${randomUUID()}`
  let api: ApiClient
  /** The first four, the oldest first. */
  let first: Resource[]

  const logged = async (query = ''): Promise<Resource[]> =>
    listed(await api.call('GET', `/requests?limit=100${query}`))
  const idsOf = (rows: readonly Resource[]): unknown[] => rows.map(({ requestId }) => requestId)

  beforeAll(async () => {
    api = await aFreshPlatform()
    await api.call('GET', '/config', undefined, { 'X-Request-Id': one })
    await api.call('POST', '/quotes', {}, { 'X-Request-Id': 'two' })
    await api.call('GET', '/customers?limit=7', undefined, { 'X-Request-Id': 'three' })
    await api.call('DELETE', `/customers/Customer:${randomUUID()}`, undefined, {
      'X-Request-Id': 'four',
    })
    await api.call('GET', '/agents', undefined, {
      'X-Request-Id': 'dashboard',
      'X-Client': 'dashboard',
    })
    // Lists are asked for in between: their own requests come after these.
    first = await waitUntil('all are written', async () => {
      const rows = await logged('&sortOrder=asc')
      return rows.length >= 5 && rows.slice(0, 4)
    })
  })

  test('what was asked and how it was answered, without the query', () => {
    expect(idsOf(first)).toEqual([one, 'two', 'three', 'four'])
    expect(
      first.map(({ method, path, operation, status }) => [method, path, operation, status]),
    ).toEqual([
      ['GET', '/2025-10-13/config', 'getPlatformConfig', 200],
      ['POST', '/2025-10-13/quotes', 'createQuote', 400],
      ['GET', '/2025-10-13/customers', 'listCustomers', 200],
      [
        'DELETE',
        expect.stringMatching(/^\/2025-10-13\/customers\/Customer:/),
        'deleteCustomerById',
        404,
      ],
    ])
  })

  test('by id, beginning of the path, method, status and time', async () => {
    expect(idsOf(await logged(`&requestId=${one}`))).toEqual([one])
    expect(idsOf(await logged('&path=/2025-10-13/customers'))).toEqual(['four', 'three'])
    expect(idsOf(await logged('&path=/2025-10-13/customers&method=GET'))).toEqual(['three'])
    expect(idsOf(await logged('&path=/2025-10-13/c%25'))).toEqual([])
    expect(idsOf(await logged('&method=DELETE'))).toEqual(['four'])
    expect(idsOf(await logged('&status=404'))).toEqual(['four'])
    expect(await logged('&status=418')).toEqual([])
    const at = encodeURIComponent(String(first[1]?.timestamp))
    expect(idsOf(await logged(`&startDate=${at}&endDate=${at}`))).toContain('two')
    expect(idsOf(await logged('&client=DASHBOARD'))).toEqual(['dashboard'])
    expect(idsOf(await logged('&client=API'))).not.toContain('dashboard')
    const { caller } = first[0] as Resource
    expect(caller).toMatch(/^Token:/)
    expect(idsOf(await logged(`&path=/2025-10-13/config&caller=${caller}`))).toContain(one)
    expect(await logged(`&caller=Token:${randomUUID()}`)).toEqual([])
    expect(await logged('&endDate=2001-01-01T00:00:00Z')).toEqual([])
  })

  test('pages show every request once', async () => {
    const { timestamp } = first[3] as Resource
    const query = `/requests?limit=3&sortOrder=asc&endDate=${timestamp}`
    const page = await api.call('GET', query)
    const rest = await api.call('GET', `${query}&cursor=${page.body.nextCursor}`)
    const seen = idsOf([...listed(page), ...listed(rest)])
    expect(seen.slice(0, 4)).toEqual([one, 'two', 'three', 'four'])
    expect(rest.body.hasMore).toBe(false)
  })

  test('those of its agents too, and of no other platform', async () => {
    const { mine } = service()
    const requestId = `agent-${randomUUID()}`
    const { its } = await anAgent(service().api, mine.customer.id)
    await its.call('GET', '/agents/me', undefined, { 'X-Request-Id': requestId })
    const found = await waitUntil('it is written', async () => {
      const rows = listed(await call('GET', `/requests?requestId=${requestId}`))
      return rows.length > 0 && rows
    })
    expect(found).toMatchObject([
      {
        operation: 'getAgentMe',
        status: 200,
        caller: expect.stringMatching(/^Agent:/),
        client: 'API',
      },
    ])
    expect(await logged(`&requestId=${requestId}`)).toEqual([])
  })

  test('every parameter that is wrong is named in one answer', async () => {
    const query = `limit=0&status=99&client=CURL&method=TRACE&startDate=noon&sortOrder=up&path=&requestId=${'x'.repeat(129)}`
    expect(fieldsOf(await call('GET', `/requests?${query}`))).toEqual({
      limit: 'minimum',
      status: 'minimum',
      client: 'enum',
      method: 'enum',
      startDate: 'format',
      sortOrder: 'enum',
      path: 'minLength',
      requestId: 'maxLength',
    })
    expect(fieldsOf(await call('GET', '/requests?cursor=x'))).toHaveProperty('cursor')
  })
})
