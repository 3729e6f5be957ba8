/** All routes of the operators' API, in the order of the guide. */
import { getAudit } from './audit.ts'
import { confirmDecision, withdrawDecision } from './decisions/confirm.ts'
import { decide } from './decisions/decide.ts'
import { listDecisions } from './decisions/list.ts'
import { getInbox, getInboxItem } from './inbox.ts'
import type { OperatorRoute } from './route.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  getInbox,
  getInboxItem,
  decide,
  confirmDecision,
  withdrawDecision,
  listDecisions,
  getAudit,
]
