import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Call } from '../../../../api/operation.ts'
import { createToken } from '../../../../api/tokens/createToken.ts'
import { deleteTokenById } from '../../../../api/tokens/deleteTokenById.ts'
import { getOwnToken } from '../../../../api/tokens/getOwnToken.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import { createPlatform } from '../../../../db/platforms.ts'
import { type ApiClient, createApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import { apiOf, listed, waitUntil } from '../../../support/builders.ts'
import {
  aFreshPlatform,
  aTokenWith,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

type Created = {
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly createdAt: string
  readonly updatedAt: string
}

async function aToken(api: ApiClient, name: string, ...permissions: string[]): Promise<Created> {
  const answer = await api.call('POST', '/tokens', { name, permissions })
  expect(answer.status).toBe(201)
  return answer.body as unknown as Created
}

const clientOf = (token: Created): ApiClient =>
  createApiClient(service().stack.apiUrls[0] ?? '', token)

describeOperation('createToken', () => {
  test('works at once, for what it permits, until its row is deleted', async () => {
    const api = await aFreshPlatform()
    const answer = await api.call('POST', '/tokens', { name: 'reports', permissions: ['VIEW'] })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^Token:/),
      name: 'reports',
      permissions: ['VIEW'],
      clientId: expect.any(String),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const token = answer.body as unknown as Created
    const its = clientOf(token)
    expect((await its.call('GET', '/config')).status).toBe(200)
    expectRefusal(await its.call('POST', '/customers', {}), 403, 'FORBIDDEN')
    const statement = { text: 'delete from tokens where client_id = $1', values: [token.clientId] }
    await service().database.query(statement)
    await waitUntil('the token is dead', async () => {
      return (await its.call('GET', '/config')).status === 401
    })
  })

  test('says who created it; the first token has no creator', async () => {
    const api = await aFreshPlatform()
    const [first] = listed(await api.call('GET', '/tokens'))
    const token = await aToken(api, 'second', 'MANAGE')
    const rows = await service().database.query<{ name: string; created_by: string | null }>({
      text: `select name, 'Token:' || created_by as created_by from tokens
        where client_id in ($1, $2) order by created_at`,
      values: [first?.clientId, token.clientId],
    })
    expect(rows).toEqual([
      { name: 'first', created_by: null },
      { name: 'second', created_by: first?.id },
    ])
  })

  test('every wrong field is named in one answer', async () => {
    const { api } = service()
    const wrong: readonly (readonly [object, Record<string, string>])[] = [
      [{}, { name: 'required', permissions: 'required' }],
      [
        { name: '', permissions: [] },
        { name: 'minLength', permissions: 'minItems' },
      ],
      [
        { name: 'x'.repeat(256), permissions: ['VIEW', 'VIEW'] },
        { name: 'maxLength', permissions: 'uniqueItems' },
      ],
      [
        { name: 7, permissions: ['VIEW', 'view', 'ADMIN'] },
        { name: 'type', 'permissions.1': 'enum', 'permissions.2': 'enum' },
      ],
      [
        { name: null, permissions: 'VIEW' },
        { name: 'type', permissions: 'type' },
      ],
    ]
    await leavesNothing(async () => {
      for (const [body, fields] of wrong) {
        expect(fieldsOf(await api.call('POST', '/tokens', body))).toEqual(fields)
      }
      expectRefusal(await api.call('POST', '/tokens', []), 400, 'INVALID_REQUEST_FORMAT')
    })
  })

  test('grants nothing that the caller lacks', async () => {
    const [viewer, sender, manager] = [
      await aTokenWith('VIEW'),
      await aTokenWith('TRANSACT', 'VIEW'),
      await aTokenWith('MANAGE'),
    ]
    const grant = (api: ApiClient, ...permissions: Permission[]) =>
      api.call('POST', '/tokens', { name: 'granted', permissions })
    await leavesNothing(async () => {
      expectRefusal(await grant(viewer, 'VIEW'), 403, 'FORBIDDEN')
      expectRefusal(await grant(sender, 'VIEW', 'TRANSACT'), 403, 'FORBIDDEN')
    })
    expect((await grant(manager, 'VIEW', 'TRANSACT', 'MANAGE')).status).toBe(201)
  })

  test('judges by the token as it is, not as authentication remembers it', async () => {
    const { database, stack } = service()
    const { tokenId, platformId } = await database.one<{ tokenId: string; platformId: string }>({
      text: `insert into tokens (id, platform_id, client_id, secret_hash, permissions, name)
        select gen_random_uuid(), platform_id, gen_random_uuid()::text, secret_hash, '{VIEW}', 'weak'
        from tokens where client_id = $1 returning id as "tokenId", platform_id as "platformId"`,
      values: [stack.platform.clientId],
    })
    const create = (permission: Permission): Promise<unknown> =>
      createToken.handle({
        operation: createToken,
        body: { name: 'too much', permissions: [permission] },
        platform: { id: platformId, tokenId, permissions: ['MANAGE'] },
        dependencies: { database },
      } as unknown as Call)
    await leavesNothing(async () => {
      await expect(create('TRANSACT')).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(create('MANAGE')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })
    await database.query({ text: 'delete from tokens where id = $1', values: [tokenId] })
    await leavesNothing(async () => {
      await expect(create('VIEW')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    })
  })
})

describeOperation('listTokens', () => {
  test('says when each was last used', async () => {
    const api = await aFreshPlatform()
    const unused = await aToken(api, 'unused', 'VIEW')
    const used = await aToken(api, 'used', 'VIEW')
    expect((await clientOf(used).call('GET', '/config')).status).toBe(200)
    const [last] = await waitUntil('the use is noted', async () => {
      const found = listed(await api.call('GET', '/tokens?name=used'))
      return found[0]?.lastUsedAt === undefined ? undefined : found
    })
    expect(last).toMatchObject({ id: used.id, lastUsedAt: expect.stringMatching(/Z$/) })
    const [other] = listed(await api.call('GET', '/tokens?name=unused'))
    expect(other?.id).toBe(unused.id)
    expect(other).not.toHaveProperty('lastUsedAt')
  })

  test('a new platform has one token, whose secret is not shown', async () => {
    const answer = await (await aFreshPlatform()).call('GET', '/tokens')
    // This use is written down beside the answer, which may show it already.
    const data = listed(answer).map(({ lastUsedAt: _, ...token }) => token)
    expect({ ...answer.body, data }).toEqual({
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

  test('pages, newest first, by name and by date', async () => {
    const api = await aFreshPlatform()
    const made: Created[] = []
    for (const name of ['a', 'b', 'a', 'c']) made.push(await aToken(api, name, 'VIEW'))
    const names = async (query: string): Promise<unknown[]> =>
      listed(await api.call('GET', `/tokens?${query}`)).map(({ name }) => name)
    expect(await names('')).toEqual(['c', 'a', 'b', 'a', 'first'])
    expect(await names('name=a')).toEqual(['a', 'a'])
    expect(await names('name=A')).toEqual([])
    const { createdAt = '', updatedAt = '' } = made[2] ?? {}
    expect(await names(`createdAfter=${createdAt}`)).toEqual(['c', 'a'])
    expect(await names(`createdBefore=${createdAt}`)).toEqual(['a', 'b', 'a', 'first'])
    expect(await names(`updatedAfter=${updatedAt}&name=a`)).toEqual(['a'])
    expect(await names(`updatedBefore=${updatedAt}&name=c`)).toEqual([])

    const seen: unknown[] = []
    let cursor = ''
    for (const count of [2, 2, 1]) {
      const { body } = await api.call('GET', `/tokens?limit=2${cursor}`)
      const data = body.data as Created[]
      expect([data.length, body.hasMore]).toEqual([count, count === 2])
      expect(body.totalCount).toBe(cursor === '' ? 5 : undefined)
      seen.push(...data.map(({ name }) => name))
      // One that is created in between is on no page that follows.
      await aToken(api, 'late', 'VIEW')
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(seen).toEqual(['c', 'a', 'b', 'a', 'first'])
    const other = await api.call('GET', '/tokens?name=a&limit=1')
    const foreign = await api.call('GET', `/tokens?name=b&cursor=${other.body.nextCursor}`)
    expect(fieldsOf(foreign)).toEqual({ cursor: 'format' })
  })

  test('a token of another platform or environment is never listed', async () => {
    const { stack, other } = service()
    const name = `lonely ${randomUUID()}`
    const sandbox = await createPlatform(stack.databaseUrl, { name })
    const production = await createPlatform(stack.databaseUrl, { name, environment: 'PRODUCTION' })
    for (const [mine, others] of [
      [sandbox, [production, other]],
      [production, [sandbox, other]],
    ] as const) {
      await aToken(apiOf(stack, mine), 'one more', 'VIEW')
      const text = JSON.stringify((await apiOf(stack, mine).call('GET', '/tokens')).body)
      expect(text).toContain(mine.clientId)
      for (const { clientId } of others) expect(text).not.toContain(clientId)
      expect(JSON.parse(text)).toMatchObject({ totalCount: 2 })
    }
  })
})

describeOperation('getTokenById', () => {
  test('is the token as the list shows it', async () => {
    const api = await aFreshPlatform()
    const { clientSecret: _, ...token } = await aToken(api, 'read', 'VIEW', 'TRANSACT')
    const { status, body } = await api.call('GET', `/tokens/${token.id}`)
    expect([status, body]).toEqual([200, token])
    expect(listed(await api.call('GET', '/tokens'))[0]).toEqual(body)
  })

  test('knows none but those of its platform and environment', async () => {
    const { stack, api } = service()
    const name = `twin ${randomUUID()}`
    const twins = [
      await createPlatform(stack.databaseUrl, { name }),
      await createPlatform(stack.databaseUrl, { name, environment: 'PRODUCTION' }),
    ]
    const ids = await Promise.all(
      twins.map(async (twin) => listed(await apiOf(stack, twin).call('GET', '/tokens'))[0]?.id),
    )
    for (const id of [...ids, `Token:${randomUUID()}`, 'Token:x', 'x']) {
      expectRefusal(await api.call('GET', `/tokens/${id}`), 404, 'TOKEN_NOT_FOUND')
    }
    const [sandbox] = twins
    const answer = await apiOf(stack, sandbox).call('GET', `/tokens/${ids[1]}`)
    expectRefusal(answer, 404, 'TOKEN_NOT_FOUND')
  })
})

describeOperation('deleteTokenById', () => {
  test('ends a token, once', async () => {
    const api = await aFreshPlatform()
    const token = await aToken(api, 'short', 'TRANSACT')
    expect((await clientOf(token).call('GET', '/config')).status).toBe(200)
    expect((await api.call('DELETE', `/tokens/${token.id}`)).status).toBe(204)
    await waitUntil('the token is dead', async () => {
      return (await clientOf(token).call('GET', '/config')).status === 401
    })
    expectRefusal(await api.call('GET', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND')
    expectRefusal(await api.call('DELETE', `/tokens/${token.id}`), 404, 'TOKEN_NOT_FOUND')
    expect(listed(await api.call('GET', '/tokens')).map(({ name }) => name)).toEqual(['first'])
  })

  test('a token deletes itself, but the last with MANAGE does not', async () => {
    const api = await aFreshPlatform()
    const [first] = listed(await api.call('GET', '/tokens'))
    await aToken(api, 'no manager', 'VIEW', 'TRANSACT')
    const last = await api.call('DELETE', `/tokens/${first?.id}`)
    expect(fieldsOf(last)).toEqual({ tokenId: 'not' })
    const second = await aToken(api, 'second', 'MANAGE')
    expect((await api.call('DELETE', `/tokens/${first?.id}`)).status).toBe(204)
    const its = clientOf(second)
    expect(fieldsOf(await its.call('DELETE', `/tokens/${second.id}`))).toEqual({ tokenId: 'not' })
    expect((await its.call('GET', '/tokens')).status).toBe(200)
  })

  test('two that delete each other at once leave one', async () => {
    const api = await aFreshPlatform()
    const [first] = listed(await api.call('GET', '/tokens'))
    const second = await aToken(api, 'second', 'MANAGE')
    const answers = await Promise.all([
      api.call('DELETE', `/tokens/${second.id}`),
      clientOf(second).call('DELETE', `/tokens/${first?.id}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
  })

  test('a deleted token deletes nothing, though authentication remembers it', async () => {
    const { database, stack } = service()
    const api = await aFreshPlatform()
    const kept = await aToken(api, 'kept', 'MANAGE')
    const gone = await aToken(api, 'gone', 'MANAGE')
    await api.call('DELETE', `/tokens/${gone.id}`)
    const { platformId } = await database.one<{ platformId: string }>({
      text: 'select platform_id as "platformId" from tokens where client_id = $1',
      values: [kept.clientId],
    })
    const call = {
      params: { tokenId: kept.id },
      platform: {
        id: platformId,
        tokenId: gone.id.slice('Token:'.length),
        permissions: ['MANAGE'],
      },
      dependencies: { database },
    } as unknown as Call
    await expect(deleteTokenById.handle(call)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(
      (await createApiClient(stack.apiUrls[0] ?? '', kept).call('GET', '/config')).status,
    ).toBe(200)
  })

  test('needs MANAGE, and a token of the same platform', async () => {
    const { api } = service()
    const foreign = await aToken(await aFreshPlatform(), 'foreign', 'VIEW')
    for (const id of [foreign.id, `Token:${randomUUID()}`, 'x']) {
      expectRefusal(await api.call('DELETE', `/tokens/${id}`), 404, 'TOKEN_NOT_FOUND')
    }
    const sender = await aTokenWith('TRANSACT')
    expectRefusal(await sender.call('DELETE', `/tokens/${foreign.id}`), 403, 'FORBIDDEN')
    expect((await clientOf(foreign).call('GET', '/config')).status).toBe(200)
  })
})

describeOperation('getOwnToken', () => {
  test('is the token of the request, with its platform and environment', async () => {
    const { stack } = service()
    const name = `own ${randomUUID()}`
    for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
      const platform = await createPlatform(stack.databaseUrl, { name, environment })
      const api = apiOf(stack, platform)
      const [first] = listed(await api.call('GET', '/tokens'))
      const own = await api.call('GET', '/tokens/me')
      expect(own.status).toBe(200)
      expect(own.body).toMatchObject({ ...first, platform: { name, environment } })
      const view = await aToken(api, 'sees', 'VIEW')
      const seen = await clientOf(view).call('GET', '/tokens/me')
      expect(seen.body).toMatchObject({ id: view.id, permissions: ['VIEW'] })
      expect(seen.body).not.toHaveProperty('clientSecret')
    }
  })

  test('is refused when it was deleted since it was authenticated', async () => {
    const call = {
      platform: { id: randomUUID(), tokenId: randomUUID(), permissions: ['VIEW'] },
      dependencies: { database: service().database },
    } as unknown as Call
    await expect(getOwnToken.handle(call)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
