/** All routes of the operators' API, in the order of the guide. */
import { listAgreements, publishAgreement } from './admin/agreements.ts'
import {
  getDirectory,
  putProvider,
  putVasp,
  removeProvider,
  removeVasp,
} from './admin/directory.ts'
import {
  createOperator,
  exportOperator,
  inviteOperator,
  listOperators,
  revokeOperator,
  signOutOperator,
} from './admin/operators.ts'
import { createPlatform, listWebhookKeys, setPlatform } from './admin/platforms.ts'
import { putStablecoinToken } from './admin/stablecoinTokens.ts'
import { createToken, listTokens, revokeToken } from './admin/tokens.ts'
import { getAudit } from './audit.ts'
import { confirmDecision, withdrawDecision } from './decisions/confirm.ts'
import { decide } from './decisions/decide.ts'
import { listDecisions } from './decisions/list.ts'
import { getHealth } from './health.ts'
import { getInbox, getInboxItem } from './inbox.ts'
import { getLedger } from './ledger.ts'
import { pausePayouts, resumePayouts } from './pauses.ts'
import { getPlatform, listPlatforms } from './platforms.ts'
import { listRates } from './rates.ts'
import { listRequests } from './requests.ts'
import type { OperatorRoute } from './route.ts'
import { search } from './search.ts'
import { listFees, listLimits } from './terms.ts'
import { listAgentActions, listFreezes, listStablecoinLinks, listStablecoins } from './waiting.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  getInbox,
  getInboxItem,
  decide,
  confirmDecision,
  withdrawDecision,
  listDecisions,
  listAgentActions,
  listStablecoins,
  listStablecoinLinks,
  listFreezes,
  listRates,
  listLimits,
  listFees,
  search,
  listPlatforms,
  getPlatform,
  getLedger,
  getHealth,
  pausePayouts,
  resumePayouts,
  listRequests,
  getAudit,
  createPlatform,
  setPlatform,
  listWebhookKeys,
  listTokens,
  createToken,
  revokeToken,
  putStablecoinToken,
  listAgreements,
  publishAgreement,
  getDirectory,
  putProvider,
  removeProvider,
  putVasp,
  removeVasp,
  listOperators,
  createOperator,
  inviteOperator,
  revokeOperator,
  signOutOperator,
  exportOperator,
]
