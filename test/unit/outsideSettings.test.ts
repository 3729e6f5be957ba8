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
  SANDBOX_VERIFICATION_URL: 'http://sandbox.example/vendor',
  SANDBOX_VERIFICATION_APP_TOKEN: 'sbx:token',
  SANDBOX_VERIFICATION_SECRET_KEY: 'secret',
  SANDBOX_VERIFICATION_NOTICE_SECRET: 'notices',
  SANDBOX_CARD_ISSUER_URL: 'http://sandbox.example/cards',
  SANDBOX_CARD_API_KEY: 'sandbox-key',
  SANDBOX_CARD_DECISION_SECRETS: 'whsec_AAAA',
  SANDBOX_CARD_EVENT_SECRETS: 'whsec_BBBB',
}
const production = {
  PRODUCTION_WALLET_PROVIDER_URL: 'https://wallets.example',
  PRODUCTION_WALLET_PARENT_ORGANIZATION_ID: 'org-live',
  PRODUCTION_WALLET_API_PRIVATE_KEY: key('2'),
  PRODUCTION_RAIL_URL: 'https://rail.example',
  PRODUCTION_VERIFICATION_URL: 'http://sandbox.example/vendor',
  PRODUCTION_VERIFICATION_APP_TOKEN: 'prd:token',
  PRODUCTION_VERIFICATION_SECRET_KEY: 'other secret',
  PRODUCTION_VERIFICATION_NOTICE_SECRET: 'other notices',
  PRODUCTION_VERIFICATION_LEVELS: 'kyc,kyb,live',
  PRODUCTION_CARD_ISSUER_URL: 'https://issuer.example',
  PRODUCTION_CARD_API_KEY: 'production-key',
  PRODUCTION_CARD_DECISION_SECRETS: 'whsec_CCCC,whsec_DDDD',
  PRODUCTION_CARD_EVENT_SECRETS: 'whsec_EEEE',
}
/** Mails and text messages of an environment. */
const messagesOf = (name: 'SANDBOX' | 'PRODUCTION'): Record<string, string> => ({
  [`${name}_SMTP_URL`]: 'smtp://mail.example:25',
  [`${name}_MAIL_FROM`]: 'codes@payments.example',
  [`${name}_SMS_URL`]: `https://${name.toLowerCase()}.sms.example`,
})
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
    verificationVendor: {
      baseUrl: 'http://sandbox.example/vendor',
      appToken: 'prd:token',
      secretKey: 'other secret',
      noticeSecret: 'other notices',
      levels: { individual: 'kyc', company: 'kyb', liveness: 'live' },
    },
    cardIssuer: {
      baseUrl: 'https://issuer.example',
      apiKey: 'production-key',
      decisionSecrets: ['whsec_CCCC', 'whsec_DDDD'],
      eventSecrets: ['whsec_EEEE'],
      brand: 'VISA',
      enrolsHolders: true,
    },
  })
  const outside = openOutsideParties(settingsOf(sandbox), 1_000)
  expect(outside.configured.map(({ environment }) => environment)).toEqual([
    'SANDBOX',
    'SANDBOX',
    'SANDBOX',
    'SANDBOX',
  ])
  expect(() => outside.payoutRail('PRODUCTION')).toThrow(PartyNotConfigured)
  expect(() => outside.walletProvider('PRODUCTION')).toThrow(
    'No wallet provider is configured for PRODUCTION.',
  )
  await outside.close()
})

test('mails and text messages are one party, of one mail server or two', () => {
  const both = { ...messagesOf('SANDBOX'), ...messagesOf('PRODUCTION') }
  const settings = settingsOf({ ...both, PRODUCTION_SMS_TOKEN: 'token' })
  expect(settings.SANDBOX).toEqual({
    messages: {
      ...{ smtpUrl: 'smtp://mail.example:25', mailFrom: 'codes@payments.example' },
      ...{ smsUrl: 'https://sandbox.sms.example', smsToken: undefined },
    },
  })
  expect(settings.PRODUCTION.messages?.smsToken).toBe('token')
  const outside = openOutsideParties(settingsOf(messagesOf('PRODUCTION')), 1_000)
  expect(outside.configured).toEqual([{ party: 'MESSAGES', environment: 'PRODUCTION' }])
  expect(() => outside.messages('SANDBOX')).toThrow(
    'No mail and message service is configured for SANDBOX.',
  )
})

test('the worker of a queue has its own party alone', async () => {
  const outside = openOutsideParties(settingsOf({ ...sandbox, ...production }), 1_000)
  expect(outside.configured).toHaveLength(8)
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
      'an incomplete verification vendor',
      { PRODUCTION_VERIFICATION_URL: 'https://vendor.example' },
      'PRODUCTION_VERIFICATION_APP_TOKEN is missing; PRODUCTION_VERIFICATION_SECRET_KEY is missing; PRODUCTION_VERIFICATION_NOTICE_SECRET is missing',
    ],
    [
      'one token of the verification vendor for both',
      { ...sandbox, ...production, PRODUCTION_VERIFICATION_APP_TOKEN: 'sbx:token' },
      'PRODUCTION_VERIFICATION_APP_TOKEN must differ',
    ],
    [
      'an incomplete bank',
      { PRODUCTION_BANK_URL: 'https://bank.example' },
      'PRODUCTION_BANK_API_KEY is missing; PRODUCTION_BANK_ACCOUNT_ID is missing; PRODUCTION_BANK_ACCOUNT_NUMBER_ID is missing',
    ],
    [
      'one key at the bank for both',
      {
        SANDBOX_BANK_URL: 'https://sandbox.bank.example',
        SANDBOX_BANK_API_KEY: 'key',
        PRODUCTION_BANK_URL: 'https://bank.example',
        PRODUCTION_BANK_API_KEY: 'key',
        PRODUCTION_BANK_ACCOUNT_ID: 'account',
        PRODUCTION_BANK_ACCOUNT_NUMBER_ID: 'number',
      },
      'SANDBOX_ and PRODUCTION_BANK_API_KEY must differ',
    ],
    [
      'an incomplete card issuer',
      { PRODUCTION_CARD_ISSUER_URL: 'https://issuer.example' },
      'PRODUCTION_CARD_API_KEY is missing; PRODUCTION_CARD_DECISION_SECRETS is missing; PRODUCTION_CARD_EVENT_SECRETS is missing',
    ],
    [
      'one secret of live authorizations for both',
      { ...sandbox, ...production, SANDBOX_CARD_DECISION_SECRETS: 'whsec_AAAA,whsec_DDDD' },
      'SANDBOX_ and PRODUCTION_CARD_DECISION_SECRETS must differ',
    ],
    [
      'one secret of notices for both',
      { ...sandbox, ...production, PRODUCTION_VERIFICATION_NOTICE_SECRET: 'notices' },
      'PRODUCTION_VERIFICATION_NOTICE_SECRET must differ',
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
    [
      'incomplete mails and text messages',
      { PRODUCTION_SMS_URL: 'https://sms.example' },
      'PRODUCTION_SMTP_URL is missing; PRODUCTION_MAIL_FROM is missing',
    ],
    [
      'one service of text messages for both',
      {
        ...messagesOf('SANDBOX'),
        ...messagesOf('PRODUCTION'),
        PRODUCTION_SMS_URL: 'https://SANDBOX.sms.example/',
      },
      'SANDBOX_SMS_URL and PRODUCTION_SMS_URL must differ',
    ],
    [
      'addresses of messages that are none',
      {
        ...messagesOf('SANDBOX'),
        SANDBOX_SMTP_URL: 'http://mail.example',
        SANDBOX_SMS_URL: 'sms',
      },
      'SANDBOX_SMTP_URL must be an smtp or smtps address; SANDBOX_SMS_URL must be an http or https address',
    ],
    ['an invalid address', { SANDBOX_RAIL_URL: 'rail' }, 'SANDBOX_RAIL_URL must be'],
  ])('with %s', (_, env, message) => {
    expect(() => settingsOf(env)).toThrow(message)
  })

  test('but two organizations of one provider are two environments', () => {
    const shared = { ...production, PRODUCTION_WALLET_PROVIDER_URL: 'http://sandbox.example' }
    expect(settingsOf({ ...sandbox, ...shared }).PRODUCTION.walletProvider).toBeDefined()
  })
})

describe('feeds of exchange rates', () => {
  const feeds = (name: 'SANDBOX' | 'PRODUCTION', url: string): Record<string, string> => ({
    [`${name}_RATES_URL`]: url,
    [`${name}_RATES_APP_ID`]: 'key',
    [`${name}_RATES_TICKER_URL`]: url,
  })
  const settingsOf = (env: Record<string, string>) => outsideSettings(parseConfig(env))

  test('in production over TLS, but on the machine itself; the sandbox also without', () => {
    for (const [name, url] of [
      ['PRODUCTION', 'https://feed.example'],
      ['PRODUCTION', 'http://127.0.0.1:7009'],
      ['SANDBOX', 'http://sandbox:7009'],
    ] as const) {
      expect(settingsOf(feeds(name, url))[name].rateFeeds?.baseUrl).toBe(url)
    }
    expect(() => settingsOf(feeds('PRODUCTION', 'http://feed.example'))).toThrow(
      'PRODUCTION_RATES_URL must be an https address',
    )
  })

  test('one of its settings needs the others', () => {
    expect(() => settingsOf({ PRODUCTION_RATES_URL: 'https://feed.example' })).toThrow(
      'PRODUCTION_RATES_APP_ID is missing; PRODUCTION_RATES_TICKER_URL is missing',
    )
    expect(settingsOf({}).PRODUCTION.rateFeeds).toBeUndefined()
  })
})
