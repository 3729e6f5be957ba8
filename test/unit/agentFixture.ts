/** An agent with its actions, by the SQL functions alone. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import type { LedgerFixture, PlannedPayment, Shape } from './ledgerFixture.ts'

export type Judged = {
  readonly decision: string
  readonly rules: readonly { readonly rule: string; readonly decision: string }[]
  readonly code?: string
}

/** What the functions about actions answer, as far as tests look at it. */
export type Answer = {
  readonly outcome?: string
  readonly code?: string
  readonly status?: string
  readonly isMine?: boolean
  readonly judgement?: Judged
  readonly action: Readonly<Record<string, unknown>> & { readonly status: string }
}

export type Usage = { readonly day: number; readonly month: number; readonly count: number }

/** A quote of an agent, or its transfer. */
export type AgentPayment = PlannedPayment & {
  readonly actionId: string
  readonly operation: string
  readonly isTransfer: boolean
  /** A quote that was made before; all others are made when they are submitted or executed. */
  readonly isMade: boolean
}

export const openPolicy = {
  permissions: ['CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 10_000 },
} as const

export type AgentFixture = Awaited<ReturnType<typeof anAgent>>

/** @param policy as the interface shows it */
export async function anAgent(
  database: Database,
  fixture: LedgerFixture,
  policy: object,
  now: () => number = Date.now,
) {
  const id = randomUUID()
  const planned = fixture.planned('BANK', 1_000).order as { readonly customerId: string }
  await database.query({
    text: `insert into agents (id, platform_id, environment, customer_id, name, token_hash)
      select $1, id, environment, $2, 'test', $3 from platforms where id = $4`,
    values: [id, planned.customerId, randomBytes(32), fixture.platformId],
  })
  let version = 0
  const setPolicy = async (next: object): Promise<void> => {
    version += 1
    await database.query({
      text: `with v as (insert into agent_policies (agent_id, version, policy, changed_by)
          values ($1, $2, $3, 'test') returning version)
        update agents set policy_version = $2 where id = $1`,
      values: [id, version, JSON.stringify(next)],
    })
  }
  await setPolicy(policy)
  const ask = async (name: string, input: object): Promise<Answer> =>
    (await fixture.ask(name, input)) as Answer

  /** A payment that is not made yet. */
  function planning(shape: Shape, amount: number, kind = 'QUOTE'): AgentPayment {
    const made = fixture.planned(shape, amount)
    const operation = `agent${kind}/${id}`
    const order = {
      ...(made.order as object),
      ...{ agentId: id, kind, operation, expiresAt: new Date(now() + 600_000).toISOString() },
      source: made.isFunded
        ? { sourceType: 'REALTIME_FUNDING', currency: 'USD' }
        : { sourceType: 'ACCOUNT', accountId: 'InternalAccount:source' },
      destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${shape}` },
    }
    return {
      ...made,
      order,
      operation,
      actionId: randomUUID(),
      isTransfer: kind !== 'QUOTE',
      isMade: false,
    }
  }
  const requestOf = ({ id: paymentId, actionId, operation }: AgentPayment, key: string) => ({
    ...{ agentId: id, actionId, paymentId, platformId: fixture.platformId },
    ...{ operation, key, requestHash: 'ab'.repeat(32) },
  })
  /** Makes the quote; a transfer is made when it is submitted or executed. */
  async function aPayment(shape: Shape, amount: number, kind = 'QUOTE'): Promise<AgentPayment> {
    const payment = planning(shape, amount, kind)
    if (payment.isTransfer) return payment
    await fixture.create({ ...payment, order: { ...payment.order, key: undefined } })
    return { ...payment, isMade: true }
  }
  return {
    id,
    setPolicy,
    aPayment,
    planning,
    /** The dry-run. */
    async judge(payment: AgentPayment): Promise<Judged> {
      const order = payment.order as { sendingAmount: string; sendingCurrency: string }
      const action = {
        type: payment.isTransfer ? 'TRANSFER_OUT' : 'EXECUTE_QUOTE',
        source: 'InternalAccount:source',
        destination: 'ExternalAccount:BANK',
        amount: order.sendingAmount,
        currency: order.sendingCurrency,
      }
      return (await fixture.ask('judge_now', id, action)) as Judged
    },
    /** As the workflow of the payment does where nobody has to approve it. */
    execute: (payment: AgentPayment, key = `key ${payment.actionId}`): Promise<Answer> =>
      ask('decide_payment', {
        ...{ paymentId: payment.id, platformId: fixture.platformId },
        agent: requestOf(payment, key),
        ...(!payment.isMade && {
          immediateOrder: { ...payment.order, key, isImmediate: true },
        }),
      }),
    submit: (
      payment: AgentPayment,
      key = `key ${payment.actionId}`,
      more: object = {},
    ): Promise<Answer> =>
      ask('submit_agent_action', {
        ...requestOf(payment, key),
        ...more,
        ...(!payment.isMade && { order: { ...payment.order, key } }),
      }),
    decide: (payment: AgentPayment, decision: 'APPROVE' | 'REJECT', by = 'test'): Promise<Answer> =>
      ask('decide_agent_action', { actionId: payment.actionId, decision, by, reason: 'a reason' }),
    async usage(): Promise<Usage> {
      const { usage } = await database.one<{ usage: Usage }>({
        text: `select agent_usage_on($1, (service_now() at time zone 'UTC')::date) as usage`,
        values: [id],
      })
      return usage
    },
    /** The sums of the actions' own rows, which the rows of usage must equal. */
    async books(): Promise<{ readonly counted: string[]; readonly usage: string[] }> {
      const counted = await database.query<{ line: string }>({
        text: `select period || ' ' || sum(case count_state when 'RESERVED' then limit_amount else 0 end) || ' '
            || sum(case count_state when 'SPENT' then limit_amount else 0 end) as line
          from agent_actions, lateral (values ('D:' || counted_day), ('M:' || to_char(counted_day, 'YYYY-MM'))) p(period)
          where agent_id = $1 group by period order by 1`,
        values: [id],
      })
      const usage = await database.query<{ line: string }>({
        text: `select period || ' ' || reserved || ' ' || spent as line from agent_usage
          where agent_id = $1 order by 1`,
        values: [id],
      })
      return { counted: counted.map(({ line }) => line), usage: usage.map(({ line }) => line) }
    },
    async statusOf({ id: paymentId }: AgentPayment): Promise<string> {
      const row = await database.maybeOne<{ status: string }>({
        text: `select p.status || '/' || t.status || coalesce('/' || t.failure_reason, '') as status
          from payments p join transactions t on t.id = p.transaction_id where p.id = $1`,
        values: [paymentId],
      })
      return row?.status ?? 'NONE'
    },
  }
}
