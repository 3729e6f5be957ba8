/**
 * Every workflow, by its name: all that start one, name it, find it or look for rows that have none take it
 * from here. It loads no code of a workflow, so that any process can.
 */
import type { OpenRow } from '../contract/openRow.ts'
import type { RowSettings, Start } from './defineWorkflow.ts'
import * as cards from './definitions/cards.ts'
import * as customers from './definitions/customers.ts'
import * as payments from './definitions/payments.ts'
import * as wallets from './definitions/wallets.ts'

export const workflows = { ...payments, ...customers, ...wallets, ...cards }

export type WorkflowName = keyof typeof workflows

/** What the workflow of that name is started with. */
export type InputOf<Name extends WorkflowName> = Parameters<(typeof workflows)[Name]['start']>[0]

export const definitions = Object.values(workflows)

const byRowKind = new Map(
  definitions.flatMap((workflow) => workflow.openRowKinds.map((kind) => [kind, workflow])),
)

/**
 * The start of an open row's workflow, made from the row alone.
 *
 * @returns undefined for a kind of a later release, whose workers start it
 */
export function startOfOpenRow(row: OpenRow, settings: RowSettings): Start | undefined {
  return byRowKind.get(row.kind)?.startOfRow(row, settings)
}

/** What the start of an open row takes from settings. */
export function settingsOfRow(
  config: { readonly OUTSIDE_TASK_QUEUE: string; readonly VERIFICATION_POLL_SECONDS: number },
  { environment }: Pick<OpenRow, 'environment'>,
): RowSettings {
  return {
    outside: { outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment },
    pollSeconds: config.VERIFICATION_POLL_SECONDS,
  }
}
