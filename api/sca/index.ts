import { completeScaLogin } from './completeScaLogin.ts'
import { completeTwoFactorReset } from './completeTwoFactorReset.ts'
import { confirmScaFactorEnrollment } from './confirmScaFactorEnrollment.ts'
import { deleteScaFactor } from './deleteScaFactor.ts'
import { getTwoFactorResetStatus } from './getTwoFactorResetStatus.ts'
import { listScaFactors } from './listScaFactors.ts'
import { recordSecurityEvent } from './recordSecurityEvent.ts'
import { startScaFactorEnrollment } from './startScaFactorEnrollment.ts'
import { startScaLogin } from './startScaLogin.ts'
import { startTwoFactorReset } from './startTwoFactorReset.ts'

export default [
  listScaFactors,
  startScaFactorEnrollment,
  confirmScaFactorEnrollment,
  deleteScaFactor,
  startScaLogin,
  completeScaLogin,
  recordSecurityEvent,
  startTwoFactorReset,
  getTwoFactorResetStatus,
  completeTwoFactorReset,
]
