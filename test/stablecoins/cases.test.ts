/** `npm run stablecoin:cases`, as an operator uses it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { argumentsOf } from '../support/programs.ts'
import { bareEnvironment } from '../support/stack.ts'
import { useStablecoins } from '../unit/stablecoinFixture.ts'

const coins = useStablecoins()
const { aScene, aBurn, record, beginTransfer, aDeposit } = coins

async function cases(...given: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf('scripts/stablecoinCases'), ...given],
    { env: { ...bareEnvironment(), DATABASE_URL: coins.url } },
  )
  return stdout
}

test('cases are listed, and what was found about a transfer is recorded', async () => {
  expect(await cases()).toBe('No mint or burn has a case.\n')
  const uuid = await aBurn(await aScene())
  await aDeposit(uuid)
  await beginTransfer(uuid)
  await record(uuid, { kind: 'UNKNOWN' })
  const id = `StablecoinOperation:${uuid}`
  const listed = await cases()
  expect(listed).toContain(`UNKNOWN_TRANSFER  ${id}  BURN PENDING_FUNDING  20.00 USD`)
  expect(listed).toContain(`address of ${uuid}`)
  const operator = ['--by', 'Grace Hopper', '--reason', 'seen in their list']
  const half = [
    ['--none'],
    ['--decide', id, ...operator],
    ['--decide', id, '--none', '--made', 'T1', ...operator],
    ['--decide', id, '--none', '--by', 'Grace Hopper'],
    ['--decide', 'x', '--none', ...operator],
  ]
  for (const given of half) await expect(cases(...given)).rejects.toThrow('usage: stablecoin:cases')
  expect(await cases('--decide', id, '--made', 'T1', ...operator)).toBe(
    `${id} has the transfer T1.\n`,
  )
  expect(await cases()).toBe('No mint or burn has a case.\n')
  expect(
    await coins.query('select code, parameters from timeline where subject = $1', id),
  ).toMatchObject([{ code: 'DECIDED', parameters: { by: 'Grace Hopper', transferId: 'T1' } }])
  const unknown = `StablecoinOperation:${crypto.randomUUID()}`
  await expect(cases('--decide', unknown, '--none', ...operator)).rejects.toThrow(
    'has no transfer that is not known',
  )
})
