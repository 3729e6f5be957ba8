/**
 * Versions of the flow (the order of steps) of each workflow. A start carries the version that it
 * was made for, and keeps it to its end.
 *
 * Two releases of workers share a task queue during a deploy, and a payment may be open for days.
 * So one release learns a flow (`known`), and the next one starts it (`started`): then every worker
 * that may take the workflow knows it, and the deploy can be taken back. `releasedFlows.json` lists
 * what the last released version knows; a test compares. docs/operating.md, "Changing a workflow".
 */
export type WorkflowName = keyof typeof flows

type Flow = {
  /** What the workflows of this release can run: the old ones too, while one may be open. */
  readonly known: readonly number[]
  /** What this release starts. */
  readonly started: number
}

export const flows = {
  agentAction: { known: [1], started: 1 },
  bulkImport: { known: [1], started: 1 },
  card: { known: [1], started: 1 },
  cardChange: { known: [1], started: 1 },
  cardTransaction: { known: [1], started: 1 },
  customerOnboarding: { known: [1], started: 1 },
  depositReturn: { known: [1], started: 1 },
  documentForwarding: { known: [1], started: 1 },
  otpIssuance: { known: [1], started: 1 },
  otpVerification: { known: [1], started: 1 },
  paymentCorrection: { known: [1], started: 1 },
  quoteExecution: { known: [1], started: 1 },
  verification: { known: [1], started: 1 },
  stablecoinOperation: { known: [1], started: 1 },
  scaReset: { known: [1], started: 1 },
  walletOperation: { known: [1], started: 1 },
} as const satisfies Record<string, Flow>

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
  const { known }: Flow = flows[workflow as WorkflowName]
  const flow = flowOf(input)
  if (known.includes(flow)) return
  throw new UnknownFlow(
    `flow ${flow} of ${workflow} is not known to this release, which knows ${known.join(', ')}`,
  )
}
