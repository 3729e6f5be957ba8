/** The outside parties of each environment, from settings that name it. */
import { describe, expect, test } from 'vitest'
import { environments, outsideTaskQueueOf } from '../../contract/outsideParties.ts'
import { openOutsideParties, PartyNotConfigured } from '../../providers/outsideParties.ts'
import { parseConfig } from '../../runtime/config.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'

const key = (digit: string): string => digit.repeat(64)
const sandbox = {
  SANDBOX_WALLET_PROVIDER_URL: 'http://sandbox.example',
  SANDBOX_WALLET_API_PRIVATE_KEY: key('1'),
  SANDBOX_RAIL_URL: 'http://sandbox.example/rail',
}
const production = {
  PRODUCTION_WALLET_PROVIDER_URL: 'https://wallets.example',
  PRODUCTION_WALLET_PARENT_ORGANIZATION_ID: 'org-live',
  PRODUCTION_WALLET_API_PRIVATE_KEY: key('2'),
  PRODUCTION_RAIL_URL: 'https://rail.example',
}
const settingsOf = (env: Record<string, string>) => outsideSettings(parseConfig(env))

test('an environment has the parties that its settings name, and no others', async () => {
  expect(settingsOf({})).toEqual({ SANDBOX: {}, PRODUCTION: {} })
  const both = settingsOf({ ...sandbox, ...production })
  expect(both.PRODUCTION).toEqual({
    walletProvider: {
      baseUrl: 'https://wallets.example',
      organizationId: 'org-live',
      apiPrivateKey: key('2'),
    },
    payoutRail: { baseUrl: 'https://rail.example', voidsUnknownReferences: false },
  })
  const outside = openOutsideParties(settingsOf(sandbox), 1_000)
  expect(outside.configured.map(({ environment }) => environment)).toEqual(['SANDBOX', 'SANDBOX'])
  expect(() => outside.payoutRail('PRODUCTION')).toThrow(PartyNotConfigured)
  expect(() => outside.walletProvider('PRODUCTION')).toThrow(
    'No wallet provider is configured for PRODUCTION.',
  )
  await outside.close()
})

test('the worker of a queue has its own party alone', async () => {
  const outside = openOutsideParties(settingsOf({ ...sandbox, ...production }), 1_000)
  expect(outside.configured).toHaveLength(4)
  for (const { party, environment } of outside.configured) {
    const one = outside.only(party, environment)
    expect(one.configured).toEqual([{ party, environment }])
  }
  const rail = outside.only('PAYOUT_RAIL', 'SANDBOX')
  expect(() => rail.payoutRail('PRODUCTION')).toThrow(PartyNotConfigured)
  expect(() => rail.walletProvider('SANDBOX')).toThrow(PartyNotConfigured)
  expect(outside.none().configured).toEqual([])
  await outside.close()
  const names = (['WALLET_PROVIDER', 'PAYOUT_RAIL', 'PLATFORM'] as const).flatMap((party) =>
    environments.map((environment) => outsideTaskQueueOf('Base', party, environment)),
  )
  expect(names).toEqual([
    'Base-wallet-provider-sandbox',
    'Base-wallet-provider-production',
    'Base-payout-rail-sandbox',
    'Base-payout-rail-production',
    'Base-platform-sandbox',
    'Base-platform-production',
  ])
})

describe('a process does not start', () => {
  test.each([
    'WALLET_PROVIDER_URL',
    'WALLET_PARENT_ORGANIZATION_ID',
    'WALLET_API_PRIVATE_KEY',
    'RAIL_URL',
  ])('with %s, which names no environment', (name) => {
    const message = `${name} is replaced by SANDBOX_${name} and PRODUCTION_${name}`
    expect(() => parseConfig({ [name]: key('3') })).toThrow(message)
    expect(() => parseConfig({ [`${name}_FILE`]: '/nowhere' })).toThrow(message)
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a provider without its key and organization',
      { PRODUCTION_WALLET_PROVIDER_URL: 'https://wallets.example' },
      'PRODUCTION_WALLET_PARENT_ORGANIZATION_ID is missing; PRODUCTION_WALLET_API_PRIVATE_KEY is missing',
    ],
    [
      'one rail for both',
      { ...sandbox, ...production, PRODUCTION_RAIL_URL: 'http://SANDBOX.example:80/rail/' },
      'SANDBOX_RAIL_URL and PRODUCTION_RAIL_URL must differ',
    ],
    [
      'one organization for both',
      {
        ...sandbox,
        ...production,
        PRODUCTION_WALLET_PROVIDER_URL: 'http://sandbox.example/',
        PRODUCTION_WALLET_PARENT_ORGANIZATION_ID: 'org-parent',
      },
      'must differ, or their WALLET_PARENT_ORGANIZATION_IDs',
    ],
    [
      'one key for both',
      { ...sandbox, ...production, PRODUCTION_WALLET_API_PRIVATE_KEY: key('1') },
      'WALLET_API_PRIVATE_KEY must differ',
    ],
    ['an address that is none', { SANDBOX_RAIL_URL: 'rail' }, 'SANDBOX_RAIL_URL must be'],
  ])('with %s', (_, env, message) => {
    expect(() => settingsOf(env)).toThrow(message)
  })

  test('but two organizations of one provider are two environments', () => {
    const shared = { ...production, PRODUCTION_WALLET_PROVIDER_URL: 'http://sandbox.example' }
    expect(settingsOf({ ...sandbox, ...shared }).PRODUCTION.walletProvider).toBeDefined()
  })
})
