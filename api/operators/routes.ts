/** All routes of the operators' API, in the order of the guide. */
import { getAudit } from './audit.ts'
import type { OperatorRoute } from './route.ts'

export const operatorRoutes: readonly OperatorRoute[] = [getAudit]
