/**
 * `npm run rail:conformance -- --url URL`: whether what answers at URL is a rail on our own wire, by the checks that the
 * sandbox's rail passes. Each check is a line; exit code 1 when one fails. It orders some thirty payouts of a small
 * amount: give it a rail of tests, never one that pays. docs/rail-wire.md describes the wire.
 *
 * `--accounts FILE`: JSON, the rail's accounts by what happens to a payout to them: `settles`, and, for the checks that need
 * them, `fails`, `returns`, `waits` and `collects`; each `{"accountType": ..., "accountInfo": {...}}`. Without it they are
 * those of the sandbox. `--currency` and `--amount` of the payouts, in the smallest unit (USD, 125); `--wait` for a state in
 * seconds (30); `--voids-unknown-references false` for a rail that does not void what it has not received.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createAjv } from '../contract/ajv.ts'
import { createRail } from '../providers/payoutRail/index.ts'
import { command } from './command.ts'
import { type RailAccounts, railChecks } from './railConformance/checks.ts'
import { sandboxAccounts } from './railConformance/sandboxAccounts.ts'

const CALL_MS = 10_000

const account = {
  type: 'object',
  required: ['accountType', 'accountInfo'],
  additionalProperties: false,
  properties: { accountType: { type: 'string' }, accountInfo: { type: 'object' } },
} as const
const ajv = createAjv()
const areAccounts = ajv.compile<RailAccounts>({
  type: 'object',
  required: ['settles'],
  additionalProperties: false,
  properties: {
    ...{ settles: account, fails: account, returns: account, waits: account, collects: account },
  },
})

function accountsIn(file: string): RailAccounts {
  const accounts: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (areAccounts(accounts)) return accounts
  throw new Error(`${file}: ${ajv.errorsText(areAccounts.errors)}`)
}

await command(async () => {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      accounts: { type: 'string' },
      currency: { type: 'string', default: 'USD' },
      amount: { type: 'string', default: '125' },
      wait: { type: 'string', default: '30' },
      'voids-unknown-references': { type: 'string', default: 'true' },
    },
  })
  const { url, currency, amount: amountMinor, wait, 'voids-unknown-references': voids } = values
  const isUsed =
    url !== undefined &&
    URL.canParse(url) &&
    /^[A-Z]{3,5}$/.test(currency) &&
    /^[1-9]\d{0,8}$/.test(amountMinor) &&
    /^[1-9]\d{0,3}$/.test(wait) &&
    ['true', 'false'].includes(voids)
  if (!isUsed) throw new Error('usage: rail:conformance -- --url URL (--help says what else)')
  const accounts =
    values.accounts === undefined ? sandboxAccounts(currency) : accountsIn(values.accounts)
  const voidsUnknownReferences = voids === 'true'
  const rail = createRail({ baseUrl: url, timeoutMs: CALL_MS, voidsUnknownReferences })
  const target = {
    baseUrl: url,
    rail,
    accounts,
    currency,
    amountMinor,
    waitMs: Number(wait) * 1_000,
  }
  const counts = { passed: 0, failed: 0, 'left out': 0 }
  for (const { name, needs = 'settles', run } of railChecks) {
    if (accounts[needs] === undefined) {
      counts['left out'] += 1
      console.log(`left out  ${name}: no account is named that ${needs}`)
      continue
    }
    try {
      await run(target)
      counts.passed += 1
      console.log(`passed    ${name}`)
    } catch (error) {
      counts.failed += 1
      const [line = ''] = String((error as Error).message).split('\n')
      console.log(`FAILED    ${name}: ${line}`)
    }
  }
  await rail.close()
  const words = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  console.log(words.join(', '))
  if (counts.failed > 0) process.exitCode = 1
})
