/** Providers of UMA addresses and of custodial wallets, as operators keep them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf, listed, type Resource } from '../../../support/builders.ts'
import { call, describeOperation, fieldsOf, service } from '../../service.ts'

const domains = {
  peso: `peso-${randomUUID()}.example`,
  wide: `wide-${randomUUID()}.example`,
  blocked: `blocked-${randomUUID()}.example`,
}

async function providers(query: string): Promise<Resource[]> {
  return listed(await call('GET', `/uma-providers?limit=100&${query}`))
}

async function domainsOf(query: string): Promise<string[]> {
  const ours: readonly unknown[] = Object.values(domains)
  const found = (await providers(query)).map(({ domain }) => String(domain))
  return found.filter((domain) => ours.includes(domain))
}

describe('the directory', () => {
  beforeAll(async () => {
    const put = (domain: string, fields: object): Promise<unknown> =>
      service().database.models.UmaProvider.upsert({
        ...{ environment: 'SANDBOX', domain, name: 'A provider', logoUrl: null, lei: null },
        ...{ regions: ['US'], currencies: ['USD'], isAllowed: true, ...fields },
      })
    await put(domains.peso, { regions: ['MX'], currencies: ['MXN'] })
    await put(domains.wide, {
      regions: ['US', 'MX'],
      currencies: ['USD', 'MXN'],
      logoUrl: 'https://wide.example/logo.svg',
      lei: '5493001KJTIIGC8Y1R12',
    })
    await put(domains.blocked, { regions: ['MX'], isAllowed: false })
  })
  afterAll(async () => {
    const domain = Object.values(domains)
    await service().database.models.UmaProvider.destroy({ where: { domain } })
  })

  describeOperation('getAvailableUmaProviders', () => {
    test('shows all of a provider', async () => {
      const all = await providers('')
      expect(all.find(({ domain }) => domain === domains.wide)).toEqual({
        name: 'A provider',
        domain: domains.wide,
        supportedRegions: ['US', 'MX'],
        supportedCurrencies: [
          { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
          { code: 'MXN', name: 'Mexican Peso', symbol: 'MX$', decimals: 2 },
        ],
        logoUrl: 'https://wide.example/logo.svg',
        lei: '5493001KJTIIGC8Y1R12',
        allowListStatus: true,
      })
      expect(all.map(({ domain }) => domain)).toContain('sandbox.uma.money')
    })

    test('by country, by currency, and without those that are blocked', async () => {
      const { peso, wide, blocked } = domains
      expect(await domainsOf('')).toEqual([blocked, wide, peso])
      expect(await domainsOf('sortOrder=asc')).toEqual([peso, wide, blocked])
      expect(await domainsOf('countryCode=MX')).toEqual([blocked, wide, peso])
      expect(await domainsOf('currencyCode=MXN')).toEqual([wide, peso])
      expect(await domainsOf('countryCode=US&currencyCode=MXN')).toEqual([wide])
      expect(await domainsOf('countryCode=JP')).toEqual([])
      expect(await domainsOf('hasBlockedProviders=true')).toEqual([blocked, wide, peso])
      expect(await domainsOf('hasBlockedProviders=false')).toEqual([wide, peso])
    })

    test('an entry that is put again is changed', async () => {
      const [found] = (await providers('')).filter(({ domain }) => domain === domains.wide)
      await service().database.models.UmaProvider.upsert({
        ...{ environment: 'SANDBOX', domain: domains.wide, name: 'Renamed', isAllowed: true },
        ...{ regions: ['US', 'MX'], currencies: ['USD', 'MXN'], logoUrl: null, lei: null },
      })
      const [changed] = (await providers('')).filter(({ domain }) => domain === domains.wide)
      const { logoUrl: _, lei: __, ...kept } = found as Resource
      expect(changed).toEqual({ ...kept, name: 'Renamed' })
    })

    test('pages', async () => {
      const all = (await providers('sortOrder=asc')).map(({ domain }) => domain)
      const seen: unknown[] = []
      let cursor = ''
      do {
        const { body } = await call('GET', `/uma-providers?sortOrder=asc&limit=2${cursor}`)
        seen.push(...(body.data as Resource[]).map(({ domain }) => domain))
        cursor = body.hasMore ? `&cursor=${body.nextCursor}` : ''
      } while (cursor !== '')
      expect(seen).toEqual(all)
    })

    test('of another environment are not shown', async () => {
      const { stack, production } = service()
      expect(listed(await apiOf(stack, production).call('GET', '/uma-providers'))).toEqual([])
    })

    test('every wrong parameter is named', async () => {
      const query =
        'countryCode=XX&currencyCode=X&hasBlockedProviders=x&limit=0&cursor=x&sortOrder=up'
      expect(fieldsOf(await call('GET', `/uma-providers?${query}`))).toEqual({
        countryCode: 'format',
        currencyCode: 'format',
        hasBlockedProviders: 'type',
        limit: 'minimum',
        cursor: 'format',
        sortOrder: 'enum',
      })
    })
  })

  describeOperation('listVasps', () => {
    test('pages through the names that external accounts state', async () => {
      const all = listed(await call('GET', '/vasps?limit=100'))
      expect(all).toContainEqual({ vaspName: 'Kraken', url: 'https://www.kraken.com' })
      const { body } = await call('GET', '/vasps?limit=5')
      expect(body).toEqual({
        data: all.slice(0, 5),
        hasMore: true,
        nextCursor: expect.any(String),
      })
      const next = await call('GET', `/vasps?limit=5&cursor=${body.nextCursor}`)
      expect(next.body.data).toEqual(all.slice(5, 10))
      const { stack, production } = service()
      const theirs = await apiOf(stack, production).call('GET', '/vasps?limit=100')
      expect(listed(theirs)).toEqual(all)
    })

    test('every wrong parameter is named', async () => {
      const answer = await call('GET', '/vasps?limit=101&cursor=x')
      expect(fieldsOf(answer)).toEqual({ limit: 'maximum', cursor: 'format' })
    })
  })
})
