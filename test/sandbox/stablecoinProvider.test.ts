/** The sandbox's stablecoin provider over the wire, with the client that the service uses. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createStablecoinProvider,
  type NewAddress,
  type ProviderAccess,
  type StablecoinProvider,
  type Transfer,
} from '../../providers/stablecoinProvider/index.ts'
import { waitUntil } from '../support/builders.ts'
import { dumpOf, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

let sandbox: SandboxProcess
let provider: StablecoinProvider

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const baseUrl = sandbox.stablecoinProviderUrl
  const tokenUrl = `${baseUrl}/oauth2/token`
  provider = createStablecoinProvider({ baseUrl, tokenUrl, timeoutMs: 5_000 })
  await sandbox.control('POST', '/stablecoins/behaviour', {
    ...{ arrivalMs: 200, stepMs: 60, returnMs: 400 },
  })
})
afterAll(async () => {
  await provider?.close()
  await sandbox?.stop()
})

async function anAccess(suffix = 'abc'): Promise<ProviderAccess> {
  const login = { clientId: `c-${randomUUID()}-${suffix}`, clientSecret: `s-${randomUUID()}` }
  const [account] = await provider.accountsOf(login)
  return { login, accountId: account?.id ?? '' }
}

test('an account is read by its id, by its own client alone', async () => {
  const [mine, theirs] = [await anAccess(), await anAccess()]
  const { clientId: username, clientSecret: password } = mine.login
  const baseUrl = sandbox.stablecoinProviderUrl
  const granted = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const read = async (id: string) => {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${baseUrl}/accounts/${id}`, { headers })
    return [answer.status, await answer.json()]
  }
  expect(await read(mine.accountId)).toMatchObject([200, { id: mine.accountId }])
  expect((await read(theirs.accountId))[0]).toBe(404)
})

async function aWallet(access: ProviderAccess): Promise<string> {
  const wallet = { kind: 'WALLET', name: 'x', address: `spark1${randomUUID()}` } as const
  return (await provider.createAddress(access, wallet, randomUUID())).id
}

function mint(
  access: ProviderAccess,
  addressId: string,
  cents: bigint,
  key: string = randomUUID(),
) {
  const source = { valueType: 'USD', transferType: 'wire' }
  const destination = { addressId, valueType: 'SBC', transferType: 'spark' }
  return provider.createTransfer(access, { cents, source, destination, note: key }, key)
}

async function until(access: ProviderAccess, id: string, status: string): Promise<Transfer> {
  let found: Transfer | undefined
  await waitUntil(`a transfer that is ${status}`, async () => {
    found = await provider.transferOf(access, id)
    return found?.status === status
  })
  return found as Transfer
}

async function booksOf({ accountId }: ProviderAccess) {
  const books = await sandbox.control('GET', `/stablecoins/accounts/${accountId}/books`)
  return books as {
    transfers: { status: string; cents: number }[]
    balances: { type: string; cents: number; valueType: string }[]
  }
}

test('a client keeps its first secret, and a suffix says what it has', async () => {
  const { login } = await anAccess()
  await expect(provider.accountsOf({ ...login, clientSecret: 'x' })).rejects.toMatchObject({
    kind: 'UNAUTHORIZED',
  })
  const refused = { clientId: `c-${randomUUID()}-001`, clientSecret: 's' }
  await expect(provider.accountsOf(refused)).rejects.toMatchObject({ kind: 'UNAUTHORIZED' })
  const two = { clientId: `c-${randomUUID()}-002`, clientSecret: 's' }
  expect(await provider.accountsOf(two)).toHaveLength(2)
  const mine = await anAccess()
  const foreign = { ...mine, accountId: (await anAccess()).accountId }
  await expect(provider.depositAddresses(foreign)).rejects.toMatchObject({ kind: 'REFUSED' })
})

test('a wire arrives, and coins are made once for a key', async () => {
  const access = await anAccess()
  const wallet = await aWallet(access)
  const key = randomUUID()
  const made = await mint(access, wallet, 1_250n, key)
  expect(made).toMatchObject({
    status: 'pending',
    cents: 1_250n,
    wire: { routingNumber: '021000021' },
  })
  expect(await mint(access, wallet, 1_250n, key)).toEqual(made)
  await expect(mint(access, wallet, 1_251n, key)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  await until(access, made.id, 'complete')
  const { transfers, balances } = await booksOf(access)
  expect(transfers).toHaveLength(1)
  expect(balances).toMatchObject([{ type: 'external', cents: 1_250, valueType: 'SBC' }])
})

test('an amount that ends in 908 is answered at the third call, and made once', async () => {
  const access = await anAccess()
  const wallet = await aWallet(access)
  const key = randomUUID()
  for (let call = 0; call < 2; call += 1) {
    await expect(mint(access, wallet, 1_908n, key)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  }
  expect((await mint(access, wallet, 1_908n, key)).status).toMatch(/pending|processing|complete/)
  expect((await booksOf(access)).transfers).toHaveLength(1)
})

test.each([
  ['903', 'failed'],
  ['904', 'canceled'],
  ['905', 'failed'],
  ['907', 'complete'],
])('an amount that ends in %s ends %s', async (suffix, status) => {
  const access = await anAccess()
  const made = await mint(access, await aWallet(access), BigInt(`1${suffix}`))
  const end = await until(access, made.id, status)
  if (suffix === '905') expect(end.failure?.returned).toBe('AC04 closed account')
})

test('a deposit lands at a fresh address, and is redeemed to a bank account', async () => {
  const access = await anAccess()
  const deposit = { kind: 'DEPOSIT', name: 'Burn 20.00 SBC x' } as const
  const { id, status, address } = await provider.createAddress(access, deposit, randomUUID())
  expect([status, address]).toEqual(['pending', null])
  await waitUntil('the deposit', async () => {
    const found = await provider.addressOf(access, id)
    return found?.status === 'active' && (await provider.balanceOf(access, id, 'SBC')) === 2_000n
  })
  const bank: NewAddress = {
    kind: 'BANK',
    ...{ owner: 'Ada', accountNumber: '000123456789', routingNumber: '021000021' },
    ...{ isSavings: false, address: undefined },
  }
  const to = await provider.createAddress(access, bank, randomUUID())
  const redeem = (cents: bigint) =>
    provider.createTransfer(
      access,
      {
        ...{ cents, note: 'x' },
        source: { addressId: id, valueType: 'SBC', transferType: 'spark' },
        destination: { addressId: to.id, valueType: 'USD', transferType: 'ach_credit' },
      },
      randomUUID(),
    )
  await expect(redeem(2_001n)).rejects.toMatchObject({ code: 'insufficient_balance' })
  const { id: transfer } = await redeem(1_903n)
  expect(await provider.balanceOf(access, id, 'SBC')).toBe(97n)
  // A redemption that fails gives the coins back.
  await until(access, transfer, 'failed')
  expect(await provider.balanceOf(access, id, 'SBC')).toBe(2_000n)
  const refused: NewAddress = { ...bank, accountNumber: '000123456004' }
  await expect(provider.createAddress(access, refused, randomUUID())).rejects.toMatchObject({
    ...{ kind: 'REFUSED', code: 'invalid_account_number' },
  })
})

test('survives a kill, and keeps no secret in clear', async () => {
  const access = await anAccess()
  const made = await mint(access, await aWallet(access), 700n)
  await sandbox.crash()
  await until(access, made.id, 'complete')
  const dump = await dumpOf(sandbox.databaseUrl)
  expect(dump).toContain(access.login.clientId)
  expect(dump).not.toContain(access.login.clientSecret)
})
