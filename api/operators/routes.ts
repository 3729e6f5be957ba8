/** All routes of the operators' API, in the order of the guide. */
import { getAudit } from './audit.ts'
import { confirmDecision, withdrawDecision } from './decisions/confirm.ts'
import { decide } from './decisions/decide.ts'
import { listDecisions } from './decisions/list.ts'
import { getHealth } from './health.ts'
import { getInbox, getInboxItem } from './inbox.ts'
import { getLedger } from './ledger.ts'
import { pausePayouts, resumePayouts } from './pauses.ts'
import { getPlatform, listPlatforms } from './platforms.ts'
import { listRequests } from './requests.ts'
import type { OperatorRoute } from './route.ts'
import { search } from './search.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  getInbox,
  getInboxItem,
  decide,
  confirmDecision,
  withdrawDecision,
  listDecisions,
  search,
  listPlatforms,
  getPlatform,
  getLedger,
  getHealth,
  pausePayouts,
  resumePayouts,
  listRequests,
  getAudit,
]
