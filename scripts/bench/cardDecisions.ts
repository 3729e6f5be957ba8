/** Live authorizations of cards, against the same SQL function behind a bare HTTP server. */
import { createHmac, randomUUID } from 'node:crypto'
import { systemClock } from '../../contract/time.ts'
import { expectStatus } from '../serviceDriver/apiClient.ts'
import { signed, signedAgain } from '../serviceDriver/device.ts'
import { startChild } from './child.ts'
import { type Cost, costOf, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import type { Load, LoadRequest, LoadResult } from './load.ts'
import { logInAgain, type Wallet } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn, type Pair } from './turns.ts'

const CONCURRENCY = 16
const CENTS = 1
const merchant = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'USA' }
const acceptorId = 'bench'

type Turn = { readonly cost: Cost; readonly p99Ms: number }

/** Each authorization is a new one, is approved and holds a cent of one of the stage's wallets. */
export async function cardDecisionRows(
  stage: Stage,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const cardTokens = await cardsOf(stage)
  const bare = await startChild('./baselineDecisions.ts', stage.stack.env)
  try {
    const port = await bare.ask<number>('port')
    const meterOf =
      (pid: number): Meter =>
      async () => ({ server: cpuMsOf(pid), postgres: await stage.postgresMs() })
    const meters = { ours: meterOf(stage.pidOf('api')), baseline: meterOf(bare.pid) }
    const idle = { ours: await idleOf(meters.ours), baseline: await idleOf(meters.baseline) }
    const run = async (
      of: keyof Pair<Turn>,
      origin: string,
      requests: LoadRequest[],
    ): Promise<Turn> => {
      let p99Ms = Number.NaN
      const cost = await costOf(meters[of], idle[of], async () => {
        const load: Load = { origin, requests, concurrency: CONCURRENCY, keepBodies: true }
        const result = await stage.generator.ask<LoadResult>('run', load)
        const odd = result.bodies?.find((body) => !body.includes('"APPROVED"'))
        if (odd !== undefined) throw new Error(`not every answer was an approval: ${odd}`)
        p99Ms = result.p99Ms
        return result.wallMs
      })
      return { cost, p99Ms }
    }
    const origin = stage.stack.decisionOrigins[0] ?? ''
    const runOurs = () => run('ours', origin, asked(stage, cardTokens, count))
    const runBaseline = () =>
      run('baseline', `http://127.0.0.1:${port}`, argumentsOf(cardTokens, count))
    return rowsOf(await inTurn(rounds, runOurs, runBaseline), count)
  } finally {
    await bare.stop()
  }
}

/** A card of each wallet, with a delegated key; the issuer's tokens. */
async function cardsOf(stage: Stage): Promise<string[]> {
  const { api, wallets, database } = stage
  const outside = await stage.startOutsideWorker()
  await logInAgain(api, wallets)
  const ids = await Promise.all(wallets.map((wallet) => aCard(stage, wallet)))
  await outside.stop()
  const rows = await database.query<{ card_token: string }>({
    text: 'select card_token from cards where id = any($1::uuid[])',
    values: [ids],
  })
  return rows.map((row) => row.card_token)
}

async function aCard({ api }: Stage, { customerId, accountId, device }: Wallet): Promise<string> {
  const card = await api.call('POST', '/cards', {
    customerId: customerId,
    platformCardId: `${randomUUID()}-bench`,
    form: 'VIRTUAL',
    fundingSource: accountId,
  })
  const { id, status } = expectStatus('card', card, 201).body
  if (status !== 'ACTIVE') throw new Error(`a card is ${status}`)
  const path = '/auth/delegated-keys'
  const body = { cardId: id, internalAccountId: accountId, nickname: 'bench' }
  const holder = await signed(api, device, 'POST', path, body)
  const key = await signedAgain(api, device, holder, ['POST', path, body])
  expectStatus('delegated key', key, 201)
  return String(id).replace('Card:', '')
}

/** As the issuer asks, signed. */
function asked({ stack }: Stage, cardTokens: readonly string[], count: number): LoadRequest[] {
  const secret = String(stack.env.SANDBOX_CARD_DECISION_SECRETS).split(',')[0] ?? ''
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return Array.from({ length: count }, (_, index) => {
    const body = JSON.stringify({
      event_type: 'card_authorization.approval_request',
      token: randomUUID(),
      status: 'AUTHORIZATION',
      amounts: {
        cardholder: { amount: CENTS, currency: 'USD', conversion_rate: '1.000000' },
        ...{ merchant: { amount: CENTS, currency: 'USD' }, hold: null, settlement: null },
      },
      card: { token: cardTokens[index % cardTokens.length], last_four: '4242', state: 'OPEN' },
      merchant: { ...merchant, acceptor_id: acceptorId, city: 'OAKLAND', state: 'CA' },
    })
    const id = randomUUID()
    const timestamp = String(Math.floor(systemClock.now().getTime() / 1_000))
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return {
      method: 'POST',
      path: '/card-decisions/sandbox',
      headers: {
        ...{ 'webhook-id': id, 'webhook-timestamp': timestamp },
        'webhook-signature': `v1,${mac}`,
      },
      body,
    }
  })
}

/** What the function is called with for such an authorization. */
function argumentsOf(cardTokens: readonly string[], count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    method: 'POST',
    path: '/',
    body: JSON.stringify({
      ...{ environment: 'SANDBOX', token: randomUUID() },
      cardToken: cardTokens[index % cardTokens.length],
      ...{ kind: 'DEBIT', cents: CENTS, merchant, acceptorId },
    }),
  }))
}

function rowsOf(pairs: readonly Pair<Turn>[], count: number): Row[] {
  const medianOf = (of: keyof Pair<Turn>, value: (turn: Turn) => number): number =>
    median(pairs.map((pair) => value(pair[of])))
  const perSecond = ({ cost }: Turn): number => (count * 1_000) / cost.wallMs
  const cpuMs = ({ cost }: Turn): number => sum(cost) / count
  const ratios = (value: (turn: Turn) => number): number[] =>
    pairs.map(({ ours, baseline }) => value(ours) / value(baseline))
  const spread = (all: readonly number[]): string => all.map((one) => one.toFixed(2)).join(' ')
  const parts = (of: keyof Pair<Turn>): string =>
    shown(pairs.map((pair) => ({ ...pair[of].cost, count })))
  const p99 = (of: keyof Pair<Turn>): string => medianOf(of, ({ p99Ms }) => p99Ms).toFixed(0)
  return [
    {
      name: 'live card decisions a second',
      ours: `${medianOf('ours', perSecond).toFixed(0)}/s`,
      baseline: `${medianOf('baseline', perSecond).toFixed(0)}/s`,
      ratio: median(ratios(perSecond)),
      goal: { atLeast: 0.8 },
      detail:
        `decide_card by plain pg behind a bare HTTP server; ${CONCURRENCY} at once, ${pairs.length} x ${count}; ` +
        `p99 ${p99('ours')} against ${p99('baseline')} ms; by round ${spread(ratios(perSecond))}`,
    },
    {
      name: 'CPU of a live card decision',
      ours: `${medianOf('ours', cpuMs).toFixed(2)} ms`,
      baseline: `${medianOf('baseline', cpuMs).toFixed(2)} ms`,
      ratio: median(ratios(cpuMs)),
      goal: { atMost: 1.3 },
      detail: `${parts('ours')}; baseline ${parts('baseline')}; by round ${spread(ratios(cpuMs))}`,
    },
  ]
}
