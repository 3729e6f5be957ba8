/**
 * What a workflow is declared with, once: how it is named, started and found, and which open rows it is started
 * from. `registry.ts` has all of them.
 */
import { TypedSearchAttributes } from '@temporalio/common'
import type { OpenRow } from '../contract/openRow.ts'
import type { OutsideCalls } from './outsideQueues.ts'
import { searchAttributes as keys } from './searchAttributes.ts'

/** What operators find a run by. IDs are UUIDs without prefix. */
export type Subject = {
  readonly platformId?: string | undefined
  readonly customerId?: string | undefined
  readonly accountId?: string | undefined
  readonly transactionId?: string | undefined
  readonly agentId?: string | undefined
}

/** All that a run is started with, in any process: `startOptionsOf` makes Temporal's options of it. */
export type Start<Name extends string = string> = {
  readonly workflow: Name
  readonly workflowId: string
  /** Of the update; workflows without one have 1. */
  readonly attempt: number
  readonly input: object
  /** The version of its flow. */
  readonly flow: number
  readonly searchAttributes: TypedSearchAttributes
  readonly summary: string
}

/** Versions of the order of steps: `flows.ts`. */
export type Flow = {
  /** What the workflows of this release can run: the old ones too, while one may be open. */
  readonly known: readonly number[]
  /** What this release starts. */
  readonly started: number
}

const first: Flow = { known: [1], started: 1 }

/** What the start of an open row takes from the settings of who starts it. */
export type RowSettings = {
  readonly outside: OutsideCalls
  /** VERIFICATION_POLL_SECONDS. */
  readonly pollSeconds: number
}

type Declaration<Name extends string, Key, Input extends Key & object, Kind extends string> = {
  /** The workflow's type in Temporal: the name of its function. */
  readonly name: Name
  /** The workflow's id names its subject: `Card:<uuid>`, and for more work on the same one `Card:<uuid>/change/2`. */
  readonly id: (key: Key) => string
  /** The search attribute OperationKind. */
  readonly kind: string
  /** What operators read beside the id. */
  readonly summary: string | ((input: NoInfer<Input>) => string)
  /** What its input says of its subject; who starts it may know more. */
  readonly searchAttributes: (input: Input) => Subject
  readonly openRows: {
    readonly kinds: readonly Kind[]
    /** From the row alone: the process that started it may be gone. */
    readonly input: (row: OpenRow<NoInfer<Kind>>, settings: RowSettings) => NoInfer<Input>
  }
  /** False: its closed runs are not compared with their rows, which are kept for days only. */
  readonly isKeptWithRow?: false
  /** The first one, unless its steps have ever changed. */
  readonly flow?: Flow
}

export type Definition<Name extends string, Key, Input extends Key & object> = {
  readonly name: Name
  readonly id: (key: Key) => string
  readonly isKeptWithRow: boolean
  readonly flow: Flow
  readonly openRowKinds: readonly string[]
  /** @param subject what the input does not say of it */
  readonly start: (input: Input, subject?: Subject) => Start<Name>
  readonly startOfRow: (row: OpenRow, settings: RowSettings) => Start<Name>
}

export function defineWorkflow<
  const Name extends string,
  Key,
  Input extends Key & object,
  const Kind extends string,
>(declaration: Declaration<Name, Key, Input, Kind>): Definition<Name, Key, Input> {
  const { name, id, kind, summary, searchAttributes, openRows } = declaration
  const { isKeptWithRow = true, flow = first } = declaration
  const start = (input: Input, subject: Subject = {}): Start<Name> => ({
    workflow: name,
    workflowId: id(input),
    attempt: attemptOf(input),
    input,
    flow: flow.started,
    searchAttributes: attributesOf(kind, { ...subject, ...searchAttributes(input) }),
    summary: typeof summary === 'string' ? summary : summary(input),
  })
  return {
    ...{ name, id, isKeptWithRow, flow, start },
    openRowKinds: openRows.kinds,
    startOfRow: (row, settings) =>
      start(openRows.input(row as OpenRow<Kind>, settings), subjectOf(row)),
  }
}

function attemptOf(input: object): number {
  return 'attempt' in input && typeof input.attempt === 'number' ? input.attempt : 1
}

function subjectOf(row: OpenRow): Subject {
  return {
    platformId: row.platform_id,
    customerId: row.customer_id ?? undefined,
    accountId: row.account_id ?? undefined,
    transactionId: row.transaction_id ?? undefined,
    agentId: row.agent_id ?? undefined,
  }
}

function attributesOf(kind: string, subject: Subject): TypedSearchAttributes {
  const { platformId, customerId, accountId, transactionId, agentId } = subject
  return new TypedSearchAttributes([
    ...(platformId ? [{ key: keys.platform, value: platformId }] : []),
    { key: keys.kind, value: kind },
    { key: keys.status, value: 'PROCESSING' },
    ...(customerId ? [{ key: keys.customer, value: `Customer:${customerId}` }] : []),
    ...(accountId ? [{ key: keys.account, value: `InternalAccount:${accountId}` }] : []),
    ...(transactionId ? [{ key: keys.transaction, value: `Transaction:${transactionId}` }] : []),
    ...(agentId ? [{ key: keys.agent, value: `Agent:${agentId}` }] : []),
  ])
}
