/** Mints: begun, funded, ended; read and listed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listed, type Resource } from '../../../support/builders.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { sampleOf } from '../../../support/seed.ts'
import {
  aMint,
  aMintBody,
  anEnabledCoin,
  aSparkWallet,
  aStablecoin,
  operationWith,
  uuidOf,
  withKey,
} from '../../../support/stablecoins.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const mint = (coin: { id: string }, body: object, headers = withKey()) =>
  call('POST', `/stablecoins/${coin.id}/mints`, body, headers)
const control = () => aSandboxControl(service().stack)
const fast = () => control().coins('POST', '/behaviour', { arrivalMs: 300, stepMs: 100 })
async function aScene(): Promise<{ link: Resource; coin: Resource; wallet: Resource }> {
  await fast()
  const { api, mine } = service()
  return { ...(await aStablecoin(api)), wallet: await aSparkWallet(api, mine.customer) }
}

describeOperation('createStablecoinMint', () => {
  test('by wire says where to send the dollars, and completes when they arrive', async () => {
    const { coin, link, wallet } = await aScene()
    const headers = withKey()
    const body = { ...aMintBody(wallet, 1_250), description: 'first' }
    const answer = await mint(coin, body, headers)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...{ id: expect.stringMatching(/^StablecoinOperation:/), stablecoinId: coin.id },
      ...{ operationType: 'MINT', amount: '12500000', provider: 'BRALE' },
      ...{ providerEnvironment: 'SANDBOX', stablecoinProviderAccountId: link.id },
      ...{ source: { type: 'WIRE' }, destination: { accountId: wallet.id }, description: 'first' },
      fundingInstructions: {
        ...{ rail: 'WIRE', beneficiaryName: expect.any(String), bankName: expect.any(String) },
        ...{ accountNumber: expect.any(String), routingNumber: '021000021' },
        memo: expect.any(String),
      },
      expiresAt: expect.any(String),
    })
    const done = await operationWith(service().api, answer.body as Resource, 'COMPLETED')
    expect(done.providerStatus).toBe('complete')
    const again = await mint(coin, body, headers)
    expect([again.status, again.body]).toEqual([201, answer.body])
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expectRefusal(await mint(coin, aMintBody(wallet), headers), 409, 'DUPLICATE_PAY_REQUEST')
    expect(await control().acts(String(answer.body.id))).toEqual({ 'stablecoins mint': 1 })
  })

  sampled('makes one of identical requests at one instant, whose answers are lost', async () => {
    const { coin, wallet } = await aScene()
    const headers = withKey()
    const body = aMintBody(wallet, 1_908)
    const answers = await Promise.all(Array.from({ length: 5 }, () => mint(coin, body, headers)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    const ids = new Set(answers.map((one) => one.body.id))
    expect(ids.size).toBe(1)
    const [id] = [...ids]
    await operationWith(service().api, { id: String(id) }, 'COMPLETED')
    expect(await control().acts(String(id))).toEqual({ 'stablecoins mint': 1 })
  })

  test.each(
    sampleOf(
      'ends of mints',
      [
        [1_903, 'FAILED', 'failed'],
        [1_904, 'FAILED', 'canceled'],
        [1_907, 'COMPLETED', 'complete'],
      ] as const,
      1,
    ),
  )('of %i cents ends %s', async (cents, status, word) => {
    const { coin, wallet } = await aScene()
    await control().coins('POST', '/behaviour', { returnMs: 500 })
    const made = await aMint(service().api, coin, wallet, cents)
    const done = await operationWith(service().api, made, status)
    expect(done.providerStatus).toBe(word)
    if (status === 'FAILED') expect(done.failureReason).toBe(word)
  })

  sampled('expires where no wire arrives, and late money is a case', async () => {
    const { coin, wallet } = await aScene()
    const made = await aMint(service().api, coin, wallet, 1_906)
    expect(made.status).toBe('PENDING_FUNDING')
    const { database } = service()
    await database.query({
      text: 'update stablecoin_operations set expires_at = service_now() where id = $1',
      values: [uuidOf(made)],
    })
    const ended = await operationWith(service().api, made, 'EXPIRED')
    expect(ended.failureReason).toBeUndefined()
    const late = { kind: 'TRANSFER', transferId: 'x', isOver: true, isFinal: false } as const
    const recorded = await database.call('record_stablecoin_report', uuidOf(made), {
      ...{ ...late, status: 'complete' },
    })
    expect(recorded).toMatchObject({ status: 'EXPIRED', case: 'LATE_MONEY' })
  })

  test('names everything that is wrong at once, and takes no other digits', async () => {
    const { coin, wallet } = await aScene()
    const wrong = { amount: '1.5', fundingSource: { type: 'CASH' }, destination: {} }
    const answer = await call('POST', `/stablecoins/${coin.id}/mints`, wrong)
    expect(fieldsOf(answer)).toEqual({
      ...{ 'Idempotency-Key': 'required', amount: 'pattern', 'fundingSource.type': 'enum' },
      'destination.accountId': 'required',
    })
    for (const amount of ['0', '007', '9'.repeat(100), `1${'0'.repeat(30)}`]) {
      const asked = await mint(coin, { ...aMintBody(wallet), amount })
      expect(Object.keys(fieldsOf(asked))).toEqual(['amount'])
    }
    const parts = await mint(coin, { ...aMintBody(wallet), amount: '10001' })
    expectRefusal(parts, 400, 'STABLECOIN_AMOUNT_NOT_REPRESENTABLE')
    const ach = aMintBody(wallet, 1, { type: 'ACH_DEBIT' })
    expect(fieldsOf(await mint(coin, ach))).toEqual({
      'fundingSource.externalAccountId': 'required',
    })
  })

  test('takes no source, account, coin or link that it cannot', async () => {
    const { coin, link, wallet } = await aScene()
    const { api, mine, database } = service()
    const from = (source: object) => mint(coin, aMintBody(wallet, 1, source))
    const internal = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: mine.wallet.id }
    const balance = { sourceTokenIdentifier: 'USDC', cryptoNetwork: 'BASE' }
    const code = 'STABLECOIN_OPERATION_NOT_SUPPORTED'
    expectRefusal(await from(internal), 400, 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED')
    expectRefusal(await from({ type: 'PROVIDER_INTERNAL_BALANCE', ...balance }), 400, code)
    const sameDay = { type: 'SAME_DAY_ACH_DEBIT', externalAccountId: mine.account.id }
    expectRefusal(await from(sameDay), 400, code)
    const enabled = await anEnabledCoin(api, database)
    expectRefusal(await mint(enabled, aMintBody(wallet, 1, internal)), 400, code)
    const unsupported = 'STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED'
    expectRefusal(await mint(coin, aMintBody(mine.account)), 400, unsupported)
    const unknown = { id: `ExternalAccount:${randomUUID()}` }
    expectRefusal(
      await mint(coin, aMintBody(unknown)),
      404,
      'STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND',
    )
    const { coin: pending } = await aStablecoin(api, { suffix: '001' })
    expectRefusal(await mint(pending, aMintBody(wallet)), 400, 'STABLECOIN_NOT_PROVISIONED')
    expectRefusal(await mint(unknown, aMintBody(wallet)), 404, 'STABLECOIN_NOT_FOUND')
    expectRefusal(await mint(coin, aMintBody(wallet, 902)), 400, 'INSUFFICIENT_FUNDS')
    await database.call('note_stablecoin_login', uuidOf(link), 1, false)
    expectRefusal(await mint(coin, aMintBody(wallet)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_INVALID')
    await database.call('revoke_stablecoin_link', uuidOf(link), 'ops', 'left')
    expectRefusal(await mint(coin, aMintBody(wallet)), 400, 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED')
  })

  sampled('frees the key of what was refused, and waits while the provider is silent', async () => {
    const { coin, wallet } = await aScene()
    const headers = withKey()
    expectRefusal(await mint(coin, aMintBody(wallet, 902), headers), 400, 'INSUFFICIENT_FUNDS')
    expect((await mint(coin, aMintBody(wallet, 903), headers)).status).toBe(201)
    for (const kind of ['nonsense', 'lostAnswer', 'errorAfter', 'tooManyRequests'] as const) {
      await control().order({ party: 'stablecoins', operation: 'createTransfer', kind, count: 2 })
      const made = await aMint(service().api, coin, wallet, 500)
      await operationWith(service().api, made, 'COMPLETED')
      expect(await control().acts(made.id)).toEqual({ 'stablecoins mint': 1 })
    }
  })
})

describeOperation('getStablecoinOperation', () => {
  test('is what was answered', async () => {
    const { coin, wallet } = await aScene()
    const made = await aMint(service().api, coin, wallet, 1_906)
    // Where the answer did not wait long enough the provider has it by now.
    const { status: _, updatedAt: __, ...lasting } = made
    const { body } = await call('GET', `/stablecoin-operations/${made.id}`)
    expect(body).toMatchObject(lasting)
    for (const id of [`StablecoinOperation:${randomUUID()}`, 'x']) {
      expectRefusal(
        await call('GET', `/stablecoin-operations/${id}`),
        404,
        'STABLECOIN_OPERATION_NOT_FOUND',
      )
    }
  })
})

describeOperation('listStablecoinOperations', () => {
  test('newest first, by type', async () => {
    const { coin, wallet } = await aScene()
    const first = await aMint(service().api, coin, wallet, 100)
    const second = await aMint(service().api, coin, wallet, 200)
    const path = `/stablecoins/${coin.id}/operations`
    const ids = async (query: string): Promise<string[]> =>
      listed(await call('GET', `${path}?${query}`)).map(({ id }) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('operationType=MINT')).toEqual([second.id, first.id])
    expect(await ids('operationType=BURN')).toEqual([])
    expect(fieldsOf(await call('GET', `${path}?operationType=X`))).toEqual({
      operationType: 'enum',
    })
    expectRefusal(await call('GET', '/stablecoins/x/operations'), 404, 'STABLECOIN_NOT_FOUND')
  })
})
