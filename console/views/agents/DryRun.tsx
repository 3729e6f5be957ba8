/** What a policy would have decided about the agent's past actions, beside what happened. */
import { useEffect, useRef } from 'preact/hooks'
import type { Component } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { type Action, ActionAmount } from './actions.tsx'
import { type Decision, DecisionBadge, ruleName } from './rules.tsx'

type Judged = NonNullable<Component<'AgentPolicyEvaluation'>['lastActions']>[number]

export type DryRunResult = {
  /** By the policy that was tried; oldest first. */
  readonly tried: readonly Judged[]
  /** These actions by the policy in force. */
  readonly inForce: readonly Judged[]
  readonly actions: readonly Action[]
}

type Row = {
  readonly id: string
  readonly action: Action | undefined
  readonly now: Decision | undefined
  readonly then: Judged
}

const columns: readonly Column<Row>[] = [
  {
    key: 'action',
    head: 'Action',
    cell: ({ action }) =>
      action && (
        <>
          <Time at={action.createdAt} /> <ActionAmount of={action} />
        </>
      ),
  },
  {
    key: 'was',
    head: 'It was',
    cell: ({ action }) => action && <Status status={action.status} />,
  },
  {
    key: 'now',
    head: 'In force',
    from: 'tablet',
    cell: ({ now }) => now && <DecisionBadge decision={now} />,
  },
  {
    key: 'then',
    head: 'This policy',
    cell: ({ then }) => (
      <span title={reasonsOf(then)}>
        <DecisionBadge decision={then.decision} />
      </span>
    ),
  },
]

export function DryRun({ result }: { readonly result: DryRunResult }) {
  const place = useRef<HTMLDivElement>(null)
  // Below a long form: who has asked for it sees it.
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [result])
  const rows = result.tried
    .map(
      (then): Row => ({
        id: then.actionId,
        then,
        action: result.actions.find(({ id }) => id === then.actionId),
        now: result.inForce.find(({ actionId }) => actionId === then.actionId)?.decision,
      }),
    )
    .toReversed()
  const changed = rows.filter(({ now, then }) => now !== then.decision)
  const reasons = [...new Set(changed.map(({ then }) => reasonsOf(then)).filter(Boolean))]
  return (
    <div ref={place}>
      <Section title="What would this policy have done?">
        {rows.length > 0 && (
          <p class={changed.length > 0 ? 'note' : 'soft'} role="status">
            {summaryOf(rows)}{' '}
            {changed.length === 0
              ? 'The policy in force says the same of each.'
              : `The policy in force says something else of ${changed.length}.`}
            {reasons.length > 0 && <> {reasons.join('. ')}.</>}
          </p>
        )}
        <Table
          label="Past actions by this policy"
          rows={rows}
          columns={columns}
          keyOf={({ id }) => id}
          isSelectable={false}
          empty={<Empty title="The agent has done nothing yet: there is nothing to try it on." />}
        />
        {rows.length > 0 && (
          <p class="hint">
            Usage begins at nothing and counts what this policy would have let pass, by day and
            month. Whether the agent was paused does not matter here.
          </p>
        )}
      </Section>
    </div>
  )
}

function summaryOf(rows: readonly Row[]): string {
  const count = (decision: Decision): number =>
    rows.filter(({ then }) => then.decision === decision).length
  return (
    `Of the last ${rows.length} actions it would have allowed ${count('ALLOW')}, ` +
    `asked a person about ${count('APPROVAL_REQUIRED')} and denied ${count('DENY')}.`
  )
}

/** `Denied by: limit of the day`. */
function reasonsOf({ decision, rules }: Judged): string {
  if (decision === 'ALLOW') return ''
  const named = rules.filter((rule) => rule.decision === decision).map(({ rule }) => ruleName(rule))
  return `${decision === 'DENY' ? 'Denied by' : 'Asked because of'}: ${named.join(', ').toLowerCase()}`
}
