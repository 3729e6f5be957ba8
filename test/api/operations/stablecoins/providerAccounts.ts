/** Accounts at the stablecoin provider: linked, read, listed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listed } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { aLinkBody, aLinkedAccount, withKey } from '../../../support/stablecoins.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const PATH = '/stablecoin-provider-accounts'
const link = (body: object, headers = withKey()) => call('POST', PATH, body, headers)
const control = () => aSandboxControl(service().stack)

describeOperation('linkStablecoinProviderAccount', () => {
  test('answers the link without its login, which is kept encrypted', async () => {
    const body = aLinkBody()
    const answer = await link(body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...{ id: expect.stringMatching(/^StablecoinProviderAccount:/), provider: 'BRALE' },
      ...{ providerAccountId: expect.any(String), providerEnvironment: 'SANDBOX' },
      ...{ status: 'ACTIVE', lastVerifiedAt: expect.any(String) },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    const { database } = service()
    const row = await database.one<{ secret: string; rows: string }>({
      text: `select api_client_secret as secret, l::text as rows from stablecoin_provider_accounts l
        where api_client_id = $1`,
      values: [body.apiClientId],
    })
    expect(row.secret).toMatch(/^sealed:1:/)
    expect(row.rows).not.toContain(body.apiClientSecret)
  })

  test('answers a repeat as before, and refuses another body under the key', async () => {
    const headers = withKey()
    const body = aLinkBody()
    const first = await link(body, headers)
    const again = await link(body, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    const other = { ...body, apiClientSecret: 'another' }
    expectRefusal(await link(other, headers), 409, 'DUPLICATE_PAY_REQUEST')
    expectRefusal(await link(body), 409, 'CONFLICT')
  })

  test('links an account once, however many ask at one instant', async () => {
    const body = aLinkBody()
    const headers = withKey()
    const same = await Promise.all(Array.from({ length: 4 }, () => link(body, headers)))
    const statuses = same.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const ids = same.filter(({ status }) => status === 201).map((one) => one.body.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('refuses a login that the provider refuses, and keeps nothing', async () => {
    const headers = withKey()
    expectRefusal(await link(aLinkBody('001'), headers), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
    // The key is free again.
    expect((await link(aLinkBody(), headers)).status).toBe(201)
    const known = aLinkBody()
    await link(known)
    expectRefusal(
      await link({ ...known, apiClientSecret: 'wrong' }),
      400,
      'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
    )
  })

  test('asks which one where the login has several accounts', async () => {
    const body = aLinkBody('002')
    expectRefusal(await link(body), 400, 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED')
    expectRefusal(
      await link({ ...body, providerAccountId: 'unknown' }),
      404,
      'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
    )
    const { body: found } = await providerCall(body, '/accounts')
    const [, second] = (found as { accounts: { id: string }[] }).accounts
    const linked = await link({ ...body, providerAccountId: second?.id })
    expect(linked.body).toMatchObject({ providerAccountId: second?.id, status: 'ACTIVE' })
  })

  test('gives an invalid link its new login under its id', async () => {
    const body = aLinkBody()
    const linked = await aLinkedAccount(service().api, body)
    await service().database.call('note_stablecoin_login', linked.id.slice(26), 1, false)
    const path = `${PATH}/${linked.id}`
    expect((await call('GET', path)).body.status).toBe('INVALID')
    const renewed = { ...body, apiClientSecret: 'renewed' }
    await control().coins('POST', `/clients/${body.apiClientId}`, { secret: 'renewed' })
    const again = await link(renewed)
    expect(again.body).toMatchObject({ id: linked.id, status: 'ACTIVE' })
    // What a former login was refused with says nothing about this one.
    await service().database.call('note_stablecoin_login', linked.id.slice(26), 1, false)
    expect((await call('GET', path)).body.status).toBe('ACTIVE')
  })

  test('names everything that is wrong at once', async () => {
    const answer = await call('POST', PATH, { provider: 'X', apiClientId: 'two words' })
    expect(fieldsOf(answer)).toEqual({
      ...{ 'Idempotency-Key': 'required', provider: 'enum', apiClientId: 'pattern' },
      apiClientSecret: 'required',
    })
  })

  test('is 503 while the provider is silent, or talks nonsense', async () => {
    const calls = ['token', 'accounts'] as const
    const kinds = ['errorBefore', 'lostAnswer', 'nonsense', 'tooManyRequests'] as const
    for (const [index, kind] of kinds.entries()) {
      const operation = calls[index % 2] ?? 'token'
      await control().order({ party: 'stablecoins', operation, kind })
      const answer = await link(aLinkBody())
      expectRefusal(answer, 503, 'SERVICE_UNAVAILABLE')
      expect(answer.headers.get('Retry-After')).toBe('2')
    }
  })
})

describeOperation('getStablecoinProviderAccount', () => {
  test('is what linking answered', async () => {
    const linked = await aLinkedAccount(service().api)
    expect((await call('GET', `${PATH}/${linked.id}`)).body).toEqual(linked)
    for (const id of [`StablecoinProviderAccount:${randomUUID()}`, 'nothing']) {
      expectRefusal(
        await call('GET', `${PATH}/${id}`),
        404,
        'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
      )
    }
  })
})

describeOperation('listStablecoinProviderAccounts', () => {
  test('filters by provider and status', async () => {
    const active = await aLinkedAccount(service().api)
    const revoked = await aLinkedAccount(service().api)
    const { database } = service()
    await database.call('revoke_stablecoin_link', revoked.id.slice(26), 'ops', 'left')
    const ids = async (query: string): Promise<string[]> =>
      listed(await call('GET', `${PATH}?limit=100${query}`)).map(({ id }) => id)
    expect(await ids('')).toEqual(expect.arrayContaining([active.id, revoked.id]))
    expect(await ids('&status=REVOKED&provider=BRALE')).toContain(revoked.id)
    expect(await ids('&status=REVOKED')).not.toContain(active.id)
    expect(fieldsOf(await call('GET', `${PATH}?status=X&provider=Y`))).toEqual({
      ...{ status: 'enum', provider: 'enum' },
    })
  })
})

/** What the provider itself answers to a login. */
async function providerCall(
  { apiClientId, apiClientSecret }: { apiClientId: string; apiClientSecret: string },
  path: string,
): Promise<{ body: unknown }> {
  const { SANDBOX_STABLECOIN_PROVIDER_URL: url } = service().stack.env
  const pair = Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')
  const granted = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}` },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return { body: await answer.json() }
}
