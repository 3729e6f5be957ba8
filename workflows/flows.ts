/**
 * Versions of the flow (the order of steps) of each workflow. A start carries the version that it
 * was made for, and keeps it to its end.
 *
 * Two releases of workers share a task queue during a deploy, and a payment may be open for days.
 * So one release learns a flow (`known`), and the next one starts it (`started`): then every worker
 * that may take the workflow knows it, and the deploy can be taken back. `releasedFlows.json` lists
 * what the last released version knows; a test compares. docs/operating.md, "Changing a workflow".
 */
import type { Flow } from './defineWorkflow.ts'
import { definitions } from './registry.ts'

export const flows: Readonly<Record<string, Flow>> = Object.fromEntries(
  definitions.map(({ name, flow }) => [name, flow]),
)

/** Part of every start input: `startOptionsOf` adds it. */
export type WithFlow = { readonly flow: number }

/** The version that a run was started for. */
export function flowOf(input: object): number {
  return (input as WithFlow).flow
}

/**
 * A newer release has started this run. Not a failure of the workflow: its task is retried until a
 * worker of that release takes it.
 */
export class UnknownFlow extends Error {
  override readonly name = 'UnknownFlow'
}

/** @throws UnknownFlow */
export function requireKnownFlow(workflow: string, input: object): void {
  const { known = [] } = flows[workflow] ?? {}
  const flow = flowOf(input)
  if (known.includes(flow)) return
  throw new UnknownFlow(
    `flow ${flow} of ${workflow} is not known to this release, which knows ${known.join(', ')}`,
  )
}
