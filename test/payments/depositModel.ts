/** Generated lives of an account's deposits, what the model says becomes of them, and how one is played. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import * as fc from 'fast-check'
import type { Database } from '../../db/database.ts'
import type { Config } from '../../runtime/config.ts'
import { waitUntil } from '../support/builders.ts'
import type { SandboxControl } from '../support/sandboxControl.ts'

/** Below it the platform takes no deposit. */
export const MINIMUM = 50

const arrivals = [
  'right',
  'right',
  'right',
  'other currency',
  'unknown',
  'other environment',
] as const
const decisions = ['apply', 'return', 'return', 'both'] as const

export type Step =
  | {
      readonly do: 'arrive'
      readonly what: (typeof arrivals)[number]
      readonly amount: number
      /** How often the rail reports it, at once. */
      readonly times: number
      /** Amid it the worker is killed. */
      readonly isKilled: boolean
    }
  /** An earlier deposit is reported once more. */
  | { readonly do: 'again'; readonly which: number }
  | { readonly do: 'status'; readonly status: 'ACTIVE' | 'FROZEN' | 'CLOSED' }
  | {
      readonly do: 'decide'
      readonly which: number
      readonly decision: (typeof decisions)[number]
      readonly isKilled: boolean
    }
  /** The rail takes back how a return has ended. */
  | { readonly do: 'reverse'; readonly which: number }

const which = fc.nat({ max: 30 })
const isKilled = fc.integer({ min: 0, max: 7 }).map((n) => n === 0)

export const aLife: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('arrive' as const),
        what: fc.constantFrom(...arrivals),
        amount: fc.integer({ min: MINIMUM - 10, max: 1_000 }),
        times: fc.integer({ min: 1, max: 3 }),
        isKilled,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('status' as const),
        status: fc.constantFrom('ACTIVE' as const, 'FROZEN' as const, 'CLOSED' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('decide' as const),
        which,
        decision: fc.constantFrom(...decisions),
        isKilled,
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), which }) },
  ),
  { minLength: 3, maxLength: 9 },
)

/** A deposit as the model has it. */
export type Deposit = {
  readonly id: string
  readonly uuid: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  outcome: 'APPLIED' | 'UNAPPLIED' | 'RETURNED'
  returns: number
}

export type DepositStage = {
  readonly database: Database
  readonly client: Client
  readonly config: Config
  readonly control: SandboxControl
  readonly platformId: string
  readonly customerId: string
  /** The reference of an account of production. */
  readonly foreign: string
  kill(): Promise<void>
}

export type Life = {
  readonly steps: readonly Step[]
  readonly accountId: string
  readonly deposits: readonly Deposit[]
}

/** Plays a life with an account of its own; each step has ended before the next. */
export async function play(stage: DepositStage, steps: readonly Step[]): Promise<Life> {
  const { database, platformId, customerId } = stage
  const accountId = randomUUID()
  await database.query({
    text: `select open_internal_account($1, $2, $3, 'INTERNAL_FIAT', 'USD', 'ACTIVE')`,
    values: [accountId, platformId, customerId],
  })
  const { reference } = await database.one<{ reference: string }>({
    text: 'select funding_reference_of($1) as reference',
    values: [accountId],
  })
  const deposits: Deposit[] = []
  const account = { id: accountId, reference, status: 'ACTIVE' }
  for (const step of steps) await takeStep(stage, account, deposits, step)
  return { steps, accountId, deposits }
}

type Account = { readonly id: string; readonly reference: string; status: string }

async function takeStep(
  stage: DepositStage,
  account: Account,
  deposits: Deposit[],
  step: Step,
): Promise<void> {
  switch (step.do) {
    case 'arrive':
      deposits.push(await arrive(stage, account, step))
      return
    case 'status':
      account.status = step.status
      await stage.database.query({
        text: 'update internal_accounts set status = $2 where id = $1',
        values: [account.id, step.status],
      })
      return
    default: {
      const deposit = deposits[step.which % Math.max(deposits.length, 1)]
      if (deposit === undefined) return
      if (step.do === 'again') await report(stage, deposit)
      if (step.do === 'decide') await decide(stage, account, deposit, step)
      if (step.do === 'reverse') await reverse(stage, deposit)
    }
  }
}

async function report(
  { control }: DepositStage,
  { id, reference, amount, currency }: Pick<Deposit, 'id' | 'reference' | 'amount' | 'currency'>,
): Promise<void> {
  await control.arrive({ id, reference, amountMinor: String(amount), currency })
}

async function arrive(
  stage: DepositStage,
  account: Account,
  { what, amount, times, isKilled: isToKill }: Step & { readonly do: 'arrive' },
): Promise<Deposit> {
  const id = randomUUID()
  const currency = what === 'other currency' ? 'EUR' : 'USD'
  const others: Readonly<Record<string, string>> = {
    ...{ unknown: 'NOBODYS', 'other environment': stage.foreign },
  }
  const reference = others[what] ?? account.reference
  await Promise.all(
    Array.from({ length: times }, () => report(stage, { id, reference, amount, currency })),
  )
  if (isToKill) await stage.kill()
  const uuid = await waitUntil(
    'the deposit is decided',
    async () => {
      const [row] = await stage.database.query<{ uuid: string }>({
        text: 'select deposit_uuid(environment, id) as uuid from deposits where id = $1 and outcome is not null',
        values: [id],
      })
      return row?.uuid
    },
    120_000,
  )
  const isTaken = what === 'right' && account.status === 'ACTIVE' && amount >= MINIMUM
  const outcome = isTaken ? ('APPLIED' as const) : ('UNAPPLIED' as const)
  return { ...{ id, uuid, reference, amount, currency }, outcome, returns: 0 }
}

const by = { by: 'Grace Hopper', reason: 'generated' } as const

async function decide(
  stage: DepositStage,
  account: Account,
  deposit: Deposit,
  { decision, isKilled: isToKill }: Step & { readonly do: 'decide' },
): Promise<void> {
  const { database } = stage
  const apply = (): Promise<string> =>
    database.call('apply_deposit_to_account', deposit.uuid, account.id, by.by, by.reason)
  const sendBack = async (): Promise<string> =>
    (await database.call('return_deposit', deposit.uuid, by.by, by.reason)).outcome
  const both = (): Promise<string[]> => Promise.all([sendBack(), apply(), sendBack()])
  const answers =
    decision === 'both' ? await both() : [await (decision === 'apply' ? apply : sendBack)()]
  if (isToKill) await stage.kill()
  if (deposit.outcome !== 'UNAPPLIED') {
    // What was decided before stays.
    const isUnchanged = answers.every((answer) => answer.startsWith(deposit.outcome))
    if (!isUnchanged) throw new Error(`${deposit.outcome} was decided again: ${answers}`)
    return
  }
  const mayTake = account.status === 'ACTIVE' && deposit.currency === 'USD'
  if (answers.includes('RETURNING')) {
    deposit.returns += 1
    deposit.outcome = 'RETURNED'
    await untilBooked(stage, deposit, 'RETURNED')
  } else if (answers.includes('APPLIED')) {
    if (!mayTake) throw new Error(`an account that is ${account.status} was credited`)
    deposit.outcome = 'APPLIED'
  } else if (mayTake) throw new Error(`nothing was decided: ${answers}`)
}

/** The bank sends the returned money to the rail once more. */
async function reverse(stage: DepositStage, deposit: Deposit): Promise<void> {
  if (deposit.outcome !== 'RETURNED') return
  const suffix = deposit.returns === 1 ? '' : `/${deposit.returns}`
  await stage.control.force(`Deposit:${deposit.uuid}/return${suffix}`, 'return')
  deposit.outcome = 'UNAPPLIED'
  await untilBooked(stage, deposit, 'UNAPPLIED')
}

async function untilBooked(
  { database }: DepositStage,
  { id }: Deposit,
  outcome: Deposit['outcome'],
): Promise<void> {
  await waitUntil(
    `the deposit is ${outcome}`,
    async () => {
      const rows = await database.query({
        text: 'select 1 from deposits where id = $1 and outcome = $2',
        values: [id, outcome],
      })
      return rows.length > 0
    },
    120_000,
  )
}
