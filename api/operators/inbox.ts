/** The inbox: what needs a person, and one item with what may be decided about it. */
import { idOf } from '../../contract/ids.ts'
import { shownMoney } from '../../contract/money.ts'
import { type TimelineCodes, timelineSentences } from '../../contract/present/timeline.ts'
import type { Tx } from '../../db/database.ts'
import { countInbox, type InboxItem, inboxKinds, listInbox } from '../../db/inbox.ts'
import { findDecidable } from './decisions/find.ts'
import { shownTransfer, transfersOf } from './decisions/preview.ts'
import { listDecisions, presentDecision } from './decisions/record.ts'
import { operatorRoute, platformFilter } from './route.ts'

export const getInbox = operatorRoute({
  id: 'listInbox',
  method: 'get',
  path: '/inbox',
  role: 'VIEW',
  summary: 'What needs a person, the oldest first; `counts` are the alarms of `/metrics`',
  query: {
    type: 'object',
    properties: {
      kind: { type: 'array', maxItems: 30, items: { type: 'string', enum: inboxKinds } },
      platform: { type: 'string', maxLength: 64 },
      subject: { type: 'string', maxLength: 300 },
      waitingSeconds: { type: 'integer', minimum: 0, maximum: 31_536_000 },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 200 },
    },
  },
  async handle({ query, tx }) {
    const { kind, platform, subject, waitingSeconds, limit } = query
    const { platformId, isUnknownPlatform } = platformFilter(platform)
    const filter = { kinds: kind, platformId, subject, waitingSeconds }
    const items = isUnknownPlatform ? [] : await listInbox(tx, { ...filter, limit })
    const counts = isUnknownPlatform ? new Map() : await countInbox(tx, filter)
    const body = { data: items.map(presentItem), counts: Object.fromEntries(counts) }
    return { body, subject, platformId }
  },
})

export const getInboxItem = operatorRoute({
  id: 'readItem',
  method: 'get',
  path: '/inbox/:subject',
  role: 'VIEW',
  summary:
    'One thing: what happened, what each decision would do to the books, and its `state` for a decision; `progress` says what its workflow waits for now',
  async handle({ params: { subject: asked }, tx, dependencies }) {
    const decidable = await findDecidable(tx, asked, dependencies)
    const { subject, platformId, amount, state, nothing, workflowId, unstarted } = decidable
    const choices: object[] = []
    for (const { outcomes, decision, meaning, needs, takes } of decidable.choices) {
      choices.push({ decision, meaning, needs, takes, outcomes: await outcomes(tx) })
    }
    const [items, decisions] = [
      await listInbox(tx, { subject, limit: 20 }),
      await listDecisions(tx, { subject, limit: 20 }),
    ]
    const body = {
      subject,
      platformId: platformId && idOf('PlatformConfig', platformId),
      amount: amount && shownMoney(amount.amount, amount.currency),
      items: items.map(presentItem),
      timeline: await timelineOf(tx, subject),
      transfers: (await transfersOf(tx, subject)).map((row) => ({
        ...shownTransfer(row),
        at: row.created_at,
      })),
      ...{ state, unstarted, choices, nothing, decisions: decisions.map(presentDecision) },
    }
    const live =
      workflowId && (async () => ({ progress: await dependencies.temporal.progressOf(workflowId) }))
    return { body, subject, platformId, live: live || undefined }
  },
})

/** As the API shows it. */
export function presentItem(item: InboxItem): object {
  const { platformId, amount, currency } = item
  return {
    ...item,
    platformId: platformId && idOf('PlatformConfig', platformId),
    amount: amount === null || currency === null ? null : shownMoney(amount, currency),
  }
}

type TimelineRow = TimelineCodes & { readonly at: Date; readonly attempt: number | null }

/** In the words that its platform reads. */
export async function timelineOf(tx: Tx, subject: string): Promise<readonly object[]> {
  const rows = await tx.query<TimelineRow>({
    name: 'operator_timeline',
    text: `select at, attempt, code, parameters, waiting_party, waiting_reason from timeline
      where subject = $1 order by id limit 500`,
    values: [subject],
  })
  return rows.map((row) => ({ at: row.at, ...timelineSentences(row) }))
}
