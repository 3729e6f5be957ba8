import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call } from '../../../../api/operation.ts'
import { createToken } from '../../../../api/tokens/createToken.ts'
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

  test('the secret is kept nowhere: in no row, no log, and no answer beside its own', async () => {
    const { stack, database } = service()
    const api = await aFreshPlatform()
    const key = randomUUID()
    const body = { name: `kept ${key}`, permissions: ['VIEW'] }
    const headers = { 'Idempotency-Key': key }
    const answers = [
      await api.call('POST', '/tokens', body, headers),
      await api.call('POST', '/tokens', body, headers),
    ]
    // The key is no part of this operation: its answer is not kept, so it is not replayed.
    const secrets = answers.map(({ body: created }) => String(created.clientSecret))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(secrets).size).toBe(2)
    const list = JSON.stringify((await api.call('GET', '/tokens')).body)
    expect(list).toContain(key)
    expect(list).not.toContain('ecret')
    // The positive control: the name is found by the same search.
    expect(await tablesWith(`kept ${key}`)).toEqual(['public.tokens'])
    expect(await tablesWith(key)).toEqual(['public.tokens'])
    const logs = logsOf(stack.dataDir)
    expect(logs).toContain('createToken')
    for (const secret of secrets) {
      expect(await tablesWith(secret)).toEqual([])
      expect(await tablesWith(Buffer.from(secret).toString('hex'))).toEqual([])
      expect(logs).not.toContain(secret)
    }
    expect(
      await database.query({
        text: 'select 1 from idempotency_keys where key = $1',
        values: [key],
      }),
    ).toEqual([])
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

/** What the processes of a stack have written. */
function logsOf(dataDir: string): string {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(dataDir, name), 'utf8'))
    .join('\n')
}

/** The tables in which some row holds a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { database } = service()
  const tables = await database.query<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  })
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.query({
      text: `select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`,
      values: [text],
    })
    if (rows.length > 0) found.push(name)
  }
  return found
}
