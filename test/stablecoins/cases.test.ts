/** Mints and burns with a case, as operators list them and say what they have found at the provider. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { payments, type Typed, withoutAsking } from '../support/paymentsCommand.ts'
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

const mint = (...given: string[]): Promise<Typed> =>
  payments(
    {
      PAYMENTS_OPERATORS_URL: `http://127.0.0.1:${listener.port}`,
      PAYMENTS_OPERATOR_TOKEN: token,
    },
    'mint',
    ...given,
  )

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
