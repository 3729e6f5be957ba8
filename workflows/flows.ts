/**
 * Versions of the flow (the order of steps) of each workflow. A start carries the version that it
 * was made for, and keeps it to its end.
 *
 * Two releases of workers share a task queue during a deploy, and a payment may be open for days.
 * So one release learns a flow (`known`), and the next one starts it (`started`): then every worker
 * that may take the workflow knows it, and the deploy can be taken back. `releasedFlows.json` lists
 * what the last release knows; a test compares. Where START_LEARNED_FLOWS says that no process of another
 * release runs, this one starts what it knows. docs/operating.md, "Changing a workflow".
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
  // 2: the payout's activity books the settlement.
  quoteExecution: { known: [1, 2], started: 1 },
  verification: { known: [1], started: 1 },
  stablecoinOperation: { known: [1], started: 1 },
  scaReset: { known: [1], started: 1 },
  walletOperation: { known: [1], started: 1 },
} as const satisfies Record<string, Flow>

/** Part of every start input. Starts of older releases carry none: that is version 1. */
export type WithFlow = { readonly flow?: number | undefined }

/**
 * The version that a start carries.
 *
 * @param learned whether every process is of this release: then it starts the newest flow that it knows
 */
export function flowToStart(workflow: WorkflowName, learned: boolean): number {
  const { known, started }: Flow = flows[workflow]
  return learned ? Math.max(...known) : started
}

/** The version that a run was started for. */
export function flowOf({ flow = 1 }: WithFlow): number {
  return flow
}

/**
 * A newer release has started this run. Not a failure of the workflow: its task is retried until a
 * worker of that release takes it.
 */
export class UnknownFlow extends Error {
  override readonly name = 'UnknownFlow'
}

/** @throws UnknownFlow */
export function requireKnownFlow(workflow: string, input: WithFlow): void {
  const { known }: Flow = flows[workflow as WorkflowName] ?? { known: [1], started: 1 }
  const flow = flowOf(input)
  if (known.includes(flow)) return
  throw new UnknownFlow(
    `flow ${flow} of ${workflow} is not known to this release, which knows ${known.join(', ')}`,
  )
}
