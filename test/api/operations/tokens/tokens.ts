import { expect, test } from 'vitest'
import type { ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf, listed } from '../../../support/builders.ts'
import { aTokenWith, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const aFreshPlatform = async (): Promise<ApiClient> => {
  const { stack } = service()
  return apiOf(stack, await aPlatform(stack))
}

describeOperation('listTokens', () => {
  test('a new platform has one token, whose secret is not shown', async () => {
    const { status, body } = await (await aFreshPlatform()).call('GET', '/tokens')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^Token:/),
          name: 'first',
          permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
          clientId: expect.any(String),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      hasMore: false,
      totalCount: 1,
    })
  })

  test('only with MANAGE', async () => {
    for (const permission of ['VIEW', 'TRANSACT'] as const) {
      const answer = await (await aTokenWith(permission)).call('GET', '/tokens')
      expectRefusal(answer, 403, 'FORBIDDEN')
    }
    expect(
      listed(await (await aTokenWith('MANAGE')).call('GET', '/tokens')).length,
    ).toBeGreaterThan(0)
  })

  test('every wrong parameter is named', async () => {
    const query = 'createdAfter=x&createdBefore=x&updatedAfter=x&updatedBefore=x&limit=0&cursor=x'
    const answer = await service().api.call('GET', `/tokens?name=&${query}`)
    expect(fieldsOf(answer)).toEqual({
      name: 'minLength',
      createdAfter: 'format',
      createdBefore: 'format',
      updatedAfter: 'format',
      updatedBefore: 'format',
      limit: 'minimum',
      cursor: 'format',
    })
  })
})
