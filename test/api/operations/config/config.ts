import { createPublicKey, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createPlatform } from '../../../../db/platforms.ts'
import {
  type Answer,
  type ApiClient,
  createApiClient,
} from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aPlatform,
  apiOf,
  aWebhookReceiver,
  listed,
  waitUntil,
  withoutRequestId,
} from '../../../support/builders.ts'
import { recordCode } from '../../../support/published/recording.ts'
import {
  aFreshPlatform,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

const aDomain = (): string => `pay-${randomUUID().slice(0, 8)}.example.org`
const originOf = (): string => new URL(service().api.baseUrl).origin

describeOperation('getPlatformConfig', () => {
  test('of a new platform: three currencies, defaults, the key of its webhooks', async () => {
    const { status, body } = await (await aFreshPlatform()).call('GET', '/config')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^PlatformConfig:/),
      embeddedWalletConfig: { otpLength: 6, alphanumeric: false, expirationSeconds: 300 },
      feeConfigs: [],
      isRegulatedFinancialInstitution: true,
      hasCounterpartyRequirements: false,
      sandboxVerification: 'ON_CREATION',
    })
    expect(body).not.toHaveProperty('webhookEndpoint')
    const currencies = body.supportedCurrencies as { currencyCode: string }[]
    expect(currencies.map(({ currencyCode }) => currencyCode)).toEqual(['USDB', 'USD', 'USDC'])
  })

  test('the key is the one that the JWKS shows', async () => {
    const { body } = await service().api.call('GET', '/config')
    const pem = createPublicKey(String(body.webhookPublicKey))
    const answer = await fetch(`${originOf()}${body.webhookKeysPath}`)
    const { keys } = (await answer.json()) as { keys: { d?: string }[] }
    expect([answer.status, keys.length]).toEqual([200, 1])
    expect(keys[0]).toMatchObject({ ...pem.export({ format: 'jwk' }) })
    expect(keys[0]).not.toHaveProperty('d')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300')
  })

  test("a platform that names another's endpoint cannot forge its events", async () => {
    const { stack } = service()
    const [victim, attacker] = [await aPlatform(stack), await aPlatform(stack)]
    const receiver = await aWebhookReceiver(stack, { platform: victim })
    await waitUntil('its own TEST', () => receiver.webhooks.length === 1)
    await apiOf(stack, attacker).call('PATCH', '/config', { webhookEndpoint: receiver.url })
    await waitUntil("the attacker's TEST", () => receiver.webhooks.length === 2)
    expect(receiver.webhooks.map(({ isSigned }) => isSigned)).toEqual([true, false])
    await receiver.stop()
  })

  test('a key set of no platform is 404; there is none for all platforms', async () => {
    for (const [path, refused] of [
      [`/platforms/PlatformConfig:${randomUUID()}/webhooks/jwks.json`, 'PLATFORM_NOT_FOUND'],
      ['/platforms/PlatformConfig:x/webhooks/jwks.json', 'PLATFORM_NOT_FOUND'],
      [`/platforms/Customer:${randomUUID()}/webhooks/jwks.json`, 'PLATFORM_NOT_FOUND'],
      ['/platforms/%00/webhooks/jwks.json', 'PLATFORM_NOT_FOUND'],
      ['/.well-known/webhook-keys.json', 'NOT_FOUND'],
    ]) {
      const answer = await fetch(`${originOf()}${path}`)
      const { code } = (await answer.json()) as { code: string }
      expect([path, answer.status, code]).toEqual([path, 404, refused])
      recordCode(`GET ${path} 404`, 404, code)
    }
  })
})

describeOperation('updatePlatformConfig', () => {
  test('what is left out stays, also inside the nested parts', async () => {
    const api = await aFreshPlatform()
    const before = (await api.call('GET', '/config')).body
    const umaDomain = aDomain()
    const first = await api.call('PATCH', '/config', {
      umaDomain,
      embeddedWalletConfig: { appName: 'Ours', otpLength: 8 },
    })
    expect(first.body).toMatchObject({
      umaDomain,
      supportedCurrencies: before.supportedCurrencies,
      embeddedWalletConfig: { appName: 'Ours', otpLength: 8, expirationSeconds: 300 },
    })
    const changes = { embeddedWalletConfig: { alphanumeric: true } }
    const { body } = await api.call('PATCH', '/config', changes)
    expect(body).toMatchObject({
      umaDomain,
      embeddedWalletConfig: { appName: 'Ours', otpLength: 8, alphanumeric: true },
    })
    expect((await api.call('GET', '/config')).body).toEqual(body)
  })

  test('a change waits for no row that refers to the platform', async () => {
    const { stack } = service()
    const credentials = await aPlatform(stack)
    const client = new Client({ connectionString: stack.databaseUrl })
    await client.connect()
    try {
      // As each payment of the platform does, for as long as its transaction is open.
      await client.query('begin')
      await client.query(
        `select 1 from platforms where id =
          (select platform_id from tokens where client_id = $1) for key share`,
        [credentials.clientId],
      )
      const umaDomain = aDomain()
      const changed = await apiOf(stack, credentials).call('PATCH', '/config', { umaDomain })
      expect([changed.status, changed.body.umaDomain]).toEqual([200, umaDomain])
    } finally {
      await client.end()
    }
  })

  test('50 changes at once: none is lost, and a currency has one account', async () => {
    const { database, stack } = service()
    const credentials = await aPlatform(stack)
    const api = apiOf(stack, credentials)
    const [entry] = (await api.call('GET', '/config')).body.supportedCurrencies as object[]
    const supportedCurrencies = [{ ...entry, currencyCode: 'EUR' }]
    const parts = [{ appName: 'Ours' }, { otpLength: 9 }, { alphanumeric: true }]
    const changes = Array.from({ length: 50 }, (_, at) =>
      at % 2 === 0 ? { supportedCurrencies } : { embeddedWalletConfig: parts[at % parts.length] },
    )
    const answers = await Promise.all(changes.map((change) => api.call('PATCH', '/config', change)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect((await api.call('GET', '/config')).body.embeddedWalletConfig).toMatchObject({
      appName: 'Ours',
      otpLength: 9,
      alphanumeric: true,
    })
    const accounts = await database.query({
      text: `select a.id from internal_accounts a join tokens t on t.platform_id = a.platform_id
        where t.client_id = $1 and a.customer_id is null and a.currency = 'EUR'`,
      values: [credentials.clientId],
    })
    expect(accounts).toHaveLength(1)
  })

  test('currencies replace the list; new customers get those accounts', async () => {
    const api = await aFreshPlatform()
    const [entry] = (await api.call('GET', '/config')).body.supportedCurrencies as object[]
    const supportedCurrencies = ['EUR', 'USDB'].map((code) => ({ ...entry, currencyCode: code }))
    const { body } = await api.call('PATCH', '/config', { supportedCurrencies })
    expect(body.supportedCurrencies).toEqual(supportedCurrencies)
    const customer = await api.call('POST', '/customers', { customerType: 'INDIVIDUAL' })
    const path = `/internal-accounts?customerId=${customer.body.id}`
    const accounts = listed(await api.call('GET', path)) as unknown as {
      type: string
      balance: { currency: { code: string } }
    }[]
    const shape = accounts.map(({ type, balance }) => `${balance.currency.code} ${type}`).sort()
    expect(shape).toEqual(['EUR INTERNAL_FIAT', 'USDB EMBEDDED_WALLET'])
  })

  test('an added currency gives the customers of before their accounts, with an event each; one that is removed ends it', async () => {
    const { stack } = service()
    const platform = await aPlatform(stack)
    const api = apiOf(stack, platform)
    const [entry] = (await api.call('GET', '/config')).body.supportedCurrencies as object[]
    const setTo = async (...codes: string[]) =>
      (
        await api.call('PATCH', '/config', {
          supportedCurrencies: codes.map((currencyCode) => ({ ...entry, currencyCode })),
        })
      ).body.addedCurrencies
    expect(await setTo('USD')).toEqual([])
    const email = `${randomUUID()}@example.com`
    const { body } = await api.call('POST', '/customers', { customerType: 'INDIVIDUAL', email })
    const receiver = await aWebhookReceiver(stack, { platform })
    try {
      const begun = { accountsOpened: 0, addedAt: expect.any(String) }
      expect(await setTo('USD', 'EUR', 'USDB')).toEqual(
        expect.arrayContaining(['EUR', 'USDB'].map((currencyCode) => ({ ...begun, currencyCode }))),
      )
      const read = async () =>
        listed(await api.call('GET', `/internal-accounts?customerId=${body.id}`))
      await waitUntil('the accounts are open', async () => {
        const accounts = await read()
        return accounts.length === 3 && accounts.every(({ status }) => status === 'ACTIVE')
      })
      const { addedCurrencies } = (await api.call('GET', '/config')).body
      const done = { accountsOpened: 1, completedAt: expect.any(String) }
      expect(addedCurrencies).toMatchObject([done, done])
      const sent = 'INTERNAL_ACCOUNT.STATUS_UPDATED'
      await waitUntil(
        'their events',
        () => receiver.webhooks.filter(({ type }) => type === sent).length >= 3,
      )
      expect(await setTo('USD')).toEqual([])
    } finally {
      await receiver.stop()
    }
  })

  test('a currency twice in one list is refused', async () => {
    const api = await aFreshPlatform()
    const [entry] = (await api.call('GET', '/config')).body.supportedCurrencies as object[]
    const supportedCurrencies = ['EUR', 'USD', 'EUR'].map((currencyCode) => ({
      ...{ ...entry, currencyCode },
    }))
    const refused = await api.call('PATCH', '/config', { supportedCurrencies })
    expect(fieldsOf(refused)).toEqual({ 'supportedCurrencies.2': 'uniqueItems' })
  })

  test('a new endpoint gets one TEST, signed', async () => {
    const { stack } = service()
    const receiver = await aWebhookReceiver(stack, { platform: await aPlatform(stack) })
    try {
      await waitUntil('TEST arrives', () => receiver.webhooks.length > 0)
      await sleep(300)
      expect(receiver.webhooks).toEqual([
        expect.objectContaining({ type: 'TEST', isSigned: true, data: {} }),
      ])
    } finally {
      await receiver.stop()
    }
  })

  test('when the sandbox decides about customers is a setting of the sandbox', async () => {
    const { stack, production } = service()
    const body = { sandboxVerification: 'ON_SUBMISSION' }
    const api = apiOf(stack, production)
    await leavesNothing(async () => {
      expect(fieldsOf(await api.call('PATCH', '/config', body))).toEqual({
        sandboxVerification: 'const',
      })
    })
    expect((await api.call('GET', '/config')).body).not.toHaveProperty('sandboxVerification')
    const sandbox = await aFreshPlatform()
    expect(
      fieldsOf(await sandbox.call('PATCH', '/config', { sandboxVerification: 'NEVER' })),
    ).toEqual({
      sandboxVerification: 'enum',
    })
    expect((await sandbox.call('PATCH', '/config', body)).body).toMatchObject(body)
    expect((await sandbox.call('PATCH', '/config', { cardConfigs: {} })).body).toMatchObject(body)
  })

  test('unknown members are refused once it asks for that, unless a request asks otherwise', async () => {
    const api = await aFreshPlatform()
    const body = { cardConfigs: {}, umadomain: aDomain() }
    expect((await api.call('PATCH', '/config', body)).status).toBe(200)
    const set = await api.call('PATCH', '/config', { strictHandling: true })
    expect(set.body).toMatchObject({ strictHandling: true })
    // A process remembers a token, and its platform with it, for four seconds.
    await waitUntil('the setting counts', async () => {
      const answer = await api.call('PATCH', '/config', body)
      return answer.status === 400 && fieldsOf(answer)
    })
    const refused = await api.call('PATCH', '/config', body)
    expect(fieldsOf(refused)).toEqual({ umadomain: 'additionalProperties' })
    expect((await api.call('PATCH', '/config', body, { Prefer: 'handling=lenient' })).status).toBe(
      200,
    )
  })

  test('endpoints of a production side are public https', async () => {
    const { stack, production } = service()
    const api = apiOf(stack, production)
    const refused = [
      'http://example.com/hooks',
      'https://127.0.0.1/hooks',
      'https://localhost/hooks',
      'https://10.1.2.3/hooks',
      'https://169.254.169.254/latest/meta-data',
      'https://100.64.0.1/hooks',
      'https://[::1]/hooks',
      'https://[::ffff:10.0.0.1]/hooks',
      'https://[64:ff9b::a00:1]/hooks',
      'https://0x7f000001/hooks',
      'https://2130706433/hooks',
      'https://127.1/hooks',
      'https://user:secret@example.com/hooks',
      'ftp://example.com/hooks',
      'file:///etc/passwd',
      'hooks',
      '',
    ]
    await leavesNothing(async () => {
      for (const webhookEndpoint of refused) {
        const answer = await api.call('PATCH', '/config', { webhookEndpoint })
        expect(fieldsOf(answer), webhookEndpoint).toHaveProperty('webhookEndpoint')
      }
    })
  })

  test('the sandbox may call back to this machine, but not to its network', async () => {
    const api = await aFreshPlatform()
    for (const webhookEndpoint of [
      'http://10.1.2.3/hooks',
      'http://169.254.169.254/',
      'http://0/',
    ]) {
      const answer = await api.call('PATCH', '/config', { webhookEndpoint })
      expect(fieldsOf(answer), webhookEndpoint).toHaveProperty('webhookEndpoint')
    }
  })

  test('fees of every currency, and of rails: one of each, and they go when both parts are 0', async () => {
    const api = await aFreshPlatform()
    const fee = (variableFeeBps: number, amount: number, currency = 'USD'): object => ({
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: currency,
      variableFeeBps,
      fixedFee: { amount, currency },
    })
    const railFee = (variableFeeBps: number, amount: number, more: object = {}): object => ({
      feeType: 'RAIL',
      ...{ rail: 'ACH', direction: 'OUT', originator: 'SERVICE', variableFeeBps },
      fixedFee: { amount, currency: 'USD' },
      ...more,
    })
    const patch = (...feeConfigs: readonly object[]) => api.call('PATCH', '/config', { feeConfigs })
    const kept = async (...feeConfigs: readonly object[]): Promise<unknown[]> => {
      const { body } = await patch(...feeConfigs)
      return (
        body.feeConfigs as { feeType: string; sourceCurrency?: string; rail?: string }[]
      ).sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    }
    const nameOf = (one: { sourceCurrency?: string; rail?: string }): string =>
      one.rail ?? one.sourceCurrency ?? ''
    expect(await kept(fee(30, 50))).toEqual([fee(30, 50)])
    expect(await kept()).toEqual([fee(30, 50)])
    expect(await kept(fee(25, 0))).toEqual([fee(25, 0)])
    expect(await kept(fee(1, 1, 'USDB'), fee(2, 2, 'EUR'))).toEqual([
      ...[fee(2, 2, 'EUR'), fee(25, 0), fee(1, 1, 'USDB')],
    ])
    const wire = railFee(0, 1_500, { rail: 'WIRE' })
    expect(await kept(fee(0, 0, 'USDB'), fee(0, 0, 'EUR'), railFee(5, 0), wire)).toEqual([
      ...[railFee(5, 0), fee(25, 0), wire],
    ])
    await leavesNothing(async () => {
      for (const more of [
        { rail: 'ACH_SAME_DAY' },
        { rail: 'SEPA' },
        { direction: 'IN' },
        { originator: 'EXTERNAL' },
      ]) {
        expectRefusal(await patch(fee(1, 1), railFee(1, 1, more)), 501, 'NOT_IMPLEMENTED')
      }
      const euros = { fixedFee: { amount: 1, currency: 'EUR' } }
      for (const mixed of [{ ...fee(1, 1), ...euros }, railFee(1, 1, euros)]) {
        expect(fieldsOf(await patch(mixed))).toEqual({ 'feeConfigs.0.fixedFee.currency': 'const' })
      }
      expect(fieldsOf(await patch(fee(10_001, -1)))).toEqual({
        'feeConfigs.0.variableFeeBps': 'maximum',
        'feeConfigs.0.fixedFee.amount': 'minimum',
      })
      const twice = [fee(1, 1), railFee(7, 0), railFee(9, 0), fee(1, 1, 'EUR'), fee(2, 2)]
      expect(fieldsOf(await patch(...twice))).toEqual({
        ...{ 'feeConfigs.2': 'uniqueItems', 'feeConfigs.4': 'uniqueItems' },
      })
      expect(fieldsOf(await patch({ feeType: 'RAIL', sourceCurrency: 'USD' }))).toMatchObject({
        'feeConfigs.0.rail': 'required',
        'feeConfigs.0.direction': 'required',
      })
    })
    expect(await kept(fee(0, 0), railFee(0, 0), railFee(0, 0, { rail: 'WIRE' }))).toEqual([])
  })

  test('a production domain is proven by a DNS record of this platform, which the answer names', async () => {
    const { stack, dns } = service()
    const aLivePlatform = async (): Promise<ApiClient> => {
      const name = `live ${randomUUID()}`
      const environment = 'PRODUCTION'
      return apiOf(stack, await createPlatform(stack.databaseUrl, { name, environment }))
    }
    const [owner, stranger] = [await aLivePlatform(), await aLivePlatform()]
    const umaDomain = aDomain()
    const set = (api: ApiClient): Promise<Answer> => api.call('PATCH', '/config', { umaDomain })
    const refused = await set(owner)
    expect(fieldsOf(refused)).toEqual({ umaDomain: 'not' })
    const record = /: (\S+) TXT "([^"\s]+)"/.exec(JSON.stringify(refused.body).replaceAll('\\', ''))
    const [, recordName = '', value = ''] = record ?? []
    expect(recordName).toBe(`_uma-verification.${umaDomain}`)
    dns.publish(recordName, 'v=spf1 -all', value)
    expect(fieldsOf(await set(stranger))).toEqual({ umaDomain: 'not' })
    dns.behave('SILENT')
    expectRefusal(await set(owner), 503, 'SERVICE_UNAVAILABLE')
    dns.behave(undefined)
    expect((await set(owner)).body.umaDomain).toBe(umaDomain)
    dns.publish(recordName)
    expect((await set(owner)).status).toBe(200)
    // The sandbox side asks nobody.
    const asked = dns.questions
    expect((await set(await aFreshPlatform())).status).toBe(200)
    expect(dns.questions).toBe(asked)
  })

  test('the picture of mails is fetched by https alone', async () => {
    const api = await aFreshPlatform()
    const set = (logoUrl: string): Promise<Answer> =>
      api.call('PATCH', '/config', { embeddedWalletConfig: { logoUrl } })
    await leavesNothing(async () => {
      for (const start of [
        'http://',
        'HTTP://',
        'javascript:',
        'data:image/png;base64,',
        'file:///',
      ]) {
        const answer = await set(`${start}acme.example`)
        expect(fieldsOf(answer), start).toEqual({ 'embeddedWalletConfig.logoUrl': 'pattern' })
      }
      const relative = await set('//acme.example/logo.png')
      expect(Object.keys(fieldsOf(relative))).toEqual(['embeddedWalletConfig.logoUrl'])
    })
    expect((await set('https://acme.example/logo.png')).body).toMatchObject({
      embeddedWalletConfig: { logoUrl: 'https://acme.example/logo.png' },
    })
  })

  test('limits of cards are merged, and null removes one', async () => {
    const api = await aFreshPlatform()
    const patched = async (cardConfigs: object): Promise<unknown> =>
      (await api.call('PATCH', '/config', { cardConfigs })).body.cardConfigs
    const none = { maxSpendPerTransaction: null, maxSpendPerDay: null, maxTransactionsPerDay: null }
    expect((await api.call('GET', '/config')).body.cardConfigs).toEqual(none)
    const day = { maxSpendPerDay: Number.MAX_SAFE_INTEGER }
    expect(await patched(day)).toEqual({ ...none, ...day })
    expect(await patched({ maxTransactionsPerDay: 3 })).toEqual({
      ...{ ...none, ...day },
      maxTransactionsPerDay: 3,
    })
    const removed = { maxSpendPerDay: null, maxSpendPerTransaction: 5_000 }
    const left = { maxSpendPerTransaction: 5_000, maxTransactionsPerDay: 3 }
    expect(await patched(removed)).toEqual({ ...none, ...left })
    expect((await api.call('GET', '/config')).body.cardConfigs).toEqual({ ...none, ...left })
    const wrong = { maxSpendPerDay: 0, maxTransactionsPerDay: 1.5 }
    expect(fieldsOf(await api.call('PATCH', '/config', { cardConfigs: wrong }))).toEqual({
      ...{ 'cardConfigs.maxSpendPerDay': 'minimum', 'cardConfigs.maxTransactionsPerDay': 'type' },
    })
  })

  test('nothing, or every field wrong', async () => {
    const api = await aFreshPlatform()
    expect(fieldsOf(await api.call('PATCH', '/config', {}))).toEqual({ '': 'minProperties' })
    expect(fieldsOf(await api.call('PATCH', '/config', { umaDomains: 'x' }))).toEqual({
      '': 'minProperties',
    })
    const withNull = { umaDomain: null, umaDomains: 'x' }
    expect(fieldsOf(await api.call('PATCH', '/config', withNull))).toEqual({ umaDomain: 'type' })
    const answer = await api.call('PATCH', '/config', {
      umaDomain: 'no domain',
      supportedCurrencies: [{ currencyCode: 'XXX' }],
      embeddedWalletConfig: {
        ...{ otpLength: 5, expirationSeconds: 601, sendFromEmailSenderName: 'x\r\nBcc: y' },
        logoUrl: 'javascript:alert(1)',
      },
      cardTokenization2faConfig: {
        ...{ displayName: 'x\r\nBcc: y', logoUrl: 'http://example.com/', sms: { bodyText: '' } },
        email: { fromAddress: 'x', subject: 'x\n' },
      },
      feeConfigs: {},
    })
    expect(fieldsOf(answer)).toMatchObject({
      umaDomain: 'pattern',
      'supportedCurrencies.0.currencyCode': 'format',
      'supportedCurrencies.0.minAmount': 'required',
      'embeddedWalletConfig.otpLength': 'minimum',
      'embeddedWalletConfig.expirationSeconds': 'maximum',
      'embeddedWalletConfig.sendFromEmailSenderName': 'pattern',
      'embeddedWalletConfig.logoUrl': 'pattern',
      'cardTokenization2faConfig.displayName': 'pattern',
      'cardTokenization2faConfig.logoUrl': 'pattern',
      'cardTokenization2faConfig.email.fromAddress': 'format',
      'cardTokenization2faConfig.email.subject': 'pattern',
      'cardTokenization2faConfig.sms.bodyText': 'minLength',
      feeConfigs: 'type',
    })
  })
})

describe('the codec endpoint', () => {
  const decode = (payloads: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service().stack.env.OPERATOR_URL}/codec/decode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ payloads }),
    })

  /** The input of the onboarding of our customer, as the workflow server keeps it. */
  async function aSealedPayload(): Promise<object> {
    const { mine, temporal } = service()
    const { events } = await temporal.workflow.getHandle(mine.customer.id).fetchHistory()
    const payload = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]
    const base64 = (bytes?: Uint8Array | null): string =>
      Buffer.from(bytes ?? []).toString('base64')
    const metadata = Object.entries(payload?.metadata ?? {})
    return {
      metadata: Object.fromEntries(metadata.map(([name, value]) => [name, base64(value)])),
      data: base64(payload?.data),
    }
  }

  test('shows an operator on this machine what history keeps sealed', async () => {
    const { mine } = service()
    const sealed = await aSealedPayload()
    expect(JSON.stringify(sealed)).not.toContain(mine.customer.email)
    const answer = await decode([sealed], { origin: service().stack.env.TEMPORAL_UI_URL ?? '' })
    expect(answer.status).toBe(200)
    const { payloads } = (await answer.json()) as { payloads: { data: string }[] }
    const text = Buffer.from(payloads[0]?.data ?? '', 'base64').toString()
    expect(text).toContain(String(mine.customer.email))
    expect(text).toContain(mine.customer.id.split(':')[1])
  })

  test('refuses the page of another origin, and payloads of another key', async () => {
    const sealed = (await aSealedPayload()) as { data: string }
    const foreign = await decode([sealed], { origin: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://evil.example')
    const bytes = Buffer.from(sealed.data, 'base64')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    const flipped = { ...sealed, data: bytes.toString('base64') }
    for (const payloads of [[flipped], 'x', undefined, [null], {}]) {
      expect((await decode(payloads)).status).toBe(400)
    }
  })
})

test('an unknown token is a 401, and no client learns whether it exists', async () => {
  const { stack } = service()
  const ask = (clientId: string) =>
    createApiClient(stack.apiUrls[0] ?? '', { clientId, clientSecret: 'x' }).call('GET', '/config')
  const [known, unknown] = [await ask(stack.platform.clientId), await ask('unknown-client')]
  expectRefusal(known, 401, 'UNAUTHORIZED')
  expect(withoutRequestId(unknown)).toEqual(withoutRequestId(known))
})
