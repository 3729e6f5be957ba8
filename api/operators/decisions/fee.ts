/** Decisions about the service's fee of a corridor, of everybody or of one platform, from an instant on. */
import { currencyOf, minorOf, shownMoney } from '../../../contract/money.ts'
import type { Environment } from '../../../contract/outsideParties.ts'
import type { Tx } from '../../../db/database.ts'
import type { By, Choice, Decidable, Given } from './decidable.ts'
import { atOnce, basisPointsOf, isCorridor, scopeOf, sinceText, wrong } from './given.ts'

/** `Fee:PRODUCTION/USD-FIAT`; production's without an environment. `FIAT` are all currencies of banks that have none by name. */
const pattern = /^Fee:(?:(SANDBOX|PRODUCTION)\/)?([A-Z]{3,5})-([A-Z]{3,5})$/

type Corridor = {
  readonly environment: Environment
  readonly sending: string
  readonly receiving: string
}

/** A corridor whose fee operators set. */
export async function decidableFee(
  tx: Tx,
  asked: string,
  isLocked: boolean,
): Promise<Decidable | undefined> {
  const match = pattern.exec(asked)
  if (match === null) return undefined
  const [, environment = 'PRODUCTION', sending = '', receiving = ''] = match
  if (!isCorridor(sending, receiving)) return undefined
  const corridor: Corridor = { environment: environment as Environment, sending, receiving }
  const subject = `Fee:${environment}/${sending}-${receiving}`
  if (isLocked) await tx.call('lock_terms', subject)
  const row = await tx.one<{ state: string; fixed: bigint | null; basisPoints: number | null }>({
    name: 'decidable_fee',
    text: `select (select coalesce(max(id), 0)::text from service_fees where environment = $1 and sending_currency = $2
        and receiving = $3) as state, f.fixed_amount as fixed, f.variable_basis_points as "basisPoints"
      from fee_in_force($1, null, $2, $3) f`,
    values: [environment, sending, receiving],
  })
  const present = `${shownMoney(row.fixed ?? 0n, sending)} and ${row.basisPoints} basis points`
  return {
    subject,
    state: `${environment} ${row.state}`,
    choices: [setChoice(tx, corridor, present), followChoice(tx, corridor)],
  }
}

/** @throws Refusal INVALID_INPUT */
function feeOf({ sending }: Corridor, given: Given) {
  const { fixed = '' } = given
  const minor = minorOf(fixed, sending)
  if (minor === undefined) {
    throw wrong(
      'fixed',
      `is an amount of ${sending}, of at most ${currencyOf(sending).decimals} decimals`,
    )
  }
  return { fixed: String(minor), basisPoints: basisPointsOf(given) }
}

/** A lower fee is the service's loss and a higher one is taken from customers: either way two persons say so. */
function setChoice(tx: Tx, corridor: Corridor, present: string): Choice {
  const { environment, sending, receiving } = corridor
  return {
    decision: 'set',
    meaning: `What the service takes of a payment from ${sending} to ${receiving}, fixed and variable. It is ${present} for everybody.`,
    needs: ['fixed', 'basisPoints'],
    takes: ['platform', 'from'],
    outcomes: atOnce('SET'),
    async needsSecond(given) {
      feeOf(corridor, given)
      await scopeOf(tx, environment, given)
      return true
    },
    async carryOut(within, by: By) {
      const { platformId, from } = await scopeOf(within, environment, by)
      const { fixed, basisPoints } = feeOf(corridor, by)
      await within.call(
        'set_service_fee',
        ...([environment, platformId, sending, receiving, fixed, basisPoints] as const),
        ...([from, by.by, by.reason] as const),
      )
      const sentence = `The fee from ${sending} to ${receiving} is ${by.fixed} ${sending} and ${basisPoints} basis points${sinceText({ from })}.`
      return { sentence, ...(platformId !== null && { platformId }) }
    },
  }
}

function followChoice(tx: Tx, corridor: Corridor): Choice {
  const { environment, sending, receiving } = corridor
  return {
    decision: 'follow',
    meaning: 'The platform that is named pays what everybody pays.',
    needs: ['platform'],
    takes: ['from'],
    outcomes: atOnce('ENDED'),
    async needsSecond(given) {
      await scopeOf(tx, environment, given)
      return true
    },
    async carryOut(within, by) {
      const { platformId, from } = await scopeOf(within, environment, by)
      await within.call(
        'set_service_fee',
        ...([environment, platformId, sending, receiving, null, null] as const),
        ...([from, by.by, by.reason] as const),
      )
      const sentence = `The fee from ${sending} to ${receiving} is what everybody pays${sinceText({ from })}.`
      return { sentence, ...(platformId !== null && { platformId }) }
    },
  }
}
