/** Mints and burns with a case, stablecoins and links: what operators list, and decide about them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn, payments, type Typed, withoutAsking } from '../support/paymentsCommand.ts'
import { useStablecoins } from '../unit/stablecoinFixture.ts'

const coins = useStablecoins()
const { aScene, aBurn, record, beginTransfer, aDeposit } = coins
let listener: OperatorListener
let token: string

beforeAll(async () => {
  listener = await anOperatorListener(coins.url)
  token = await anOperator(listener.dependencies.database, 'Grace Hopper')
})
afterAll(() => listener?.stop())

const run = (...given: string[]): Promise<Typed> => payments(operatorOn(listener, token), ...given)
const mint = (...given: string[]): Promise<Typed> => run('mint', ...given)

test('cases are listed, and what was found about a transfer is recorded', async () => {
  expect((await mint('list')).stdout).toBe('Nothing needs a person.\n')
  const uuid = await aBurn(await aScene())
  await aDeposit(uuid)
  await beginTransfer(uuid)
  await record(uuid, { kind: 'UNKNOWN' })
  const id = `StablecoinOperation:${uuid}`
  expect((await mint('list')).stdout).toMatch(new RegExp(`${id} .*20.00 USD.*UNKNOWN_TRANSFER`))
  expect((await mint('made', id, ...withoutAsking)).code).toBe(exitCodes.USAGE)
  const made = await mint('made', id, '--transfer', 'T1', ...withoutAsking)
  expect([made.stdout, made.code]).toEqual(['It has the transfer T1.\n', 0])
  expect((await mint('list')).stdout).toBe('Nothing needs a person.\n')
  expect(
    await coins.query('select code, parameters from timeline where subject = $1', id),
  ).toMatchObject([{ code: 'DECIDED', parameters: { by: 'Grace Hopper', transferId: 'T1' } }])
  expect((await mint('none', id, ...withoutAsking)).code).toBe(exitCodes.REFUSED)
  const unknown = `StablecoinOperation:${randomUUID()}`
  expect((await mint('none', unknown, ...withoutAsking)).code).toBe(exitCodes.NOT_FOUND)
})

test('a stablecoin goes from state to state as far as it may, and its link ends for good', async () => {
  const { coinId, linkId } = await aScene()
  const coin = (verb: string): Promise<Typed> =>
    run('coin', verb, `Stablecoin:${coinId}`, ...withoutAsking)
  await coins.query(
    `update stablecoins set symbol = 'QQX', issuance_status = 'PENDING_REVIEW' where id = $1`,
    coinId,
  )
  expect((await run('coin', 'list')).stdout).toContain(`Stablecoin:${coinId}  QQX`)
  const early = await coin('enable')
  expect(early.code).toBe(exitCodes.REFUSED)
  expect(early.stderr).toBe('enable is not possible now; what is: provision, reject.\n')
  for (const verb of ['provision', 'fail', 'provision', 'provisioned']) {
    expect((await coin(verb)).code, verb).toBe(0)
  }
  await coins.query(
    `select request_stablecoin_enablement(platform_id, id) from stablecoins where id = $1`,
    coinId,
  )
  expect((await coin('enable')).stdout).toBe('It is PROVISIONED, ENABLED.\n')
  expect((await coin('disable')).stdout).toBe('It is PROVISIONED, DISABLED.\n')
  const moves = await coins.query(
    'select moved_to, decided_by from stablecoin_decisions where stablecoin_id = $1 order by created_at',
    coinId,
  )
  expect(moves).toHaveLength(6)
  expect(moves[0]).toEqual({ moved_to: 'PROVISIONING', decided_by: 'Grace Hopper' })

  const link = `StablecoinProviderAccount:${linkId}`
  expect((await run('link', 'list')).stdout).toContain(link)
  const revoke = (): Promise<Typed> => run('link', 'revoke', link, ...withoutAsking)
  expect((await revoke()).stdout).toBe('It is revoked.\n')
  expect((await revoke()).stderr).toBe('It is revoked, for good.\n')
})
